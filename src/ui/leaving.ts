import { useLayoutEffect } from 'react';

let isAgreed = false;

/** The person was asked already: the browser does not ask again. */
export const agreeToLeave = (): void => void (isAgreed = true);

/** While something would be lost, the browser asks before it closes or reloads the page, whoever wants that. */
export function useLeavingQuestion(hasLoss: boolean): void {
  useLayoutEffect(() => {
    // Only while it is needed: a page that listens is not kept for going back to.
    if (!hasLoss) return;
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isAgreed) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [hasLoss]);
}
