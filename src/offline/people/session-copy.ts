/**
 * A copy of the session in IndexedDB. Browsers write localStorage to disk after some five seconds and cookies after
 * thirty: a phone that kills the app before would lock a person out who has no network to sign in again, or let the
 * next one in as the person who has just left.
 */
import type { StoredSession } from '@/session/session-store.ts';
import { StorageError, type WriteRows } from '@/offline/storage/database.ts';
import { LEFT_KEY, SESSION_KEY, type LeftRow, type SessionRow } from '@/offline/storage/phone-rows.ts';
import { phoneRows } from '@/offline/storage/phone-store.ts';

export interface KeptSession {
  session: StoredSession | undefined;
  /** Sessions taken into use until then are over; 0 for none. */
  leftAt: number;
}

/** Keeps the session, unless a newer one is kept. Never rejects over storage: without a copy, somebody signs in once more. */
export async function keepSession(session: StoredSession): Promise<void> {
  await ignoringStorage(phoneRows.change((rows) => putSession(rows, session)));
}

/** Removes the copy of a session that was taken into use by then, and notes that it is over. Never rejects over storage. */
export async function dropSession(takenAt: number): Promise<void> {
  await ignoringStorage(phoneRows.change((rows) => leaveSession(rows, takenAt)));
}

async function putSession(rows: WriteRows, session: StoredSession): Promise<void> {
  const kept = await rows.get<SessionRow>(SESSION_KEY);
  if (kept && takenAtOf(kept) > takenAtOf(session)) return;
  rows.put(SESSION_KEY, { v: 1, ...session });
}

export async function leaveSession(rows: WriteRows, takenAt: number): Promise<void> {
  const kept = await rows.get<SessionRow>(SESSION_KEY);
  if (kept && takenAtOf(kept) <= takenAt) rows.remove(SESSION_KEY);
  const left = await rows.get<LeftRow>(LEFT_KEY);
  rows.put(LEFT_KEY, { v: 1, takenAt: Math.max(left?.takenAt ?? 0, takenAt) });
}

/** @returns undefined when this phone cannot tell. Never rejects over storage. */
export async function readKeptSession(): Promise<KeptSession | undefined> {
  return await ignoringStorage(
    phoneRows.read(async (rows) => {
      const [row, left] = await Promise.all([rows.get<SessionRow>(SESSION_KEY), rows.get<LeftRow>(LEFT_KEY)]);
      return { session: row && { user: row.user, renewal: { ...row.renewal, takenAt: takenAtOf(row) } }, leftAt: left?.takenAt ?? 0 };
    }),
  );
}

/** The shape before did not tell when a session was confirmed from when it was taken into use. */
const takenAtOf = ({ renewal }: StoredSession): number => (renewal.takenAt as number | undefined) ?? renewal.storedAt;

async function ignoringStorage<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StorageError) return undefined;
    throw error;
  }
}
