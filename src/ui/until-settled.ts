/** What was left out of the layout so far gets its real height only when it comes near, some frames later. */
const SETTLING_FRAMES = 4;

/** Scrolls, and again while what comes into sight takes its height. */
export function untilSettled(scroll: () => void, frames = SETTLING_FRAMES): void {
  scroll();
  if (frames > 0) requestAnimationFrame(() => untilSettled(scroll, frames - 1));
}
