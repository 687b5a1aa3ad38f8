/** Brings what lives in this tab's memory to the phone, as soon as the phone takes it. */
import { v7 as uuidv7 } from 'uuid';
import { unlessLater, type AccountRows } from '@/offline/storage/account-rows.ts';
import type { WriteRows } from '@/offline/storage/database.ts';
import type { UnsavedRows } from '@/offline/storage/unsaved-rows.ts';
import { moveDrafts } from '@/offline/forms/form-drafts.ts';
import {
  DELIVERED_KEY,
  ENTRY_PREFIX,
  entryKey,
  META_PREFIX,
  PHOTO_PREFIX,
  photoKey,
  SUBMITTED_PREFIX,
  type DeliveredRow,
  type HeldEntry,
  type HeldRow,
  type OutboxEntry,
  type PhotoRow,
  type Row,
  type SubmittedRow,
} from '@/offline/storage/rows.ts';
import { applyChange, basedOn, getHeldRow, isUnknown, putHeldRow, withoutPredecessor } from './held-change.ts';
import { heldKindOf, heldKindOfKey, heldPrefixes, isHeldEntry } from './held-kinds.ts';

/** Whether anything is in memory that the phone may take by now. */
export const isAnythingUnsaved = ({ unsaved }: AccountRows): boolean => unsaved.keysUnder('').some((key) => !key.startsWith(META_PREFIX));

/**
 * Tries to store everything that is in memory only, but for copies; safe to call at any time.
 * @returns the photos that stay in memory: an answer that shows one of them is not saved.
 */
export async function moveToDisk(rows: AccountRows): Promise<ReadonlySet<string>> {
  const { unsaved } = rows;
  const photos = unsaved.list<PhotoRow>(PHOTO_PREFIX).map(({ sha256 }) => sha256);
  const held = heldPrefixes.flatMap((prefix) => unsaved.keysUnder(prefix));
  const deeds = unsaved.list<OutboxEntry>(ENTRY_PREFIX).filter((entry) => !isHeldEntry(entry));
  const submitted = unsaved.keysUnder(SUBMITTED_PREFIX);
  const unsavedPhotos = new Set(photos);
  for (const photo of photos) {
    if (!(await rows.move(photoKey(photo)))) break;
    unsavedPhotos.delete(photo);
  }
  // What the phone refuses once it refuses again: the rest waits for the next time.
  for (const key of held) if (!showsAny(unsavedPhotos, key, unsaved) && !(await rows.move<HeldRowOfAnyKind>(key, storeHeld(rows, key)))) break;
  for (const { id } of deeds) if (!(await rows.move(entryKey(id)))) break;
  for (const key of submitted) if (!(await rows.move(key, unlessLater(key, wasReturnedLater)))) break;
  await rows.move<DeliveredRow>(DELIVERED_KEY, addDelivered);
  await moveDrafts(rows);
  return unsavedPhotos;
}

type HeldRowOfAnyKind = Row & HeldRow;

const showsAny = (photos: ReadonlySet<string>, key: string, unsaved: UnsavedRows): boolean => {
  const row = unsaved.get<HeldRowOfAnyKind>(key);
  return row !== undefined && heldKindOfKey(key).photosOf(row.value).some((photo) => photos.has(photo));
};

/** Another tab may have submitted the task once more, after a return. */
const wasReturnedLater = (stored: SubmittedRow, unsaved: SubmittedRow): boolean => (stored.returnedAt ?? '') > (unsaved.returnedAt ?? '');

async function addDelivered(disk: WriteRows, unsaved: DeliveredRow): Promise<void> {
  const stored = await disk.get<DeliveredRow>(DELIVERED_KEY);
  const isWhole = unsaved.isWhole && (await disk.keys(ENTRY_PREFIX)).length === 0;
  disk.put(DELIVERED_KEY, { v: 1, count: unsaved.count + (stored === undefined || stored.isWhole ? 0 : stored.count), isWhole });
}

/** Entries that a change has brought since go with the next value. */
const storeHeld =
  ({ account, unsaved }: AccountRows, key: string) =>
  async (disk: WriteRows, row: HeldRow): Promise<readonly string[]> =>
    (await storeHeldRow(disk, account, key, row, entriesOf(unsaved, row))).map(({ id }) => entryKey(id));

/** The entry that carries the value, and those that it follows; the newest first. */
function entriesOf(unsaved: UnsavedRows, { entryId }: HeldRow): HeldEntry[] {
  const entries: HeldEntry[] = [];
  for (let id = entryId; id !== null; ) {
    const entry = unsaved.get<HeldEntry>(entryKey(id));
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
  const newEntryId = isUnknown(entry) && stored.entryId !== entry.id ? entry.id : uuidv7();
  await applyChange(disk, account, { ...change, seenRevision: baseRevision, newEntryId, notBefore: entry.nextAttemptAt }, Date.now());
  return [entry];
}

const latest = (one: HeldRow['confirmed'], other: HeldRow['confirmed']): HeldRow['confirmed'] =>
  (one?.revision ?? 0) >= (other?.revision ?? 0) ? one : other;
