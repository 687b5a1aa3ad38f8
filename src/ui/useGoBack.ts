import { useCallback, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { stepsTakenBack, toPageBefore } from './sheet-steps.ts';
import { useIsShown } from './useIsShown.ts';

/**
 * Goes to the page before; from the first of this window to `parent`, where there is one. Nowhere once what asks is gone; while
 * its view waits behind another, to `parent` as soon as it is shown again.
 */
export function useGoBack(): (parent: string | undefined) => void {
  const navigate = useNavigate();
  const isShown = useIsShown();
  const awaited = useRef<string>(undefined);
  useLayoutEffect(() => {
    const parent = awaited.current;
    awaited.current = undefined;
    // The page before is now the one that was shown meanwhile.
    if (parent !== undefined) void stepsTakenBack().then(() => navigate(parent, { replace: true }));
  }, [navigate]);
  return useCallback(
    (parent) => {
      if (!isShown()) {
        awaited.current = parent;
        return;
      }
      // The step of a sheet that was closed a moment ago may be on its way out: counted now, it would be taken back twice.
      void stepsTakenBack().then(() => {
        // The router counts the addresses of this window: the first has nothing of ours behind it.
        const isFirst = (history.state as { idx?: number } | null)?.idx === 0;
        void (isFirst && parent !== undefined ? navigate(parent, { replace: true }) : navigate(toPageBefore()));
      });
    },
    [navigate, isShown],
  );
}
