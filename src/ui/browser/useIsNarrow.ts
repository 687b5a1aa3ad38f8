import { useSyncExternalStore } from 'react';

/** Below this width: drawer, navigation bar, cards (specification section 9). */
export const MOBILE_BREAKPOINT = 992;

/** Below this width the menu, which stays open, leaves a table little room: a tablet on its side. */
const TABLET_BREAKPOINT = 1200;

function below(width: number) {
  const query = matchMedia(`(max-width: ${width - 0.02}px)`);
  return {
    isBelow: () => query.matches,
    subscribe: (listener: () => void) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
  };
}
const mobile = below(MOBILE_BREAKPOINT);
const tablet = below(TABLET_BREAKPOINT);

export const isNarrow = mobile.isBelow;

export const useIsNarrow = (): boolean => useSyncExternalStore(mobile.subscribe, mobile.isBelow);

/** True on a phone too. */
export const useHasLittleRoom = (): boolean => useSyncExternalStore(tablet.subscribe, tablet.isBelow);
