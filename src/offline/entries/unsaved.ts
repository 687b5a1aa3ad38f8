/** Brings what lives in this tab's memory to the phone, as soon as the phone takes it. */
import { v7 as uuidv7 } from 'uuid';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { type ReadRows, StorageError, type WriteRows } from '@/offline/storage/database.ts';
import { moveDrafts } from '@/offline/forms/form-drafts.ts';
import {
  ENTRY_PREFIX,
  entryKey,
  META_PREFIX,
  PHOTO_PREFIX,
  photoKey,
  SUBMITTED_PREFIX,
  submittedKey,
  type HeldEntry,
  type HeldRow,
  type OutboxEntry,
  type PhotoRow,
  type Row,
  type SubmittedRow,
} from '@/offline/storage/rows.ts';
import { applyChange, basedOn, getHeldRow, listHeldRows, putHeldRow, withoutPredecessor } from './held-change.ts';
import { heldKindOf, heldKindOfKey, isHeldEntry } from './held-kinds.ts';

/** Whether anything is in memory that the phone may take by now. */
export const isAnythingRefused = (rows: AccountRows): Promise<boolean> =>
  rows.memory.read(async (read) => (await read.keys('')).some((key) => !key.startsWith(META_PREFIX)));

/**
 * Tries to store everything that is in memory only, but for copies; safe to call at any time.
 * @returns the photos that stay in memory: an answer that shows one of them is not saved.
 */
export async function moveToDisk(rows: AccountRows): Promise<ReadonlySet<string>> {
  const { photos, held, deeds, submitted } = await rows.memory.read(async (read) => ({
    photos: await read.list<PhotoRow>(PHOTO_PREFIX),
    held: await listHeldRows(read),
    deeds: (await read.list<OutboxEntry>(ENTRY_PREFIX)).filter((entry) => !isHeldEntry(entry)),
    submitted: await read.list<SubmittedRow>(SUBMITTED_PREFIX),
  }));
  const unsaved = new Set(photos.map((photo) => photo.sha256));
  for (const photo of photos) {
    if (!(await move(rows, photoKey(photo.sha256), photo))) break;
    unsaved.delete(photo.sha256);
  }
  // What the phone refuses once it refuses again: the rest waits for the next time.
  for (const { key, row } of held) {
    const hasUnsavedPhoto = heldKindOfKey(key).photosOf(row.value).some((photo) => unsaved.has(photo));
    if (!hasUnsavedPhoto && !(await moveHeldRow(rows, key, row))) break;
  }
  for (const deed of deeds) if (!(await move(rows, entryKey(deed.id), deed))) break;
  for (const row of submitted) if (!(await moveSubmitted(rows, row))) break;
  await moveDrafts(rows);
  return unsaved;
}

async function move(rows: AccountRows, key: string, row: Row): Promise<boolean> {
  if (!(await isStored(rows, async (disk) => disk.put(key, row)))) return false;
  await rows.memory.change(async (memory) => memory.remove(key));
  return true;
}

/** Another tab may have submitted the task once more, after a return. */
async function moveSubmitted(rows: AccountRows, row: SubmittedRow): Promise<boolean> {
  const key = submittedKey(row.deptTaskId);
  const store = async (disk: WriteRows): Promise<void> => {
    const stored = await disk.get<SubmittedRow>(key);
    if ((stored?.returnedAt ?? '') <= (row.returnedAt ?? '')) disk.put(key, row);
  };
  if (!(await isStored(rows, store))) return false;
  await rows.memory.change(async (memory) => memory.remove(key));
  return true;
}

/** The newest value wins, so a memory row that changed meanwhile is left for the next time. */
async function moveHeldRow(rows: AccountRows, key: string, row: HeldRow): Promise<boolean> {
  const entries = await rows.memory.read((read) => entriesOf(read, row));
  let moved: readonly HeldEntry[] = [];
  const store = async (disk: WriteRows): Promise<void> => {
    moved = await storeHeldRow(disk, rows.account, key, row, entries);
  };
  if (!(await isStored(rows, store))) return false;
  await rows.memory.change(async (memory) => {
    const current = await getHeldRow(memory, key);
    if (current !== row) return;
    memory.remove(key);
    for (const { id } of moved) memory.remove(entryKey(id));
  });
  return true;
}

/** The entry that carries the value, and those that it follows; the newest first. */
async function entriesOf(rows: ReadRows, { entryId }: HeldRow): Promise<HeldEntry[]> {
  const entries: HeldEntry[] = [];
  for (let id = entryId; id !== null; ) {
    const entry = await rows.get<HeldEntry>(entryKey(id));
    if (entry) entries.push(entry);
    id = entry?.after ?? null;
  }
  return entries;
}

/** @returns the entries that need not stay in memory */
async function storeHeldRow(disk: WriteRows, account: string, key: string, row: HeldRow, entries: readonly HeldEntry[]): Promise<readonly HeldEntry[]> {
  const stored = await getHeldRow(disk, key);
  const entry = entries[0];
  const confirmed = latest(stored?.confirmed ?? null, row.confirmed);
  if (!stored?.entryId) {
    if (!entry && stored && confirmed === stored.confirmed) {
      // What another tab has delivered since is newer than what this one has.
      putHeldRow(disk, key, stored);
      return entries;
    }
    // Keeps ids, attempts and order: the server may know the entries from this tab already.
    const oldest = entries.at(-1);
    for (const each of entries) disk.put(entryKey(each.id), each === oldest ? withoutPredecessor(each, confirmed) : each);
    putHeldRow(disk, key, { ...row, entryId: entry?.id ?? null, confirmed });
    return entries;
  }
  if (!entry || (stored.entryId === entry.id && heldKindOf(entry).isSame(stored.value, row.value))) {
    // It is there already, perhaps by a write that was reported as failed: written again, so that the screen learns of it.
    const storedEntry = await disk.get<HeldEntry>(entryKey(stored.entryId));
    if (storedEntry) disk.put(entryKey(storedEntry.id), storedEntry.after === null ? basedOn(storedEntry, confirmed) : storedEntry);
    putHeldRow(disk, key, { ...stored, confirmed });
    return entries.slice(0, 1);
  }
  const { baseRevision, ...payload } = entry.payload;
  const { v: _version, value: _value, entryId: _entryId, confirmed: _confirmed, ...subject } = row;
  const change = { kind: entry.kind, subject, deptTaskId: entry.deptTaskId, taskName: entry.taskName, payload };
  // An id that the server may know with an older value cannot carry a newer one.
  const newEntryId = entry.attempts === 0 && stored.entryId !== entry.id ? entry.id : uuidv7();
  await applyChange(disk, account, { ...change, seenRevision: baseRevision, newEntryId, notBefore: entry.nextAttemptAt }, Date.now());
  return [entry];
}

const latest = (one: HeldRow['confirmed'], other: HeldRow['confirmed']): HeldRow['confirmed'] =>
  (one?.revision ?? 0) >= (other?.revision ?? 0) ? one : other;

async function isStored(rows: AccountRows, work: (disk: WriteRows) => Promise<void>): Promise<boolean> {
  try {
    await rows.disk.change(work);
    return true;
  } catch (error) {
    if (error instanceof StorageError) return false;
    throw error;
  }
}
