import { useSyncExternalStore } from 'react';
import { phraseStore } from './phrases.ts';

/** 常用语 of the signed-in account, as they are on this phone. */
export function usePhrases(): readonly string[] {
  const store = phraseStore();
  return useSyncExternalStore(store.subscribe, store.items);
}
