import { within } from '@/lib/within.ts';
import { noteTime } from '@/offline/people/phone-accounts.ts';
import { dropSession, keepSession, readKeptSession } from '@/offline/people/session-copy.ts';
import { endSessionsUntil, getRenewal, getStoredSession, restoreSession, subscribe } from '@/session/session-store.ts';

/** Longer would be felt. */
const WAIT_MS = 500;
/** Nothing but the copy knows a session: the sign-in screen would be shown to whoever need not sign in. */
const ONLY_COPY_WAIT_MS = 3000;
const NOTE_TIME_EVERY_MS = 5 * 60 * 1000;

/**
 * Brings back a session that only IndexedDB still knows, ends one that localStorage does not know to be over, and keeps
 * the copy up to date from then on. Before anything is shown; on a phone that is slow to tell, as soon as it does.
 */
export async function bringBackSession(): Promise<void> {
  await within(applyKept(), getStoredSession() === undefined ? ONLY_COPY_WAIT_MS : WAIT_MS);

  let last = getStoredSession();
  subscribe(() => {
    const ended = last;
    last = getStoredSession();
    if (last !== undefined) void keepSession(last);
    else if (ended !== undefined) void dropSession(ended.renewal.takenAt);
  });
  void noteTime();
  setInterval(() => void noteTime(), NOTE_TIME_EVERY_MS);
}

async function applyKept(): Promise<void> {
  const takenAt = getRenewal()?.takenAt;
  const kept = await readKeptSession();
  // Who signed in while it was read is here now.
  if (kept === undefined || getRenewal()?.takenAt !== takenAt) return;
  if (kept.leftAt > 0) endSessionsUntil(kept.leftAt);
  if (kept.session && kept.session.renewal.takenAt > kept.leftAt) restoreSession(kept.session);
}
