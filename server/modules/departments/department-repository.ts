import type { DepartmentOption } from '#contract/department.ts';
import type { DepartmentKind } from '#contract/department-kind.ts';
import type { AskedPage, Page } from '#contract/paging.ts';
import type { Queryable } from '../../context.ts';
import { contains, type Dialect, forUpdate } from '../../database/dialect.ts';
import { insertRows, isOneOf } from '../../database/json-rows.ts';
import type { ExpressionBuilder } from 'kysely';
import type { DeptTable, Tables } from '../../database/tables.ts';

/** Staff that can sign in: who left is kept as the author of what is recorded, and is counted no more. */
const employeeCount = (query: ExpressionBuilder<Tables, 'dept'>) =>
  query
    .selectFrom('employee')
    .whereRef('employee.dept_id', '=', 'dept.id')
    .where('employee.enabled', '=', 1)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .as('employee_count');

/** What is told of a department where there is something to tell. */
export const describe = (row: Pick<DeptTable, 'kind' | 'closed_from'>): Pick<DepartmentOption, 'kind' | 'closedFrom'> => ({
  ...(row.kind === null ? {} : { kind: row.kind }),
  ...(row.closed_from === null ? {} : { closedFrom: row.closed_from }),
});

/** Every department of a company, in its order. */
export async function listOptions(db: Queryable, compNo: string): Promise<DepartmentOption[]> {
  const rows = await db
    .selectFrom('dept')
    .select(['id', 'dept_name', 'kind', 'closed_from'])
    .select(employeeCount)
    .where('comp_no', '=', compNo)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, deptName: row.dept_name, employeeCount: row.employee_count ?? 0, ...describe(row) }));
}

export type DepartmentRow = Awaited<ReturnType<typeof paginate>>['records'][number];

export async function paginate(db: Queryable, compNo: string, query: AskedPage<'employeeCount'> & { deptName: string }) {
  const matching = db
    .selectFrom('dept')
    .where('comp_no', '=', compNo)
    .$if(query.deptName !== '', (select) => select.where(contains('dept_name', query.deptName)));
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const records = await matching
    .select(['id', 'dept_name', 'leader', 'tel', 'extension', 'remark', 'sort', 'kind', 'closed_from'])
    .select(employeeCount)
    .$if(query.sortBy !== undefined, (select) => select.orderBy('employee_count', query.sortOrder ?? 'asc'))
    .orderBy('sort')
    .orderBy('id')
    .limit(query.pageSize)
    .offset((query.pageNum - 1) * query.pageSize)
    .execute();
  return { records, total, pageNum: query.pageNum, pageSize: query.pageSize } satisfies Page<unknown>;
}

export interface DepartmentFields {
  deptName: string;
  leader: string;
  tel: string;
  extension: string;
  remark: string;
  sort: number;
  kind: DepartmentKind | null;
}

/** Without `sort`, it comes after all others. */
export type NewDepartment = Omit<DepartmentFields, 'sort' | 'kind'> & { sort?: number | undefined; kind?: DepartmentKind | null | undefined };

/** What is absent stays as it is. */
export type DepartmentChanges = { [Field in keyof DepartmentFields]?: DepartmentFields[Field] | undefined };

const toColumns = <Fields extends DepartmentChanges>(fields: Fields) => ({
  dept_name: fields.deptName as Fields['deptName'],
  leader: fields.leader as Fields['leader'],
  tel: fields.tel as Fields['tel'],
  extension: fields.extension as Fields['extension'],
  remark: fields.remark as Fields['remark'],
  sort: fields.sort as Fields['sort'],
  kind: fields.kind as Fields['kind'],
});

