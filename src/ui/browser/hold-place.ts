import { untilSettled } from './until-settled.ts';

/** So old at most is what is held: whoever jumps somewhere turns the phone soon. Seldom enough for a slow phone. */
const LOOK_MS = 200;
/** How far down a person looks at, in parts of the height: below heads that stick, above a keyboard. */
const EYE = 0.4;
/** Between two cards there is nothing to look at. */
const NUDGES_PX = [0, 24, 48];

interface Seen {
  element: Element;
  scroller: HTMLElement;
  /** Which part of the element's height is at the eye. */
  part: number;
}

/**
 * From now on, what a person looks at stays in sight when the width of the page changes, as it does when a phone is turned:
 * the same scroll position is another place in a text that breaks into other lines, and browsers hold the position.
 */
export function holdPlaces(): void {
  let seen: Seen | undefined;
  let width = innerWidth;
  let scrolled: HTMLElement | undefined;
  document.addEventListener(
    'scroll',
    ({ target: scroller }) => {
      if (!(scroller instanceof HTMLElement) || !scroller.hasAttribute('data-scroll')) return;
      if (scrolled === undefined) {
        setTimeout(() => {
          seen = scrolled && lookAt(scrolled);
          scrolled = undefined;
        }, LOOK_MS);
      }
      scrolled = scroller;
    },
    { capture: true, passive: true },
  );
  addEventListener('resize', () => {
    if (innerWidth === width) return;
    width = innerWidth;
    const held = seen;
    // In the same frame, but after the layout for the new width was chosen.
    if (held) requestAnimationFrame(() => untilSettled(() => hold(held)));
  });
}

/** Does what changes the size of what stands around `inside`, and keeps in sight what a person looks at there. */
export function holdPlaceWhile(inside: Element, change: () => void): void {
  const scroller = inside.closest<HTMLElement>('[data-scroll]');
  const held = scroller === null ? undefined : lookAt(scroller);
  change();
  if (held) requestAnimationFrame(() => untilSettled(() => hold(held)));
}

function lookAt(scroller: HTMLElement): Seen | undefined {
  const room = scroller.getBoundingClientRect();
  const eye = eyeOf(room);
  for (const nudge of NUDGES_PX) {
    const element = document.elementFromPoint(room.left + room.width / 2, eye + nudge);
    const box = element?.getBoundingClientRect();
    if (element && box && scroller.contains(element) && box.height < room.height) return { element, scroller, part: (eye - box.top) / box.height };
  }
  return undefined;
}

const eyeOf = ({ top, height }: DOMRect): number => top + height * EYE;

function hold({ element, scroller, part }: Seen): void {
  if (!scroller.contains(element)) return;
  const { top, height } = element.getBoundingClientRect();
  scroller.scrollTop += top + height * part - eyeOf(scroller.getBoundingClientRect());
}
