/** The second of two taps comes within that time: nobody reads what has appeared, and decides, as fast. */
const DOUBLE_TAP_MS = 350;
/** Nor does a finger come down on quite the same spot. */
const NEAR_PX = 24;

/** What was pressed last, where, and when. */
interface Press {
  pressed: Element;
  x: number;
  y: number;
  at: number;
}

/**
 * Of two quick taps on a button or a link, the second is meant for it too. Where the first has led on, what has come into its
 * place is not pressed: it would confirm what was not read, or open what nobody asked for.
 */
export function ignoreSecondTaps(): void {
  let last: Press | undefined;
  let isTouch = false;
  const isForAnother = ({ target, detail, timeStamp, clientX, clientY }: MouseEvent): boolean => {
    if (last === undefined || !(target instanceof Element) || last.pressed.contains(target)) return false;
    if (timeStamp - last.at >= DOUBLE_TAP_MS) return false;
    // A browser counts the clicks of a mouse in one place; it does not for a finger.
    return isTouch ? Math.hypot(clientX - last.x, clientY - last.y) < NEAR_PX : detail > 1;
  };
  const ignore = (event: MouseEvent): boolean => {
    if (!isForAnother(event)) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    return true;
  };
  addEventListener('pointerdown', ({ pointerType }) => void (isTouch = pointerType === 'touch'), true);
  // What is pressed takes the focus before it is clicked.
  addEventListener('mousedown', ignore, true);
  addEventListener(
    'click',
    (event) => {
      // A key, or a script.
      if (event.detail === 0) return;
      if (ignore(event)) return;
      const pressed = event.target instanceof Element ? event.target.closest('button, a') : null;
      last = pressed === null ? undefined : { pressed, x: event.clientX, y: event.clientY, at: event.timeStamp };
    },
    true,
  );
}
