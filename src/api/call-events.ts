/** `answered`: our server answered, whatever it said. `unreachable`: it did not. */
export type CallResult = 'answered' | 'unreachable';

const listeners = new Set<(result: CallResult) => void>();

/** Reports the result of every request. @returns a function that ends the subscription. */
export function onCallSettled(listener: (result: CallResult) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportCall(result: CallResult): void {
  for (const listener of listeners) listener(result);
}
