import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { DeptTaskPoint } from '#contract/task.ts';
import type { PointState } from '../../point-filter.ts';

/** Which cards of one list are folded to two lines. */
export interface Folding {
  has(pointId: string): boolean;
  fold(pointIds: readonly string[]): void;
  unfold(pointId: string): void;
  subscribe(pointId: string, listener: () => void): () => void;
}

export function createFolding(first: readonly string[] = []): Folding {
  const folded = new Set(first);
  const listeners = new Map<string, Set<() => void>>();
  const tell = (pointId: string): void => listeners.get(pointId)?.forEach((listener) => listener());
  return {
    has: (pointId) => folded.has(pointId),
    fold: (pointIds) => {
      for (const pointId of pointIds) folded.add(pointId);
      pointIds.forEach(tell);
    },
    unfold: (pointId) => {
      if (folded.delete(pointId)) tell(pointId);
    },
    subscribe: (pointId, listener) => {
      const ofPoint = listeners.get(pointId) ?? new Set();
      listeners.set(pointId, ofPoint.add(listener));
      return () => void ofPoint.delete(listener);
    },
  };
}

/** Answered, with nothing to read and nothing to see to. */
export const isFoldable = ({ returnRemark }: Pick<DeptTaskPoint, 'returnRemark'>, { answer, saveState }: PointState): boolean =>
  answer !== null &&
  answer.isComplete &&
  answer.remark === '' &&
  answer.photos.length === 0 &&
  returnRemark === null &&
  saveState !== 'conflict' &&
  saveState !== 'failed' &&
  saveState !== 'notSaved';

export const FoldingContext = createContext(createFolding());

export const useFolding = (): Folding => use(FoldingContext);

/** Whether the card of a point is folded; renders again only when that changes. */
export function useIsFolded(pointId: string): boolean {
  const folding = useFolding();
  return useSyncExternalStore(
    useCallback((listener) => folding.subscribe(pointId, listener), [folding, pointId]),
    () => folding.has(pointId),
  );
}
