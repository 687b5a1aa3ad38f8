import { type Insertable, sql } from 'kysely';
import type { AuditAction } from '#contract/audit-action.ts';
import type { Queryable } from '../../context.ts';
import { contains } from '../../database/dialect.ts';
import type { AuditRecordTable } from '../../database/tables.ts';

export interface AuditSelection {
  compNo: string;
  /** Instants: from the first, before the second. */
  from: string;
  before: string;
  person: string;
  action: AuditAction | undefined;
  succeeded: number | undefined;
}

const matching = (db: Queryable, { compNo, from, before, person, action, succeeded }: AuditSelection) =>
  db
    .selectFrom('audit_record as a')
    .leftJoin('employee as e', (join) => join.onRef('e.id', '=', 'a.employee_id').onRef('e.comp_no', '=', 'a.comp_no'))
    .where('a.comp_no', '=', compNo)
    .where('a.at', '>=', from)
    .where('a.at', '<', before)
    .$if(person !== '', (query) =>
      query.where((eb) => eb.or([contains('a.account', person), contains('e.employee_name', person)])),
    )
    .$if(action !== undefined, (query) => query.where('a.action', '=', action ?? ''))
    .$if(succeeded !== undefined, (query) => query.where('a.succeeded', '=', succeeded ?? 1));

const columns = [
  'a.id',
  'a.at',
  'a.account',
  'e.employee_name',
  'a.action',
  'a.object_type',
  'a.object_id',
  'a.summary',
  'a.address',
  'a.succeeded',
] as const;

const latestFirst = (db: Queryable, selection: AuditSelection) =>
  matching(db, selection).select(columns).orderBy('a.at', 'desc').orderBy('a.id', 'desc');

export type AuditRow = Awaited<ReturnType<typeof listAuditAfter>>[number];

export async function countAudit(db: Queryable, selection: AuditSelection): Promise<number> {
  const { total } = await matching(db, selection)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The latest first. */
export const findAuditPage = (db: Queryable, selection: AuditSelection, page: { pageNum: number; pageSize: number }): Promise<AuditRow[]> =>
  latestFirst(db, selection)
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();

/** The latest record of what was done to an object, which came into being at `since`. */
export const findLastDeed = (db: Queryable, deed: { compNo: string; action: AuditAction; objectId: string; since: string }) =>
  db
    .selectFrom('audit_record as a')
    .select(['a.employee_id', 'a.at'])
    .where('a.comp_no', '=', deed.compNo)
    .where('a.at', '>=', deed.since)
    .where('a.action', '=', deed.action)
    .where('a.object_id', '=', deed.objectId)
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** So many rows, the latest first, that come after one in that order. */
export const listAuditAfter = (db: Queryable, selection: AuditSelection, last: { at: string; id: string } | undefined, limit: number) =>
  latestFirst(db, selection)
    .$if(last !== undefined, (query) => query.where(sql<boolean>`(a.at, a.id) < (${last?.at ?? ''}, ${last?.id ?? ''})`))
    .limit(limit)
    .execute();

export async function insertAudit(db: Queryable, row: Insertable<AuditRecordTable>): Promise<void> {
  await db.insertInto('audit_record').values(row).execute();
}

/** Removes some of the records from before an instant. @returns how many */
export async function deleteAuditBefore(db: Queryable, at: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('audit_record')
    .where('id', 'in', (query) => query.selectFrom('audit_record').select('id').where('at', '<', at).orderBy('at').limit(limit))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
