/** Browsers paint nothing of a page that nobody sees. */
const UNSEEN_MS = 1000;

/**
 * Does the work behind the next paint: whoever waits for that waits for nothing else.
 * @returns a function that drops it
 */
export function afterPaint(work: () => void): () => void {
  const begin = (): void => {
    cancelAnimationFrame(frame);
    work();
  };
  let timer = setTimeout(begin, UNSEEN_MS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(begin, 0);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Also on a phone that has no rest, as while somebody taps on. */
const IDLE_WITHIN_MS = 1500;

/**
 * Does the work once the page has nothing else to do.
 * @returns a function that drops it
 */
export function whenIdle(work: () => void): () => void {
  // Safari has no such call.
  if (typeof requestIdleCallback === 'undefined') return afterPaint(work);
  const asked = requestIdleCallback(work, { timeout: IDLE_WITHIN_MS });
  return () => cancelIdleCallback(asked);
}
