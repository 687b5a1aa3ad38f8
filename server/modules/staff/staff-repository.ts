import { sql } from 'kysely';
import type { AskedPage } from '#contract/paging.ts';
import type { Queryable } from '../../context.ts';
import { contains, type Dialect, forNoKeyUpdate } from '../../database/dialect.ts';
import { insertRows, isOneOf } from '../../database/json-rows.ts';

const selectStaff = (db: Queryable, compNo: string) =>
  db
    .selectFrom('employee')
    .innerJoin('dept', 'dept.id', 'employee.dept_id')
    .where('employee.comp_no', '=', compNo)
    .select([
      'employee.id',
      'employee.account',
      'employee.employee_name',
      'employee.sex',
      'employee.tel',
      'employee.email',
      'employee.id_card',
      'employee.dept_id',
      'dept.dept_name',
      'employee.role_id',
      'employee.is_admin',
      'employee.enabled',
      'employee.created_at',
      'employee.last_sign_in_at',
    ]);

export const findById = (db: Queryable, compNo: string, id: string) =>
  selectStaff(db, compNo).where('employee.id', '=', id).executeTakeFirst();

export type EmployeeRow = NonNullable<Awaited<ReturnType<typeof findById>>>;

export interface EmployeeFilter extends AskedPage<keyof typeof sortColumns> {
  employeeName: string;
  account: string;
  deptId?: string | undefined;
  isAdmin?: number | undefined;
  enabled?: number | undefined;
}

/** Who never signed in did so before everybody else; otherwise each database would put it elsewhere. */
const sortColumns = {
  account: sql`employee.account_key`,
  lastSignInAt: sql`coalesce(employee.last_sign_in_at, '')`,
};