/** The place of the last department; 0 where there is none. */
export async function findLastSort(db: Queryable, compNo: string): Promise<number> {
  const { last } = await db
    .selectFrom('dept')
    .select(({ fn }) => fn.max('sort').as('last'))
    .where('comp_no', '=', compNo)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

export interface NewDepartmentRow {
  id: string;
  compNo: string;
  createdAt: string;
  fields: DepartmentFields;
}

export async function insert(db: Queryable, row: NewDepartmentRow): Promise<void> {
  await db.insertInto('dept').values({ id: row.id, comp_no: row.compNo, created_at: row.createdAt, ...toColumns(row.fields) }).execute();
}

export async function insertAll(db: Queryable, dialect: Dialect, rows: readonly NewDepartmentRow[]): Promise<void> {
  await insertRows(
    db,
    dialect,
    'dept',
    {
      id: 'text',
      comp_no: 'text',
      created_at: 'text',
      dept_name: 'text',
      leader: 'text',
      tel: 'text',
      extension: 'text',
      remark: 'text',
      sort: 'integer',
      kind: 'text',
    },
    rows.map((row) => ({ id: row.id, comp_no: row.compNo, created_at: row.createdAt, ...toColumns(row.fields) })),
  );
}

export async function update(db: Queryable, compNo: string, id: string, changes: DepartmentChanges): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await db.updateTable('dept').set(toColumns(changes)).where('comp_no', '=', compNo).where('id', '=', id).execute();
}

export const holdFields = (trx: Queryable, dialect: Dialect, compNo: string, id: string): Promise<DepartmentFields | undefined> =>
  trx
    .selectFrom('dept')
    .select(['dept_name as deptName', 'leader', 'tel', 'extension', 'remark', 'sort', 'kind'])
    .where('comp_no', '=', compNo)
    .where('id', '=', id)
    .modifyEnd(forUpdate(dialect))
    .executeTakeFirst();

/** Of these departments those of the company, in its order. */
export const holdKinds = (trx: Queryable, dialect: Dialect, compNo: string, ids: readonly string[]) =>
  trx
    .selectFrom('dept')
    .select(['id', 'dept_name', 'kind'])
    .where('comp_no', '=', compNo)
    .where(isOneOf(dialect, 'id', ids))
    .orderBy('sort')
    .orderBy('id')
    .modifyEnd(forUpdate(dialect))
    .execute();

export async function giveKind(trx: Queryable, dialect: Dialect, kind: DepartmentKind, ids: readonly string[]): Promise<void> {
  await trx.updateTable('dept').set({ kind }).where(isOneOf(dialect, 'id', ids)).execute();
}

export async function close(db: Queryable, compNo: string, id: string, from: string | null): Promise<void> {
  await db.updateTable('dept').set({ closed_from: from }).where('comp_no', '=', compNo).where('id', '=', id).execute();
}

/** Name and day of closing of a department. */
export const holdClosing = (trx: Queryable, dialect: Dialect, compNo: string, id: string) =>
  trx.selectFrom('dept').select(['dept_name', 'closed_from']).where('comp_no', '=', compNo).where('id', '=', id).modifyEnd(forUpdate(dialect)).executeTakeFirst();

/** @returns the name, or undefined when the department is not there */
export async function findName(db: Queryable, compNo: string, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('dept').select('dept_name').where('comp_no', '=', compNo).where('id', '=', id).executeTakeFirst();
  return row?.dept_name;
}

export async function isNameTaken(db: Queryable, compNo: string, deptName: string, exceptId: string | undefined): Promise<boolean> {
  const row = await db
    .selectFrom('dept')
    .select('id')
    .where('comp_no', '=', compNo)
    .where('dept_name', '=', deptName)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .executeTakeFirst();
  return row !== undefined;
}

const hasRow = async (query: { executeTakeFirst: () => Promise<unknown> }): Promise<boolean> => (await query.executeTakeFirst()) !== undefined;

/** People of the department, those whose account is disabled too. */
export const hasStaff = (db: Queryable, id: string): Promise<boolean> =>
  hasRow(db.selectFrom('employee').select('id').where('dept_id', '=', id).limit(1));

export const hasTasks = (db: Queryable, id: string): Promise<boolean> =>
  hasRow(db.selectFrom('dept_task').select('id').where('dept_id', '=', id).limit(1));

export async function remove(db: Queryable, compNo: string, id: string): Promise<void> {
  await db.deleteFrom('dept').where('comp_no', '=', compNo).where('id', '=', id).execute();
}
