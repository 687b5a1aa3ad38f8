import { type RawBuilder, sql } from 'kysely';
import type { StatKind } from '#contract/statistics-kind.ts';
import type { TaskType } from '#contract/task-status.ts';
import type { Queryable } from '../../context.ts';

/** Days are of Shanghai; both ends belong to the period. */
export interface FigureScope {
  compNo: string;
  /** Undefined for all departments. */
  deptId: string | undefined;
  /** Undefined for all types. */
  taskType: TaskType | undefined;
  from: string;
  to: string;
  today: string;
  /** First instant of the period, and first after it. */
  fromInstant: string;
  toInstant: string;
}

/** The rule of `isLateSubmission`. `end_date` is a day of Shanghai, whose end is 16:00 UTC of the same date. */
const isOnTime = sql<boolean>`dept_task.submitted_at is not null
  and coalesce(dept_task.first_submitted_at, dept_task.submitted_at) < task.end_date || 'T16:00:00.000Z'`;
const isLate = sql<boolean>`dept_task.submitted_at is not null
  and coalesce(dept_task.first_submitted_at, dept_task.submitted_at) >= task.end_date || 'T16:00:00.000Z'`;

const sumOf = (condition: ReturnType<typeof sql>) => sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

/** Department tasks of the company's tasks whose period touches the scope's. */
const deptTasksIn = (db: Queryable, { compNo, deptId, taskType, from, to }: FigureScope) =>
  db
    .selectFrom('task')
    .innerJoin('dept_task', 'dept_task.task_id', 'task.id')
    .where('task.comp_no', '=', compNo)
    .where('task.start_date', '<=', to)
    .where('task.end_date', '>=', from)
    .$if(deptId !== undefined, (rows) => rows.where('dept_task.dept_id', '=', deptId ?? ''))
    .$if(taskType !== undefined, (rows) => rows.where('task.task_type', '=', taskType ?? 0));

export interface TaskGroup {
  count: number;
  isCancelled: boolean;
  isSubmitted: boolean;
  /** Of any task of the group: all of them stand alike to today. */
  startDate: string;
  endDate: string;
}

/**
 * Tasks counted by all that their status depends on, so that the rule itself stays in one place. For a single
 * department, a task is as far as that department's part.
 */
export async function countTasks(db: Queryable, scope: FigureScope): Promise<TaskGroup[]> {
  const { compNo, deptId, from, to, today } = scope;
  const isCancelled = sql<number>`case when task.cancelled_at is null then 0 else 1 end`;
  const isSubmitted =
    deptId === undefined
      ? sql<number>`case when task.dept_count > 0 and task.submitted_count >= task.dept_count then 1 else 0 end`
      : sql<number>`case when dept_task.submitted_at is null then 0 else 1 end`;
  const tasks =
    deptId === undefined
      ? db.selectFrom('task').where('task.comp_no', '=', compNo).where('task.start_date', '<=', to).where('task.end_date', '>=', from)
      : deptTasksIn(db, scope);
  const each = tasks.select([
    'task.start_date',
    'task.end_date',
    isCancelled.as('is_cancelled'),
    isSubmitted.as('is_submitted'),
    sql<number>`case when task.end_date < ${today} then 2 when task.start_date > ${today} then 0 else 1 end`.as('phase'),
  ]);
  const groups = await db
    .selectFrom(each.as('each_task'))
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      'is_cancelled',
      'is_submitted',
      eb.fn.min('start_date').as('start_date'),
      eb.fn.min('end_date').as('end_date'),
    ])
    .groupBy(['is_cancelled', 'is_submitted', 'phase'])
    .execute();
  return groups.map((group) => ({
    count: group.count,
    isCancelled: group.is_cancelled === 1,
    isSubmitted: group.is_submitted === 1,
    startDate: group.start_date,
    endDate: group.end_date,
  }));
}

const endMonth = sql<string>`substr(task.end_date, 1, 7)`;

/** By the month that a department task was due in; only those due inside the period. */
export const countDueByMonth = (db: Queryable, scope: FigureScope): Promise<{ month: string; due: number; submitted: number }[]> =>
  deptTasksIn(db, scope)
    .where('task.cancelled_at', 'is', null)
    .where('task.end_date', '<=', scope.to)
    .select((eb) => [endMonth.as('month'), eb.fn.countAll<number>().as('due'), eb.fn.count<number>('dept_task.submitted_at').as('submitted')])
    .groupBy(endMonth)
    .execute();

/** What the task says beyond its department tasks is for the index of unfinished tasks: what is overdue has no first day. */
const isOverdue = (today: string) => sql<boolean>`task.cancelled_at is null and task.submitted_count < task.dept_count
  and dept_task.submitted_at is null and task.end_date < ${today}`;

