/** What was left out of the layout so far gets its real height only when it comes near, some frames later. */
const SETTLING_FRAMES = 4;
/** A person who scrolls is not pulled back. */
const SCROLLING = ['touchmove', 'wheel'] as const;

/** Scrolls, and again while what comes into sight takes its height. */
export function untilSettled(scroll: () => void): void {
  let frames = SETTLING_FRAMES;
  const end = (): void => {
    frames = 0;
    for (const type of SCROLLING) removeEventListener(type, end);
  };
  const settle = (): void => {
    if (frames === 0) return end();
    frames -= 1;
    scroll();
    requestAnimationFrame(settle);
  };
  for (const type of SCROLLING) addEventListener(type, end, { passive: true });
  scroll();
  requestAnimationFrame(settle);
}
