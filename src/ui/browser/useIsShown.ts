import { useCallback, useLayoutEffect, useRef } from 'react';

/** @returns asks whether this part is on the screen now: not once it is gone, and not while its view waits behind another. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}
