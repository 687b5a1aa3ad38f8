import type { CDPSession, ElementHandle, Locator, Page } from 'playwright-core';
import { slowDown } from '../../support/chromium.ts';
import type { Phone } from './workshop.ts';

const FINGER_DOWN_MS = 40;
const TOLD_WITHIN_MS = 500;
/** Event Timing tells of nothing shorter. */
export const SHORTEST_TOLD_MS = 16;

/** From now on as slow as the phone of the design: CPU four times slower. */
export const slowDownCpu = (page: Page): Promise<void> => slowDown(page);

type Target = Locator | ElementHandle<HTMLElement>;

/** A real touch at the middle of an element, through the browser's whole input pipeline. */
export async function tap({ session }: Pick<Phone, 'session'>, target: Target): Promise<void> {
  await touch(session, await middleOf(target));
}

/**
 * Taps, and waits for the paint that follows.
 * @returns milliseconds from the finger to that paint: the slowest of the events of the tap, as Interaction to Next Paint has it
 */
export async function timeOfTap({ page, session }: Phone, target: Target): Promise<number> {
  const place = await middleOf(target);
  // Asked before the tap, and answered by the observer: a script that came or looked again meanwhile would be measured with it.
  const told = page.evaluate(async (limitMs) => {
    const start = performance.now();
    const ofTap = () => window.benchNotes.interactions.filter((entry) => entry.start >= start);
    await new Promise<void>((resolve) => {
      // A long task, of which the tap may still be part, is told of a little after the frames that follow it.
      const timer = setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, limitMs))), limitMs);
      window.benchNotes.onInteraction = () => {
        if (!ofTap().some((entry) => entry.name === 'click')) return;
        clearTimeout(timer);
        resolve();
      };
    });
    return ofTap().map((entry) => entry.duration);
  }, FINGER_DOWN_MS + TOLD_WITHIN_MS);
  await touch(session, place);
  return Math.max(SHORTEST_TOLD_MS, ...(await told));
}

async function touch(session: CDPSession, place: { x: number; y: number }): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] });
  await new Promise((resolve) => setTimeout(resolve, FINGER_DOWN_MS));
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Brings an element into the middle of the screen and waits until it stands still. */
const middleOf = (target: Target): Promise<{ x: number; y: number }> =>
  (target as Pick<ElementHandle<HTMLElement>, 'evaluate'>).evaluate(async (found) => {
    // A person taps what is written on a choice, not the button inside it.
    const element = found.closest('label') ?? found;
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let before = Number.NaN;
    for (let still = 0; still < 3; ) {
      const { top, bottom } = element.getBoundingClientRect();
      if (top < 120 || bottom > innerHeight - 120) element.scrollIntoView({ block: 'center' });
      await nextFrame();
      const now = element.getBoundingClientRect().top;
      still = now === before ? still + 1 : 0;
      before = now;
    }
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
