import { type RawBuilder, sql } from 'kysely';
import type { AskedPage } from '#contract/paging.ts';
import { TASK_STATUSES, type TaskStatus } from '#contract/task-status.ts';
import type { Queryable } from '../../context.ts';
import { contains, type Dialect, forUpdate } from '../../database/dialect.ts';

/** The rules of `taskStatusAt` in SQL, on a `task` named t; a test compares the two for a grid of days. */
const hasTaskStatus = (status: TaskStatus, today: string): RawBuilder<boolean> => {
  const isUnfinished = sql`t.cancelled_at is null and t.submitted_count < t.dept_count`;
  switch (status) {
    case 'cancelled':
      return sql`t.cancelled_at is not null`;
    case 'completed':
      return sql`t.cancelled_at is null and t.submitted_count >= t.dept_count`;
    case 'overdue':
      // `not … >=` and not `<`: SQLite would otherwise walk all past tasks by their end instead of the unfinished ones.
      return sql`${isUnfinished} and not t.end_date >= ${today}`;
    case 'notStarted':
      return sql`${isUnfinished} and t.end_date >= ${today} and t.start_date > ${today}`;
    case 'inProgress':
      return sql`${isUnfinished} and t.end_date >= ${today} and t.start_date <= ${today}`;
  }
};

export interface TaskFilter {
  compNo: string;
  taskName: string;
  taskType: number | undefined;
  status: TaskStatus | undefined;
  /** Tasks whose period touches the range from `startDate` to `endDate`. */
  startDate: string | undefined;
  endDate: string | undefined;
  today: string;
}

export interface TaskRowOfList {
  id: string;
  task_name: string;
  task_type: number;
  start_date: string;
  end_date: string;
  correct_days: number;
  remark: string;
  dept_count: number;
  submitted_count: number;
  created_at: string;
  cancelled_at: string | null;
  cancel_reason: string | null;
  created_by_name: string;
  point_count: number;
  answered_count: number;
  unqualified_count: number;
  judged_weight: number;
  qualified_weight: number;
  failed_vetoes: number;
}

const latestFirst = sql`t.created_at desc, t.id desc`;
const byEnd = { asc: sql`t.end_date, ${latestFirst}`, desc: sql`t.end_date desc, ${latestFirst}` };

/** Tasks that satisfy the filter, the latest first unless asked otherwise; `total` counts those on all pages. */
export async function findTaskPage(
  db: Queryable,
  filter: TaskFilter,
  page: AskedPage<'endDate'>,
): Promise<{ rows: TaskRowOfList[]; total: number }> {
  const matching = matchingTasks(filter);
  const offset = (page.pageNum - 1) * page.pageSize;
  const counted = await sql<{ total: number }>`select count(*) as total from task as t where ${matching}`.execute(db);
  const order = page.sortBy === undefined ? latestFirst : byEnd[page.sortOrder ?? 'asc'];
  const listed = await taskRows(sql`${matching} order by ${order} limit ${page.pageSize} offset ${offset}`, order).execute(db);
  return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findTask(db: Queryable, compNo: string, id: string): Promise<TaskRowOfList | undefined> {
  const { rows } = await taskRows(sql`t.id = ${id} and t.comp_no = ${compNo}`).execute(db);
  return rows[0];
}

/** The list's hot path is written out: building and compiling the same statement piece by piece took longer than running it. */
const taskRows = (selection: RawBuilder<unknown>, order: RawBuilder<unknown> = latestFirst) => sql<TaskRowOfList>`
  with page as (select t.* from task as t where ${selection}),
  sums as (
    select d.task_id, sum(d.point_count) as point_count, sum(d.answered_count) as answered_count,
      sum(d.unqualified_count) as unqualified_count, sum(d.judged_weight) as judged_weight,
      sum(d.qualified_weight) as qualified_weight, sum(d.failed_vetoes) as failed_vetoes
    from dept_task as d where d.task_id in (select id from page) group by d.task_id
  )
  select t.id, t.task_name, t.task_type, t.start_date, t.end_date, t.correct_days, t.remark,
    t.dept_count, t.submitted_count, t.created_at, t.cancelled_at, t.cancel_reason,
    e.employee_name as created_by_name, sums.point_count, sums.answered_count, sums.unqualified_count,
    sums.judged_weight, sums.qualified_weight, sums.failed_vetoes
  from page as t join sums on sums.task_id = t.id join employee as e on e.id = t.created_by
  order by ${order}`;

function matchingTasks(filter: Omit<TaskFilter, 'status'> & Partial<Pick<TaskFilter, 'status'>>): RawBuilder<unknown> {
  const conditions = [sql`t.comp_no = ${filter.compNo}`];
  if (filter.taskName !== '') conditions.push(contains('t.task_name', filter.taskName));
  if (filter.taskType !== undefined) conditions.push(sql`t.task_type = ${filter.taskType}`);
  if (filter.status !== undefined) conditions.push(hasTaskStatus(filter.status, filter.today));
  if (filter.startDate !== undefined) conditions.push(sql`t.end_date >= ${filter.startDate}`);
  if (filter.endDate !== undefined) conditions.push(sql`t.start_date <= ${filter.endDate}`);
  return sql.join(conditions, sql` and `);
}

/** Those that satisfy the filter, whatever their status. */
export async function countTasksByStatus(db: Queryable, filter: Omit<TaskFilter, 'status'>): Promise<Record<TaskStatus, number>> {
  const counts = TASK_STATUSES.map((status) => sql`coalesce(sum(case when ${hasTaskStatus(status, filter.today)} then 1 else 0 end), 0) as ${sql.ref(status)}`);
  const { rows } = await sql<Record<TaskStatus, number>>`select ${sql.join(counts)} from task as t where ${matchingTasks(filter)}`.execute(db);
  return rows[0] ?? { notStarted: 0, inProgress: 0, completed: 0, overdue: 0, cancelled: 0 };
}

/** A task, held until the transaction ends. */
export const holdTask = (trx: Queryable, dialect: Dialect, compNo: string, id: string) =>
  trx
    .selectFrom('task')
    .select(['id', 'task_name', 'start_date', 'end_date', 'dept_count', 'submitted_count', 'cancelled_at'])
    .where('id', '=', id)
    .where('comp_no', '=', compNo)
    .modifyEnd(forUpdate(dialect))
    .executeTakeFirst();

/** What was submitted stays readable, but is no inspection any more: no finding of it comes again, none is the last. */
export async function markCancelled(trx: Queryable, id: string, cancellation: { at: string; by: string; reason: string }): Promise<void> {
  await trx
    .updateTable('task')
    .set({ cancelled_at: cancellation.at, cancelled_by: cancellation.by, cancel_reason: cancellation.reason })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('answer')
    .set({ submitted_at: null })
    .where('dept_task_id', 'in', (query) => query.selectFrom('dept_task').select('id').where('task_id', '=', id))
    .where('submitted_at', 'is not', null)
    .execute();
}

export async function hasTask(db: Queryable, compNo: string, id: string): Promise<boolean> {
  const row = await db.selectFrom('task').select('id').where('id', '=', id).where('comp_no', '=', compNo).executeTakeFirst();
  return row !== undefined;
}

/** Every department's part of a task, and whether it was submitted. */
export const listSubmissionsOf = (db: Queryable, taskId: string): Promise<{ id: string; dept_id: string; submitted_at: string | null }[]> =>
  db.selectFrom('dept_task').select(['id', 'dept_id', 'submitted_at']).where('task_id', '=', taskId).execute();