export async function paginate(db: Queryable, compNo: string, filter: EmployeeFilter) {
  const matching = db
    .selectFrom('employee')
    .where('employee.comp_no', '=', compNo)
    .$if(filter.employeeName !== '', (query) => query.where(contains('employee.employee_name', filter.employeeName)))
    .$if(filter.account !== '', (query) => query.where(contains('employee.account', filter.account)))
    .$if(filter.deptId !== undefined, (query) => query.where('employee.dept_id', '=', filter.deptId ?? ''))
    .$if(filter.isAdmin !== undefined, (query) => query.where('employee.is_admin', '=', filter.isAdmin ?? 0))
    .$if(filter.enabled !== undefined, (query) => query.where('employee.enabled', '=', filter.enabled ?? 1));
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const sorted = sortColumns[filter.sortBy ?? 'account'];
  const ids = matching
    .select('employee.id')
    .$if(filter.sortBy !== undefined, (query) => query.orderBy(sorted, filter.sortOrder ?? 'asc'))
    .orderBy('employee.created_at', 'desc')
    .orderBy('employee.id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.pageNum - 1) * filter.pageSize);
  const records = await selectStaff(db, compNo)
    .where('employee.id', 'in', ids)
    .$if(filter.sortBy !== undefined, (query) => query.orderBy(sorted, filter.sortOrder ?? 'asc'))
    .orderBy('employee.created_at', 'desc')
    .orderBy('employee.id', 'desc')
    .execute();
  return { records, total, pageNum: filter.pageNum, pageSize: filter.pageSize };
}

/** People who can sign in, the newest first. */
export const listNames = (db: Queryable, compNo: string, atMost: number) =>
  db
    .selectFrom('employee')
    .innerJoin('dept', 'dept.id', 'employee.dept_id')
    .where('employee.comp_no', '=', compNo)
    .where('employee.enabled', '=', 1)
    .select(['employee.id', 'employee.account', 'employee.employee_name as employeeName', 'dept.dept_name as deptName'])
    .orderBy('employee.created_at', 'desc')
    .orderBy('employee.id', 'desc')
    .limit(atMost)
    .execute();

export async function isAccountTaken(db: Queryable, accountKey: string): Promise<boolean> {
  const row = await db.selectFrom('employee').select('id').where('account_key', '=', accountKey).executeTakeFirst();
  return row !== undefined;
}

/** Those of the keys that belong to somebody, in whatever company. */
export async function findTakenAccounts(db: Queryable, dialect: Dialect, accountKeys: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('employee').select('account_key').where(isOneOf(dialect, 'account_key', accountKeys)).execute();
  return new Set(rows.map((row) => row.account_key));
}

export interface NewEmployeeRow {
  id: string;
  compNo: string;
  account: string;
  employeeName: string;
  sex: string;
  tel: string;
  email: string;
  idCard: string;
  deptId: string;
  isAdmin: number;
  enabled: number;
  passwordHash: string;
  createdAt: string;
}

const toColumns = (row: NewEmployeeRow) => ({
  id: row.id,
  comp_no: row.compNo,
  dept_id: row.deptId,
  account: row.account,
  account_key: row.account.toLowerCase(),
  employee_name: row.employeeName,
  sex: row.sex,
  tel: row.tel,
  email: row.email,
  id_card: row.idCard,
  role_id: 1,
  is_admin: row.isAdmin,
  avator: '',
  enabled: row.enabled,
  password_hash: row.passwordHash,
  must_change_password: 1,
  last_sign_in_at: null,
  created_at: row.createdAt,
  updated_at: row.createdAt,
});

export async function insert(db: Queryable, row: NewEmployeeRow): Promise<void> {
  await db.insertInto('employee').values(toColumns(row)).execute();
}

/** Columns of `employee` as they are written. */
export const employeeColumns = {
  id: 'text',
  comp_no: 'text',
  dept_id: 'text',
  account: 'text',
  account_key: 'text',
  employee_name: 'text',
  sex: 'text',
  tel: 'text',
  email: 'text',
  id_card: 'text',
  role_id: 'integer',
  is_admin: 'integer',
  avator: 'text',
  enabled: 'integer',
  password_hash: 'text',
  must_change_password: 'integer',
  last_sign_in_at: 'text',
  created_at: 'text',
  updated_at: 'text',
} as const;

export async function insertAll(db: Queryable, dialect: Dialect, rows: readonly NewEmployeeRow[]): Promise<void> {
  await insertRows(db, dialect, 'employee', employeeColumns, rows.map(toColumns));
}

/** What is undefined stays as it is. */
export interface EmployeeChanges {
  employeeName?: string | undefined;
  sex?: string | undefined;
  tel?: string | undefined;
  email?: string | undefined;
  idCard?: string | undefined;
  deptId?: string | undefined;
  isAdmin?: number | undefined;
  enabled?: number | undefined;
}

export async function update(db: Queryable, compNo: string, id: string, changes: EmployeeChanges, at: string): Promise<void> {
  await db
    .updateTable('employee')
    .set({
      employee_name: changes.employeeName,
      sex: changes.sex,
      tel: changes.tel,
      email: changes.email,
      id_card: changes.idCard,
      dept_id: changes.deptId,
      is_admin: changes.isAdmin,
      enabled: changes.enabled,
      updated_at: at,
    })
    .where('comp_no', '=', compNo)
    .where('id', '=', id)
    .execute();
}

/** The row held until the transaction ends, as whoever changes sessions holds it too. */
export async function findHeld(trx: Queryable, dialect: Dialect, compNo: string, id: string) {
  return trx
    .selectFrom('employee')
    .select(['id', 'account', 'employee_name', 'sex', 'tel', 'email', 'id_card', 'dept_id', 'is_admin', 'enabled', 'must_change_password'])
    .where('comp_no', '=', compNo)
    .where('id', '=', id)
    .modifyEnd(forNoKeyUpdate(dialect))
    .executeTakeFirst();
}

/** Only who has signed in and chosen a password can do an administrator's work: a first password may never reach its owner. */
export async function hasOtherAdmin(trx: Queryable, compNo: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('employee')
    .select('id')
    .where('comp_no', '=', compNo)
    .where('id', '!=', id)
    .where('is_admin', '=', 1)
    .where('enabled', '=', 1)
    .where('must_change_password', '=', 0)
    .where('last_sign_in_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type HeldEmployee = NonNullable<Awaited<ReturnType<typeof findHeld>>>;

export const findPassword = (db: Queryable, compNo: string, accountKey: string) =>
  db
    .selectFrom('employee')
    .select(['id', 'account', 'password_hash'])
    .where('comp_no', '=', compNo)
    .where('account_key', '=', accountKey)
    .executeTakeFirst();

/** In any company: for an operator, who has no company. */
export const findByAccount = (db: Queryable, accountKey: string) =>
  db
    .selectFrom('employee')
    .innerJoin('company', 'company.comp_no', 'employee.comp_no')
    .select(['employee.id', 'employee.account', 'employee.employee_name', 'employee.enabled', 'company.comp_no', 'company.comp_name'])
    .where('employee.account_key', '=', accountKey)
    .executeTakeFirst();

export async function setPassword(
  trx: Queryable,
  id: string,
  change: { passwordHash: string; mustChange: boolean; at: string },
): Promise<void> {
  await trx
    .updateTable('employee')
    .set({ password_hash: change.passwordHash, must_change_password: change.mustChange ? 1 : 0, updated_at: change.at })
    .where('id', '=', id)
    .execute();
}

/** @returns false when somebody has signed in with the one before, or nobody of the company has the account */
export async function renewInitialPassword(
  trx: Queryable,
  compNo: string,
  change: { accountKey: string; passwordHash: string; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('employee')
    .set({ password_hash: change.passwordHash, updated_at: change.at })
    .where('comp_no', '=', compNo)
    .where('account_key', '=', change.accountKey)
    .where('must_change_password', '=', 1)
    .where('last_sign_in_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
