import { useEffect, useState } from 'react';

const none: ReadonlySet<string> = new Set();
/** Fetching ahead begins with the app and takes its time. */
const LOOK_EVERY_MS = 5000;

/**
 * Ids of what opens without a network.
 * @param look from offline/kept-copies.ts; the same function at every render
 */
export function useKept(look: () => Promise<ReadonlySet<string>>): ReadonlySet<string> {
  const [kept, setKept] = useState(none);
  useEffect(() => {
    let isCurrent = true;
    const lookAgain = (): void => {
      void look().then((ids) => {
        if (isCurrent) setKept((before) => (before.size === ids.size && [...ids].every((id) => before.has(id)) ? before : ids));
      });
    };
    lookAgain();
    const timer = setInterval(lookAgain, LOOK_EVERY_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [look]);
  return kept;
}
