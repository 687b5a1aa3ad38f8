/** What the sender tells the screen, and the person's wish to send now; apart from the sender, so that it is cheap to import. */
let sending = false;
const listeners = new Set<() => void>();
const wishes = new Set<() => void>();

export const isSending = (): boolean => sending;

export function setSending(next: boolean): void {
  if (next === sending) return;
  sending = next;
  for (const listener of listeners) listener();
}

/** @returns a function that ends the subscription. */
export function subscribeToSync(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks the sender, if it runs, to send at once, whatever pause it keeps. */
export function requestSync(): void {
  for (const wish of wishes) wish();
}

/** @returns a function that ends the subscription. */
export function onSyncRequested(listener: () => void): () => void {
  wishes.add(listener);
  return () => void wishes.delete(listener);
}
