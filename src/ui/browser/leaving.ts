import { useLayoutEffect } from 'react';

let isAgreed = false;
/** How many parts of the screen would lose something. */
let losses = 0;

/** The person was asked already: the browser does not ask again. */
export const agreeToLeave = (): void => void (isAgreed = true);

/** Whether what is typed somewhere is on this screen alone, and goes with it. */
export const wouldLose = (): boolean => losses > 0;

/** How many have the browser ask. */
let askers = 0;

/** Whether the browser asks: what that is for goes with the page, whoever reloads it. */
export const isAskingBeforeLeaving = (): boolean => askers > 0;

/** The browser asks before it closes or reloads the page, whoever wants that. @returns a function that ends it, to be called once */
export function askBeforeLeaving(): () => void {
  askers += 1;
  const ask = (event: BeforeUnloadEvent): void => {
    if (!isAgreed) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => {
    askers -= 1;
    removeEventListener('beforeunload', ask);
  };
}

/** While something on this screen would be lost, the browser asks. */
export function useLeavingQuestion(hasLoss: boolean): void {
  useLayoutEffect(() => {
    // Only while it is needed: a page that listens is not kept for going back to.
    if (!hasLoss) return;
    losses += 1;
    const stopAsking = askBeforeLeaving();
    return () => {
      losses -= 1;
      stopAsking();
    };
  }, [hasLoss]);
}
