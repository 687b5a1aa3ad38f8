/** By how many whole days this phone's clock differs from the server's; what it sends does not depend on that. */
import { DAY_MS } from '#contract/calendar.ts';

let daysOff = 0;
const listeners = new Set<() => void>();

export const getDaysOff = (): number => daysOff;

/** @returns a function that ends the subscription. */
export function subscribeToServerClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @param skewMs server's clock minus this phone's, by an answer that came from the server just now */
export function noteClockSkew(skewMs: number): void {
  const days = Math.floor(Math.abs(skewMs) / DAY_MS);
  if (days === daysOff) return;
  daysOff = days;
  for (const listener of listeners) listener();
}
