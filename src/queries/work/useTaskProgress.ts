import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { DeptTask, DeptTaskDetail } from '#contract/task.ts';
import { type AnswerStore, mergedAnswer, waitsForChange } from '@/offline/entries/answers.ts';
import { useAnswerStore } from '@/offline/entries/useAnswers.ts';
import { mergedProgress, type TaskProgress } from '@/offline/entries/progress.ts';
import { useMyTaskDetailAtHand } from './my-task-queries.ts';

const toChangeCount = ({ points, returnedAt }: DeptTaskDetail, store: AnswerStore): number =>
  points.filter((point) => waitsForChange(point, mergedAnswer(point, store.get(point.pointId)), returnedAt)).length;

interface ListedTaskProgress extends TaskProgress {
  /** Of a task that came back: points to be changed, as far as they are known here. */
  toChange: number;
}

/** Progress of a task in a list, and whether its points are at hand. Fetches nothing. */
export function useTaskProgress(task: DeptTask): ListedTaskProgress & { hasDetail: boolean } {
  const detail = useMyTaskDetailAtHand(task.id);
  const store = useAnswerStore(task.id, task.taskName);
  const points = detail?.points;
  // A detail from before the return has the remarks of another one, if any.
  const returned = task.status === 'returned' && detail?.status === 'returned' ? detail : undefined;
  const last = useRef<ListedTaskProgress>(undefined);
  const subscribe = useCallback((listener: () => void) => store?.subscribe('*', listener) ?? (() => undefined), [store]);
  const progress = useSyncExternalStore(subscribe, () => {
    const next = { ...mergedProgress(task, points, store), toChange: store && returned ? toChangeCount(returned, store) : 0 };
    const { current } = last;
    const isSame = current?.answered === next.answered && current.unqualified === next.unqualified && current.toChange === next.toChange;
    if (!isSame) last.current = next;
    return last.current ?? next;
  });
  return { ...progress, hasDetail: detail !== undefined };
}
