import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DeptTaskStatus } from '#contract/task-status.ts';
import type { Queryable } from '../../context.ts';
import { contains, type Dialect, forUpdate } from '../../database/dialect.ts';
import { isOneOf } from '../../database/json-rows.ts';
import type { DeptTaskTable } from '../../database/tables.ts';

export type DeptTaskRow = Selectable<DeptTaskTable>;

/** A department task with what its status depends on. */
const deptTasks = (db: Queryable) =>
  db
    .selectFrom('dept_task as d')
    .innerJoin('task as t', 't.id', 'd.task_id')
    .innerJoin('dept', 'dept.id', 'd.dept_id')
    .leftJoin('employee as submitter', 'submitter.id', 'd.submitted_by')
    .leftJoin('employee as withdrawer', 'withdrawer.id', 'd.withdrawn_by')
    .leftJoin('self_correction as c', 'c.dept_task_id', 'd.id')
    .leftJoin('score_setting as s', 's.comp_no', 'd.comp_no');

const listedColumns = [
  'd.id',
  'd.comp_no',
  'd.task_id',
  'd.dept_id',
  'd.point_count',
  'd.answered_count',
  'd.unqualified_count',
  'd.judged_weight',
  'd.qualified_weight',
  'd.failed_vetoes',
  'd.submitted_at',
  'd.return_reason',
  'd.returned_at',
  'd.is_returned',
  'd.first_submitted_at',
  'd.opened_at',
  'd.withdrawn_at',
  't.task_name',
  't.task_type',
  't.start_date',
  't.end_date',
  't.cancelled_at',
  't.cancel_reason',
  't.remark',
  'dept.dept_name',
  'submitter.employee_name as submitter_name',
  'withdrawer.employee_name as withdrawer_name',
  's.excellent',
  's.passed',
] as const;

const openCorrection = sql<number>`case when c.id is not null and c.corrected_at is null then 1 else 0 end`.as('has_open_correction');

export type ListedDeptTask = NonNullable<Awaited<ReturnType<typeof findListedDeptTask>>>;

export const findListedDeptTask = (db: Queryable, compNo: string, id: string) =>
  deptTasks(db).select(listedColumns).select(openCorrection).where('d.id', '=', id).where('d.comp_no', '=', compNo).executeTakeFirst();

/** Every department's part of a task, in the order of the departments. */
export const listDeptTasksOfTask = (db: Queryable, compNo: string, taskId: string): Promise<ListedDeptTask[]> =>
  deptTasks(db)
    .select(listedColumns)
    .select(openCorrection)
    .where('d.task_id', '=', taskId)
    .where('d.comp_no', '=', compNo)
    .orderBy('dept.sort')
    .orderBy('dept.id')
    .execute();

/** In no order. */
export const listDeptTasksById = (db: Queryable, dialect: Dialect, compNo: string, ids: readonly string[]): Promise<ListedDeptTask[]> =>
  deptTasks(db).select(listedColumns).select(openCorrection).where(isOneOf(dialect, 'd.id', ids)).where('d.comp_no', '=', compNo).execute();

export const findDeptTaskId = (db: Queryable, compNo: string, taskId: string, deptId: string) =>
  db
    .selectFrom('dept_task')
    .select('id')
    .where('task_id', '=', taskId)
    .where('dept_id', '=', deptId)
    .where('comp_no', '=', compNo)
    .executeTakeFirst();

/** `open` selects what can still be filled in, `handedIn` what was submitted, whether its corrections are done or not. */
export type DeptTaskFilterStatus = DeptTaskStatus | 'open' | 'handedIn';

/** The rules of `deptTaskStatusOf` in SQL; a test compares the two for every combination. */
const hasStatus: Record<DeptTaskFilterStatus, RawBuilder<boolean>> = {
  open: sql`t.cancelled_at is null and d.submitted_at is null`,
  handedIn: sql`t.cancelled_at is null and d.submitted_at is not null`,
  cancelled: sql`t.cancelled_at is not null`,
  submitted: sql`t.cancelled_at is null and d.submitted_at is not null and c.id is not null and c.corrected_at is null`,
  completed: sql`t.cancelled_at is null and d.submitted_at is not null and (c.id is null or c.corrected_at is not null)`,
  returned: sql`t.cancelled_at is null and d.submitted_at is null and d.is_returned = 1`,
  inProgress: sql`t.cancelled_at is null and d.submitted_at is null and d.is_returned = 0 and d.answered_count > 0`,
  pending: sql`t.cancelled_at is null and d.submitted_at is null and d.is_returned = 0 and d.answered_count = 0`,
};

/** Department tasks of one department: overdue ones, then open ones by their end, then closed ones, the latest first. */
export async function findDeptTaskPage(
  db: Queryable,
  filter: { compNo: string; deptId: string; taskName: string; taskType: number | undefined; status: DeptTaskFilterStatus | undefined; today: string },
  page: { pageNum: number; pageSize: number },
): Promise<{ rows: ListedDeptTask[]; total: number }> {
  const matching = deptTasks(db)
    .where('d.dept_id', '=', filter.deptId)
    .where('d.comp_no', '=', filter.compNo)
    .$if(filter.taskName !== '', (query) => query.where(contains('t.task_name', filter.taskName)))
    .$if(filter.taskType !== undefined, (query) => query.where('t.task_type', '=', filter.taskType ?? 0))
    .$if(filter.status !== undefined, (query) => query.where(sql<boolean>`(${hasStatus[filter.status ?? 'open']})`));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select(listedColumns)
    .select(openCorrection)
    .orderBy(sql`case when ${hasStatus.open} then case when t.end_date < ${filter.today} then 0 else 1 end else 2 end`)
    .orderBy(sql`case when ${hasStatus.open} then t.end_date end`)
    .orderBy('t.end_date', 'desc')
    .orderBy('d.id')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows, total };
}

/** A department task, held until the transaction ends: saves, submissions and returns of one follow each other. */
export const holdDeptTask = (trx: Queryable, dialect: Dialect, compNo: string, id: string): Promise<DeptTaskRow | undefined> =>
  trx.selectFrom('dept_task').selectAll().where('id', '=', id).where('comp_no', '=', compNo).modifyEnd(forUpdate(dialect)).executeTakeFirst();

export const findTaskOfDeptTask = (trx: Queryable, taskId: string) =>
  trx
    .selectFrom('task')
    .select(['task_name', 'end_date', 'correct_days', 'created_at', 'cancelled_at', 'cancel_reason'])
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow();

/** Of the company, disabled or not: what was filled in outlives the account. */
export const findAuthor = (db: Queryable, compNo: string, id: string) =>
  db.selectFrom('employee').select(['id', 'employee_name', 'dept_id']).where('id', '=', id).where('comp_no', '=', compNo).executeTakeFirst();
