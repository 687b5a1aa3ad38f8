/** What an outcome does to the rows, in one transaction; an entry that is gone was settled by somebody else already. */
import { backOff } from '@/lib/back-off.ts';
import type { WriteRows } from '@/offline/storage/database.ts';
import { DELIVERED_KEY, ENTRY_PREFIX, entryKey, submittedKey, type DeliveredRow, type EntryFailure, type HeldEntry, type HeldRow, type HeldTheirs, type OutboxEntry, type SubmittedRow } from '@/offline/storage/rows.ts';
import { applyChange, getHeldRow, isUnattempted, keyOfChange, putHeldRow, restoreConfirmed, submitsOf } from './held-change.ts';
import type { SubmittedAnswer } from './entry-kinds.ts';
import { heldKindOf, isHeldEntry } from './held-kinds.ts';
import type { Outcome } from './sync-plan.ts';

export interface Clock {
  now: number;
  /** 0 to 1. */
  random: number;
}

export const PHOTO_MISSING_REASON = '照片缺失，请重新拍摄，或删去照片并在说明中注明';

/**
 * @param canUpload whether this phone still has the bytes of a photo
 * @returns false where the entry was not there, or made room for a newer value of the same
 */
export async function settle(
  rows: WriteRows,
  entryId: string,
  outcome: Outcome,
  clock: Clock,
  canUpload: (sha256: string) => boolean,
): Promise<boolean> {
  const entry = await rows.get<OutboxEntry>(entryKey(entryId));
  if (!entry) return false;
  switch (outcome.type) {
    case 'saved':
      return await settleSaved(rows, entry, outcome.revision);
    case 'submitted':
      settleSubmitted(rows, entry, outcome);
      break;
    case 'needless':
      rows.remove(entryKey(entryId));
      break;
    case 'conflict':
      await settleConflict(rows, entry, outcome.theirs);
      break;
    case 'rejected':
      await settleRejected(rows, entry, outcome.reason);
      break;
    case 'handedIn':
      await settleHandedIn(rows, entry);
      break;
    case 'notLate':
      await settleNotLate(rows, entry, clock.now);
      break;
    case 'photosMissing':
      if (outcome.photos.length === 0 || !outcome.photos.every(canUpload)) await settleRejected(rows, entry, PHOTO_MISSING_REASON, 'photosMissing');
      else {
        // At once the first time; a server that goes on losing them is not asked without end.
        rows.put(entryKey(entryId), { ...entry, state: 'waiting', nextAttemptAt: entry.attempts > 1 ? clock.now + backOff(entry.attempts, clock.random) : 0 });
      }
      break;
    case 'unsent':
      rows.put(entryKey(entryId), { ...entry, state: 'waiting' });
      break;
    case 'later': {
      const serverFailures = (entry.serverFailures ?? 0) + 1;
      rows.put(entryKey(entryId), {
        ...entry,
        state: 'waiting',
        lastError: outcome.reason,
        splits: entry.splits + (outcome.isSplit ? 1 : 0),
        serverFailures,
        // Tries that the network lost say nothing of how long the server needs.
        nextAttemptAt: clock.now + backOff(serverFailures, clock.random),
      });
      break;
    }
    case 'needsLogin':
      rows.put(entryKey(entryId), { ...entry, state: 'needsLogin', lastError: outcome.reason });
      break;
  }
  return true;
}

/**
 * What the server was found to hold since the person decided. An entry that is not sent yet, such as an incomplete answer, asks
 * for the same choice as one that the server answered with it; a choice that is open already is between mine and what is there now.
 */
export async function meetTheirs(rows: WriteRows, entryId: string, theirs: HeldTheirs): Promise<void> {
  const entry = await rows.get<OutboxEntry>(entryKey(entryId));
  if (!entry || !isHeldEntry(entry)) return;
  const isUnsent = isUnattempted(entry) && entry.after === null;
  const known = entry.state === 'conflict' ? entry.theirs?.revision : isUnsent ? entry.payload.baseRevision : undefined;
  if (known === undefined || known >= theirs.revision) return;
  await settleConflict(rows, entry, theirs);
}

/** Counts things that the server confirmed, in the transaction that removed their entries. */
export async function countDelivered(rows: WriteRows, count: number): Promise<void> {
  const before = await rows.get<DeliveredRow>(DELIVERED_KEY);
  const isWhole = (await rows.keys(ENTRY_PREFIX)).length === 0;
  rows.put(DELIVERED_KEY, { v: 1, count: (before === undefined || before.isWhole ? 0 : before.count) + count, isWhole } satisfies DeliveredRow);
}

async function settleSaved(rows: WriteRows, entry: OutboxEntry, revision: number): Promise<boolean> {
  rows.remove(entryKey(entry.id));
  if (!isHeldEntry(entry)) return true;
  const { key, row, newer } = await carriedBy(rows, entry);
  if (!row) return true;
  const confirmed = { value: entry.payload.value, revision };
  putHeldRow(rows, key, { ...row, confirmed, entryId: row.entryId === entry.id ? null : row.entryId });
  // The person went on from the value that is confirmed now.
  if (newer) rows.put(entryKey(newer.id), { ...withoutRefusal(newer), after: null, payload: { ...newer.payload, baseRevision: revision } } as HeldEntry);
  return newer === undefined;
}

