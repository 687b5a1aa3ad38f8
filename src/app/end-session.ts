import { SESSION_ENDED, SESSION_ENDED_IN_FORM, SESSION_ENDED_IN_MEMORY } from '@/lib/session-messages.ts';
import { parkSession } from '@/offline/people/phone-accounts.ts';
import { countInMemory } from '@/offline/storage/in-memory.ts';
import { clearSession, getStoredSession, getUser, isSignedIn } from '@/session/session-store.ts';
import { wouldLose } from '@/ui/browser/leaving.ts';
import { noteDeparture } from './departure.ts';

/**
 * The server ended the session: everything on this device stays but a form that is kept nowhere, and the person comes back to this place. Should the
 * network be gone by then, the password opens the account as if it had been left on purpose.
 */
export function endSession(): void {
  if (!isSignedIn()) return;
  const session = getStoredSession();
  noteDeparture({ kind: 'ended', reason: reasonNow(), place: location.hash.slice(1), account: getUser()?.account });
  clearSession();
  if (session) void parkSession(session);
}

function reasonNow(): string {
  if (countInMemory() > 0) return SESSION_ENDED_IN_MEMORY;
  return wouldLose() ? SESSION_ENDED_IN_FORM : SESSION_ENDED;
}
