/** One phone of the fleet: a person who answers points, the page's real modules, and what becomes of both. */
import type { CallAnswer } from '#contract/endpoints.ts';
import { LOGIN_TYPE } from '#contract/limits.ts';
import { RESULTS, type Result } from '#contract/result.ts';
import type { Envelope } from '#contract/envelope.ts';
import type { SignedIn } from '#contract/session.ts';
import type { DeptTaskDetail } from '#contract/task.ts';
import type { PhoneBundle } from './phone-bundle.ts';
import { createBrowser, type Network, type Page } from './stand-in-browser.ts';

/** What the person did, in order. The remark is unlike any other's. */
export interface Tap {
  pointId: string;
  result: Result;
  remark: string;
  /** The screen said so. */
  isSaved: boolean;
  /** The person took a colleague's value instead. */
  isGivenUp: boolean;
}

export interface PhoneSetup {
  bundle: PhoneBundle;
  /** @param isCut whether the phone has no signal just then */
  line: (isCut: () => boolean) => Network;
  random: () => number;
  account: string;
  password: string;
  deptTaskId: string;
  /** Points that this person alone answers, and those that colleagues answer too. */
  ownPoints: readonly string[];
  sharedPoints: readonly string[];
  /** Another task, of which this person answers some points where there is no signal. */
  away: { deptTaskId: string; points: readonly string[] };
}

export interface Phone {
  setup: PhoneSetup;
  taps: readonly Tap[];
  /** Those of the other task. */
  awayTaps: readonly Tap[];
  /** What should never happen, in words. */
  problems: readonly string[];
  counts: { crashes: number; offlineSpells: number; conflicts: number };
  /** Opens the app, if it is closed: what the screen shows then has to be what was called saved before, or newer. */
  wake: () => Promise<void>;
  /** The system closes the app; what it stored stays. */
  sleep: () => void;
  signIn: () => Promise<void>;
  /** A while of a person's day: taps, signal lost and found, choices, and now and then the end of the app. */
  live: () => Promise<void>;
  /** Answers what nobody has. */
  answerRest: (pointIds: readonly string[]) => Promise<void>;
  /** Opens the other task, loses the signal, and answers all of its points there. */
  answerAway: () => Promise<void>;
  /** Goes where there is no signal, or comes back. */
  setSignal: (hasSignal: boolean) => void;
  submit: () => Promise<void>;
  /** With a signal from now on: decides what waits for the person. @returns whether nothing waits any more */
  settle: () => Promise<boolean>;
  readDetail: () => Promise<DeptTaskDetail>;
  readHistory: (of?: string) => Promise<CallAnswer<'queryMyTaskAnswerCheckPoint'>['history']>;
  /** The remark that the screen shows on each point. */
  shown: () => Promise<Map<string, string>>;
  /** States and reasons of what waits. */
  waiting: () => Promise<string[]>;
}

