import { addDays, dayEnd, dayStart, daysBetween, shanghaiDay } from '#contract/calendar.ts';
import type { OverallCheckFigure, TaskCountFigure, UnqualifiedFigure } from '#contract/home.ts';
import { NO_SUMS, scoreOf, type ScoreSums } from '#contract/score.ts';
import { PERIOD_MAX_DAYS, PERIOD_TOO_LONG } from '#contract/stat-period.ts';
import { TASK_STATUSES, taskStatusAt, type TaskType } from '#contract/task-status.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { wrongField } from '../../errors.ts';
import { requireDepartment } from '../departments/department-service.ts';
import { scoreLimitsOf } from '../scores/score-setting-service.ts';
import { countChecked, countDueByMonth, countLateByDept, countSubmissions, countTasks, type FigureScope, findTopUnqualified } from './figure-repository.ts';

const TOP_POINTS = 10;

/** Days of Shanghai, both included. */
export interface FigurePeriod {
  from: string;
  to: string;
  /** Undefined for all departments. */
  deptId: string | undefined;
  /** Undefined for all types. */
  taskType?: TaskType;
}

/**
 * What the figures are asked for, checked: they all count within this.
 * @param endField the field that is told when the period is none
 */
export async function figureScope(
  context: ServerContext,
  caller: Pick<Caller, 'compNo'>,
  { from, to, deptId, taskType }: FigurePeriod,
  endField: string,
): Promise<FigureScope> {
  if (to < from) throw wrongField(endField, '结束日期不能早于开始日期');
  if (daysBetween(from, to) >= PERIOD_MAX_DAYS) throw wrongField(endField, PERIOD_TOO_LONG);
  if (deptId !== undefined) await requireDepartment(context.db, caller.compNo, deptId);
  return {
    compNo: caller.compNo,
    deptId,
    taskType,
    from,
    to,
    today: shanghaiDay(context.now()),
    fromInstant: dayStart(from).toISOString(),
    toInstant: dayEnd(to).toISOString(),
  };
}

/** For what is overdue today: it stays so in a new year, whose period has not one of its days. */
export const sinceEver = (scope: FigureScope): FigureScope => ({ ...scope, from: '', to: scope.today });

/**
 * Tasks whose period touches the asked one, by their status now, cancelled ones included. Asked for one department, a
 * task counts where that department has a part in it, and is 已完成 as soon as that part is submitted.
 * A month counts the department tasks due in it (the task's last day), and those of them that are submitted by now,
 * late or not; cancelled ones do not count, nor those due after the period.
 * `lateDepartments`: department tasks that are past their end and not submitted today, whenever they were due.
 */
export async function taskFigure({ db, now }: ServerContext, scope: FigureScope): Promise<TaskCountFigure> {
  const [groups, months, lateDepartments] = await Promise.all([countTasks(db, scope), countDueByMonth(db, scope), countLateByDept(db, sinceEver(scope))]);
  const at = now();
  const byStatus = Object.fromEntries(TASK_STATUSES.map((status) => [status, 0])) as TaskCountFigure['byStatus'];
  for (const { count, isCancelled, isSubmitted, startDate, endDate } of groups) {
    byStatus[taskStatusAt({ isCancelled, deptCount: 1, submittedCount: isSubmitted ? 1 : 0, startDate, endDate }, at)] += count;
  }
  return {
    total: groups.reduce((sum, group) => sum + group.count, 0),
    byStatus,
    months: monthsOf(scope).map((month) => {
      const found = months.find((each) => each.month === month);
      return { month, due: found?.due ?? 0, submitted: found?.submitted ?? 0 };
    }),
    lateDepartments,
  };
}

/** Department tasks whose period touches the asked one, cancelled ones left out, that are past their end and not submitted. */
export async function countOverdue({ db }: ServerContext, scope: FigureScope): Promise<number> {
  const departments = await countLateByDept(db, scope);
  return departments.reduce((sum, { count }) => sum + count, 0);
}

export type SubmissionCounts = Pick<OverallCheckFigure, 'deptTasks' | 'submitted' | 'onTime' | 'due' | 'dueSubmitted' | 'pointCount' | 'answeredCount'>;
export type CheckedCounts = Pick<UnqualifiedFigure, 'checked' | 'judged' | 'unqualified' | 'corrected'> & ScoreSums;

type CheckedFigure = Omit<UnqualifiedFigure, 'score'> & ScoreSums;

