/** What the sender tells the screen, and the person's wish to send now; apart from the sender, so that it is cheap to import. */
import { createSignal } from '@/lib/signal.ts';

let sending = false;
const changed = createSignal();
const wished = createSignal();

export const isSending = (): boolean => sending;

export function setSending(next: boolean): void {
  if (next === sending) return;
  sending = next;
  changed.tell();
}

/** @returns a function that ends the subscription. */
export const subscribeToSync = changed.subscribe;

/** Asks the sender, if it runs, to send at once, whatever pause it keeps. */
export function requestSync(): void {
  wished.tell();
}

/** @returns a function that ends the subscription. */
export const onSyncRequested = wished.subscribe;
