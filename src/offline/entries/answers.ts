/**
 * The answers of one department task as this phone holds them: in memory for the screen, in IndexedDB for good.
 * Server data stays with the queries; `setServerPoints` lends it.
 */
import type { Answer, AnswerValue, HeldAnswer } from '#contract/answer.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import { currentAccount } from '@/session/current-account.ts';
import { accountRows, type AccountRows } from '@/offline/storage/account-rows.ts';
import { answerPrefix, isComplete } from '@/offline/storage/rows.ts';
import {
  changedSummary,
  contributionOf,
  emptySummary,
  fullSummary,
  type AnswerSummary,
  type Contribution,
  type LocalAnswer,
} from './answer-view.ts';
import { createHeldStore, type Base, type Change, type SetOptions } from './held-store.ts';
import { openOutbox, type Outbox } from './outbox.ts';

export type { AnswerSummary, LocalAnswer, MergedAnswer, SaveState } from './answer-view.ts';
export { isChangedSince, mergedAnswer, serverRevision, waitsForChange, waitsToBeCleared } from './answer-view.ts';

export interface AnswerBase extends Base {
  answer: Answer | null;
}

export interface AnswerChange {
  pointId: string;
  value: AnswerValue;
  base: AnswerBase;
}

export interface AnswerStore {
  readonly deptTaskId: string;
  /** The same object until that point changes. Undefined where this phone holds nothing: the server's answer shows. */
  get(pointId: string): LocalAnswer | undefined;
  /**
   * Shows the value at once as `saving` and stores it.
   * @returns true once it is stored on this phone; false when the phone refused, and the answer stays in memory as `notSaved`.
   */
  set(pointId: string, value: AnswerValue, base: AnswerBase, options?: SetOptions): Promise<boolean>;
  /** As `set` for many points, all in one transaction. */
  setMany(changes: readonly AnswerChange[], options?: SetOptions): Promise<boolean>;
  /**
   * Takes back answers that were never sent; a point shows again what it showed before.
   * @returns the ids that could not be taken back, since the server may have them.
   */
  clear(pointIds: readonly string[]): Promise<string[]>;
  /** Calls back at a change of that point, or soon after one of any ('*'). @returns a function that ends the subscription. */
  subscribe(pointId: string, listener: () => void): () => void;
  /** Counts the changes that this phone has seen, so that a screen knows when to look again. */
  version(): number;
  /**
   * Tells what the server holds, for the counts, for incomplete answers and open choices; call it with each new detail, as often as you like with the same.
   * @param isClosed submitted or cancelled: what this phone did not deliver in time counts no more
   */
  setServerPoints(points: readonly DeptTaskPoint[], isClosed?: boolean): void;
  /** The same object until a count changes; subscribe with '*'. */
  summary(): AnswerSummary;
  /** Why the answers on this phone could not be read, as a sentence; null when they were. */
  problem(): string | null;
}

type NamedAnswerStore = AnswerStore & { load(): Promise<void>; nameTask(taskName: string): void };

const opened = new Map<string, Promise<NamedAnswerStore>>();

/**
 * The answers of a department task under the signed-in account, loaded from this phone; the same object for the same task.
 * Never rejects over storage: see `problem`. `taskName` is kept with what waits, for the list of waiting entries; it may
 * come with a later call, when the task's detail is there.
 */
export async function openAnswers(deptTaskId: string, taskName = ''): Promise<AnswerStore> {
  const account = currentAccount();
  const key = `${account}:${deptTaskId}`;
  let opening = opened.get(key);
  if (!opening) opened.set(key, (opening = loadAnswers(accountRows(account), deptTaskId)));
  const store = await opening;
  if (taskName !== '') store.nameTask(taskName);
  return store;
}

async function loadAnswers(rows: AccountRows, deptTaskId: string): Promise<NamedAnswerStore> {
  const outbox = await openOutbox(rows.account);
  const store = createAnswerStore(rows, outbox, deptTaskId);
  await store.load();
  return store;
}

function createAnswerStore(rows: AccountRows, outbox: Outbox, deptTaskId: string): NamedAnswerStore {
  const points = new Map<string, DeptTaskPoint>();
  const contributions = new Map<string, Contribution>();
  let taskName = '';
  let countedPoints: readonly DeptTaskPoint[] | undefined;
  let isTaskClosed = false;
  let summary = emptySummary;

  const held = createHeldStore<AnswerValue, HeldAnswer>({
    rows,
    outbox,
    prefix: answerPrefix(deptTaskId),
    idOf: (entry) => (entry.kind === 'answer' && entry.deptTaskId === deptTaskId ? entry.payload.pointId : undefined),
    changeOf: ({ id, value, base }) => ({
      kind: 'answer',
      subject: { deptTaskId, pointId: id },
      deptTaskId,
      taskName,
      payload: { pointId: id, content: base.content ?? '', value },
    }),
    onChanged: (pointIds) => {
      const changes: { before: Contribution; after: Contribution }[] = [];
      for (const pointId of pointIds) {
        const point = points.get(pointId);
        const before = contributions.get(pointId);
        if (!point || !before) continue;
        const after = contributionOf(point, held.get(pointId), isTaskClosed);
        contributions.set(pointId, after);
        changes.push({ before, after });
      }
      if (changes.length > 0) summary = changedSummary(summary, changes);
    },
  });
  const meetAnswersOfOthers = (given: readonly DeptTaskPoint[]): void => {
    for (const { pointId, answer } of given) {
      const local = held.get(pointId);
      // An incomplete answer is never sent, so that no conflict would tell of a colleague's, which it hides.
      if (answer !== null && local !== undefined) held.meetTheirs(pointId, answer, !isComplete(local.value));
    }
  };
  const changeOf = ({ pointId, value, base }: AnswerChange): Change<AnswerValue> => ({ id: pointId, value, base });

  return {
    deptTaskId,
    load: held.load,
    nameTask: (name) => {
      taskName = name;
    },
    get: held.get,
    set: (pointId, value, base, options) => held.setMany([{ id: pointId, value, base }], options),
    setMany: (changes, options) => held.setMany(changes.map(changeOf), options),
    clear: held.clear,
    subscribe: held.subscribe,
    version: held.version,
    setServerPoints: (given, isClosed = false) => {
      if (given === countedPoints && isClosed === isTaskClosed) return;
      countedPoints = given;
      isTaskClosed = isClosed;
      points.clear();
      contributions.clear();
      for (const point of given) {
        points.set(point.pointId, point);
        contributions.set(point.pointId, contributionOf(point, held.get(point.pointId), isClosed));
      }
      summary = fullSummary(contributions.values());
      held.notifyAll();
      if (!isClosed) meetAnswersOfOthers(given);
    },
    summary: () => summary,
    problem: held.problem,
  };
}
