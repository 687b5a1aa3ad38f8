import { sql } from 'kysely';
import type { DeclarationStatus } from '#contract/declaration.ts';
import { PUBLISHED_OF_INSTITUTION, PUBLISHED_TYPES } from '#contract/declaration-type.ts';
import type { AskedPage } from '#contract/paging.ts';
import type { Queryable } from '../../context.ts';
import { contains, type Dialect, forUpdate } from '../../database/dialect.ts';
import type { DeclarationFileTable, DeclarationHistoryTable, DeclarationTable } from '../../database/tables.ts';

export interface DeclarationFilter {
  compNo: string;
  type: number;
  deptId?: string | undefined;
  year?: number | undefined;
  title: string;
  status?: DeclarationStatus | undefined;
  /** Instants; `declaredBefore` is not included. */
  declaredFrom?: string | undefined;
  declaredBefore?: string | undefined;
}

const declarations = (db: Queryable) =>
  db
    .selectFrom('declaration as r')
    .innerJoin('dept', 'dept.id', 'r.dept_id')
    .innerJoin('employee as creator', 'creator.id', 'r.created_by')
    .innerJoin('employee as updater', 'updater.id', 'r.updated_by')
    .leftJoin('employee as declarer', 'declarer.id', 'r.declared_by');

const rowColumns = [
  'r.id', 'r.comp_no', 'r.dept_id', 'r.self_declared_type', 'r.title', 'r.year', 'r.status', 'r.declared_at', 'r.signer_name', 'r.signed_at',
  'r.revision', 'r.is_institutional', 'r.created_by', 'r.created_at', 'r.updated_at', 'dept.dept_name', 'creator.employee_name as created_by_name',
  'updater.employee_name as updated_by_name', 'declarer.employee_name as declared_by_name',
] as const;

const attachmentCount = sql<number>`(select count(*) from declaration_file as f where f.declaration_id = r.id and f.kind = 'attachment')`.as('attachment_count');

export type DeclarationRow = NonNullable<Awaited<ReturnType<typeof findPage>>>['rows'][number];
export type DeclarationDetailRow = NonNullable<Awaited<ReturnType<typeof findDeclaration>>>;

const sortColumns = { year: 'r.year', updatedAt: 'r.updated_at' } as const;

/** Newest first unless asked otherwise; the id holds the instant of creation and makes the order complete. */
export async function findPage(db: Queryable, filter: DeclarationFilter, page: AskedPage<keyof typeof sortColumns>) {
  const { compNo, type, deptId, year, title, status, declaredFrom, declaredBefore } = filter;
  const matching = declarations(db)
    .where('r.comp_no', '=', compNo)
    .where('r.self_declared_type', '=', type)
    .$if(deptId !== undefined, (query) => query.where('r.dept_id', '=', deptId ?? ''))
    .$if(year !== undefined, (query) => query.where('r.year', '=', year ?? 0))
    .$if(status !== undefined, (query) => query.where('r.status', '=', status ?? 'draft'))
    .$if(declaredFrom !== undefined, (query) => query.where('r.declared_at', '>=', declaredFrom ?? ''))
    .$if(declaredBefore !== undefined, (query) => query.where('r.declared_at', '<', declaredBefore ?? ''))
    .$if(title !== '', (query) => query.where(contains('r.title', title)));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select([...rowColumns, attachmentCount])
    .$if(page.sortBy !== undefined, (query) => query.orderBy(sortColumns[page.sortBy ?? 'year'], page.sortOrder ?? 'asc'))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows, total };
}

/** The rule of `isPublished` in SQL. */
const isPublished = sql<boolean>`(r.status = 'declared' and (r.self_declared_type in (${sql.join(PUBLISHED_TYPES)})
  or (r.is_institutional = 1 and r.self_declared_type in (${sql.join(PUBLISHED_OF_INSTITUTION)}))))`;

