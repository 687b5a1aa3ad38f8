/** What a screen shows of something that is filled in: pure functions from rows and entries. */
import type { HeldEntry, HeldRow, HeldTheirs, HeldValue, OutboxEntry } from '@/offline/storage/rows.ts';

/**
 * - `saving`: not yet on this phone. `saved`: on this phone, waits to be sent. `sending`: on this phone, on its way.
 * - `delivered`: the server has it.
 * - `failed`: the server refused it (see `error`). `conflict`: somebody else changed the same thing (see `theirs`).
 * - `needsLogin`: on this phone, waits until the person has signed in again.
 * - `notSaved`: in this tab's memory only (see `error`); lost with the tab unless it reaches the server before.
 */
export type SaveState = 'saving' | 'saved' | 'sending' | 'delivered' | 'failed' | 'conflict' | 'needsLogin' | 'notSaved';

/** What this phone holds of one thing that is filled in. */
export interface Local<Value = HeldValue, Theirs = HeldTheirs> {
  value: Value;
  saveState: SaveState;
  /** The server's revision of the last value that was confirmed to this phone; 0 for none. */
  revision: number;
  /** A sentence for the person. */
  error?: string;
  /** Why the server refused what this goes on from; until it has said something to this. */
  refusal?: string;
  theirs?: Theirs;
  entryId: string | null;
}

/**
 * What waits, each thing once: a value that only waits for an older one of the same to be settled makes no second thing of it.
 * The thing is where the older one is, and says what the newer one says. Apart stays what somebody has to look at, and what
 * is in memory where the other is not: neither hides the other.
 * @param entries oldest first
 */
export function thingsOf(entries: readonly OutboxEntry[], isInMemory: (entryId: string) => boolean): readonly OutboxEntry[] {
  const things = new Map<string, OutboxEntry>();
  for (const entry of entries) {
    const { id, kind, state, after, payload, photoIds } = entry;
    const older = after === null ? undefined : things.get(after);
    const isSameThing = older?.kind === kind && state === 'waiting' && older.state !== 'failed' && older.state !== 'conflict' && isInMemory(id) === isInMemory(older.id);
    if (isSameThing) things.set(older.id, { ...older, payload, photoIds } as OutboxEntry);
    else things.set(id, entry);
  }
  return [...things.values()];
}

/** A row as the screen shows it; `isInMemory` for a row that the phone refused to store. */
export function localOf(row: HeldRow, entry: OutboxEntry | undefined, isInMemory: boolean, problem: string): Local {
  const local: Local = {
    value: row.value,
    saveState: saveStateOf(row, entry, isInMemory),
    revision: row.confirmed?.revision ?? 0,
    entryId: row.entryId,
  };
  const error = local.saveState === 'notSaved' ? problem : entry?.lastError;
  if (error !== undefined) local.error = error;
  if (entry?.refusal) local.refusal = entry.refusal.reason;
  const theirs = (entry as HeldEntry | undefined)?.theirs;
  if (theirs) local.theirs = theirs;
  return local;
}

function saveStateOf(row: HeldRow, entry: OutboxEntry | undefined, isInMemory: boolean): SaveState {
  if (row.entryId === null) return 'delivered';
  if (entry === undefined) return 'notSaved';
  if (entry.state === 'conflict' || entry.state === 'failed') return entry.state;
  // On its way, too: the tab may end before the server has it.
  if (isInMemory) return 'notSaved';
  return entry.state === 'waiting' ? 'saved' : entry.state;
}
