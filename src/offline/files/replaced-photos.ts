/** What a marked picture takes the place of. */
import { requestSync } from '@/offline/entries/sync-status.ts';
import { accountRows } from '@/offline/storage/account-rows.ts';
import { ENTRY_PREFIX, entryKey, photoKey, uploadedKey, type OutboxEntry, type UploadedRow } from '@/offline/storage/rows.ts';
import { readLocalPhoto, usedPhotos } from './photos.ts';

/** Should the page end meanwhile, what is held is sent then. */
const HOLD_MS = 30_000;
/** How often a hold has to be renewed, with a phone that is slow in between. */
export const HOLD_AGAIN_MS = HOLD_MS / 3;

/**
 * Holds back what shows the photo, while somebody covers parts of it, unless it may have left this phone.
 * @returns whether nothing of the photo has left, nor is about to
 * @throws StorageError
 */
export async function holdPhoto(account: string, sha256: string): Promise<boolean> {
  await delay(account, sha256, Date.now() + HOLD_MS);
  return await isPhotoOnlyHere(account, sha256);
}

/** Lets go what `holdPhoto` held back. Never rejects over storage. */
export async function releasePhoto(account: string, sha256: string): Promise<void> {
  await delay(account, sha256, 0);
  requestSync();
}

async function delay(account: string, sha256: string, nextAttemptAt: number): Promise<void> {
  await accountRows(account).changeEverywhere(async (rows) => {
    for (const entry of await rows.list<OutboxEntry>(ENTRY_PREFIX)) {
      if (entry.photoIds.includes(sha256) && !mayHaveLeft(entry)) rows.put(entryKey(entry.id), { ...entry, nextAttemptAt });
    }
  });
}

/** One that was tried keeps its photos: the server may have them. A photo is tried before its entry is. A file has them too. */
const mayHaveLeft = ({ attempts, serverFailures = 0, exported }: OutboxEntry): boolean => attempts > 0 || serverFailures > 0 || exported !== undefined;

/** Whether nothing of the photo has left this phone yet, nor is about to. @throws StorageError */
export async function isPhotoOnlyHere(account: string, sha256: string): Promise<boolean> {
  const rows = accountRows(account);
  if ((await readLocalPhoto(rows, sha256)) === undefined) return false;
  const hasLeft = (entry: OutboxEntry): boolean => entry.photoIds.includes(sha256) && mayHaveLeft(entry);
  if (rows.unsaved.get(uploadedKey(sha256)) !== undefined || rows.unsaved.list<OutboxEntry>(ENTRY_PREFIX).some(hasLeft)) return false;
  return await rows.disk.read(
    async (read) => (await read.get<UploadedRow>(uploadedKey(sha256))) === undefined && !(await read.list<OutboxEntry>(ENTRY_PREFIX)).some(hasLeft),
  );
}

/** Takes a photo from this phone that nobody wants any more, unless something here still refers to it. Never rejects over storage. */
export async function forgetPhoto(account: string, sha256: string): Promise<void> {
  const { unsaved, changeEverywhere } = accountRows(account);
  await changeEverywhere(async (rows) => {
    if ((await usedPhotos(rows, unsaved)).has(sha256)) return;
    rows.remove(photoKey(sha256));
    rows.remove(uploadedKey(sha256));
  });
}
