import type { SelfCorrection } from '#contract/self-correction.ts';
import { NOTHING_WAITS, type Waiting } from './waiting.ts';

/**
 * Whether all of an open self-correction is 已整改 on this phone, and so done for the person while the server does not know it.
 * @param corrected items that are 已整改, those that are still on this phone included
 */
export function isCorrectedHere({ status, itemCount, returnedCount }: SelfCorrection, corrected: number, waiting: Waiting = NOTHING_WAITS): boolean {
  const { unsaved, pending, incomplete, problems } = waiting;
  // What was given back since, and nothing waits of it, only looks done until its detail is read anew.
  const isGivenBack = returnedCount > 0 && unsaved + pending + incomplete === 0;
  return status === 'open' && corrected === itemCount && problems === 0 && !isGivenBack;
}