const TASK_NAME = '全院自查';
const CHANCE = { toggleSignal: 0.35, refresh: 0.3, crash: 0.2, crashMidway: 0.6, takeTheirs: 0.5, shared: 0.4 };
/** Long enough for taps to be sent. */
const LIVE_MS = 1500;
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export function createPhone(setup: PhoneSetup): Phone {
  const { random, deptTaskId } = setup;
  let isOnline = true;
  const browser = createBrowser(
    setup.bundle,
    setup.line(() => !isOnline),
  );
  let taps: Tap[] = [];
  const awayTaps: Tap[] = [];
  const problems: string[] = [];
  const counts = { crashes: 0, offlineSpells: 0, conflicts: 0 };
  let page!: Page;
  let isAwake = false;
  let detail: DeptTaskDetail | undefined;
  let serial = 0;

  function start(): Page {
    const started = browser.startPage(isOnline);
    const { configureApi, startSync } = started.modules;
    configureApi({ onSignedOut: (reason) => void problems.push(`signed out: ${reason}`), describeFailure: (kind, status) => `${kind} ${status ?? ''}` });
    startSync({ onDelivered: () => undefined, onNeedsLogin: () => void problems.push('a sign-in is asked for') });
    return started;
  }

  const chance = (of: keyof typeof CHANCE): boolean => random() < CHANCE[of];
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const answers = (of = deptTaskId) => page.modules.openAnswers(of, TASK_NAME);
  const outbox = () => page.modules.openOutbox(page.modules.getUser()?.employeeId ?? '');
  const fetchAnswer = (of = deptTaskId) => page.modules.call('queryTaskCheckPointInfo', { params: { id: of } });
  const fetchDetail = async (of?: string): Promise<DeptTaskDetail> => (await fetchAnswer(of)).data;
  const openDetail = async (): Promise<DeptTaskDetail> => await page.modules.freshOrKept('task', deptTaskId, () => fetchAnswer());

  const tap = async (pointId: string, of = detail, list = taps): Promise<void> => {
    const point = of?.points.find((one) => one.pointId === pointId);
    if (!of || !point) throw new Error(`${setup.account} has no point ${pointId}`);
    serial += 1;
    const done: Tap = { pointId, result: pick(RESULTS), remark: `${setup.account}-${serial}`, isSaved: false, isGivenUp: false };
    list.push(done);
    const value = { result: done.result, remark: done.remark, photos: [], answeredAt: new Date().toISOString() };
    // A page that was killed never says anything.
    const base = { revision: point.answer?.revision ?? 0, answer: point.answer, content: point.content };
    const storing = answers(of.id).then((store) => store.set(pointId, value, base));
    const isSaved = await Promise.race([storing, page.isGone]);
    if (isSaved === true) done.isSaved = true;
  };

  /** What the screen of a page that was just opened shows has to be what was called saved before, or newer. */
  const takeStock = async (): Promise<void> => {
    const store = await answers();
    const problem = store.problem();
    if (problem !== null) problems.push(problem);
    for (const pointId of new Set(taps.map((one) => one.pointId))) {
      const mine = taps.filter((one) => one.pointId === pointId && !one.isGivenUp);
      const remark = store.get(pointId)?.value.remark;
      const place = mine.findIndex((one) => one.remark === remark);
      if (mine.some((one, index) => index > place && one.isSaved)) problems.push(`${remark ?? 'nothing'} is shown instead of ${mine.at(-1)?.remark ?? ''}, which was saved`);
      const gone = new Set(mine.slice(place + 1));
      taps = taps.filter((one) => !gone.has(one));
      const kept = mine[place];
      if (kept) kept.isSaved = true;
    }
  };

  const openApp = (): void => {
    isAwake = true;
    page = start();
  };
  const sleep = (): void => {
    if (isAwake) page.kill();
    isAwake = false;
  };
  const wake = async (): Promise<void> => {
    if (isAwake) return;
    openApp();
    detail = (await openDetail().catch(() => undefined)) ?? detail;
    await takeStock();
  };

  const crash = async (): Promise<void> => {
    counts.crashes += 1;
    sleep();
    await wake();
  };

  const decide = async (): Promise<void> => {
    const { resolveConflict } = page.modules;
    for (const entry of (await outbox()).entries()) {
      if (entry.kind !== 'answer' || entry.state !== 'conflict') continue;
      counts.conflicts += 1;
      const choice = chance('takeTheirs') ? 'theirs' : 'mine';
      if (choice === 'theirs') {
        const last = taps.findIndex((one) => one.remark === entry.payload.value.remark);
        for (const one of taps.slice(0, last + 1)) if (one.pointId === entry.payload.pointId) one.isGivenUp = true;
      }
      await resolveConflict(entry.id, choice);
    }
  };

  const setSignal = (next: boolean): void => {
    if (isOnline && !next) counts.offlineSpells += 1;
    isOnline = next;
    if (isAwake) page.setOnline(next);
  };

  return {
    setup,
    get taps() {
      return taps;
    },
    awayTaps,
    problems,
    counts,
    wake,
    sleep,
    setSignal,
    signIn: async () => {
      openApp();
      const answer = await page.modules.request('login', { body: { userNo: setup.account, password: setup.password, loginType: LOGIN_TYPE } });
      page.modules.storeSession((answer.body as Envelope<SignedIn>).message, answer.clockSkewMs);
      detail = await openDetail();
    },
    live: async () => {
      if (chance('toggleSignal')) setSignal(!isOnline);
      if (chance('refresh')) detail = (await openDetail().catch(() => undefined)) ?? detail;
      await decide();
      const count = Math.floor(random() * 4);
      const tapping = Array.from({ length: count }, () => tap(pick(chance('shared') ? setup.sharedPoints : setup.ownPoints)));
      if (chance('crash')) {
        await (chance('crashMidway') ? pause(random() * 20) : Promise.all(tapping));
        await crash();
      }
      await Promise.all(tapping);
      await pause(random() * LIVE_MS);
    },
    answerRest: async (pointIds) => {
      for (const pointId of pointIds) await tap(pointId);
    },
    answerAway: async () => {
      const away = await fetchDetail(setup.away.deptTaskId);
      setSignal(false);
      for (const pointId of setup.away.points) await tap(pointId, away, awayTaps);
    },
    submit: async () => {
      detail = await openDetail().catch(() => detail);
      await page.modules.enqueueSubmit(deptTaskId, TASK_NAME);
    },
    settle: async () => {
      if (!isOnline) setSignal(true);
      await decide();
      return (await outbox()).counts().total === 0;
    },
    readDetail: async () => (detail = await fetchDetail()),
    readHistory: async (of = deptTaskId) => (await page.modules.call('queryMyTaskAnswerCheckPoint', { query: { deptTaskId: of } })).data.history,
    shown: async () => {
      const store = await answers();
      const remarks = (detail?.points ?? []).map((point) => [point.pointId, page.modules.mergedAnswer(point, store.get(point.pointId))?.remark ?? ''] as const);
      return new Map(remarks);
    },
    waiting: async () => (await outbox()).entries().map(({ kind, state, lastError }) => `${setup.account}: ${kind} ${state} ${lastError ?? ''}`),
  };
}
