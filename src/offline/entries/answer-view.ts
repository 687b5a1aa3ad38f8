/** What a screen shows of an answer: pure functions from rows and server data, and counts that follow each change. */
import type { AnswerValue, HeldAnswer } from '#contract/answer.ts';
import { CLEARED, type Result } from '#contract/result.ts';
import { addSums, needsReason, NO_SUMS, type ScoreSums, sumsOf } from '#contract/score.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import type { Local, SaveState } from './held-view.ts';

export type { SaveState } from './held-view.ts';
export type LocalAnswer = Local<AnswerValue, HeldAnswer>;

/** A point's answer after laying this phone's over the server's. */
export interface MergedAnswer {
  result: Result;
  remark: string;
  photos: readonly string[];
  answeredAt: string;
  /** Null for this phone's own value: the signed-in person gave it. */
  answeredByName: string | null;
  isLocal: boolean;
  /** False for what still needs a remark: a 不合格, which is not sent yet, or a ★ that is 不适用. */
  isComplete: boolean;
}

/**
 * This phone's answer holds while it waits for the server, and as long as the server's copy is not newer than
 * what was confirmed; otherwise the server's. Null where nobody has answered, or the answer was taken back.
 */
export function mergedAnswer(point: Pick<DeptTaskPoint, 'answer' | 'clearedRevision' | 'mark'>, local: LocalAnswer | undefined): MergedAnswer | null {
  const server = point.answer;
  if (local && (local.saveState !== 'delivered' || local.revision >= serverRevision(point))) {
    const { result, remark, photos, answeredAt } = local.value;
    if (result === CLEARED) return null;
    // A colleague's value that was adopted in a conflict keeps its author.
    const isTheirs = server !== null && local.saveState === 'delivered' && local.revision === server.revision;
    return { result, remark, photos, answeredAt, answeredByName: isTheirs ? server.answeredByName : null, isLocal: true, isComplete: hasReason(point, { result, remark }) };
  }
  if (server === null) return null;
  const { result, remark, photos, answeredAt, answeredByName } = server;
  return { result, remark, photos, answeredAt, answeredByName, isLocal: false, isComplete: hasReason(point, server) };
}

/** Of what the server holds of a point; 0 where nobody ever answered. */
export const serverRevision = ({ answer, clearedRevision }: Pick<DeptTaskPoint, 'answer' | 'clearedRevision'>): number => answer?.revision ?? clearedRevision ?? 0;

/** Whether an answer was taken back on this phone and the server does not know yet. */
export const waitsToBeCleared = (local: LocalAnswer | undefined): boolean => local?.value.result === CLEARED && local.saveState !== 'delivered';

const hasReason = (point: Pick<DeptTaskPoint, 'mark'>, { result, remark }: Pick<MergedAnswer, 'result' | 'remark'>): boolean =>
  remark.trim() !== '' || !needsReason(point, result);

/** An administrator sent the point back with a remark, and nobody has changed the answer since. */
export const waitsForChange = (point: DeptTaskPoint, answer: MergedAnswer | null, returnedAt: string | null): boolean =>
  point.returnRemark !== null && !isChangedSince(point, answer, returnedAt);

/**
 * Somebody has answered since the task was returned: here or, as far as is known, elsewhere.
 * @param returnedAt of the task; like `savedAt` it is the server's time
 */
export function isChangedSince(point: DeptTaskPoint, answer: MergedAnswer | null, returnedAt: string | null): boolean {
  const isChangedHere = answer?.isLocal === true && answer.answeredByName === null;
  const isChangedThere = returnedAt !== null && point.answer !== null && point.answer.savedAt > returnedAt;
  return isChangedHere || isChangedThere;
}

export interface CategoryCount {
  total: number;
  /** Points that are fit for submission: without the incomplete ones. */
  answered: number;
  /** Points that only lack their remark. */
  incomplete: number;
}

/** Counts over the points of a department task; a new object after each change. */
export interface AnswerSummary extends Readonly<ScoreSums> {
  total: number;
  /** Points that are fit for submission; by result, they are counted below. */
  answered: number;
  qualified: number;
  unqualified: number;
  notApplicable: number;
  withPhotos: number;
  /** Without the remark that they need: not fit for submission. */
  incomplete: number;
  saveStates: Readonly<Record<SaveState, number>>;
  /** By category id, in the order of the task. */
  categories: ReadonlyMap<string, Readonly<CategoryCount>>;
}

export const emptySummary: AnswerSummary = {
  total: 0,
  answered: 0,
  qualified: 0,
  unqualified: 0,
  notApplicable: 0,
  withPhotos: 0,
  incomplete: 0,
  saveStates: { saving: 0, saved: 0, sending: 0, delivered: 0, failed: 0, conflict: 0, needsLogin: 0, notSaved: 0 },
  categories: new Map(),
  ...NO_SUMS,
};

/** What one point adds to a summary. */
export interface Contribution {
  categoryId: string;
  result: Result | null;
  /** Of the result. */
  sums: Readonly<ScoreSums>;
  hasPhotos: boolean;
  isIncomplete: boolean;
  saveState: SaveState | null;
}

/** @param isClosed what this phone holds besides came too late for the task, and counts only as what is to be seen to */
export function contributionOf(point: Pick<DeptTaskPoint, 'answer' | 'clearedRevision' | 'categoryId' | 'weight' | 'mark'>, local: LocalAnswer | undefined, isClosed = false): Contribution {
  const merged = mergedAnswer(point, isClosed ? undefined : local);
  return {
    categoryId: point.categoryId,
    result: merged?.result ?? null,
    sums: sumsOf(point, merged?.result),
    hasPhotos: (merged?.photos.length ?? 0) > 0,
    isIncomplete: merged?.isComplete === false,
    saveState: local?.saveState ?? null,
  };
}

/** The summary after points changed their contributions; costs the number of changes, not of points. */
export function changedSummary(summary: AnswerSummary, changes: readonly { before: Contribution; after: Contribution }[]): AnswerSummary {
  const next = { ...summary, saveStates: { ...summary.saveStates }, categories: new Map(summary.categories) };
  for (const { before, after } of changes) {
    add(next, before, -1);
    add(next, after, 1);
  }
  return next;
}

/** The summary of a task from nothing. */
export function fullSummary(contributions: Iterable<Contribution>): AnswerSummary {
  const next = { ...emptySummary, saveStates: { ...emptySummary.saveStates }, categories: new Map<string, CategoryCount>() };
  for (const contribution of contributions) {
    const category = next.categories.get(contribution.categoryId) ?? { total: 0, answered: 0, incomplete: 0 };
    next.categories.set(contribution.categoryId, { ...category, total: category.total + 1 });
    next.total += 1;
    add(next, contribution, 1);
  }
  return next;
}

type Draft = { -readonly [Key in keyof AnswerSummary]: AnswerSummary[Key] } & {
  saveStates: Record<SaveState, number>;
  categories: Map<string, CategoryCount>;
};

function add(draft: Draft, contribution: Contribution, by: 1 | -1): void {
  if (contribution.saveState) draft.saveStates[contribution.saveState] += by;
  if (contribution.hasPhotos) draft.withPhotos += by;
  if (contribution.result === null) return;
  const kind = contribution.isIncomplete ? 'incomplete' : 'answered';
  draft[kind] += by;
  const category = draft.categories.get(contribution.categoryId);
  if (category) draft.categories.set(contribution.categoryId, { ...category, [kind]: category[kind] + by });
  if (contribution.isIncomplete) return;
  draft[contribution.result] += by;
  addSums(draft, contribution.sums, by);
}
