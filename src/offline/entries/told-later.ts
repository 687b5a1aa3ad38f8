import { createSignal, type Signal } from '@/lib/signal.ts';

/**
 * Listeners who are told in a task of its own, once for all that has changed by then: what shows counts is drawn behind
 * the card that the person has just tapped.
 */
export function createLaterSignal(): Signal {
  const changed = createSignal();
  let isDue = false;
  return {
    subscribe: changed.subscribe,
    tell: () => {
      if (isDue) return;
      isDue = true;
      setTimeout(() => {
        isDue = false;
        changed.tell();
      }, 0);
    },
  };
}
