import { sql } from 'kysely';
import type { NoticeAudience, NoticeKind, NoticeStatus } from '#contract/notice-kind.ts';
import type { AskedPage } from '#contract/paging.ts';
import type { Queryable } from '../../context.ts';
import { contains, type Dialect, forUpdate } from '../../database/dialect.ts';
import { insertRows, isOneOf } from '../../database/json-rows.ts';

const notices = (db: Queryable, compNo: string) =>
  db.selectFrom('notice as n').leftJoin('employee as p', 'p.id', 'n.published_by').where('n.comp_no', '=', compNo);

const columns = [
  'n.id',
  'n.comp_no',
  'n.kind',
  'n.title',
  'n.body',
  'n.audience',
  'n.task_id',
  'n.published_at',
  'n.withdrawn_at',
  'n.created_at',
  'n.published_by',
  'p.employee_name as publisher_name',
] as const;

/** Enabled people that a notice is meant for. */
const readerCount = sql<number>`case when n.audience = 'all'
  then (select count(*) from employee as e where e.comp_no = n.comp_no and e.enabled = 1)
  when n.audience = 'admins' then (select count(*) from employee as e where e.comp_no = n.comp_no and e.enabled = 1 and e.is_admin = 1)
  when n.audience = 'person' then 1
  else (select count(*) from notice_audience as a join employee as e on e.dept_id = a.audience where a.notice_id = n.id and e.enabled = 1)
  end`.as('reader_count');
const readCount =
  sql<number>`(select count(*) from notice_receipt as r join employee as e on e.id = r.employee_id where r.notice_id = n.id and e.enabled = 1)`.as(
    'read_count',
  );
/** A department may be deleted whose people a notice was meant for. */
const deptCount = sql<number>`(select count(*) from notice_audience as a join dept on dept.id = a.audience where a.notice_id = n.id)`.as('dept_count');

export type NoticeRow = NonNullable<Awaited<ReturnType<typeof findNotice>>>;

export const findNotice = (db: Queryable, compNo: string, id: string) =>
  notices(db, compNo).select(columns).select([readerCount, readCount, deptCount]).where('n.id', '=', id).executeTakeFirst();

/** A notice, held until the transaction ends. */
export async function holdNotice(trx: Queryable, dialect: Dialect, compNo: string, id: string): Promise<NoticeRow | undefined> {
  await trx.selectFrom('notice').select('id').where('id', '=', id).where('comp_no', '=', compNo).modifyEnd(forUpdate(dialect)).execute();
  return findNotice(trx, compNo, id);
}

export interface NoticeFilter {
  compNo: string;
  title: string;
  kind: NoticeKind | undefined;
  status: NoticeStatus | undefined;
}

/** The rules of `noticeStatusOf` in SQL. */
const hasStatus = {
  draft: sql<boolean>`n.withdrawn_at is null and n.published_at is null`,
  published: sql<boolean>`n.withdrawn_at is null and n.published_at is not null`,
  withdrawn: sql<boolean>`n.withdrawn_at is not null`,
} satisfies Record<NoticeStatus, unknown>;

/** The latest first unless asked otherwise; what was never published is before all that was. */
export async function findNoticePage(
  db: Queryable,
  filter: NoticeFilter,
  page: AskedPage<'publishedAt'>,
): Promise<{ rows: NoticeRow[]; total: number }> {
  const matching = notices(db, filter.compNo)
    .$if(filter.title !== '', (query) => query.where(contains('n.title', filter.title)))
    .$if(filter.kind !== undefined, (query) => query.where('n.kind', '=', filter.kind ?? 'manual'))
    .$if(filter.status !== undefined, (query) => query.where(hasStatus[filter.status ?? 'draft']));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select(columns)
    .select([readerCount, readCount, deptCount])
    .$if(page.sortBy !== undefined, (query) => query.orderBy(sql`coalesce(n.published_at, '')`, page.sortOrder ?? 'asc'))
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows, total };
}

/** Departments that notices are meant for, in their order. @param atMost of each notice */
export const listAudienceDepts = (db: Queryable, dialect: Dialect, noticeIds: readonly string[], atMost: number) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('notice_audience as a')
        .innerJoin('dept', 'dept.id', 'a.audience')
        .select(['a.notice_id', 'dept.id', 'dept.dept_name', sql<number>`row_number() over (partition by a.notice_id order by dept.sort, dept.id)`.as('place')])
        .where(isOneOf(dialect, 'a.notice_id', noticeIds))
        .as('ranked'),
    )
    .select(['notice_id', 'id', 'dept_name'])
    .where('place', '<=', atMost)
    .orderBy('notice_id')
    .orderBy('place')
    .execute();

