import { type RawBuilder, sql } from 'kysely';
import type { CorrectionStatus } from '#contract/correction-status.ts';
import type { AskedPage } from '#contract/paging.ts';
import type { Queryable } from '../../context.ts';
import { contains, type Dialect, forUpdate } from '../../database/dialect.ts';
import { itemDueDate } from '../../database/item-due-date.ts';
import { isOneOf } from '../../database/json-rows.ts';
import { wordingColumns } from '../../database/point-wording.ts';

/** A self-correction with what its status depends on. */
const corrections = (db: Queryable) =>
  db
    .selectFrom('self_correction as c')
    .innerJoin('dept_task as d', 'd.id', 'c.dept_task_id')
    .innerJoin('task as t', 't.id', 'c.task_id')
    .innerJoin('dept', 'dept.id', 'c.dept_id')
    .leftJoin('employee as confirmer', 'confirmer.id', 'c.confirmed_by');

const listedColumns = [
  'c.id',
  'c.comp_no',
  'c.dept_task_id',
  'c.task_id',
  'c.dept_id',
  'c.due_date',
  'c.item_count',
  'c.corrected_count',
  'c.corrected_at',
  'c.confirmed_at',
  'c.created_at',
  'd.submitted_at',
  't.task_name',
  't.task_type',
  't.correct_days',
  't.cancelled_at',
  't.cancel_reason',
  'dept.dept_name',
  'confirmer.employee_name as confirmer_name',
] as const;

export type ListedCorrection = NonNullable<Awaited<ReturnType<typeof findCorrection>>>;

export const findCorrection = (db: Queryable, compNo: string, id: string) =>
  corrections(db).select(listedColumns).where('c.id', '=', id).where('c.comp_no', '=', compNo).executeTakeFirst();

/**
 * A self-correction, held until the transaction ends: saves, returns and confirmations of one follow each other, and a
 * return of the inspection itself follows them, since it takes the same row of the department task first.
 */
export async function holdCorrection(trx: Queryable, dialect: Dialect, compNo: string, id: string): Promise<ListedCorrection | undefined> {
  const found = await trx.selectFrom('self_correction').select('dept_task_id').where('id', '=', id).where('comp_no', '=', compNo).executeTakeFirst();
  if (found === undefined) return undefined;
  await trx.selectFrom('dept_task').select('id').where('id', '=', found.dept_task_id).modifyEnd(forUpdate(dialect)).execute();
  return findCorrection(trx, compNo, id);
}

/** `done` selects what was corrected, confirmed or not, `overdue` what is open past its due date. */
export type CorrectionFilterStatus = CorrectionStatus | 'done' | 'overdue';

/** The rules of `correctionStatusOf` in SQL; a test compares the two. */
const hasStatus = (status: CorrectionFilterStatus, today: string): RawBuilder<boolean> => {
  switch (status) {
    case 'open':
      return sql`(t.cancelled_at is null and c.corrected_at is null)`;
    case 'overdue':
      return sql`(t.cancelled_at is null and c.corrected_at is null and c.due_date < ${today})`;
    case 'corrected':
      return sql`(t.cancelled_at is null and c.corrected_at is not null and c.confirmed_at is null)`;
    case 'confirmed':
      return sql`(t.cancelled_at is null and c.confirmed_at is not null)`;
    case 'done':
      return sql`(t.cancelled_at is null and c.corrected_at is not null)`;
    case 'cancelled':
      return sql`(t.cancelled_at is not null)`;
  }
};

export interface CorrectionFilter {
  compNo: string;
  deptId: string | undefined;
  taskName: string;
  status: CorrectionFilterStatus | undefined;
  dueFrom: string | undefined;
  dueTo: string | undefined;
  today: string;
}

const matchingCorrections = (db: Queryable, { compNo, deptId, taskName, status, dueFrom, dueTo, today }: CorrectionFilter) =>
  corrections(db)
    .where('c.comp_no', '=', compNo)
    .$if(deptId !== undefined, (query) => query.where('c.dept_id', '=', deptId ?? ''))
    .$if(taskName !== '', (query) => query.where(contains('t.task_name', taskName)))
    .$if(dueFrom !== undefined, (query) => query.where('c.due_date', '>=', dueFrom ?? ''))
    .$if(dueTo !== undefined, (query) => query.where('c.due_date', '<=', dueTo ?? ''))
    .$if(status !== undefined, (query) => query.where(hasStatus(status ?? 'open', today)));

const sortColumns = { dueDate: 'c.due_date', itemCount: 'c.item_count' } as const;
type SortedPage = AskedPage<keyof typeof sortColumns>;
export type CorrectionOrder = Pick<SortedPage, 'sortBy' | 'sortOrder'>;

/** Unless asked otherwise: open ones by their due date, then those that wait for confirmation, then the others, the latest first. */
const orderedCorrections = (db: Queryable, filter: CorrectionFilter, { sortBy, sortOrder }: CorrectionOrder) =>
  matchingCorrections(db, filter)
    .$if(sortBy !== undefined, (query) => query.orderBy(sortColumns[sortBy ?? 'dueDate'], sortOrder ?? 'asc'))
    .orderBy(sql`case when ${hasStatus('open', filter.today)} then 0 when ${hasStatus('corrected', filter.today)} then 1 else 2 end`)
    .orderBy(sql`case when ${hasStatus('open', filter.today)} then c.due_date end`)
    .orderBy('c.due_date', 'desc')
    .orderBy('c.id');