/** Departments with department tasks that are past their end and not submitted, the most first. */
export const countLateByDept = (db: Queryable, scope: FigureScope): Promise<{ deptId: string; deptName: string; count: number }[]> =>
  deptTasksIn(db, scope)
    .innerJoin('dept', 'dept.id', 'dept_task.dept_id')
    .where('task.cancelled_at', 'is', null)
    .where(isOverdue(scope.today))
    .select((eb) => ['dept.id as deptId', 'dept.dept_name as deptName', eb.fn.countAll<number>().as('count')])
    .groupBy(['dept.id', 'dept.dept_name', 'dept.sort'])
    .orderBy('count', 'desc')
    .orderBy('dept.sort')
    .orderBy('dept.id')
    .execute();

/** Whatever is not, nobody can be blamed for yet. */
const isDue = ({ to, today }: FigureScope) => sql<boolean>`task.end_date <= ${to} and task.end_date < ${today}`;

export interface SubmissionCount {
  deptId: string;
  /** Empty for what is due after the period. */
  dueMonth: string;
  deptTasks: number;
  submitted: number;
  onTime: number;
  due: number;
  dueSubmitted: number;
  pointCount: number;
  answeredCount: number;
}

/** By department and the month that a department task is due in. */
export const countSubmissions = (db: Queryable, scope: FigureScope): Promise<SubmissionCount[]> =>
  deptTasksIn(db, scope)
    .where('task.cancelled_at', 'is', null)
    .select((eb) => [
      'dept_task.dept_id as deptId',
      sql<string>`case when task.end_date <= ${scope.to} then ${endMonth} else '' end`.as('dueMonth'),
      eb.fn.countAll<number>().as('deptTasks'),
      eb.fn.count<number>('dept_task.submitted_at').as('submitted'),
      sumOf(isOnTime).as('onTime'),
      sumOf(isDue(scope)).as('due'),
      sumOf(sql`${isDue(scope)} and dept_task.submitted_at is not null`).as('dueSubmitted'),
      eb.fn.sum<number>('dept_task.point_count').as('pointCount'),
      eb.fn.sum<number>('dept_task.answered_count').as('answeredCount'),
    ])
    // By its name: PostgreSQL takes the expression with another parameter for another one.
    .groupBy(['dept_task.dept_id', sql.ref('dueMonth')])
    .execute();

/** Department tasks that were submitted in the period. */
const submittedIn = (db: Queryable, { compNo, deptId, taskType, fromInstant, toInstant }: FigureScope) =>
  db
    .selectFrom('dept_task')
    .innerJoin('task', 'task.id', 'dept_task.task_id')
    .where('dept_task.comp_no', '=', compNo)
    .where('dept_task.submitted_at', '>=', fromInstant)
    .where('dept_task.submitted_at', '<', toInstant)
    .where('task.cancelled_at', 'is', null)
    .$if(deptId !== undefined, (rows) => rows.where('dept_task.dept_id', '=', deptId ?? ''))
    .$if(taskType !== undefined, (rows) => rows.where('task.task_type', '=', taskType ?? 0));

/**
 * The month in UTC, or the whole day where Shanghai may be in the next month already: neither database has to know
 * time zones so, and there are few groups.
 */
const utcTime = sql<string>`case when substr(dept_task.submitted_at, 9, 2) >= '28' and substr(dept_task.submitted_at, 12, 2) >= '16'
  then substr(dept_task.submitted_at, 1, 10) else substr(dept_task.submitted_at, 1, 7) end`;

export interface CheckedCount {
  deptId: string;
  /** `YYYY-MM`, or the `YYYY-MM-DD` of UTC that is the next day in Shanghai. */
  utcTime: string;
  checked: number;
  judged: number;
  unqualified: number;
  corrected: number;
  judgedWeight: number;
  qualifiedWeight: number;
  failedVetoes: number;
}

/** By department and the time of submission. */
export const countChecked = (db: Queryable, scope: FigureScope): Promise<CheckedCount[]> =>
  submittedIn(db, scope)
    .leftJoin('self_correction', 'self_correction.dept_task_id', 'dept_task.id')
    .select((eb) => [
      'dept_task.dept_id as deptId',
      utcTime.as('utcTime'),
      eb.fn.sum<number>('dept_task.answered_count').as('checked'),
      eb.fn.sum<number>('dept_task.judged_count').as('judged'),
      eb.fn.sum<number>('dept_task.unqualified_count').as('unqualified'),
      sql<number>`coalesce(sum(self_correction.corrected_count), 0)`.as('corrected'),
      eb.fn.sum<number>('dept_task.judged_weight').as('judgedWeight'),
      eb.fn.sum<number>('dept_task.qualified_weight').as('qualifiedWeight'),
      eb.fn.sum<number>('dept_task.failed_vetoes').as('failedVetoes'),
    ])
    .groupBy(['dept_task.dept_id', utcTime])
    .execute();

