/** By how many whole days this phone's clock differs from the server's; what it sends does not depend on that. */
import { DAY_MS } from '#contract/calendar.ts';
import { createSignal } from '@/lib/signal.ts';

let daysOff = 0;
const changed = createSignal();

export const getDaysOff = (): number => daysOff;

/** @returns a function that ends the subscription. */
export const subscribeToServerClock = changed.subscribe;

/** @param skewMs server's clock minus this phone's, by an answer that came from the server just now */
export function noteClockSkew(skewMs: number): void {
  const days = Math.floor(Math.abs(skewMs) / DAY_MS);
  if (days === daysOff) return;
  daysOff = days;
  changed.tell();
}
