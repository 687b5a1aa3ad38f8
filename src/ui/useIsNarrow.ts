import { useSyncExternalStore } from 'react';

/** Below this width: drawer, navigation bar, cards (specification section 9). */
export const MOBILE_BREAKPOINT = 992;

const query = matchMedia(`(max-width: ${MOBILE_BREAKPOINT - 0.02}px)`);

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const isNarrow = (): boolean => query.matches;

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow);
