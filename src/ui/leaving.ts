import { useLayoutEffect } from 'react';

let isAgreed = false;
/** How many parts of the screen would lose something. */
let losses = 0;

/** The person was asked already: the browser does not ask again. */
export const agreeToLeave = (): void => void (isAgreed = true);

/** Whether what is typed somewhere is on this screen alone, and goes with it. */
export const wouldLose = (): boolean => losses > 0;

/** While something would be lost, the browser asks before it closes or reloads the page, whoever wants that. */
export function useLeavingQuestion(hasLoss: boolean): void {
  useLayoutEffect(() => {
    // Only while it is needed: a page that listens is not kept for going back to.
    if (!hasLoss) return;
    losses += 1;
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isAgreed) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => {
      losses -= 1;
      removeEventListener('beforeunload', ask);
    };
  }, [hasLoss]);
}
