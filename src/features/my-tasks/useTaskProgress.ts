import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { DeptTask } from '#contract/task.ts';
import { useAnswerStore } from '@/offline/useAnswers.ts';
import { useMyTaskDetailAtHand } from '@/queries/my-task-queries.ts';
import { mergedProgress, type TaskProgress } from './task-progress.ts';

/** Progress of a task in a list, and whether its points are at hand. Fetches nothing. */
export function useTaskProgress(task: DeptTask): TaskProgress & { hasDetail: boolean } {
  const detail = useMyTaskDetailAtHand(task.id);
  const store = useAnswerStore(task.id, task.taskName);
  const points = detail?.points;
  const last = useRef<TaskProgress>(undefined);
  const subscribe = useCallback((listener: () => void) => store?.subscribe('*', listener) ?? (() => undefined), [store]);
  const progress = useSyncExternalStore(subscribe, () => {
    const next = mergedProgress(task, points, store);
    const isSame = last.current?.answered === next.answered && last.current.unqualified === next.unqualified;
    if (!isSame) last.current = next;
    return last.current ?? next;
  });
  return { ...progress, hasDetail: detail !== undefined };
}
