/** What happens in each round: drawn from a seed alone, so that a round that fails can be run again. */
import { RESULTS, type Result } from '#contract/result.ts';
import { randomNumbers } from '../support/random.ts';

export const NETWORK_FAULTS = [
  /** A save reaches the server late. */
  'delay',
  'cutBefore',
  'cutAfter',
  'cutMidway',
  /** The server gets a save two times at once. */
  'twice',
  /** A save waits on the way until a later one has passed. */
  'reorder',
  /** A save comes a second time, after newer ones. */
  'replay',
  'error500',
  'badGateway',
  'tooMany',
  /** Everything is answered with a page and status 200. */
  'portal',
  'silent',
  'silentAfter',
  /** The browser itself knows that it has no network. */
  'offline',
  /** The server is down: nobody takes the connection. */
  'refused',
  /** The worker is gone, and what it fetches to install itself anew is answered with a page and status 200. */
  'foreignInstall',
] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

/** Faults in which a page that comes past the worker is the app all the same. */
export const LETS_PAGES_PASS: ReadonlySet<NetworkFault> = new Set(
  NETWORK_FAULTS.filter((fault) => !['badGateway', 'portal', 'silent', 'offline', 'refused'].includes(fault)),
);

/** A hard reload leaves the page without its worker. */
export const ACCIDENTS = ['none', 'killBrowser', 'killServer', 'killBoth', 'reload', 'hardReload', 'secondTab'] as const;
export type Accident = (typeof ACCIDENTS)[number];

export const DISTURBANCES = ['none', 'clockForward', 'clockBack', 'sessionExpired', 'sessionRevoked', 'quota', 'colleague', 'locksDenied', 'databaseDeleted'] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

/** What a person is at. */
export type Work = 'task' | 'correction';

/**
 * - `clear`: takes back the answer that stands on the card, and gives one where there is none.
 * - `clearAndUndo`: the same, and brings it back at once.
 * - `mark`: covers a place of the photo that was just taken.
 */
export type Deed = 'answer' | 'clear' | 'clearAndUndo' | 'mark';

/** What a person does on one card. */
export interface Tap {
  /** On an item of a self-correction, photos are marked and nothing is cleared. */
  deed: Deed;
  /** A check point of the task, or an item of a self-correction. */
  of: Work;
  /** Which card: 0 to below 1, of those that are drawn. */
  at: number;
  result: Result;
  /** Typed where the result is 不合格, and as what was done about an item. */
  remark: string;
  hasPhoto: boolean;
  /** The first picture stays beside the one that was marked. */
  isFirstKept: boolean;
}

const COLLEAGUE = '同事';
/** Whether a remark is what the colleague wrote. */
export const isColleagues = (remark: string): boolean => remark.startsWith(COLLEAGUE);

export interface Round {
  number: number;
  /** In some rounds the whole task is submitted instead; an administrator returns it afterwards. */
  deed: 'fillIn' | 'submit';
  /** The submission is taken back: as long as this phone has it, or from the server. */
  withdrawal: 'none' | 'fromOutbox' | 'fromServer';
  network: NetworkFault;
  accident: Accident;
  disturbance: Disturbance;
  taps: Tap[];
  /** What the colleague saves, for the disturbance of that name. */
  colleague: Tap;
  clockShiftMs: number;
  /** The accident waits until the network has failed; otherwise it comes soon after the last tap. */
  isAfterFault: boolean;
  accidentDelayMs: number;
  /** The browser is started again while the network still fails. */
  isReopenedInFault: boolean;
  /** 0 to 1: how long things are held up. */
  length: number;
  /** What the person chooses in a conflict. */
  choice: 'mine' | 'theirs';
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CLOCK_SHIFTS = [3 * MINUTE_MS, 3 * 60 * MINUTE_MS, DAY_MS, 40 * DAY_MS, 5 * 365 * DAY_MS];
const WITHIN_MS = 300;
export const SUBMIT_EVERY = 5;
const WITHDRAWALS = ['none', 'fromOutbox', 'fromServer'] as const;
/** By what part of the taps each is done; the others answer. */
const CLEARED = 0.15;
const CLEARED_AND_BACK = 0.1;
const MARKED = 0.2;

export function planRounds(seed: number, count: number): Round[] {
  const random = randomNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  /** Every kind comes once before any comes again. */
  const deck = <Kind>(kinds: readonly Kind[]): (() => Kind) => {
    let left: Kind[] = [];
    return () => {
      if (left.length === 0) left = [...kinds];
      return left.splice(below(left.length), 1)[0]!;
    };
  };
  let tapCount = 0;
  const tap = (): Tap => {
    tapCount += 1;
    const of = random() < 0.3 ? 'correction' : 'task';
    const chance = random();
    const deed: Deed = chance < CLEARED ? 'clear' : chance < CLEARED + CLEARED_AND_BACK ? 'clearAndUndo' : chance < CLEARED + CLEARED_AND_BACK + MARKED ? 'mark' : 'answer';
    const values = { result: pick(RESULTS), remark: `第${tapCount}次填写的说明`, hasPhoto: random() < 0.3, isFirstKept: random() < 0.5 };
    // What is marked has to be there.
    return deed === 'mark' ? { of, deed, at: random(), ...values, result: 'unqualified', hasPhoto: true } : { of, deed, at: random(), ...values };
  };
  const nextNetwork = deck(NETWORK_FAULTS);
  const nextAccident = deck(ACCIDENTS);
  const nextDisturbance = deck(DISTURBANCES);
  const nextWithdrawal = deck(WITHDRAWALS);
  return Array.from({ length: count }, (_, index) => {
    const disturbance = nextDisturbance();
    const colleague = tap();
    return {
      number: index + 1,
      deed: (index + 1) % SUBMIT_EVERY === 0 ? 'submit' : 'fillIn',
      withdrawal: (index + 1) % SUBMIT_EVERY === 0 ? nextWithdrawal() : 'none',
      network: nextNetwork(),
      accident: nextAccident(),
      disturbance,
      taps: Array.from({ length: 1 + below(5) }, tap),
      colleague: { ...colleague, of: 'task', remark: `${COLLEAGUE}${colleague.remark}` },
      clockShiftMs: pick(CLOCK_SHIFTS) * (disturbance === 'clockBack' ? -1 : 1),
      isAfterFault: random() < 0.75,
      accidentDelayMs: below(WITHIN_MS),
      isReopenedInFault: random() < 0.5,
      length: random(),
      choice: pick(['mine', 'theirs'] as const),
    };
  });
}
