/** What a person's change of something that is filled in does to the rows; pure but for the rows that it is given. */
import type { ReadRows, WriteRows } from '@/offline/storage/database.ts';
import { ENTRY_PREFIX, entryKey, type HeldEntry, type HeldRow, type OutboxEntry, type Refusal, type Row, type SubmitEntryRow } from '@/offline/storage/rows.ts';
import { heldKindOf, type HeldKindName } from './held-kinds.ts';

type WithoutBase<Payload> = Payload extends unknown ? Omit<Payload, 'baseRevision'> : never;

export interface HeldChange {
  kind: HeldKindName;
  /** What the row names besides its value, such as the check point. */
  subject: object;
  deptTaskId: string;
  taskName: string;
  /** The payload of an entry of that kind, but for its revision. */
  payload: WithoutBase<HeldEntry['payload']>;
  /** The revision on the screen when the person decided; 0 for none. */
  seenRevision: number;
  /** Used where a new entry is needed, so that a repeated transaction makes the same one. */
  newEntryId: string;
  /** Not sent before this instant, so that it can still be undone. */
  notBefore: number;
}

interface AppliedHow {
  /** The row on the phone, for a change that has to stay in memory. */
  elsewhere?: HeldRow | undefined;
  /** The entry that most likely carries the value now: it is read beside the row instead of after it. */
  expectedEntryId?: string | null | undefined;
}

/** The row that a change is about. */
export const keyOfChange = (change: HeldChange): string => heldKindOf(change).keyOf(change as unknown as HeldEntry);

/**
 * Decides which entry carries a new value: the one that was never attempted is replaced under its id; anything that
 * the server may know already keeps its content, and the new value follows under a new id once that is settled.
 */
export async function applyChange(rows: WriteRows, account: string, change: HeldChange, now: number, { elsewhere, expectedEntryId = null }: AppliedHow = {}): Promise<void> {
  const kind = heldKindOf(change);
  const key = keyOfChange(change);
  const { value } = change.payload;
  const entryUnder = (id: string | null | undefined): Promise<HeldEntry | undefined> => (id ? rows.get<HeldEntry>(entryKey(id)) : Promise.resolve(undefined));
  const [stored, expected] = await Promise.all([getHeldRow(rows, key), entryUnder(expectedEntryId)]);
  const row = stored ?? elsewhere;
  // An id that leads nowhere is on the phone: what follows it waits until the phone is rid of it.
  const entry = row?.entryId === expectedEntryId ? expected : await entryUnder(row?.entryId);

  if (row && row.entryId === null && kind.isSame(row.value, value) && (row.confirmed?.revision ?? 0) >= change.seenRevision) return;

  const next = nextEntry(account, change, row, entry, now);
  if (entry && isRefused(entry) && next.id !== entry.id) rows.remove(entryKey(entry.id));
  rows.put(entryKey(next.id), next);
  putHeldRow(rows, key, { v: 1, ...change.subject, value, entryId: next.id, confirmed: row?.confirmed ?? null });
}

function nextEntry(account: string, change: HeldChange, row: HeldRow | undefined, entry: HeldEntry | undefined, now: number): HeldEntry {
  const photoIds = [...heldKindOf(change).photosOf(change.payload.value)];
  // A conflict keeps its place: the choice between mine and theirs is still open, only mine has changed.
  if (entry && (isUnattempted(entry) || entry.state === 'conflict')) {
    return {
      ...entry,
      payload: { ...change.payload, baseRevision: entry.payload.baseRevision },
      photoIds,
      nextAttemptAt: isUnattempted(entry) ? change.notBefore : entry.nextAttemptAt,
    } as HeldEntry;
  }
  const predecessor = entry === undefined ? row?.entryId : isRefused(entry) ? null : entry.id;
  const refusal = entry && (entry.state === 'failed' ? refusalOf(entry) : entry.refusal);
  return {
    v: 1,
    id: change.newEntryId,
    account,
    kind: change.kind,
    deptTaskId: change.deptTaskId,
    taskName: change.taskName,
    payload: {
      ...change.payload,
      baseRevision: entry ? entry.payload.baseRevision : Math.max(row?.confirmed?.revision ?? 0, change.seenRevision),
    },
    photoIds,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: change.notBefore,
    splits: 0,
    after: predecessor ?? null,
    ...(refusal && { refusal: { ...refusal, attempts: 0 } }),
    createdAt: new Date(now).toISOString(),
  } as HeldEntry;
}

