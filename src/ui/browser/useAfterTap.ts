import { useEffect, useMemo, useRef } from 'react';

let isPressed = false;
addEventListener('pointerdown', () => (isPressed = true), true);
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (isPressed = false), true);

/**
 * Does `work` once the tap or click that is under way has had its effect. What appears before may push the button from under
 * the finger: browsers look only at the release for what was tapped, and the tap is lost.
 * @returns a function that drops the work
 */
export function afterTap(work: () => void): () => void {
  const dropped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A touch has ended by now and a mouse has not; the click is sent together with the release.
  const afterClick = (): void => {
    timer = setTimeout(work, 0);
  };
  if (isPressed) for (const end of ['pointerup', 'pointercancel']) addEventListener(end, afterClick, { once: true, capture: true, signal: dropped.signal });
  else afterClick();
  return () => {
    dropped.abort();
    clearTimeout(timer);
  };
}

export interface AfterTap {
  /** As `afterTap`; what was put off before is dropped. */
  run: (work: () => void) => void;
  /** Drops what was put off. */
  drop: () => void;
}

/** For what a field shows when it is left, which it is as soon as something else is pressed. */
export function useAfterTap(): AfterTap {
  const dropLast = useRef<() => void>(undefined);
  useEffect(() => () => dropLast.current?.(), []);
  return useMemo(() => {
    const drop = (): void => {
      dropLast.current?.();
      dropLast.current = undefined;
    };
    const run = (work: () => void): void => {
      drop();
      dropLast.current = afterTap(work);
    };
    return { run, drop };
  }, []);
}
