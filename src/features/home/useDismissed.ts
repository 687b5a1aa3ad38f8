import { useState } from 'react';
import { readStored, writeStored } from '@/lib/local-storage.ts';

/** What somebody wants to see no more on this device, under a key of localStorage. @returns whether it is so, and how to say so */
export function useDismissed(key: string): [isDismissed: boolean, dismiss: () => void] {
  const [isDismissed, setIsDismissed] = useState(() => readStored(key) === true);
  const dismiss = (): void => {
    writeStored(key, true);
    setIsDismissed(true);
  };
  return [isDismissed, dismiss];
}
