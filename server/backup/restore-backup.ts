import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { closeSqliteFile, connect } from '../database/connect.ts';
import { findMigrations, migrationsFor } from '../database/migrate.ts';
import { fillPostgres, inspectPortableCopy, prepareForRestore, refuseWhileServed, writePortableCopy } from '../database/portable-copy.ts';
import { isStoreKey } from '../files/directory-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { PRIVATE_FOLDER } from '../private-mode.ts';
import { backupName, DATABASE, FILES, hashFile, hashStream, isNamedBy, type Manifest, readManifest, readSums, SUMS } from './backup-folder.ts';

export interface RestoredBackup {
  manifest: Manifest;
  /** Where the database that was there before is kept. */
  keptAside: string | undefined;
  /** Files that the backup has no more as they were, and the store neither. */
  lostFiles: string[];
}

/**
 * Puts a backup in the place of what the configuration names, from either database into either. Its database is checked from
 * end to end beforehand, and everybody has to sign in again. Files that are there already stay where their bytes are still
 * right. One that is damaged or missing in the backup keeps nothing else from coming back: it is named.
 * @throws Error in words for the operator; nothing has changed then, but for files that were added
 */
export async function restoreBackup(folder: string, target: Pick<Config, 'dataDir' | 'databaseUrl'>, options: { files: FileStore; force: boolean; now: Date }): Promise<RestoredBackup> {
  const manifest = await checkBackup(folder);
  if (!options.force && (await isInUse(target, options.files))) {
    throw new Error('目标中已有数据。确认要用备份替换时请加 --force（原来的数据库会另存）');
  }
  await mkdir(target.dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  const work = await mkdtemp(join(target.dataDir, '.restore-'));
  try {
    await copyFile(join(folder, DATABASE), join(work, DATABASE), constants.COPYFILE_FICLONE);
    await prepareForRestore(work);
    await options.files.create();
    const lostFiles = await restoreFiles(folder, options.files);
    const aside = join(target.dataDir, `before-restore-${backupName(options.now)}`);
    const isKept = target.databaseUrl === '' ? await replaceSqlite(work, target.dataDir, aside) : await replacePostgres(work, target, aside);
    return { manifest, keptAside: isKept ? aside : undefined, lostFiles };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Compares a backup, all but its files, with what was written down.
 * @throws Error in words for the operator
 */
async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const known = migrationsFor('sqlite');
  const newer = manifest.migrations.find((name) => known[name] === undefined);
  if (newer !== undefined) throw new Error(`备份由更新的版本生成（${newer}），请用那个版本恢复`);
  if ((await hashFile(join(folder, SUMS))) !== manifest.sums) throw new Error(`备份已损坏：${SUMS} 与清单不符`);
  const sums = await readSums(folder);
  if ([...sums.keys()].some((path) => !isStoreKey(path))) throw new Error(`备份不可信：${SUMS} 含有文件库以外的路径`);
  const found = await hashFile(join(folder, DATABASE)).catch(() => undefined);
  if (found === undefined) throw new Error(`备份已损坏：${DATABASE} 不存在或无法读取`);
  if (found !== sums.get(DATABASE)) throw new Error(`备份已损坏：${DATABASE} 的内容有变`);
  const { tables } = inspectPortableCopy(folder);
  for (const [table, count] of Object.entries(manifest.tables)) {
    if (tables[table] !== count) throw new Error(`备份已损坏：${table} 表应有 ${count} 行，实有 ${tables[table] ?? 0} 行`);
  }
  return manifest;
}

/** Whether there is a company or a file that would be lost or mixed up. */
async function isInUse(target: Pick<Config, 'dataDir' | 'databaseUrl'>, files: FileStore): Promise<boolean> {
  for await (const _ of files.keys()) return true;
  if (target.databaseUrl === '' && !(await isThere(join(target.dataDir, DATABASE)))) return false;
  const database = connect(target);
  try {
    if ((await findMigrations(database.db)).length === 0) return false;
    return (await database.db.selectFrom('company').select('comp_no').limit(1).executeTakeFirst()) !== undefined;
  } finally {
    await database.close();
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** @returns the keys of those that cannot be restored */
async function restoreFiles(folder: string, files: FileStore): Promise<string[]> {
  const lost: string[] = [];
  for (const path of (await readSums(folder)).keys()) {
    if (!path.startsWith(`${FILES}/`)) continue;
    const key = path.slice(FILES.length + 1);
    if (await isWhole(files, key)) continue;
    const bytes = await readFile(join(folder, path)).catch(() => undefined);
    // Without it, whoever still has the file can send it again.
    if (bytes === undefined || !isNamedBy(createHash('sha256').update(bytes).digest('hex'), key)) lost.push(key);
    else await files.replace(key, bytes);
  }
  return lost;
}

const isWhole = async (files: FileStore, key: string): Promise<boolean> =>
  (await files.has(key)) &&
  files
    .read(key)
    .then(hashStream)
    .then(
      (hash) => isNamedBy(hash, key),
      () => false,
    );

/** @returns whether there was one before, which is kept aside */
async function replaceSqlite(work: string, dataDir: string, aside: string): Promise<boolean> {
  const file = join(dataDir, DATABASE);
  const isKept = await isThere(file);
  if (isKept) {
    // Without the write-ahead log beside it, which would otherwise be taken for that of the restored one.
    closeSqliteFile(dataDir);
    await mkdir(aside, { mode: PRIVATE_FOLDER });
    await rename(file, join(aside, DATABASE));
  }
  await rename(join(work, DATABASE), file);
  return isKept;
}

async function replacePostgres(work: string, target: Pick<Config, 'dataDir' | 'databaseUrl'>, aside: string): Promise<boolean> {
  const database = connect(target);
  try {
    await refuseWhileServed(database.db);
    const isKept = (await findMigrations(database.db)).length > 0;
    if (isKept) {
      await mkdir(aside, { mode: PRIVATE_FOLDER });
      await writePortableCopy(database, aside);
    }
    await fillPostgres(database.db, work).catch(async (error: unknown) => {
      if (isKept) await rm(aside, { recursive: true });
      throw error;
    });
    return isKept;
  } finally {
    await database.close();
  }
}
