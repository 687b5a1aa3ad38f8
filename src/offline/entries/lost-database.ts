/**
 * An account's database vanished under the page, since somebody cleared the site's data or the browser wanted the room. What the
 * page knows of it was written again; what is not there any more is said here.
 */
import { type RowChange, type RowStore, StorageError } from '@/offline/storage/database.ts';
import type { KnownRows } from '@/offline/storage/known-rows.ts';
import type { UnsavedStore } from '@/offline/storage/unsaved-rows.ts';
import { ENTRY_PREFIX, photoKey, UPLOAD_PREFIX, uploadedKey, type OutboxEntry } from '@/offline/storage/rows.ts';
import { noteLoss } from '@/offline/storage/storage-state.ts';
import { heldPrefixes } from './held-kinds.ts';
import { settle } from './settle.ts';

/** An entry whose photo is gone waits for the person and not for the network. @param lost keys of large rows that are gone */
export async function sayWhatIsLost(account: string, disk: RowStore, known: KnownRows, lost: readonly string[]): Promise<void> {
  const gone = new Set(lost);
  const isGone = (sha256: string): boolean => gone.has(photoKey(sha256)) && !known.rows().has(uploadedKey(sha256));
  try {
    const isPhotoLost = await disk.change(async (rows) => {
      const entries = (await rows.list<OutboxEntry>(ENTRY_PREFIX)).filter(({ photoIds }) => photoIds.some(isGone));
      for (const { id, photoIds } of entries) {
        await settle(rows, id, { type: 'photosMissing', photos: photoIds.filter(isGone) }, { now: Date.now(), random: 0 }, () => false);
      }
      return entries.length > 0;
    });
    if (isPhotoLost || lost.some((key) => key.startsWith(UPLOAD_PREFIX))) noteLoss(account, new Date());
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    noteLoss(account, new Date());
  }
}

const givenPrefixes = [ENTRY_PREFIX, ...heldPrefixes];

/** Where the phone does not take it back, it is in this page's memory alone, and is shown so. @returns what the database has no more */
export async function moveToMemory(known: KnownRows, unsaved: UnsavedStore): Promise<RowChange[]> {
  const given = [...known.rows()].filter(([key]) => givenPrefixes.some((prefix) => key.startsWith(prefix)));
  await unsaved.change(async (rows) => {
    for (const [key, row] of given) if ((await rows.get(key)) === undefined) rows.put(key, row);
  });
  const changes = given.map(([key]) => ({ key, row: undefined }));
  known.note(changes);
  return changes;
}