/** The check points that failed most, in the wording that failed last. */
export async function findTopUnqualified(
  db: Queryable,
  scope: FigureScope,
  limit: number,
): Promise<{ pointId: string; content: string; categoryName: string; count: number }[]> {
  const { compNo, deptId, taskType, fromInstant, toInstant } = scope;
  // A short list, looked up for each answer: joining task and department task to tens of thousands took three times as long.
  const cancelled = db
    .selectFrom('task')
    .innerJoin('dept_task', 'dept_task.task_id', 'task.id')
    .select('dept_task.id')
    .where('task.comp_no', '=', compNo)
    .where('task.cancelled_at', 'is not', null);
  const failed = db
    .selectFrom('answer')
    .where('answer.comp_no', '=', compNo)
    // Literal, since SQLite uses a partial index only for conditions that it can read before it knows the parameters.
    .where(sql<boolean>`answer.result = 'unqualified'`)
    .where('answer.submitted_at', '>=', fromInstant)
    .where('answer.submitted_at', '<', toInstant)
    .$if(taskType === undefined, (rows) => rows.where('answer.dept_task_id', 'not in', cancelled))
    .$if(taskType !== undefined, (rows) => rows.where('answer.dept_task_id', 'in', submittedIn(db, scope).select('dept_task.id')))
    .$if(deptId !== undefined, (rows) => rows.where('answer.dept_id', '=', deptId ?? ''))
    .select((eb) => ['answer.point_id', eb.fn.max('answer.version_id').as('version_id'), eb.fn.countAll<number>().as('failures')])
    .groupBy('answer.point_id')
    .orderBy('failures', 'desc')
    .orderBy('answer.point_id')
    .limit(limit);
  return db
    .selectFrom(failed.as('failed'))
    .innerJoin('check_point_version', 'check_point_version.id', 'failed.version_id')
    .innerJoin('check_point', 'check_point.id', 'failed.point_id')
    .innerJoin('check_item', 'check_item.id', 'check_point.category_id')
    .select(['failed.point_id as pointId', 'check_point_version.content', 'check_item.item_name as categoryName', 'failed.failures as count'])
    .orderBy('failed.failures', 'desc')
    .orderBy('failed.point_id')
    .execute();
}

/** Conditions of the department tasks that a number counts, beyond its scope. */
const behind = (scope: FigureScope) => ({
  all: sql<boolean>`true`,
  submitted: sql<boolean>`dept_task.submitted_at is not null`,
  onTime: isOnTime,
  late: isLate,
  notSubmitted: sql<boolean>`dept_task.submitted_at is null`,
  due: isDue(scope),
  overdue: isOverdue(scope.today),
  checked: sql<boolean>`true`,
  unqualified: sql<boolean>`dept_task.unqualified_count > 0`,
  corrected: sql<boolean>`exists (select 1 from self_correction as c where c.dept_task_id = dept_task.id and c.corrected_count > 0)`,
}) satisfies Record<StatKind, RawBuilder<boolean>>;

const isBySubmission: Record<StatKind, boolean> = {
  all: false,
  submitted: false,
  onTime: false,
  late: false,
  notSubmitted: false,
  due: false,
  overdue: false,
  checked: true,
  unqualified: true,
  corrected: true,
};

/** Department tasks behind a number, the last to be due first; with a point, those in which it was 不合格. */
export async function findTasksBehind(
  db: Queryable,
  scope: FigureScope,
  { kind, pointId }: { kind: StatKind; pointId: string | undefined },
  page: { pageNum: number; pageSize: number },
): Promise<{ rows: { id: string; correctedCount: number }[]; total: number }> {
  const rows = isBySubmission[kind] ? submittedIn(db, scope) : deptTasksIn(db, scope).where('task.cancelled_at', 'is', null);
  const hasFailed = sql<boolean>`exists (select 1 from answer where answer.dept_task_id = dept_task.id
    and answer.point_id = ${pointId ?? ''} and answer.result = 'unqualified')`;
  const matching = rows.where(behind(scope)[kind]).$if(pointId !== undefined, (query) => query.where(hasFailed));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const found = await matching
    .leftJoin('self_correction', 'self_correction.dept_task_id', 'dept_task.id')
    .select(['dept_task.id', sql<number>`coalesce(self_correction.corrected_count, 0)`.as('correctedCount')])
    .orderBy('task.end_date', 'desc')
    .orderBy('task.id', 'desc')
    .orderBy('dept_task.id')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows: found, total };
}
