import { countInMemory, subscribeToInMemory } from '@/offline/storage/in-memory.ts';
import { askBeforeLeaving, isAskingBeforeLeaving } from '@/ui/browser/leaving.ts';

/** Whether something goes with the page: what is typed on this screen alone, photos on their way to the disk, or what the phone refused to store. */
export const wouldLoseWithPage = (): boolean => isAskingBeforeLeaving() || countInMemory() > 0;

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
