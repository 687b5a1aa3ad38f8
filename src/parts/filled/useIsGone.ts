import { useState } from 'react';
import { isMissing } from '@/lib/is-missing.ts';

/**
 * Whether the server knows of no such thing of this person any more.
 * @param error of the last try to fetch it
 */
export function useIsGone(error: Error | null): boolean {
  const [wasGone, setWasGone] = useState(false);
  // A network that is away since says nothing of it: only the server brings it back.
  const isGone = isMissing(error) || (wasGone && error !== null);
  if (isGone !== wasGone) setWasGone(isGone);
  return isGone;
}
