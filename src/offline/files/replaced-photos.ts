/** What a marked picture takes the place of. */
import { accountRows } from '@/offline/storage/account-rows.ts';
import { ENTRY_PREFIX, photoKey, uploadedKey, type OutboxEntry, type UploadedRow } from '@/offline/storage/rows.ts';
import { readLocalPhoto, usedPhotos } from './photos.ts';

/** Whether nothing of the photo has left this phone yet, nor is about to. @throws StorageError */
export async function isPhotoOnlyHere(account: string, sha256: string): Promise<boolean> {
  const rows = accountRows(account);
  if ((await readLocalPhoto(rows, sha256)) === undefined) return false;
  // One that was tried keeps its photos: the server may have them.
  const mayHaveLeft = ({ photoIds, attempts }: OutboxEntry): boolean => attempts > 0 && photoIds.includes(sha256);
  if (rows.unsaved.get(uploadedKey(sha256)) !== undefined || rows.unsaved.list<OutboxEntry>(ENTRY_PREFIX).some(mayHaveLeft)) return false;
  return await rows.disk.read(
    async (read) => (await read.get<UploadedRow>(uploadedKey(sha256))) === undefined && !(await read.list<OutboxEntry>(ENTRY_PREFIX)).some(mayHaveLeft),
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
