import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { DeptTaskPoint } from '#contract/task.ts';
import { emptySummary, type AnswerSummary, type LocalAnswer } from './answer-view.ts';
import { openAnswers, type AnswerStore } from './answers.ts';

const subscribeToNothing = () => () => undefined;

/** The answers of a department task; undefined until they are loaded from this phone. */
export function useAnswerStore(deptTaskId: string, taskName?: string): AnswerStore | undefined {
  const [loaded, setLoaded] = useState<AnswerStore>();
  useEffect(() => {
    let isCurrent = true;
    void openAnswers(deptTaskId, taskName).then((store) => {
      if (isCurrent) setLoaded(store);
    });
    return () => {
      isCurrent = false;
    };
  }, [deptTaskId, taskName]);
  return loaded?.deptTaskId === deptTaskId ? loaded : undefined;
}

/** This phone's answer to one point; renders again only when that point changes. */
export function useLocalAnswer(store: AnswerStore | undefined, pointId: string): LocalAnswer | undefined {
  const subscribe = useCallback((listener: () => void) => store?.subscribe(pointId, listener) ?? (() => undefined), [store, pointId]);
  return useSyncExternalStore(subscribe, () => store?.get(pointId));
}

/** Progress and counts of the task; `points` is the detail that the server gave last. */
export function useAnswerSummary(store: AnswerStore | undefined, points: readonly DeptTaskPoint[] | undefined): AnswerSummary {
  // Before the screen is painted, so that it never shows a count of nothing.
  useLayoutEffect(() => {
    if (store && points) store.setServerPoints(points);
  }, [store, points]);
  const subscribe = useCallback((listener: () => void) => store?.subscribe('*', listener) ?? (() => undefined), [store]);
  return useSyncExternalStore(store ? subscribe : subscribeToNothing, () => store?.summary() ?? emptySummary);
}
