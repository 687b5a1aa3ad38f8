import { countInMemory, subscribeToInMemory } from '@/offline/storage/in-memory.ts';
import { askBeforeLeaving, wouldLose } from '@/ui/browser/leaving.ts';

/** Whether something goes with the page: what is typed on this screen alone, or what the phone refused to store. */
export const wouldLoseWithPage = (): boolean => wouldLose() || countInMemory() > 0;

let stopAsking: (() => void) | undefined;

// On the sign-in screen too: a session that ends takes nothing of it along.
subscribeToInMemory(() => {
  if (countInMemory() > 0) {
    stopAsking ??= askBeforeLeaving();
  } else {
    stopAsking?.();
    stopAsking = undefined;
  }
});
