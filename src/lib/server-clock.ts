/** The server's clock, as far as this phone can tell it: a phone's own may be days off, and would count what is due wrongly. */
import { DAY_MS } from '#contract/calendar.ts';
import { createSignal } from './signal.ts';

/** Less may be a request that took its time. */
const NOTED_MS = 60_000;

/** Server's clock minus this phone's; 0 until an answer tells otherwise. */
let skewMs = 0;
const changed = createSignal();

/** @returns a function that ends the subscription. */
export const subscribeToServerClock = changed.subscribe;

/** To compare with days and times that the server gave. What the phone noted itself is compared with the phone's clock. */
export const serverNow = (): Date => new Date(Date.now() + skewMs);

/** By how many days the two clocks differ; 0 where it is less than one. An answer tells its second alone, some time after it began. */
export function getDaysOff(): number {
  const days = Math.abs(skewMs) / DAY_MS;
  return days < ALMOST_ONE ? 0 : Math.round(days);
}
const ALMOST_ONE = 0.999;

/** @param measuredMs server's clock minus this phone's, by an answer that came from the server just now */
export function noteClockSkew(measuredMs: number): void {
  const noted = Math.abs(measuredMs) < NOTED_MS ? 0 : measuredMs;
  if (Math.abs(noted - skewMs) < NOTED_MS) return;
  skewMs = noted;
  changed.tell();
}
