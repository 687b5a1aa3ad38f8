import { type CompiledQuery, type Selectable, sql } from 'kysely';
import type { Queryable, ServerContext } from '../../context.ts';
import { type Dialect, forNoKeyUpdate, forUpdate } from '../../database/dialect.ts';
import { gatherLookUps } from '../../database/gather-look-ups.ts';
import { deleteSomeBefore } from '../../database/purge.ts';
import type { SessionTable } from '../../database/tables.ts';

export type SessionRow = Selectable<SessionTable>;

/**
 * Looks up a session and its employee by the access token's hash. On every call, so the statement is built once; and with
 * PostgreSQL, where each statement is a journey, those of all calls that came at once are looked up by one.
 */
export function createSessionLookUp({ db, dialect }: ServerContext): (accessHash: string) => Promise<CallerRow | undefined> {
  const read = async <Row>(compiled: CompiledQuery<Row>, parameter: unknown): Promise<Row[]> => {
    const query: CompiledQuery<Row> = { ...compiled, parameters: [parameter] };
    return (await db.executeQuery(query)).rows;
  };
  if (dialect === 'sqlite') {
    const compiled = selectCallers(db).where('session.access_hash', '=', 'given at each call').compile();
    return async (accessHash) => (await read(compiled, accessHash))[0];
  }
  const compiled = selectCallers(db)
    .where('session.access_hash', '=', sql<string>`any(${['given at each call']})`)
    .compile();
  return gatherLookUps(async (hashes) => new Map((await read(compiled, hashes)).map((row) => [row.access_hash, row])));
}

const selectCallers = (db: Queryable) =>
  db
    .selectFrom('session')
    .innerJoin('employee', 'employee.id', 'session.employee_id')
    .select([
      'session.id as session_id',
      'session.family_id',
      'session.access_hash',
      'session.access_expires_at',
      'session.last_used_at',
      'session.revoked_at',
      'employee.id as employee_id',
      'employee.account',
      'employee.employee_name',
      'employee.comp_no',
      'employee.dept_id',
      'employee.is_admin',
      'employee.enabled',
      'employee.must_change_password',
    ]);

type CallerRow = Awaited<ReturnType<ReturnType<typeof selectCallers>['execute']>>[number];

/** Whatever became of it since. */
export const findByAccessHash = (db: Queryable, accessHash: string): Promise<SessionRow | undefined> =>
  db.selectFrom('session').selectAll().where('access_hash', '=', accessHash).executeTakeFirst();

export const findByRefreshHash = (db: Queryable, refreshHash: string): Promise<SessionRow | undefined> =>
  db.selectFrom('session').selectAll().where('refresh_hash', '=', refreshHash).executeTakeFirst();

/** A session, held until the transaction ends: nobody can use it for the first time meanwhile. */
export const findById = (trx: Queryable, dialect: Dialect, id: string): Promise<SessionRow | undefined> =>
  trx.selectFrom('session').selectAll().where('id', '=', id).modifyEnd(forUpdate(dialect)).executeTakeFirst();

export async function holdEmployee(trx: Queryable, dialect: Dialect, employeeId: string): Promise<void> {
  await trx.selectFrom('employee').select('id').where('id', '=', employeeId).modifyEnd(forNoKeyUpdate(dialect)).execute();
}

export async function insertSession(db: Queryable, row: SessionRow): Promise<void> {
  await db.insertInto('session').values(row).execute();
}

export async function markUsed(db: Queryable, id: string, at: string): Promise<void> {
  await db
    .updateTable('session')
    .set(({ fn, ref, val }) => ({ used_at: fn.coalesce(ref('used_at'), val(at)), last_used_at: at }))
    .where('id', '=', id)
    .execute();
}