function settleSubmitted(rows: WriteRows, entry: OutboxEntry, { status, isLate, submittedAt, correctionId = null }: SubmittedAnswer): void {
  rows.remove(entryKey(entry.id));
  if (entry.kind !== 'submit') return;
  const { deptTaskId, payload } = entry;
  const { returnedAt, withdrawnAt = null } = payload;
  const row: SubmittedRow = { v: 1, deptTaskId, status, isLate, submittedAt: submittedAt ?? payload.submittedAt, returnedAt, withdrawnAt, correctionId };
  rows.put(submittedKey(deptTaskId), row);
}

/** The screen shows the server's value again; what the person has entered since goes on by itself. */
async function settleHandedIn(rows: WriteRows, entry: OutboxEntry): Promise<void> {
  rows.remove(entryKey(entry.id));
  if (!isHeldEntry(entry)) return;
  const { key, row, newer } = await carriedBy(rows, entry);
  if (newer) rows.put(entryKey(newer.id), { ...withoutRefusal(newer), after: null });
  else if (row) restoreConfirmed(rows, key, row);
}

/** It goes the usual way again, unless the person has entered something newer there since. */
async function settleNotLate(rows: WriteRows, entry: OutboxEntry, now: number): Promise<void> {
  if (entry.kind !== 'late' && entry.kind !== 'lateCorrection') return;
  const { id, deptTaskId, taskName } = entry;
  const held =
    entry.kind === 'late'
      ? { kind: 'answer' as const, subject: { deptTaskId, pointId: entry.payload.pointId }, payload: entry.payload }
      : { kind: 'correction' as const, subject: { correctionId: entry.payload.correctionId, itemId: entry.payload.itemId }, payload: entry.payload };
  const change = { ...held, deptTaskId, taskName, seenRevision: entry.payload.baseRevision, newEntryId: id, notBefore: 0 };
  rows.remove(entryKey(id));
  if ((await getHeldRow(rows, keyOfChange(change)))?.entryId) return;
  await applyChange(rows, entry.account, change, now);
}

async function settleConflict(rows: WriteRows, entry: OutboxEntry, theirs: HeldTheirs): Promise<void> {
  if (!isHeldEntry(entry)) return settleRejected(rows, entry, '已被他人修改');
  const kind = heldKindOf(entry);
  const { key, row, newer } = await carriedBy(rows, entry);
  const last = newer ?? entry;
  if (newer) rows.remove(entryKey(entry.id));
  const value = kind.valueOf(theirs);
  if (kind.isSame(last.payload.value, value)) {
    // Both decided alike: there is nothing to choose.
    rows.remove(entryKey(last.id));
    if (row) putHeldRow(rows, key, { ...row, entryId: null, confirmed: { value, revision: theirs.revision } });
    return;
  }
  rows.put(entryKey(last.id), { ...withoutRefusal(last), state: 'conflict', theirs, after: null, lastError: kind.changedBy(theirs) } as HeldEntry);
}

/** A refused value that the person replaced meanwhile is nobody's concern; otherwise it stays, with the reason. */
async function settleRejected(rows: WriteRows, entry: OutboxEntry, reason: string, failure?: EntryFailure): Promise<void> {
  const newer = isHeldEntry(entry) ? (await carriedBy(rows, entry)).newer : undefined;
  if (newer) {
    rows.remove(entryKey(entry.id));
    rows.put(entryKey(newer.id), { ...newer, after: null });
  } else {
    rows.put(entryKey(entry.id), { ...withoutRefusal(entry), state: 'failed', lastError: reason, ...(failure && { failure }) });
  }
}

/** Of a task that takes none any more: it would wait for the refused answers, and be refused itself. */
export async function removeWaitingSubmit(rows: WriteRows, deptTaskId: string): Promise<void> {
  for (const { id, attempts } of await submitsOf(rows, deptTaskId)) if (attempts === 0) rows.remove(entryKey(id));
}

/** Once the server has said something new. */
const withoutRefusal = <Entry extends OutboxEntry>({ refusal: _refusal, ...entry }: Entry): Entry => entry as unknown as Entry;

/** The row that an entry is about, and the entry that carries a newer value than it. */
async function carriedBy(rows: WriteRows, entry: HeldEntry): Promise<{ key: string; row: HeldRow | undefined; newer: HeldEntry | undefined }> {
  const key = heldKindOf(entry).keyOf(entry);
  const row = await getHeldRow(rows, key);
  if (!row?.entryId || row.entryId === entry.id) return { key, row, newer: undefined };
  return { key, row, newer: await rows.get<HeldEntry>(entryKey(row.entryId)) };
}
