import type { AnswerValue } from '#contract/answer.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import { mergedAnswer, serverRevision, type AnswerBase, type AnswerStore, type LocalAnswer, type MergedAnswer } from '@/offline/entries/answers.ts';
import type { SetOptions } from '@/offline/entries/held-store.ts';
import { useLocalAnswer } from '@/offline/entries/useAnswers.ts';
import type { PointState } from './point-filter.ts';

export interface PointAnswer {
  local: LocalAnswer | undefined;
  /** What holds on the screen; null where nobody has answered. */
  answer: MergedAnswer | null;
}

/** The answer to one point; renders again only when that point changes. */
export function usePointAnswer(store: AnswerStore, point: DeptTaskPoint): PointAnswer {
  const local = useLocalAnswer(store, point.pointId);
  return { local, answer: mergedAnswer(point, local) };
}

/**
 * Changes parts of an answer, from what holds at this moment and not when the card was drawn: text that is typed
 * and a choice that is tapped must not undo each other.
 * @returns whether it is stored on this phone
 */
export function changeAnswer(store: AnswerStore, point: DeptTaskPoint, change: Partial<AnswerValue>, options?: SetOptions): Promise<boolean> {
  const local = store.get(point.pointId);
  const before = mergedAnswer(point, local);
  const result = change.result ?? before?.result;
  if (result === undefined) return Promise.resolve(true);
  const value: AnswerValue = {
    result,
    remark: change.remark ?? before?.remark ?? '',
    photos: change.photos ?? [...(before?.photos ?? [])],
    answeredAt: new Date().toISOString(),
  };
  return store.set(point.pointId, value, baseOf(store, point), options);
}

/** What stands there when a person decides on it. */
export function baseOf(store: AnswerStore, point: DeptTaskPoint): AnswerBase {
  const revision = Math.max(store.get(point.pointId)?.revision ?? 0, serverRevision(point));
  return { revision, answer: point.answer, content: point.content };
}

/** How a point stands at this moment. */
export function stateIn(store: AnswerStore, point: DeptTaskPoint): PointState {
  const local = store.get(point.pointId);
  return { answer: mergedAnswer(point, local), saveState: local?.saveState ?? null };
}