/** What everybody in the company reads, the latest declared first. */
export async function findPublishedPage(
  db: Queryable,
  { compNo, type, year }: { compNo: string; type: number | undefined; year: number | undefined },
  page: { pageNum: number; pageSize: number },
) {
  const matching = declarations(db)
    .where('r.comp_no', '=', compNo)
    .where(isPublished)
    .$if(type !== undefined, (query) => query.where('r.self_declared_type', '=', type ?? 0))
    .$if(year !== undefined, (query) => query.where('r.year', '=', year ?? 0));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select([...rowColumns, attachmentCount])
    .orderBy('r.declared_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows, total };
}

/** Of a record that everybody in the company reads. */
export async function findPublishedTitle(db: Queryable, compNo: string, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('declaration as r').select('r.title').where('r.comp_no', '=', compNo).where('r.id', '=', id).where(isPublished).executeTakeFirst();
  return row?.title;
}

export const findDeclaration = (db: Queryable, compNo: string, type: number, id: string) =>
  declarations(db)
    .where('r.comp_no', '=', compNo)
    .where('r.self_declared_type', '=', type)
    .where('r.id', '=', id)
    .select([...rowColumns, attachmentCount, 'r.body', 'r.training_hours', 'r.website'])
    .executeTakeFirst();

/** Holds the record until the transaction ends, so that two who change it at once do so one after the other. */
export async function holdDeclaration(trx: Queryable, dialect: Dialect, compNo: string, id: string): Promise<DeclarationTable | undefined> {
  return trx
    .selectFrom('declaration')
    .selectAll()
    .where('comp_no', '=', compNo)
    .where('id', '=', id)
    .modifyEnd(forUpdate(dialect))
    .executeTakeFirst();
}

export async function insertDeclaration(trx: Queryable, row: DeclarationTable): Promise<void> {
  await trx.insertInto('declaration').values(row).execute();
}

export async function updateDeclaration(trx: Queryable, id: string, changes: Partial<DeclarationTable>): Promise<void> {
  await trx.updateTable('declaration').set(changes).where('id', '=', id).execute();
}

export async function deleteDeclaration(trx: Queryable, id: string): Promise<void> {
  await trx.deleteFrom('declaration_file').where('declaration_id', '=', id).execute();
  await trx.deleteFrom('declaration').where('id', '=', id).execute();
}

export async function replaceFiles(trx: Queryable, declarationId: string, files: readonly DeclarationFileTable[]): Promise<void> {
  await trx.deleteFrom('declaration_file').where('declaration_id', '=', declarationId).execute();
  if (files.length > 0) await trx.insertInto('declaration_file').values([...files]).execute();
}

/** Attachments in the order that the person gave them, and the signature's picture. */
export const listFiles = (db: Queryable, declarationId: string) =>
  db
    .selectFrom('declaration_file as f')
    .innerJoin('file', (join) => join.onRef('file.comp_no', '=', 'f.comp_no').onRef('file.sha256', '=', 'f.sha256'))
    .select(['f.id', 'f.kind', 'f.sha256', 'f.name', 'file.type', 'file.size'])
    .where('f.declaration_id', '=', declarationId)
    .orderBy('f.seq')
    .execute();

/** A file with the record that it belongs to. */
export const findFileOfDeclaration = (db: Queryable, compNo: string, type: number, fileId: string) =>
  db
    .selectFrom('declaration_file as f')
    .innerJoin('declaration as r', 'r.id', 'f.declaration_id')
    .innerJoin('file', (join) => join.onRef('file.comp_no', '=', 'f.comp_no').onRef('file.sha256', '=', 'f.sha256'))
    .select(['r.comp_no', 'r.dept_id', 'r.self_declared_type', 'r.status', 'r.is_institutional', 'f.name', 'file.sha256', 'file.stored_as', 'file.type', 'file.size'])
    .where('r.comp_no', '=', compNo)
    .where('r.self_declared_type', '=', type)
    .where('f.id', '=', fileId)
    .executeTakeFirst();

export async function insertHistory(trx: Queryable, row: DeclarationHistoryTable): Promise<void> {
  await trx.insertInto('declaration_history').values(row).execute();
}
