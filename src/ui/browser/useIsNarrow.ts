import { useSyncExternalStore } from 'react';

/** Below this width: drawer, navigation bar, cards (specification section 9). */
export const MOBILE_BREAKPOINT = 992;

/** Below this width the menu, which stays open, leaves a table little room: a tablet on its side. */
const TABLET_BREAKPOINT = 1200;

/** Below this width, or lying on its side, a phone: no room for tabs, nor for anything beside the cards. */
const PHONE = '(max-width: 767.98px), (max-width: 991.98px) and (max-height: 480px)';

const paper = matchMedia('print');

function matching(media: string) {
  const query = matchMedia(media);
  let wasMatched = query.matches;
  return {
    // Paper is narrow, the screen behind it stays as it is.
    isMatched: () => {
      if (!paper.matches) wasMatched = query.matches;
      return wasMatched;
    },
    subscribe: (listener: () => void) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
  };
}
const below = (width: number) => matching(`(max-width: ${width - 0.02}px)`);
const mobile = below(MOBILE_BREAKPOINT);
const tablet = below(TABLET_BREAKPOINT);
const phone = matching(PHONE);

export const isNarrow = mobile.isMatched;

export const useIsNarrow = (): boolean => useSyncExternalStore(mobile.subscribe, mobile.isMatched);

export const isPhone = phone.isMatched;

export const useIsPhone = (): boolean => useSyncExternalStore(phone.subscribe, phone.isMatched);

/** True on a phone too. */
export const useHasLittleRoom = (): boolean => useSyncExternalStore(tablet.subscribe, tablet.isMatched);
