import { useCallback, useLayoutEffect, useSyncExternalStore } from 'react';
import type { DeptTaskPoint } from '#contract/task.ts';
import { useLoaded } from '@/offline/storage/useLoaded.ts';
import { emptySummary, type AnswerSummary, type LocalAnswer } from './answer-view.ts';
import { openAnswers, type AnswerStore } from './answers.ts';

const subscribeToNothing = () => () => undefined;

/** The answers of a department task; undefined until they are loaded from this phone. */
export function useAnswerStore(deptTaskId: string, taskName?: string): AnswerStore | undefined {
  return useLoaded(
    deptTaskId,
    useCallback((id: string) => openAnswers(id, taskName), [taskName]),
  );
}

/** This phone's answer to one point; renders again only when that point changes. */
export function useLocalAnswer(store: AnswerStore | undefined, pointId: string): LocalAnswer | undefined {
  const subscribe = useCallback((listener: () => void) => store?.subscribe(pointId, listener) ?? (() => undefined), [store, pointId]);
  return useSyncExternalStore(subscribe, () => store?.get(pointId));
}

/** Renders again when any answer changes. @returns a number that changes with them */
export function useAnswerVersion(store: AnswerStore): number {
  const subscribe = useCallback((listener: () => void) => store.subscribe('*', listener), [store]);
  return useSyncExternalStore(subscribe, store.version);
}

/** Progress and counts of the task; `points` is the detail that the server gave last. */
export function useAnswerSummary(store: AnswerStore | undefined, points: readonly DeptTaskPoint[]): AnswerSummary {
  useServerPoints(store, points);
  const subscribe = useCallback((listener: () => void) => store?.subscribe('*', listener) ?? (() => undefined), [store]);
  return useSyncExternalStore(store ? subscribe : subscribeToNothing, () => store?.summary() ?? emptySummary);
}

/** Tells the counts what the server holds; in one part of a screen, for all that show counts. */
export function useServerPoints(store: AnswerStore | undefined, points: readonly DeptTaskPoint[], isClosed = false): void {
  // Before the screen is painted, so that it never shows a count of nothing.
  useLayoutEffect(() => store?.setServerPoints(points, isClosed), [store, points, isClosed]);
}

/** One of the counts; renders again only when `read` gives another value, and not for each step of a tap. */
export function useAnswerCount<Count>(store: AnswerStore, read: (summary: AnswerSummary) => Count): Count {
  const subscribe = useCallback((listener: () => void) => store.subscribe('*', listener), [store]);
  return useSyncExternalStore(subscribe, () => read(store.summary()));
}
