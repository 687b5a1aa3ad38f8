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
const AT_ONCE = 8;

/** How many points a task needs for so many people. */
export const pointsFor = (people: number): number => people * OWN_POINTS + SHARED_POINTS;

export interface FleetReport {
  findings: string[];
  phones: number;
  tasks: number;
  rounds: number;
  taps: number;
  /** Values that the servers stored. */
  arrived: number;
  requests: number;
  faults: Record<string, number>;
  settledMs: number;
}

export async function runFleet(world: World, options: { rounds: number; seed: number; settleLimitMs: number }): Promise<FleetReport> {
  const bundle = await buildPhone();
  const network = createNetwork(world.servers.map(({ url }) => url));
  const departments = world.departments.map(({ deptTaskId, accounts }, dept) =>
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
      });
    }),
  );
  const phones = departments.flat();
  const findings: string[] = [];
  try {
    await fewAtOnce(phones, (phone) => phone.signIn());

    network.isFaulty = true;
    let kills = 0;
    for (let round = 1; round <= options.rounds; round += 1) {
      const living = Promise.all(phones.map((phone) => phone.live()));
      if (round % KILL_EVERY === 0) {
        const server = world.servers[kills % world.servers.length];
        kills += 1;
        await server?.kill();
        await server?.start();
      }
      await living;
    }

    // A task is submitted when nothing of it is open any more.
    const healedAt = performance.now();
    network.isFaulty = false;
    await settle(phones, options.settleLimitMs);
    let settledMs = performance.now() - healedAt;
    await fewAtOnce(departments, async ([first, ...others]) => {
      const { points } = (await first?.readDetail()) ?? { points: [] };
      const open = points.filter(({ answer }) => answer === null).map(({ pointId }) => pointId);
      for (const phone of others) await phone.readDetail();
      for (const phone of [first, ...others]) await phone?.answerRest(open.filter((pointId) => phone.setup.ownPoints.includes(pointId)));
      await first?.answerRest(open.filter((pointId) => first.setup.sharedPoints.includes(pointId)));
    });
    await settle(phones, options.settleLimitMs);

    for (const department of departments) findings.push(...(await judge(department)));

    // Everybody of a department submits at once: one of them does, and the others are told who.
    network.isFaulty = true;
    await fewAtOnce(phones, (phone) => phone.submit());
    const submittedAt = performance.now();
    network.isFaulty = false;
    await settle(phones, options.settleLimitMs, isToldOfSubmission);
    settledMs = Math.max(settledMs, performance.now() - submittedAt);
    for (const [first] of departments) {
      const status = (await first?.readDetail())?.status;
      if (status !== 'submitted' && status !== 'completed') findings.push(`${first?.setup.deptTaskId ?? ''} is ${status ?? ''} after it was submitted`);
    }

    findings.push(...phones.flatMap((phone) => phone.problems.map((problem) => `${phone.setup.account}: ${problem}`)));
    const histories = await Promise.all(departments.map(async ([first]) => (await first?.readHistory()) ?? []));
    const sum = (of: (phone: Phone) => number): number => phones.reduce((total, phone) => total + of(phone), 0);
    const { pass: _passed, ...faults } = network.counts;
    return {
      findings,
      phones: phones.length,
      tasks: departments.length,
      rounds: options.rounds,
      taps: sum((phone) => phone.taps.length),
      arrived: histories.flat().length,
      requests: network.written,
      faults: {
        ...faults,
        crashes: sum((phone) => phone.counts.crashes),
        offlineSpells: sum((phone) => phone.counts.offlineSpells),
        conflicts: sum((phone) => phone.counts.conflicts),
        serverKills: kills,
      },
      settledMs: Math.round(settledMs),
    };
  } finally {
    for (const phone of phones) phone.leave();
  }
}

/** Whatever the screens show, the tables hold, and a plain model says, is the same. */
async function judge(department: readonly Phone[]): Promise<string[]> {
  const [first] = department;
  if (!first) return [];
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
  return found;
}

const differences = (where: string, held: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): string[] =>
  [...expected].flatMap(([pointId, remark]) => (held.get(pointId) === remark ? [] : [`${where}: ${pointId} is ${held.get(pointId) ?? 'not there'} instead of ${remark}`]));

const isToldOfSubmission = (line: string): boolean => /: submit failed .*(已提交|已由)/.test(line);

/** Until nothing waits on any phone, but for what `isFine`. @throws when that takes too long */
async function settle(phones: readonly Phone[], limitMs: number, isFine: (line: string) => boolean = () => false): Promise<void> {
  const end = performance.now() + limitMs;
  let open = [...phones];
  while (open.length > 0) {
    const settled = await Promise.all(open.map(async (phone) => (await phone.settle()) || (await phone.waiting()).every(isFine)));
    open = open.filter((_, index) => !settled[index]);
    if (open.length === 0) return;
    if (performance.now() > end) throw new Error(`not settled after ${limitMs} ms:\n${(await Promise.all(open.map((phone) => phone.waiting()))).flat().slice(0, 20).join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function fewAtOnce<One>(all: readonly One[], work: (one: One) => Promise<unknown>): Promise<void> {
  const waiting = [...all];
  const workOff = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
}
