import { createContext, use, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createSignal } from '@/lib/signal.ts';
import { useIsNarrow } from './useIsNarrow.ts';

let isPrinting = false;
const changed = createSignal();

/** Drawn before the event ends: the browser counts the pages right after it, and what is drawn later is cut off. */
function change(next: boolean): void {
  isPrinting = next;
  flushSync(() => {
    changed.tell();
  });
}
addEventListener('beforeprint', () => change(true));
addEventListener('afterprint', () => change(false));


/** True within what is made for paper alone, and nowhere else on the page. */
export const PaperContext = createContext(false);

/** While this part is being printed. */
export function useIsOnPaper(): boolean {
  const isPrinted = useSyncExternalStore(changed.subscribe, () => isPrinting);
  return use(PaperContext) || isPrinted;
}

/** Rows are a table on a desktop and on paper, and cards on a phone. */
export function useIsTable(): boolean {
  const isNarrow = useIsNarrow();
  return useIsOnPaper() || !isNarrow;
}
