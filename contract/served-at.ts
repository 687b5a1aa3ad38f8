/** Which of two answers to the same question holds: that which the server gave later, in whichever order they come. */
import { REQUEST_TIMEOUT_MS } from './limits.ts';

/** Of every answer to a call: when the server began with it, an instant by its own clock. */
export const SERVED_AT_HEADER = 'x-served-at';

/** An answer is on its way for less. One that is older by more tells that the server's clock was set back meanwhile. */
const ON_ITS_WAY_MS = 2 * REQUEST_TIMEOUT_MS;

/** Instants, empty where the server did not say. Whether `one` is known to be later. */
export const isServedLater = (one: string, other: string): boolean => other !== '' && one > other;

/** Whether an answer that comes only now was given before what is there: what was asked for later has come before it. */
export const isOvertaken = (coming: string, there: string): boolean =>
  isServedLater(there, coming) && Date.parse(there) - Date.parse(coming) < ON_ITS_WAY_MS;