/** A figure, and what each department has in it; one without anything is left out. */
export interface DeptFigure<Figure, Counts> {
  figure: Figure;
  byDept: ReadonlyMap<string, Counts>;
}

export const noSubmissions: Readonly<SubmissionCounts> = { deptTasks: 0, submitted: 0, onTime: 0, due: 0, dueSubmitted: 0, pointCount: 0, answeredCount: 0 };
const noneOfMonth = { checked: 0, judged: 0, unqualified: 0 };
export const noneChecked: Readonly<CheckedCounts> = { checked: 0, judged: 0, unqualified: 0, corrected: 0, ...NO_SUMS };

/**
 * Department tasks whose period touches the asked one, cancelled ones left out: how many are submitted, how many of
 * those by the end of the last day, how many are due (their last day is past, and was in the period), and how many of
 * their points are answered.
 * A month counts those due in it; what is due after the period is in the totals alone.
 */
export async function submissionFigure({ db }: ServerContext, scope: FigureScope): Promise<DeptFigure<OverallCheckFigure, SubmissionCounts>> {
  const rows = await countSubmissions(db, scope);
  const months = monthsOf(scope).map((month) => ({ month, deptTasks: 0, submitted: 0 }));
  const figure: OverallCheckFigure = { ...noSubmissions, months };
  const byDept = new Map<string, SubmissionCounts>();
  for (const row of rows) {
    addTo(figure, row, noSubmissions);
    addTo(entryOf(byDept, row.deptId, noSubmissions), row, noSubmissions);
    const month = months.find((each) => each.month === row.dueMonth);
    if (month !== undefined) addTo(month, row, { deptTasks: 0, submitted: 0 });
  }
  return { figure, byDept };
}

/**
 * Of the department tasks that were submitted in the period (by the day of submission in Shanghai; cancelled tasks left
 * out): answers, 不适用 included; those that judge; 不合格 among them; and those of the 不合格 that are corrected by now. What was
 * returned counts no more until it is submitted again.
 */
export async function checkedFigure({ db }: ServerContext, scope: FigureScope): Promise<DeptFigure<CheckedFigure, CheckedCounts>> {
  const [rows, topPoints] = await Promise.all([countChecked(db, scope), findTopUnqualified(db, scope, TOP_POINTS)]);
  const months = monthsOf(scope).map((month) => ({ month, ...noneOfMonth }));
  const figure: CheckedFigure = {
    ...noneChecked,
    months,
    topPoints,
  };
  const byDept = new Map<string, CheckedCounts>();
  for (const row of rows) {
    addTo(figure, row, noneChecked);
    addTo(entryOf(byDept, row.deptId, noneChecked), row, noneChecked);
    const submittedIn = row.utcTime.length === 7 ? row.utcTime : addDays(row.utcTime, 1).slice(0, 7);
    const month = months.find((each) => each.month === submittedIn);
    if (month !== undefined) addTo(month, row, noneOfMonth);
  }
  return { figure, byDept };
}

/** `checkedFigure` with the score of all that was judged. */
export async function unqualifiedFigure(context: ServerContext, scope: FigureScope): Promise<UnqualifiedFigure> {
  const [{ figure }, limits] = await Promise.all([checkedFigure(context, scope), scoreLimitsOf(context.db, scope.compNo)]);
  const { judgedWeight, qualifiedWeight, failedVetoes, ...counts } = figure;
  return { ...counts, score: scoreOf({ judgedWeight, qualifiedWeight, failedVetoes }, limits) };
}

/** Adds those counts of a row that `fields` names. */
function addTo<Name extends string>(sums: Record<NoInfer<Name>, number>, row: Record<NoInfer<Name>, number>, fields: Readonly<Record<Name, number>>): void {
  for (const name of Object.keys(fields) as Name[]) sums[name] += row[name];
}

function entryOf<Counts>(byDept: Map<string, Counts>, deptId: string, empty: Counts): Counts {
  const entry = byDept.get(deptId) ?? { ...empty };
  byDept.set(deptId, entry);
  return entry;
}

/** Every month that the period touches, `YYYY-MM`, in order. */
export function monthsOf({ from, to }: Pick<FigureScope, 'from' | 'to'>): string[] {
  const months: string[] = [];
  const last = to.slice(0, 7);
  for (let year = Number(from.slice(0, 4)), month = Number(from.slice(5, 7)); ; ) {
    const current = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
    months.push(current);
    if (current >= last) return months;
    month += 1;
    if (month > 12) {
      year += 1;
      month = 1;
    }
  }
}
