import { sql } from 'kysely';
import type { Caller } from '../../caller.ts';
import type { Queryable } from '../../context.ts';
import { adminsOf } from './audience.ts';

export type Reader = Pick<Caller, 'compNo' | 'deptId' | 'employeeId' | 'role'>;

/** What a person may read: notices to everyone in the company, to the own department, to that person, and to administrators. */
const readable = (db: Queryable, { compNo, deptId, employeeId, role }: Reader) =>
  db
    .selectFrom('notice_audience as a')
    .where('a.comp_no', '=', compNo)
    .where('a.audience', 'in', [deptId, compNo, employeeId, ...(role === 'admin' ? [adminsOf(compNo)] : [])])
    .where('a.published_at', 'is not', null);

const hasNoReceipt = ({ employeeId }: Reader) =>
  sql<boolean>`not exists (select 1 from notice_receipt as r where r.notice_id = a.notice_id and r.employee_id = ${employeeId})`;

export type MyNoticeRow = Awaited<ReturnType<typeof findMyNoticePage>>['rows'][number];

/** The latest first. */
export async function findMyNoticePage(db: Queryable, reader: Reader, page: { pageNum: number; pageSize: number }) {
  const matching = readable(db, reader);
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .innerJoin('notice as n', 'n.id', 'a.notice_id')
    .leftJoin('employee as p', 'p.id', 'n.published_by')
    .leftJoin('notice_receipt as r', (join) => join.onRef('r.notice_id', '=', 'a.notice_id').on('r.employee_id', '=', reader.employeeId))
    .select([
      'n.id',
      'n.kind',
      'n.title',
      'n.body',
      'n.task_id',
      'a.object_id',
      'a.published_at',
      'r.read_at',
      'p.employee_name as publisher_name',
    ])
    .orderBy('a.published_at', 'desc')
    .orderBy('a.notice_id', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows, total };
}

export async function countUnread(db: Queryable, reader: Reader, since: string): Promise<number> {
  const { count } = await readable(db, reader)
    .where('a.published_at', '>=', since)
    .where(hasNoReceipt(reader))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function isReadable(db: Queryable, reader: Reader, noticeId: string): Promise<boolean> {
  const row = await readable(db, reader).select('a.notice_id').where('a.notice_id', '=', noticeId).executeTakeFirst();
  return row !== undefined;
}

/** Safe to repeat. */
export const insertReceipt = (db: Queryable, reader: Reader, noticeId: string, at: string) =>
  db
    .insertInto('notice_receipt')
    .values({ notice_id: noticeId, employee_id: reader.employeeId, read_at: at })
    .onConflict((conflict) => conflict.columns(['notice_id', 'employee_id']).doNothing())
    .execute();

/** Of all that is unread and was published in that time. */
export const insertReceipts = (db: Queryable, reader: Reader, published: { since: string; until: string }, at: string) =>
  db
    .insertInto('notice_receipt')
    .columns(['notice_id', 'employee_id', 'read_at'])
    .expression(
      readable(db, reader)
        .where('a.published_at', '>=', published.since)
        .where('a.published_at', '<=', published.until)
        .where(hasNoReceipt(reader))
        .select(['a.notice_id', sql.val(reader.employeeId).as('employee_id'), sql.val(at).as('read_at')])
        // As who deletes several takes them, so that the two do not wait for each other.
        .orderBy('a.notice_id'),
    )
    .onConflict((conflict) => conflict.columns(['notice_id', 'employee_id']).doNothing())
    .execute();

export async function findEntry(db: Queryable, employeeId: string): Promise<string> {
  return (await db.selectFrom('employee').select('created_at').where('id', '=', employeeId).executeTakeFirstOrThrow()).created_at;
}
