import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { StoredFile } from '#contract/file.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { notFound, wrongField } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { countFileBytes, requireRoomForFile } from '../daily-use/daily-use-service.ts';
import { type FileRow, findFile, findFileOfDept, holdUnused, insertFile, isAnyFileKnown, isStoredHash, linkFile, linkFiles, listHashesOfCompany, listHashesOfDept, markUsed, setStoredAs, touchUnused } from './file-repository.ts';
import { checkPhoto } from './image-check.ts';

/**
 * Makes the store at the first start. An empty one is not made again where the database knows of files: their disk is not
 * mounted then, and what is written meanwhile would vanish under it.
 */
export async function prepareFileStore({ db, files }: ServerContext): Promise<void> {
  for await (const _ of files.keys()) return files.create();
  if (!(await isAnyFileKnown(db))) await files.create();
}

/**
 * Stores a photo without its metadata and lets the caller's department read it by the hash of what was sent: whoever sends one
 * with metadata, as releases before this do, goes on calling it so. Safe to repeat.
 * @throws AppError when the bytes are not those of the hash, no photo that may be shown, or too much for a day
 */
export async function storePhoto(context: ServerContext, caller: Caller, sha256: string, bytes: Uint8Array): Promise<StoredFile> {
  if (!hasHash(bytes, sha256)) throw wrongField('sha256', '文件内容与校验值不一致，请重新上传');
  const judgement = checkPhoto(bytes);
  if ('refusal' in judgement) throw wrongField('file', judgement.refusal);
  if ((await findFile(context.db, caller.compNo, sha256)) === undefined) {
    await requireRoomForFile(context.db, { ...caller, at: context.now() }, judgement.bytes.byteLength);
  }
  return storeFile(context, caller, { sha256, ...judgement, name: '照片', isCounted: false });
}

export const hasHash = (bytes: Uint8Array, sha256: string): boolean => hashOf(bytes) === sha256;

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Stores bytes that were judged, and lets the caller's department read them.
 * @param sha256 of what was sent; of a picture, `bytes` are that without metadata
 * @param isCounted where they count already for what the person stored today
 */
export async function storeFile(
  context: ServerContext,
  caller: Caller,
  { sha256, bytes, type, name, isCounted }: { sha256: string; bytes: Uint8Array; type: string; name: string; isCounted: boolean },
): Promise<StoredFile> {
  const at = context.now();
  const storedAs = hashOf(bytes);
  /** It was lost, or stored with its metadata by the release before. */
  let isMoved = false;
  await storeBytes(context, fileKey(caller.compNo, storedAs), bytes, () =>
    context.db.transaction().execute(async (trx) => {
      const isNew = await insertFile(trx, {
        comp_no: caller.compNo,
        sha256,
        stored_as: storedAs,
        size: bytes.byteLength,
        type,
        created_by: caller.employeeId,
        created_at: at.toISOString(),
        unused_since: at.toISOString(),
      });
      isMoved = !isNew && (await setStoredAs(trx, { comp_no: caller.compNo, sha256, stored_as: storedAs, size: bytes.byteLength }));
      if (!isNew) await touchUnused(trx, caller.compNo, sha256, at.toISOString());
      else if (!isCounted) await countFileBytes(trx, { ...caller, at }, bytes.byteLength);
      const isNewToDept = await linkFile(trx, caller.compNo, sha256, caller.deptId);
      if (isNew || isNewToDept) {
        const summary = `上传${name}（${type}，${bytes.byteLength} 字节）`;
        await recordAudit(trx, caller, { action: 'file.upload', objectType: 'file', objectId: sha256, summary }, at);
      }
      return isNew || isMoved;
    }),
  );
  if (isMoved && storedAs !== sha256) await removeStored(context, caller.compNo, sha256);
  return { sha256, size: bytes.byteLength, type };
}

/**
 * Stores bytes, and after them the row that says so: what the database knows is really there. Also heals a store that lost them.
 * @param writeRow resolves with whether no row spoke of these bytes before
 */
export async function storeBytes({ files }: ServerContext, key: string, bytes: Uint8Array, writeRow: () => Promise<boolean>): Promise<void> {
  const wasThere = await files.has(key);
  await files.write(key, bytes);
  const isNewHere = await writeRow();
  // Bytes without a row were on their way out, and may be gone by now.
  if (isNewHere && wasThere) await files.replace(key, bytes);
}

/** Opens a file that the caller may read: one of the own department, or any of the company for an administrator. */
export async function openFile(context: ServerContext, caller: Caller, sha256: string): Promise<StoredFile & { content: Readable }> {
  const row =
    caller.role === 'admin'
      ? await findFile(context.db, caller.compNo, sha256)
      : await findFileOfDept(context.db, caller.compNo, sha256, caller.deptId);
  if (row === undefined) throw notFound();
  return { sha256, size: row.size, type: row.type, content: await openStoredFile(context, caller.compNo, row) };
}

