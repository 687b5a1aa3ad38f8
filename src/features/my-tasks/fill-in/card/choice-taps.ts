/**
 * Taps on the choices of a check point, of which a person makes hundreds. Around each of them the browser sends a dozen events
 * that nobody listens to; React would look for listeners of every one, from the choice up to the root and back. And it moves
 * the focus before it clicks, which lays out the card twice. Both together are a fifth of what a slow phone needs before it
 * shows a tap.
 */
import styles from './ResultChoice.module.css';

/** Who closes something when another place is pressed listens to `pointerdown` and `click`, which are not among them. */
const UNHEARD = ['pointerup', 'pointerout', 'gotpointercapture', 'lostpointercapture', 'mouseover', 'mouseout', 'mousemove', 'mousedown', 'mouseup', 'dblclick', 'change'];

let lateFocus: { radio: HTMLInputElement; before: Element } | undefined;

for (const type of UNHEARD) {
  addEventListener(
    type,
    (event) => {
      const radio = choiceOf(event);
      if (!radio) return;
      event.stopPropagation();
      const before = document.activeElement;
      // What is chosen already tells nobody of another tap.
      if (type !== 'mousedown' || radio.checked || !isOfFinger(event) || !isPressed(before)) return;
      event.preventDefault();
      lateFocus = { radio, before };
    },
    { capture: true },
  );
}

/** Moves the focus where the last tap would have moved it, unless it is somewhere else by now. */
export function focusTapped(): void {
  if (lateFocus && isWhereItWas(lateFocus.before)) lateFocus.radio.focus({ preventScroll: true });
  lateFocus = undefined;
}

/** What stores the answer may take the place that had the focus, such as a button of its notes, out of the page. */
const isWhereItWas = (before: Element): boolean =>
  document.activeElement === before || (document.activeElement === document.body && !before.isConnected);

const choiceOf = ({ target }: Event): HTMLInputElement | null | undefined =>
  target instanceof Element ? target.closest(`.${styles['choice']}`)?.querySelector('input') : undefined;

/** Chromium alone tells; elsewhere the focus moves as it always does. */
const isOfFinger = (event: Event): boolean =>
  (event as UIEvent & { sourceCapabilities?: { firesTouchEvents: boolean } | null }).sourceCapabilities?.firesTouchEvents === true;

/**
 * Whether an element has the focus from being pressed. A focus moved late from anywhere else would show its ring, as for
 * whoever works with keys; and leaving a text stores what was typed and puts away the keyboard.
 */
const isPressed = (element: Element | null): element is Element => element?.matches(':focus:not(:focus-visible)') === true;