/** The sessions of an employee that still hold, the one used last first: of each family the row that was not replaced. */
export const findOpenSessions = (db: Queryable, employeeId: string, at: string) =>
  db
    .selectFrom('session')
    .select(['family_id', 'user_agent', 'address', 'signed_in_at'])
    .select(({ fn }) => fn.coalesce('last_used_at', 'created_at').as('last_used_at'))
    .where('employee_id', '=', employeeId)
    .where('revoked_at', 'is', null)
    .where('successor_id', 'is', null)
    .where('refresh_expires_at', '>', at)
    .orderBy(({ fn }) => fn.coalesce('last_used_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .execute();

export type OpenSessionRow = Awaited<ReturnType<typeof findOpenSessions>>[number];

/** Whether that sign-in of the employee still holds: its tokens may have been renewed, and none of it was revoked. */
export async function isFamilyOpen(db: Queryable, { familyId, employeeId }: { familyId: string; employeeId: string }, at: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('family_id', '=', familyId)
    .where('employee_id', '=', employeeId)
    .where('revoked_at', 'is', null)
    .where('refresh_expires_at', '>', at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isFamilyOf(db: Queryable, familyId: string, employeeId: string): Promise<boolean> {
  const row = await db.selectFrom('session').select('id').where('family_id', '=', familyId).where('employee_id', '=', employeeId).limit(1).executeTakeFirst();
  return row !== undefined;
}

export async function setSuccessor(trx: Queryable, id: string, successorId: string): Promise<void> {
  await trx.updateTable('session').set({ successor_id: successorId }).where('id', '=', id).execute();
}

export async function revokeSession(trx: Queryable, id: string, at: string): Promise<void> {
  await trx.updateTable('session').set({ revoked_at: at }).where('id', '=', id).execute();
}

/** @returns how many were not revoked before */
export async function revokeFamily(db: Queryable, familyId: string, at: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: at })
    .where('family_id', '=', familyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** @param keptFamilyId the session that goes on, if any */
export async function revokeAllOf(db: Queryable, employeeId: string, keptFamilyId: string | undefined, at: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ revoked_at: at })
    .where('employee_id', '=', employeeId)
    .where('revoked_at', 'is', null)
    .$if(keptFamilyId !== undefined, (query) => query.where('family_id', '!=', keptFamilyId ?? ''))
    .execute();
}

/** Removes some of the sessions that ended before an instant. @returns how many */
export const deleteEndedBefore = ({ db, dialect }: ServerContext, at: string, limit: number): Promise<number> =>
  deleteSomeBefore(db, dialect, 'session', 'refresh_expires_at', at, limit);

/** The person as the client stores it, with the password's hash for the one who checks it. */
const selectAccounts = (db: Queryable) =>
  db
    .selectFrom('employee')
    .innerJoin('company', 'company.comp_no', 'employee.comp_no')
    .innerJoin('dept', 'dept.id', 'employee.dept_id')
    .select([
      'employee.id',
      'employee.comp_no',
      'employee.dept_id',
      'employee.account',
      'employee.employee_name',
      'employee.sex',
      'employee.tel',
      'employee.email',
      'employee.id_card',
      'employee.role_id',
      'employee.is_admin',
      'employee.avator',
      'employee.enabled',
      'employee.password_hash',
      'employee.must_change_password',
      'company.comp_name',
      'company.site_title',
      'company.spec_code',
      'dept.dept_name',
    ]);

export type AccountRow = Awaited<ReturnType<typeof findAccount>> & object;

export const findAccount = (db: Queryable, accountKey: string) =>
  selectAccounts(db).where('employee.account_key', '=', accountKey).executeTakeFirst();

export const findAccountById = (db: Queryable, employeeId: string): Promise<AccountRow | undefined> =>
  selectAccounts(db).where('employee.id', '=', employeeId).executeTakeFirst();

export async function setLastSignIn(db: Queryable, employeeId: string, at: string): Promise<void> {
  await db.updateTable('employee').set({ last_sign_in_at: at }).where('id', '=', employeeId).execute();
}

/** Where the account was in use from lately. */
export async function findAddresses(db: Queryable, accountKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('employee', 'employee.id', 'session.employee_id')
    .select('session.address')
    .distinct()
    .where('employee.account_key', '=', accountKey)
    .execute();
  return rows.map((row) => row.address);
}