/** Bytes that a caller was found to be allowed to read. */
export const openStoredFile = (
  { files }: ServerContext,
  compNo: string,
  file: Pick<FileRow, 'sha256' | 'stored_as'>,
  range?: { start: number; end: number },
): Promise<Readable> =>
  files.read(fileKey(compNo, storedHash(file)), range).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw notFound();
    throw error;
  });

/** What the file's bytes lie under. */
export const storedHash = (file: Pick<FileRow, 'sha256' | 'stored_as'>): string => file.stored_as ?? file.sha256;

/** Takes bytes away that no file lies under any more; somebody may send them again just now. */
export async function removeStored({ db, files }: ServerContext, compNo: string, hash: string): Promise<void> {
  const isWanted = () => isStoredHash(db, compNo, hash);
  if (!(await isWanted())) await files.remove(fileKey(compNo, hash), isWanted);
}

/** Undefined for a file that nobody of the company uploaded. */
export const findTypeOfFile = async (db: Queryable, compNo: string, sha256: string): Promise<string | undefined> => (await findFile(db, compNo, sha256))?.type;

/**
 * Those of the hashes that the department cannot refer to, since nobody uploaded them for it. The others are there until the
 * transaction ends, and for good with `keepFiles`.
 */
export async function findMissingFiles(
  trx: Queryable,
  dialect: Dialect,
  owner: { compNo: string; deptId: string },
  hashes: ReadonlySet<string>,
): Promise<Set<string>> {
  if (hashes.size === 0) return new Set();
  await holdUnused(trx, dialect, owner.compNo, [...hashes]);
  const stored = new Set(await listHashesOfDept(trx, dialect, owner.compNo, owner.deptId, [...hashes]));
  return new Set([...hashes].filter((hash) => !stored.has(hash)));
}

/**
 * Lets a record refer to its attachments: each has to be one that the caller's department uploaded, or one that the record has
 * already; it stays from now on.
 * @param present hashes of those that the record has
 * @throws AppError about the form's field, when one was not uploaded
 */
export async function claimAttachments(
  trx: Queryable,
  dialect: Dialect,
  owner: { compNo: string; deptId: string },
  { field, files, present }: { field: string; files: readonly { sha256: string; name: string }[]; present: ReadonlySet<string> },
): Promise<void> {
  const hashes = files.map(({ sha256 }) => sha256);
  const missing = await findMissingFiles(trx, dialect, owner, new Set(hashes.filter((hash) => !present.has(hash))));
  const lost = files.find(({ sha256 }) => missing.has(sha256));
  if (lost !== undefined) throw wrongField(field, `附件《${lost.name}》还没有传完，请稍后再保存；仍不成功时请移除后重新添加`);
  await keepFiles(trx, dialect, owner.compNo, hashes);
}

/** A file of a record, under the name that it has there. */
export interface AttachedFile {
  name: string;
  type: string;
  size: number;
  /** Of the bytes. */
  version: string;
  open: (range?: { start: number; end: number }) => Promise<Readable>;
}

/** Of a record that the caller may read. */
export const attachedFile = (context: ServerContext, compNo: string, file: Pick<FileRow, 'sha256' | 'stored_as' | 'type' | 'size'> & { name: string }): AttachedFile => ({
  name: file.name,
  type: file.type,
  size: file.size,
  version: storedHash(file),
  open: (range) => openStoredFile(context, compNo, file, range),
});

/** As `findMissingFiles`, for whatever anybody of the company uploaded. */
export async function findFilesMissingInCompany(trx: Queryable, dialect: Dialect, compNo: string, hashes: ReadonlySet<string>): Promise<Set<string>> {
  if (hashes.size === 0) return new Set();
  await holdUnused(trx, dialect, compNo, [...hashes]);
  const stored = new Set(await listHashesOfCompany(trx, dialect, compNo, [...hashes]));
  return new Set([...hashes].filter((hash) => !stored.has(hash)));
}

/**
 * For every transaction that stores something that refers to files: what nothing refers to is removed after a day. The files
 * were looked up in the same transaction.
 */
export async function keepFiles(trx: Queryable, dialect: Dialect, compNo: string, hashes: readonly string[]): Promise<void> {
  if (hashes.length > 0) await markUsed(trx, dialect, compNo, hashes);
}

/** Lets a department read files that another one brought, such as those of work that it takes over. */
export const shareFiles = (trx: Queryable, dialect: Dialect, compNo: string, deptId: string, hashes: readonly string[]): Promise<void> =>
  linkFiles(trx, dialect, compNo, hashes, deptId);

/** Where bytes lie, by their hash. */
export const fileKey = (compNo: string, hash: string): string => `${compNo}/${hash.slice(0, 2)}/${hash}`;
