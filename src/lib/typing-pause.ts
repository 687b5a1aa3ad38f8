/** How long typing must pause before what was typed is stored. */
const PAUSE_MS = 300;
/** Whoever types without a pause loses no more than that to a page that ends. */
const UNSTORED_MAX_MS = 1000;

/**
 * How long to wait for the next letter before what was typed is stored.
 * @param since when the first letter came that is not stored, milliseconds of `performance.now()`; undefined where this one is it
 */
export function pauseAfter(since = performance.now()): { since: number; ms: number } {
  return { since, ms: Math.max(0, Math.min(PAUSE_MS, since + UNSTORED_MAX_MS - performance.now())) };
}
