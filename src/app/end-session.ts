import { type AtStake, sessionEndWords } from '@/lib/session-messages.ts';
import { parkSession } from '@/offline/people/phone-accounts.ts';
import { countInMemory } from '@/offline/storage/in-memory.ts';
import { noteEnd } from '@/session/ended-sign-in.ts';
import { clearSession, getStoredSession, getUser, isSignedIn } from '@/session/session-store.ts';
import { wouldLose } from '@/ui/browser/leaving.ts';
import { noteDeparture } from './departure.ts';

/**
 * The server ended the session: everything on this device stays but a form that is kept nowhere, and the person comes back to this place. Should the
 * network be gone by then, the password opens the account as if it had been left on purpose.
 * @param reason the server's sentence
 * @param isTold whether the person has to know it
 */
export function endSession(reason?: string, isTold = false): void {
  if (!isSignedIn()) return;
  const session = getStoredSession();
  const account = getUser()?.account;
  const why = isTold ? reason : undefined;
  if (account !== undefined && why !== undefined) noteEnd(account, sessionEndWords(why, 'nothing'));
  noteDeparture({ kind: 'ended', reason: sessionEndWords(why, atStakeNow()), place: location.hash.slice(1), account });
  clearSession();
  if (session) void parkSession(session);
}

function atStakeNow(): AtStake {
  if (countInMemory() > 0) return 'inMemory';
  return wouldLose() ? 'form' : 'nothing';
}