/** What goes on from a failed entry remembers of it. */
export const refusalOf = ({ id, lastError = '服务器没有接受这项内容', failure, attempts }: OutboxEntry): Refusal => ({ id, reason: lastError, attempts, ...(failure && { failure }) });

/**
 * Takes back a value that was never attempted.
 * @returns false when the server may know it already.
 */
export async function undoChange(rows: WriteRows, key: string): Promise<boolean> {
  const row = await getHeldRow(rows, key);
  if (!row?.entryId) return false;
  const entry = await rows.get<HeldEntry>(entryKey(row.entryId));
  if (!entry || !isUnattempted(entry)) return false;
  const before = entry.after === null ? undefined : await rows.get<HeldEntry>(entryKey(entry.after));
  rows.remove(entryKey(entry.id));
  if (before) putHeldRow(rows, key, { ...row, value: before.payload.value, entryId: before.id });
  else restoreConfirmed(rows, key, row);
  return true;
}

/** The row as it was before what waits now; without a confirmed value, the server's copy shows again. */
export function restoreConfirmed(rows: WriteRows, key: string, row: HeldRow): void {
  if (row.confirmed) putHeldRow(rows, key, { ...row, value: row.confirmed.value, entryId: null });
  else rows.remove(key);
}

/**
 * An entry whose predecessor is settled, in the store that held it: it is based on what the server confirmed of that.
 * One that the server may know already keeps its base.
 */
export function withoutPredecessor(entry: HeldEntry, confirmed: HeldRow['confirmed']): HeldEntry {
  return { ...(entry.after === null ? entry : basedOn(entry, confirmed)), after: null };
}

/** An entry of somebody who gave the confirmed value as well, and this one after it. */
export function basedOn(entry: HeldEntry, confirmed: HeldRow['confirmed']): HeldEntry {
  if (entry.attempts > 0) return entry;
  const baseRevision = Math.max(entry.payload.baseRevision, confirmed?.revision ?? 0);
  return { ...entry, payload: { ...entry.payload, baseRevision } } as HeldEntry;
}

/** The server has refused it, and was given nothing of it since. */
export const isRefused = ({ state, refusal, attempts, after, exported }: OutboxEntry): boolean =>
  state === 'failed' || (state === 'waiting' && refusal?.attempts === attempts && after === null && exported !== 'whole');

/** The person may still take it back: the server was given nothing of it, or nothing since it refused it. */
export const canBeTakenBack = (entry: OutboxEntry): boolean => (entry.kind === 'submit' && entry.attempts === 0) || isRefused(entry);

/** Submissions of a department task, of whatever state. */
export const submitsOf = async (rows: WriteRows, deptTaskId: string): Promise<SubmitEntryRow[]> =>
  (await rows.list<OutboxEntry>(ENTRY_PREFIX)).filter((entry): entry is SubmitEntryRow => entry.kind === 'submit' && entry.deptTaskId === deptTaskId);

/** The server cannot know it: neither from this phone nor by a file. */
export const isUnknown = ({ attempts, exported }: Pick<OutboxEntry, 'attempts' | 'exported'>): boolean => attempts === 0 && exported !== 'whole';

export const isUnattempted = (entry: HeldEntry): boolean => isUnknown(entry) && entry.state === 'waiting';

/** A row of any kind, for what is done alike with all of them. */
export const getHeldRow = (rows: Pick<ReadRows, 'get'>, key: string): Promise<HeldRow | undefined> =>
  rows.get<Row & HeldRow>(key) as Promise<HeldRow | undefined>;

/** Puts back a row that came from `getHeldRow`, or one of the same kind. */
export const putHeldRow = (rows: Pick<WriteRows, 'put'>, key: string, row: HeldRow): void => rows.put(key, row as Row);
