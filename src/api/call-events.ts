/**
 * - `answered`: our server did what was asked, or refused it.
 * - `failing`: it answered that it cannot, for now.
 * - `unreachable`: it did not answer.
 */
export type CallResult = 'answered' | 'failing' | 'unreachable';

const listeners = new Set<(result: CallResult) => void>();

/** Reports the result of every request. @returns a function that ends the subscription. */
export function onCallSettled(listener: (result: CallResult) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportCall(result: CallResult): void {
  for (const listener of listeners) listener(result);
}
