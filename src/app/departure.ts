/**
 * How the last session ended, or what was wanted without one: what the sign-in screen says, and where the person
 * goes after signing in.
 * - `left`: on purpose.
 * - `ended`: by the server; only that account goes back to its place.
 * - `wanted`: an address was opened without a session, or lost it in another window; it is then the place of whoever was
 *   here, and of nobody else.
 */
import { createSignal } from '@/lib/signal.ts';

export type Departure =
  | { kind: 'none' | 'left' }
  | { kind: 'ended'; reason: string; place: string; account: string | undefined }
  | { kind: 'wanted'; place: string; account: string | undefined };

let current: Departure = { kind: 'none' };
const changed = createSignal();

export const getDeparture = (): Departure => current;

export function noteDeparture(departure: Departure): void {
  if (departure.kind === 'none' && current.kind === 'none') return;
  current = departure;
  changed.tell();
}

/** @returns a function that ends the subscription. */
export const subscribe = changed.subscribe;

/** Where an account goes after signing in; undefined for the usual place. */
export function placeAfter(departure: Departure, account: string | undefined): string | undefined {
  if (!('place' in departure)) return undefined;
  const isAnybodys = departure.kind === 'wanted' && departure.account === undefined;
  return isAnybodys || departure.account === account ? departure.place : undefined;
}