/** Enabled people that a notice is meant for and who have not read it. */
const unreadPeople = (db: Queryable, { id, comp_no, audience }: Pick<NoticeRow, 'id' | 'comp_no' | 'audience'>) =>
  db
    .selectFrom('employee as e')
    .innerJoin('dept', 'dept.id', 'e.dept_id')
    .where('e.comp_no', '=', comp_no)
    .where('e.enabled', '=', 1)
    .$if(audience === 'depts', (people) => people.where('e.dept_id', 'in', (eb) => eb.selectFrom('notice_audience').select('audience').where('notice_id', '=', id)))
    .$if(audience === 'admins', (people) => people.where('e.is_admin', '=', 1))
    .$if(audience === 'person', (people) => people.where('e.id', 'in', (eb) => eb.selectFrom('notice_audience').select('audience').where('notice_id', '=', id)))
    .where('e.id', 'not in', (eb) => eb.selectFrom('notice_receipt').select('employee_id').where('notice_id', '=', id));

/** How many have not read a notice, by department in their order. */
export const countUnread = (db: Queryable, notice: Pick<NoticeRow, 'id' | 'comp_no' | 'audience'>) =>
  unreadPeople(db, notice)
    .select((eb) => ['dept.id as deptId', 'dept.dept_name as deptName', eb.fn.countAll<number>().as('unreadCount')])
    .groupBy(['dept.id', 'dept.dept_name', 'dept.sort'])
    .orderBy('dept.sort')
    .orderBy('dept.id')
    .execute();

/** Some who have not read a notice: the first of each department, then the second of each. */
export const listUnread = (db: Queryable, notice: Pick<NoticeRow, 'id' | 'comp_no' | 'audience'>, atMost: number) =>
  db
    .selectFrom(
      unreadPeople(db, notice)
        .select(['dept.id as deptId', 'dept.sort', 'e.employee_name as employeeName', sql<number>`row_number() over (partition by dept.id order by e.account_key)`.as('place')])
        .as('ranked'),
    )
    .select(['deptId', 'employeeName'])
    .orderBy('place')
    .orderBy('sort')
    .orderBy('deptId')
    .limit(atMost)
    .execute();

export interface NewNoticeRow {
  id: string;
  comp_no: string;
  title: string;
  body: string;
  audience: NoticeAudience;
  published_by: string;
  published_at: string | null;
  created_at: string;
}

/** A notice that an administrator wrote. */
export const insertNotice = (trx: Queryable, row: NewNoticeRow) =>
  trx
    .insertInto('notice')
    .values({ ...row, kind: 'manual', event_key: null, task_id: null, withdrawn_at: null })
    .execute();

/** What is undefined stays as it is. */
export interface NoticeChanges {
  title: string | undefined;
  body: string | undefined;
  audience: NoticeAudience | undefined;
}

export async function updateNotice(trx: Queryable, id: string, changes: NoticeChanges): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await trx.updateTable('notice').set(changes).where('id', '=', id).execute();
}

/** Who reads it from now on. @param audience ids of departments, or the company's number alone */
export async function replaceAudience(
  trx: Queryable,
  dialect: Dialect,
  notice: { id: string; compNo: string; publishedAt: string | null },
  audience: readonly string[],
): Promise<void> {
  await trx.deleteFrom('notice_audience').where('notice_id', '=', notice.id).execute();
  await insertRows(
    trx,
    dialect,
    'notice_audience',
    { notice_id: 'text', comp_no: 'text', audience: 'text', object_id: 'text', published_at: 'text' },
    audience.map((each) => ({ notice_id: notice.id, comp_no: notice.compNo, audience: each, object_id: null, published_at: notice.publishedAt })),
  );
}

/** Shows it to its readers as new, also to those who have read it before. */
export async function markPublished(trx: Queryable, id: string, by: string, at: string): Promise<void> {
  await trx.updateTable('notice').set({ published_by: by, published_at: at, withdrawn_at: null }).where('id', '=', id).execute();
  await trx.updateTable('notice_audience').set({ published_at: at }).where('notice_id', '=', id).execute();
  await trx.deleteFrom('notice_receipt').where('notice_id', '=', id).execute();
}

export async function markWithdrawn(trx: Queryable, id: string, at: string): Promise<void> {
  await trx.updateTable('notice').set({ withdrawn_at: at }).where('id', '=', id).execute();
  await trx.updateTable('notice_audience').set({ published_at: null }).where('notice_id', '=', id).execute();
}

export async function deleteNotices(trx: Queryable, dialect: Dialect, ids: readonly string[]): Promise<void> {
  // Who reads one of them meanwhile would leave a receipt behind, which is in the way. In one order, as readers take them.
  await trx.selectFrom('notice').select('id').where(isOneOf(dialect, 'id', ids)).orderBy('id').modifyEnd(forUpdate(dialect)).execute();
  await trx.deleteFrom('notice_receipt').where(isOneOf(dialect, 'notice_id', ids)).execute();
  await trx.deleteFrom('notice_audience').where(isOneOf(dialect, 'notice_id', ids)).execute();
  await trx.deleteFrom('notice').where(isOneOf(dialect, 'id', ids)).execute();
}
