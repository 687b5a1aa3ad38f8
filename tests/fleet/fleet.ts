/** Many phones in one hospital: they live through faults, then everything settles and is compared with a plain model. */
import { randomNumbers } from '../support/random.ts';
import { createNetwork } from './faulty-network.ts';
import { buildPhone } from './phone-bundle.ts';
import { createPhone, type Phone } from './phone.ts';
import { compare, lastAccepted } from './sequential-model.ts';
import type { World } from './world.ts';

const OWN_POINTS = 4;
const SHARED_POINTS = 4;
/** A server is killed in every so manieth round. */
const KILL_EVERY = 4;
const SIGN_INS_AT_ONCE = 8;
/** Long enough for a submission to be sent. */
const SUBMIT_MS = 1500;

export interface FleetOptions {
  rounds: number;
  seed: number;
  settleLimitMs: number;
  /** Phones on which the app is open at the same time: one process has to be all of them. */
  awake: number;
  /** Points of another task that each person answers without a signal, at the end. */
  awayEach: number;
}

/** How many points the task of a department needs for so many people. */
export const pointsFor = (people: number): number => people * OWN_POINTS + SHARED_POINTS;

export interface FleetReport {
  findings: string[];
  phones: number;
  /** How many of them had the app open at the same time, at most. */
  awake: number;
  tasks: number;
  rounds: number;
  taps: number;
  /** Values that the servers stored. */
  arrived: number;
  requests: number;
  faults: Record<string, number>;
  /** From the end of the faults until nothing waited on any phone, one after the other where not all are open. */
  settledMs: number;
  /** The longest that a single phone took for it from the moment that its app was opened. */
  slowestPhoneMs: number;
  /** Answers that waited on phones without a signal, and how long it took until the servers had all of them. */
  drained: { answers: number; ms: number };
}

export async function runFleet(world: World, options: FleetOptions): Promise<FleetReport> {
  const { awake, awayEach } = options;
  const bundle = await buildPhone();
  const network = createNetwork(world.servers.map(({ url }) => url));
  const departments = world.departments.map(({ deptTaskId, awayTaskId, accounts }, dept) =>
    accounts.map((account, person) => {
      // Their own, so that who is quicker changes nothing for the others.
      const random = randomNumbers(options.seed + 7919 * (dept * accounts.length + person));
      const chanceOfLine = randomNumbers(options.seed + 104_729 * (dept * accounts.length + person + 1));
      return createPhone({
        bundle,
        line: (isCut) => network.lineOf(chanceOfLine, isCut),
        random,
        account,
        password: world.password,
        deptTaskId,
        ownPoints: world.pointIds.slice(person * OWN_POINTS, (person + 1) * OWN_POINTS),
        sharedPoints: world.pointIds.slice(-SHARED_POINTS),
        away: { deptTaskId: awayTaskId, points: world.awayPointIds.slice(person * awayEach, (person + 1) * awayEach) },
      });
    }),
  );
  const phones = departments.flat();
  const findings: string[] = [];
  /** Opens the app on some phones at a time, and closes it again. */
  const onPhones = (work: (phone: Phone) => Promise<unknown>): Promise<void> =>
    fewAtOnce(phones, awake, async (phone) => {
      await phone.wake();
      await work(phone);
      phone.sleep();
    });
  const inDepartments = (work: (department: readonly Phone[]) => Promise<unknown>): Promise<void> =>
    fewAtOnce(departments, Math.max(1, Math.floor(awake / (departments[0]?.length ?? 1))), async (department) => {
      await Promise.all(department.map((phone) => phone.wake()));
      await work(department);
      for (const phone of department) phone.sleep();
    });
  /** Until nothing waits on any phone, but for what `isFine`. */
  const settle = async (isFine: (line: string) => boolean = () => false): Promise<{ ms: number; slowestMs: number }> => {
    const from = performance.now();
    let slowestMs = 0;
    await onPhones(async (phone) => {
      const openedAt = performance.now();
      await settleOne(phone, from + options.settleLimitMs, isFine);
      slowestMs = Math.max(slowestMs, performance.now() - openedAt);
    });
    return { ms: Math.round(performance.now() - from), slowestMs: Math.round(slowestMs) };
  };

  try {
    await fewAtOnce(phones, SIGN_INS_AT_ONCE, async (phone) => {
      await phone.signIn();
      phone.sleep();
    });

    network.isFaulty = true;
    let kills = 0;
    for (let round = 1; round <= options.rounds; round += 1) {
      const living = onPhones((phone) => phone.live());
      if (round % KILL_EVERY === 0) {
        const server = world.servers[kills % world.servers.length];
        kills += 1;
        await server?.kill();
        await server?.start();
      }
      await living;
    }
    network.isFaulty = false;
    const settled = await settle();

    // A task is submitted when nothing of it is open any more.
    await inDepartments(async (department) => {
      const [first] = department;
      const { points } = (await first?.readDetail()) ?? { points: [] };
      const open = new Set(points.filter(({ answer }) => answer === null).map(({ pointId }) => pointId));
      for (const phone of department) {
        await phone.readDetail();
        const { ownPoints, sharedPoints } = phone.setup;
        await phone.answerRest([...ownPoints, ...(phone === first ? sharedPoints : [])].filter((pointId) => open.has(pointId)));
      }
    });
    await settle();

    let waiting = 0;
    await onPhones(async (phone) => {
      await phone.answerAway();
      waiting += (await phone.waiting()).length;
    });
    for (const phone of phones) phone.setSignal(true);
    const drained = await settle();

    let arrived = 0;
    await inDepartments(async (department) => {
      const judged = await judge(department);
      arrived += judged.arrived;
      findings.push(...judged.findings);
    });

    // Everybody of a department submits at once: one of them does, and the others are told who.
    network.isFaulty = true;
    await inDepartments(async (department) => {
      await Promise.all(department.map((phone) => phone.submit()));
      await new Promise((resolve) => setTimeout(resolve, SUBMIT_MS));
    });
    network.isFaulty = false;
    const submitted = await settle(isToldOfSubmission);
    await inDepartments(async ([first]) => {
      const status = (await first?.readDetail())?.status;
      if (status !== 'submitted' && status !== 'completed') findings.push(`${first?.setup.deptTaskId ?? ''} is ${status ?? ''} after it was submitted`);
    });

    findings.push(...phones.flatMap((phone) => phone.problems.map((problem) => `${phone.setup.account}: ${problem}`)));
    const sum = (of: (phone: Phone) => number): number => phones.reduce((total, phone) => total + of(phone), 0);
    const { pass: _passed, ...faults } = network.counts;
    return {
      findings,
      phones: phones.length,
      awake: Math.min(awake, phones.length),
      tasks: departments.length,
      rounds: options.rounds,
      taps: sum((phone) => phone.taps.length + phone.awayTaps.length),
      arrived,
      requests: network.written,
      faults: {
        ...faults,
        crashes: sum((phone) => phone.counts.crashes),
        offlineSpells: sum((phone) => phone.counts.offlineSpells),
        conflicts: sum((phone) => phone.counts.conflicts),
        serverKills: kills,
      },
      settledMs: Math.max(settled.ms, submitted.ms),
      slowestPhoneMs: Math.max(settled.slowestMs, drained.slowestMs, submitted.slowestMs),
      drained: { answers: waiting, ms: drained.ms },
    };
  } finally {
    for (const phone of phones) phone.sleep();
  }
}

