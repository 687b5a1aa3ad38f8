import { noteTime } from '@/offline/phone-accounts.ts';
import { dropSession, keepSession, readKeptSession } from '@/offline/session-copy.ts';
import { endSessionsUntil, getStoredSession, restoreSession, subscribe } from '@/session/session-store.ts';

/** Longer would be felt. */
const READ_LIMIT_MS = 500;
/** Nothing but the copy knows a session: whoever has no network could not sign in again, so a slow phone gets time. */
const ONLY_COPY_LIMIT_MS = 3000;
const NOTE_TIME_EVERY_MS = 5 * 60 * 1000;

/**
 * Brings back a session that only IndexedDB still knows, ends one that localStorage does not know to be over, and keeps
 * the copy up to date from then on. Before anything is shown.
 */
export async function bringBackSession(): Promise<void> {
  const kept = await readKeptSession(getStoredSession() === undefined ? ONLY_COPY_LIMIT_MS : READ_LIMIT_MS);
  if (kept && kept.leftAt > 0) endSessionsUntil(kept.leftAt);
  if (kept?.session && kept.session.renewal.takenAt > kept.leftAt) restoreSession(kept.session);

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
