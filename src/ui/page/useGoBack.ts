import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useIsShown } from '@/ui/browser/useIsShown.ts';
import { stepsTakenBack, toPageBefore } from '@/ui/sheets/sheet-steps.ts';

/**
 * Goes to the page before; from the first of this window to `parent`, where there is one, and past a page before that is not
 * where this one leads, `isPast`, to `parent` too. Nowhere once what asks is gone; while its view waits behind another, to
 * `parent` as soon as it is shown again.
 */
export function useGoBack(): (parent: string | undefined, isPast?: boolean) => void {
  const navigate = useNavigate();
  const isShown = useIsShown();
  const { key } = useLocation();
  const place = useRef(key);
  const awaited = useRef<{ parent: string; from: string }>(undefined);
  useLayoutEffect(() => {
    const wish = awaited.current;
    awaited.current = undefined;
    place.current = key;
    // Who opens the same view by another link wants to be in it. The page before is now the one that was shown meanwhile.
    if (wish?.from === key) void stepsTakenBack().then(() => isShown() && navigate(wish.parent, { replace: true }));
  }, [navigate, key, isShown]);
  return useCallback(
    (parent, isPast = false) => {
      if (!isShown()) {
        awaited.current = parent === undefined ? undefined : { parent, from: place.current };
        return;
      }
      // The step of a sheet that was closed a moment ago may be on its way out: counted now, it would be taken back twice.
      void stepsTakenBack().then(() => {
        // The router counts the addresses of this window: the first has nothing of ours behind it.
        const isFirst = (history.state as { idx?: number } | null)?.idx === 0;
        void ((isFirst || isPast) && parent !== undefined ? navigate(parent, { replace: true }) : navigate(toPageBefore()));
      });
    },
    [navigate, isShown],
  );
}
