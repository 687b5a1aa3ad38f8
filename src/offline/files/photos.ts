/** Photos by the SHA-256 of their bytes: shrunk, stored on this phone first, kept until nothing waits for them. */
import { readFile } from '@/api/files.ts';
import { loadChunk } from '@/lib/files/load-chunk.ts';
import { heldKindOfKey, heldPrefixes } from '@/offline/entries/held-kinds.ts';
import { accountRows, type AccountRows } from '@/offline/storage/account-rows.ts';
import type { ReadRows } from '@/offline/storage/database.ts';
import type { UnsavedRows } from '@/offline/storage/unsaved-rows.ts';
import {
  ENTRY_PREFIX,
  PHOTO_PREFIX,
  photoKey,
  uploadedKey,
  type AnswerRow,
  type CorrectionRow,
  type OutboxEntry,
  type PhotoRow,
  type Row,
  type UploadedRow,
} from '@/offline/storage/rows.ts';
import { currentAccount } from '@/session/current-account.ts';

let shrinking: Promise<typeof import('./shrink-photo.ts')> | undefined;

/** Gets what reads pictures: not part of the first screen, and called where photos can be added, while there is a network. */
export const loadShrinking = (): Promise<typeof import('./shrink-photo.ts')> =>
  (shrinking ??= loadChunk(() => import('./shrink-photo.ts')).catch((error: unknown) => {
    shrinking = undefined;
    throw new Error('照片功能没有加载，请联网后再试', { cause: error });
  }));

/**
 * Shrinks a picture to a JPEG and stores it. The same picture twice is one photo.
 * @param account whose photo it is, whoever is signed in by the time it is shrunk
 * @returns its SHA-256, once it is stored: see `storePhoto`
 * @throws PhotoError when the browser cannot read the picture
 */
export async function addPhoto(file: Blob, account: string): Promise<string> {
  const { shrinkPhoto } = await loadShrinking();
  const jpeg = await shrinkPhoto(file);
  return await storePhoto(account, await jpeg.arrayBuffer(), jpeg.type);
}

/**
 * Stores bytes as they are. What the phone refuses stays in this tab's memory: whatever takes the photo is then not
 * saved either, and says so.
 * @returns their SHA-256
 */
export async function storePhoto(account: string, bytes: ArrayBuffer, type: string): Promise<string> {
  const sha256 = await hashOf(bytes);
  const row: PhotoRow = { v: 1, sha256, type, bytes, createdAt: new Date().toISOString() };
  await accountRows(account).changeSomewhere(async (rows) => rows.put(photoKey(sha256), row));
  return sha256;
}

/** The bytes on this phone, or undefined. @throws StorageError */
export async function readLocalPhoto(rows: AccountRows, sha256: string): Promise<PhotoRow | undefined> {
  const key = photoKey(sha256);
  return rows.unsaved.get<PhotoRow>(key) ?? (await rows.disk.read((read) => read.get<PhotoRow>(key)));
}

/** Photos of the server that were shown last, by account and hash: the browser's cache keeps none of them. */
const shown = new Map<string, Blob>();
const MOST_SHOWN = 40;

/** A photo for display: from this phone, otherwise from the server. @throws ApiError, or AbortError after `signal` aborted */
export async function loadPhoto(sha256: string, signal?: AbortSignal): Promise<Blob> {
  const account = currentAccount();
  const local = await readLocalPhoto(accountRows(account), sha256).catch(() => undefined);
  if (local) return new Blob([local.bytes], { type: local.type });
  const key = `${account} ${sha256}`;
  const blob = shown.get(key) ?? (await readFile(sha256, signal));
  // Behind the others, so that the one in front is the one that was shown longest ago.
  shown.delete(key);
  shown.set(key, blob);
  const [oldest] = shown.keys();
  if (oldest !== undefined && shown.size > MOST_SHOWN) shown.delete(oldest);
  return blob;
}

/** For signing out. */
export const forgetShownPhotos = (): void => shown.clear();

/** An orphan younger than this may belong to an answer or a correction that is just being written. */
const ORPHAN_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Removes photos that the server confirmed, or that no answer or correction ever took, once neither one of these on
 * this phone nor a waiting entry refers to them.
 */
export async function prunePhotos(account: string, now = Date.now()): Promise<void> {
  const { disk, unsaved } = accountRows(account);
  const stored = await disk.read((rows) => rows.keys(PHOTO_PREFIX));
  if (stored.length === 0) return;
  const seemUsed = await disk.read((rows) => usedPhotos(rows, unsaved));
  for (const key of stored) {
    const sha256 = key.slice(PHOTO_PREFIX.length);
    if (seemUsed.has(sha256)) continue;
    // One at a time, since the bytes of all would be too much for a phone; and asked again, since an answer may just have taken it.
    await disk.change(async (rows) => {
      if ((await usedPhotos(rows, unsaved)).has(sha256)) return;
      const photo = await rows.get<PhotoRow>(key);
      const isUploaded = (await rows.get<UploadedRow>(uploadedKey(sha256))) !== undefined;
      if (!isUploaded && photo && now - Date.parse(photo.createdAt) < ORPHAN_MS) return;
      rows.remove(key);
      rows.remove(uploadedKey(sha256));
    });
  }
}

/** What answers, corrections and waiting entries refer to, those that the phone refused among them. */
export async function usedPhotos(rows: ReadRows, unsaved: UnsavedRows): Promise<Set<string>> {
  const all = async <T extends Row>(prefix: string): Promise<T[]> => [...(await rows.list<T>(prefix)), ...unsaved.list<T>(prefix)];
  const inEntries = all<OutboxEntry>(ENTRY_PREFIX).then((entries) => entries.flatMap((entry) => entry.photoIds));
  const inHeld = heldPrefixes.map(async (prefix) => {
    const { photosOf } = heldKindOfKey(prefix);
    return (await all<AnswerRow | CorrectionRow>(prefix)).flatMap((row) => photosOf(row.value));
  });
  return new Set((await Promise.all([inEntries, ...inHeld])).flat());
}

/** Missing at an address without HTTPS. */
const { subtle } = crypto as { subtle?: SubtleCrypto };
const loadOwnSha256 = (): Promise<typeof import('@/lib/files/sha256.ts')> => loadChunk(() => import('@/lib/files/sha256.ts'));
// Before the network goes: there is no worker there that keeps the app's files.
if (subtle === undefined) loadOwnSha256().catch(() => undefined);

export async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = subtle === undefined ? (await loadOwnSha256()).sha256(new Uint8Array(bytes)) : new Uint8Array(await subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
