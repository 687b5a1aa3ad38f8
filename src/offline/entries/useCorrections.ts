import { useCallback, useSyncExternalStore } from 'react';
import { useLoaded } from '@/offline/storage/useLoaded.ts';
import { openCorrection, type CorrectionStore, type LocalCorrection } from './corrections.ts';

/** The items of a self-correction; undefined until they are loaded from this phone. */
export function useCorrectionStore(id: string, deptTaskId: string, taskName: string): CorrectionStore | undefined {
  return useLoaded(
    id,
    useCallback((correctionId: string) => openCorrection({ id: correctionId, deptTaskId, taskName }), [deptTaskId, taskName]),
  );
}

/** This phone's value of one item; renders again only when that item changes. */
export function useLocalCorrection(store: CorrectionStore, itemId: string): LocalCorrection | undefined {
  const subscribe = useCallback((listener: () => void) => store.subscribe(itemId, listener), [store, itemId]);
  return useSyncExternalStore(subscribe, () => store.get(itemId));
}

/** Renders again when any item changes. @returns a number that changes with them */
export function useCorrectionVersion(store: CorrectionStore | undefined): number {
  const subscribe = useCallback((listener: () => void) => store?.subscribe('*', listener) ?? (() => undefined), [store]);
  return useSyncExternalStore(subscribe, () => store?.version() ?? 0);
}
