import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DAY_MS, shanghaiDay } from '#contract/calendar.ts';
import type { Database } from '../database/connect.ts';
import { inspectPortableCopy, readPortableCopy, writePortableCopy } from '../database/portable-copy.ts';
import { makeFolder, syncFolder } from '../files/durable-folder.ts';
import type { FileStore } from '../files/file-store.ts';
import { makePrivate, PRIVATE_FILE, PRIVATE_FOLDER } from '../private-mode.ts';
import { fileKey } from '../modules/files/file-service.ts';
import { lawPdfKey } from '../modules/laws/law-service.ts';
import {
  backupName,
  DATABASE,
  FILES,
  hashFile,
  isNamedBy,
  listBackups,
  MANIFEST,
  type Manifest,
  readSums,
  removeOldBackups,
  removePartialBackups,
  SUMS,
} from './backup-folder.ts';

/** A prime, so that backups every other day, or once a week, come to all of them as well. */
export const READ_AGAIN_SHARES = 13;

export interface CreatedBackup {
  folder: string;
  manifest: Manifest;
  /** Names of earlier ones that were removed. */
  removed: string[];
}

/**
 * Writes a backup into a directory, while servers go on reading and writing. Files that the backup before has too are
 * links to the same bytes: each backup is whole by itself, and costs only what is new. Some of these are read again each
 * day, since bytes that a disk spoils would otherwise go from backup to backup.
 * @param keep how many backups stay, this one included; all if absent
 */
export async function createBackup(
  source: { database: Database; files: FileStore },
  options: { directory: string; keep?: number; now: Date },
): Promise<CreatedBackup> {
  const { directory, now } = options;
  await makeFolder(directory);
  await removePartialBackups(directory, now);
  const name = backupName(now);
  const folder = join(directory, name);
  const partial = join(directory, `.${name}-${randomUUID()}.partial`);
  // It holds telephone and ID-card numbers of everybody.
  await mkdir(partial, { mode: PRIVATE_FOLDER });
  try {
    // Before the files: what the database names was stored before it was named.
    await writePortableCopy(source.database, partial);
    makePrivate(join(partial, DATABASE), PRIVATE_FILE);
    const facts = inspectPortableCopy(partial);
    const before = (await listBackups(directory)).at(-1);
    const files = await copyFiles(source.files, partial, before === undefined ? undefined : join(directory, before), now);
    const manifest: Manifest = {
      product: 'zyzc',
      format: 1,
      createdAt: now.toISOString(),
      source: source.database.dialect,
      ...facts,
      files: { count: files.keys.size, bytes: files.bytes },
      missingFiles: findMissing(partial, files.keys),
      damagedFiles: files.damaged,
      damagedBefore: files.damagedBefore,
      sums: await hashFile(join(partial, SUMS)),
    };
    await writeFile(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true, mode: PRIVATE_FILE });
    await rename(partial, folder);
    await syncFolder(directory);
    const removed = options.keep === undefined ? [] : await removeOldBackups(directory, options.keep);
    return { folder, manifest, removed };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

interface CopiedFiles {
  keys: Set<string>;
  bytes: number;
  damaged: string[];
  damagedBefore: string[];
}

/** Copies every file and lists the hashes of all, the database's first. */
async function copyFiles(store: FileStore, folder: string, before: string | undefined, now: Date): Promise<CopiedFiles> {
  const known = before === undefined ? new Map<string, string>() : await readSums(before);
  const isDue = readAgainOn(now);
  const copied: CopiedFiles = { keys: new Set(), bytes: 0, damaged: [], damagedBefore: [] };
  /** Links to what the backup before has. @returns its hash, or undefined where the file is to be copied */
  const linkFile = async (key: string, path: string): Promise<string | undefined> => {
    const hash = known.get(path);
    // A damaged one is copied again: it may have been put right.
    if (before === undefined || hash === undefined || !isNamedBy(hash, key)) return undefined;
    const from = join(before, path);
    if (isDue(hash) && (await hashFile(from).catch(() => undefined)) !== hash) {
      copied.damagedBefore.push(key);
      return undefined;
    }
    return (await tryLink(from, join(folder, path))) ? hash : undefined;
  };
  const sums = await open(join(folder, SUMS), 'wx', PRIVATE_FILE);
  try {
    await sums.write(`${await hashFile(join(folder, DATABASE))}  ${DATABASE}\n`);
    for await (const key of store.keys()) {
      const path = `${FILES}/${key}`;
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
      const hash = (await linkFile(key, path)) ?? (await copyFile(store, key, target));
      if (!isNamedBy(hash, key)) copied.damaged.push(key);
      await sums.write(`${hash}  ${path}\n`);
      copied.keys.add(key);
      copied.bytes += (await stat(target)).size;
    }
    await sums.sync();
  } finally {
    await sums.close();
  }
  return copied;
}

/** Which files that day's backup reads again: another share each day, and in so many backups all of them. */
function readAgainOn(now: Date): (hash: string) => boolean {
  const share = (Date.parse(shanghaiDay(now)) / DAY_MS) % READ_AGAIN_SHARES;
  return (hash) => Number.parseInt(hash.slice(0, 8), 16) % READ_AGAIN_SHARES === share;
}

/** On another disk, or where there are no links, the file is copied instead. */
const tryLink = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    () => false,
  );

async function copyFile(store: FileStore, key: string, target: string): Promise<string> {
  const hash = createHash('sha256');
  const measure = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      hash.update(piece);
      done(null, piece);
    },
  });
  await pipeline(await store.read(key), measure, createWriteStream(target, { flags: 'wx', flush: true, mode: PRIVATE_FILE }));
  return hash.digest('hex');
}

/** Keys that the copied database names and that were not copied. */
function findMissing(folder: string, copied: ReadonlySet<string>): string[] {
  const missing: string[] = [];
  for (const file of readPortableCopy<{ comp_no: string; sha256: string }>(folder, 'select comp_no, coalesce(stored_as, sha256) as sha256 from file')) {
    const key = fileKey(file.comp_no, file.sha256);
    if (!copied.has(key)) missing.push(key);
  }
  for (const law of readPortableCopy<{ sha256: string }>(folder, 'select distinct pdf_sha256 as sha256 from law where pdf_sha256 is not null')) {
    const key = lawPdfKey(law.sha256);
    if (!copied.has(key)) missing.push(key);
  }
  return missing;
}
