import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
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