export async function findCorrectionPage(db: Queryable, filter: CorrectionFilter, page: SortedPage): Promise<{ rows: ListedCorrection[]; total: number }> {
  const { total } = await matchingCorrections(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await orderedCorrections(db, filter, page)
    .select(listedColumns)
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows, total };
}

/** How many items there are in all self-corrections that match. */
export async function countMatchingItems(db: Queryable, filter: CorrectionFilter): Promise<number> {
  const { items } = await matchingCorrections(db, filter)
    .select((eb) => eb.fn.sum<number | null>('c.item_count').as('items'))
    .executeTakeFirstOrThrow();
  return items ?? 0;
}

/** All that match, in the order of the list. */
export async function listCorrectionIds(db: Queryable, filter: CorrectionFilter, order: CorrectionOrder): Promise<string[]> {
  const rows = await orderedCorrections(db, filter, order).select('c.id').execute();
  return rows.map(({ id }) => id);
}

/** Those of these that still match, in the order of `ids`. */
export async function listCorrections(db: Queryable, dialect: Dialect, filter: CorrectionFilter, ids: readonly string[]): Promise<ListedCorrection[]> {
  const rows = await matchingCorrections(db, filter).select(listedColumns).where(isOneOf(dialect, 'c.id', ids)).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Whether an item's point failed in the department's previous submitted inspection too. */
const isRepeated = sql<boolean>`exists (select 1 from answer as last
  where last.dept_id = c.dept_id and last.point_id = i.point_id and last.result = 'unqualified'
    and last.submitted_at = (select max(earlier.submitted_at) from answer as earlier
      where earlier.dept_id = c.dept_id and earlier.point_id = i.point_id and earlier.submitted_at < d.submitted_at))`;

/** The rule of `isLateCorrection` in SQL: a day ends at midnight in Shanghai. */
const isLate = sql<boolean>`i.corrected_at >= ${itemDueDate} || 'T16:00:00.000Z'`;

/** Of each self-correction: items that were returned and are open again, that failed before, that were corrected late, or without a photo; and its version. */
export const countItems = (db: Queryable, dialect: Dialect, ids: readonly string[]) =>
  db
    .selectFrom('self_correction_item as i')
    .innerJoin('self_correction as c', 'c.id', 'i.self_correction_id')
    .innerJoin('dept_task as d', 'd.id', 'c.dept_task_id')
    .select([
      'i.self_correction_id',
      sql<number>`sum(case when i.returned_at is not null and i.corrected_at is null then 1 else 0 end)`.as('returned'),
      sql<number>`sum(case when ${isRepeated} then 1 else 0 end)`.as('repeated'),
      sql<number>`sum(case when ${isLate} then 1 else 0 end)`.as('late'),
      sql<number>`sum(case when i.corrected_at is not null and i.photos_after = '[]' then 1 else 0 end)`.as('unproved'),
      sql<number>`sum(i.revision)`.as('version'),
    ])
    .where(isOneOf(dialect, 'i.self_correction_id', ids))
    .groupBy('i.self_correction_id')
    .execute();

/** All items in the order of their task, in the wording that it was issued with. */
export const listItems = (db: Queryable, id: string) =>
  db
    .selectFrom('self_correction_item as i')
    .innerJoin('self_correction as c', 'c.id', 'i.self_correction_id')
    .innerJoin('answer as a', (join) => join.onRef('a.dept_task_id', '=', 'c.dept_task_id').onRef('a.point_id', '=', 'i.point_id'))
    .innerJoin('check_point_version as v', 'v.id', 'i.version_id')
    .innerJoin('task_point as issued', (join) => join.onRef('issued.task_id', '=', 'c.task_id').onRef('issued.point_id', '=', 'i.point_id'))
    .innerJoin('check_item as category', 'category.id', 'a.category_id')
    .leftJoin('employee as finder', 'finder.id', 'a.answered_by')
    .leftJoin('employee as saver', 'saver.id', 'i.saved_by')
    .selectAll('i')
    .select([
      'c.due_date as whole_due_date',
      'a.seq',
      'a.answered_at',
      'category.item_name as category_name',
      'issued.item_name',
      ...wordingColumns,
      'finder.employee_name as finder_name',
      'saver.employee_name as saver_name',
    ])
    .where('i.self_correction_id', '=', id)
    .orderBy('a.seq')
    .execute();

export type ItemRow = Awaited<ReturnType<typeof listItems>>[number];

/** Of the items' points, what failed in the department's previous submitted inspection of each. */
export const listLastFailures = (db: Queryable, id: string) =>
  db
    .selectFrom('self_correction_item as i')
    .innerJoin('self_correction as c', 'c.id', 'i.self_correction_id')
    .innerJoin('dept_task as d', 'd.id', 'c.dept_task_id')
    .innerJoin('answer as last', (join) =>
      join
        .onRef('last.dept_id', '=', 'c.dept_id')
        .onRef('last.point_id', '=', 'i.point_id')
        .on(
          'last.submitted_at',
          '=',
          sql<string>`(select max(earlier.submitted_at) from answer as earlier
            where earlier.dept_id = c.dept_id and earlier.point_id = i.point_id and earlier.submitted_at < d.submitted_at)`,
        ),
    )
    .innerJoin('dept_task as before', 'before.id', 'last.dept_task_id')
    .innerJoin('task as t', 't.id', 'before.task_id')
    .select(['i.id as item_id', 'last.remark', 'last.answered_at', 't.task_name'])
    .where('i.self_correction_id', '=', id)
    .where('last.result', '=', 'unqualified')
    .execute();

export type LastFailureRow = Awaited<ReturnType<typeof listLastFailures>>[number];
