import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../context.ts';
import { type Dialect, forNoKeyUpdate, forUpdateSkipLocked } from '../../database/dialect.ts';
import { insertRows, isOneOf } from '../../database/json-rows.ts';
import type { FileTable } from '../../database/tables.ts';

export type FileRow = Selectable<FileTable>;

/** Whether any file was ever stored, for a company or with a law. */
export async function isAnyFileKnown(db: Queryable): Promise<boolean> {
  const file = await db.selectFrom('file').select('sha256').limit(1).executeTakeFirst();
  return file !== undefined || (await db.selectFrom('law').select('id').where('pdf_sha256', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
}

/** @returns false when the company has this file already */
export async function insertFile(db: Queryable, row: FileRow): Promise<boolean> {
  const result = await db
    .insertInto('file')
    .values(row)
    .onConflict((conflict) => conflict.columns(['comp_no', 'sha256']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Says where the file's bytes lie from now on. @returns false when they lie there already */
export async function setStoredAs(db: Queryable, { comp_no: compNo, sha256, stored_as: storedAs, size }: StoredAs): Promise<boolean> {
  const result = await db
    .updateTable('file')
    .set({ stored_as: storedAs, size })
    .where('comp_no', '=', compNo)
    .where('sha256', '=', sha256)
    .where((where) => where.or([where('stored_as', 'is', null), where('stored_as', '!=', storedAs)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export type StoredAs = Pick<FileRow, 'comp_no' | 'sha256' | 'size'> & { stored_as: string };

/** Some of the files that nobody has looked at since pictures are stored without metadata. */
export const listNotCleaned = (db: Queryable, limit: number): Promise<FileRow[]> =>
  db.selectFrom('file').selectAll().where('stored_as', 'is', null).orderBy('comp_no').orderBy('sha256').limit(limit).execute();

/** Whether a file of the company lies under that hash. */
export async function isStoredHash(db: Queryable, compNo: string, hash: string): Promise<boolean> {
  const files = db.selectFrom('file').select('sha256').where('comp_no', '=', compNo);
  const [cleaned, before] = await Promise.all([
    files.where('stored_as', '=', hash).limit(1).executeTakeFirst(),
    files.where('sha256', '=', hash).where('stored_as', 'is', null).executeTakeFirst(),
  ]);
  return (cleaned ?? before) !== undefined;
}

/** A file that nothing refers to yet, and that comes again, stays as long as a new one. */
export async function touchUnused(db: Queryable, compNo: string, sha256: string, at: string): Promise<void> {
  await db.updateTable('file').set({ unused_since: at }).where('comp_no', '=', compNo).where('sha256', '=', sha256).where('unused_since', 'is not', null).execute();
}

const selectUnused = (db: Queryable, dialect: Dialect, compNo: string, hashes: readonly string[]) =>
  db.selectFrom('file').select('sha256').where('comp_no', '=', compNo).where('unused_since', 'is not', null).where(isOneOf(dialect, 'sha256', hashes));

/** Keeps those of the files that nothing refers to from being removed until the transaction ends. */
export async function holdUnused(trx: Queryable, dialect: Dialect, compNo: string, hashes: readonly string[]): Promise<void> {
  // Who writes to SQLite is alone.
  if (dialect === 'sqlite') return;
  // In one order, so that two of them never wait for each other.
  await selectUnused(trx, dialect, compNo, hashes).orderBy('sha256').modifyEnd(forNoKeyUpdate(dialect)).execute();
}

/** Takes the mark from those of the files that have it: something refers to them from now on. */
export async function markUsed(trx: Queryable, dialect: Dialect, compNo: string, hashes: readonly string[]): Promise<void> {
  await trx.updateTable('file').set({ unused_since: null }).where('comp_no', '=', compNo).where('sha256', 'in', selectUnused(trx, dialect, compNo, hashes)).execute();
}

/** Since when files have marks: before, nobody marked them, and nobody took a mark away. */
export async function markedSince(db: Queryable): Promise<Date> {
  const { rows } = await sql<{ timestamp: string }>`select timestamp from kysely_migration where name = '0006-stored-bytes'`.execute(db);
  return new Date(rows[0]?.timestamp ?? 0);
}

/** Removes some of the files that nothing refers to; those that somebody is just about to use stay. @returns which */
export async function deleteUnusedBefore(
  trx: Queryable,
  dialect: Dialect,
  { from, before }: { from: string; before: string },
  limit: number,
): Promise<Pick<FileRow, 'comp_no' | 'sha256' | 'stored_as'>[]> {
  const unused = await trx
    .selectFrom('file')
    .select(['comp_no', 'sha256', 'stored_as'])
    .where('unused_since', '>=', from)
    .where('unused_since', '<', before)
    .orderBy('unused_since')
    .limit(limit)
    .modifyEnd(forUpdateSkipLocked(dialect))
    .execute();
  for (const { comp_no: compNo, sha256 } of unused) {
    await trx.deleteFrom('file_dept').where('comp_no', '=', compNo).where('sha256', '=', sha256).execute();
    await trx.deleteFrom('file').where('comp_no', '=', compNo).where('sha256', '=', sha256).execute();
  }
  return unused;
}

/** @returns false when the department may read the file already */
export async function linkFile(db: Queryable, compNo: string, sha256: string, deptId: string): Promise<boolean> {
  const result = await db
    .insertInto('file_dept')
    .values({ comp_no: compNo, sha256, dept_id: deptId })
    .onConflict((conflict) => conflict.columns(['comp_no', 'sha256', 'dept_id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Lets a department read the files; those that it may read already stay as they are. */
export const linkFiles = (trx: Queryable, dialect: Dialect, compNo: string, hashes: readonly string[], deptId: string): Promise<void> =>
  insertRows(
    trx,
    dialect,
    'file_dept',
    { comp_no: 'text', sha256: 'text', dept_id: 'text' },
    hashes.map((sha256) => ({ comp_no: compNo, sha256, dept_id: deptId })),
    sql`on conflict (comp_no, sha256, dept_id) do nothing`,
  );

export const findFile = (db: Queryable, compNo: string, sha256: string): Promise<FileRow | undefined> =>
  db.selectFrom('file').selectAll().where('comp_no', '=', compNo).where('sha256', '=', sha256).executeTakeFirst();

export const findFileOfDept = (db: Queryable, compNo: string, sha256: string, deptId: string): Promise<FileRow | undefined> =>
  db
    .selectFrom('file_dept')
    .innerJoin('file', (join) => join.onRef('file.comp_no', '=', 'file_dept.comp_no').onRef('file.sha256', '=', 'file_dept.sha256'))
    .selectAll('file')
    .where('file_dept.comp_no', '=', compNo)
    .where('file_dept.sha256', '=', sha256)
    .where('file_dept.dept_id', '=', deptId)
    .executeTakeFirst();

/** Which of the files the department may read. */
export async function listHashesOfDept(
  db: Queryable,
  dialect: Dialect,
  compNo: string,
  deptId: string,
  hashes: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('file_dept')
    .select('sha256')
    .where('comp_no', '=', compNo)
    .where('dept_id', '=', deptId)
    .where(isOneOf(dialect, 'sha256', hashes))
    .execute();
  return rows.map((row) => row.sha256);
}

export async function listHashesOfCompany(db: Queryable, dialect: Dialect, compNo: string, hashes: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('file').select('sha256').where('comp_no', '=', compNo).where(isOneOf(dialect, 'sha256', hashes)).execute();
  return rows.map((row) => row.sha256);
}
