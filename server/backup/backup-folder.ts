/**
 * A backup is a folder `zyzc-YYYYMMDD-HHMMSS` (time in Shanghai) with `zyzc.db`, `files/`, `SHA256SUMS` (as sha256sum
 * writes and checks it) and `manifest.json`, and so a data directory as well.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { shanghaiTime } from '#contract/calendar.ts';

export const MANIFEST = 'manifest.json';
export const SUMS = 'SHA256SUMS';
export const DATABASE = 'zyzc.db';
export const FILES = 'files';
const COMPLETE = /^zyzc-\d{8}-\d{6}$/;
const PARTIAL = /^\.zyzc-.*\.partial$/;
const PARTIAL_KEPT_MS = 24 * 60 * 60 * 1000;

const manifestSchema = z.object({
  product: z.literal('zyzc'),
  format: z.literal(1),
  createdAt: z.string(),
  /** The database that it was made from; it can be restored into either. */
  source: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  /** Rows by table. */
  tables: z.record(z.string(), z.number()),
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** Files that the database names and the store did not have. */
  missingFiles: z.array(z.string()),
  /** Files whose bytes are not those that they are named after; they are in the backup as they were found. */
  damagedFiles: z.array(z.string()),
  /** Files that were found damaged in the backup before, and were copied from the store again. */
  damagedBefore: z.array(z.string()).default([]),
  /** SHA-256 of the file SHA256SUMS. */
  sums: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const backupName = (at: Date): string => `zyzc-${shanghaiTime(at).replace(/[-:]/g, '').replace(' ', '-')}`;

/** Names of complete backups, the earliest first. */
export async function listBackups(directory: string): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => COMPLETE.test(name)).toSorted();
  const complete = await Promise.all(names.map((name) => readManifest(join(directory, name)).then(() => true, () => false)));
  return names.filter((_, index) => complete[index]);
}

/** @throws Error in words for the operator */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(`${folder} 不是完整的备份：找不到 ${MANIFEST}`);
  });
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${folder} 不是本系统的备份，或由更新的版本生成`);
  }
}

/** Removes all but the latest so many. @returns the names of those that are gone */
export async function removeOldBackups(directory: string, keep: number): Promise<string[]> {
  const old = (await listBackups(directory)).slice(0, -keep);
  for (const name of old) await rm(join(directory, name), { recursive: true });
  return old;
}

/** What a backup left that was ended before its end. Recent ones stay: another process may be at them. */
export async function removePartialBackups(directory: string, now: Date): Promise<void> {
  for (const name of (await readdir(directory)).filter((each) => PARTIAL.test(each))) {
    const { mtimeMs } = await stat(join(directory, name));
    if (mtimeMs < now.getTime() - PARTIAL_KEPT_MS) await rm(join(directory, name), { recursive: true, force: true });
  }
}

/** Hashes by path inside the backup; empty when there is no list. */
export async function readSums(folder: string): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  const isThere = await stat(join(folder, SUMS)).catch(() => undefined);
  if (isThere === undefined) return sums;
  for await (const line of createInterface({ input: createReadStream(join(folder, SUMS)) })) {
    const [hash = '', path = ''] = line.split('  ', 2);
    sums.set(path, hash);
  }
  return sums;
}

/** Keys of the store end with the hash of their bytes, but for an extension. */
export const isNamedBy = (hash: string, key: string): boolean => key.replace(/\.\w+$/, '').endsWith(hash);

export const hashFile = (path: string): Promise<string> => hashStream(createReadStream(path));

export async function hashStream(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of stream) hash.update(piece as Buffer);
  return hash.digest('hex');
}