/** Whatever the screens show, the tables hold, and a plain model says, is the same. */
async function judge(department: readonly Phone[]): Promise<{ findings: string[]; arrived: number }> {
  const [first] = department;
  if (!first) return { findings: [], arrived: 0 };
  const history = await first.readHistory();
  const found = compare(
    department.map(({ taps }) => taps),
    department.map(({ setup }) => setup.ownPoints),
    history,
  ).map(({ pointId, what }) => `${first.setup.deptTaskId} ${pointId}: ${what}`);
  const { points } = await first.readDetail();
  const expected = new Map(points.map(({ pointId }) => [pointId, lastAccepted(history.filter((row) => row.pointId === pointId)).get(pointId)?.remark ?? '']));
  const held = new Map(points.map(({ pointId, answer }) => [pointId, answer?.remark ?? '']));
  found.push(...differences(`${first.setup.deptTaskId} on the server`, held, expected));
  for (const phone of department) {
    await phone.readDetail();
    found.push(...differences(`${phone.setup.account} on the screen`, await phone.shown(), expected));
  }
  const awayTaskId = first.setup.away.deptTaskId;
  const awayHistory = await first.readHistory(awayTaskId);
  const awayFound = compare(
    department.map(({ awayTaps }) => awayTaps),
    department.map(({ setup }) => setup.away.points),
    awayHistory,
  );
  found.push(...awayFound.map(({ pointId, what }) => `${awayTaskId} ${pointId}: ${what}`));
  return { findings: found, arrived: history.length + awayHistory.length };
}

const differences = (where: string, held: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): string[] =>
  [...expected].flatMap(([pointId, remark]) => (held.get(pointId) === remark ? [] : [`${where}: ${pointId} is ${held.get(pointId) ?? 'not there'} instead of ${remark}`]));

const isToldOfSubmission = (line: string): boolean => /: submit failed .*(已提交|已由)/.test(line);

/** @throws when it takes longer than until `end` */
async function settleOne(phone: Phone, end: number, isFine: (line: string) => boolean): Promise<void> {
  while (!(await phone.settle()) && !(await phone.waiting()).every(isFine)) {
    if (performance.now() > end) throw new Error(`not settled in time:\n${(await phone.waiting()).slice(0, 20).join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function fewAtOnce<One>(all: readonly One[], count: number, work: (one: One) => Promise<unknown>): Promise<void> {
  const waiting = [...all];
  const workOff = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: count }, workOff));
}
