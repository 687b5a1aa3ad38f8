/**
 * What the phone refused to store lives in this page's memory, whichever view shows it and whoever is signed in: it is lost
 * with the page, unless the server has it before.
 */
import { createSignal } from '@/lib/signal.ts';

const counts = new Map<string, number>();
const changed = createSignal();
let total = 0;

/** How many entries, files and forms that are, of all accounts. */
export const countInMemory = (): number => total;

/** @param holder what holds so many of them now */
export function noteInMemory(holder: string, count: number): void {
  counts.set(holder, count);
  const sum = [...counts.values()].reduce((before, one) => before + one, 0);
  if (sum === total) return;
  total = sum;
  changed.tell();
}

/** @returns a function that ends the subscription. */
export const subscribeToInMemory = changed.subscribe;
