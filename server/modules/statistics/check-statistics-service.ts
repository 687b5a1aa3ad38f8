import type { CallRequest } from '#contract/endpoints.ts';
import type { Page } from '#contract/paging.ts';
import type { CheckCounts, CheckStatistics, StatDeptTask } from '#contract/statistics.ts';
import { type ScoreLimits, scoreOf } from '#contract/score.ts';
import { percentOf } from '#contract/statistics-kind.ts';
import type { TaskType } from '#contract/task-status.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { listDepartmentOptions } from '../departments/department-service.ts';
import { listDeptTasksInOrder } from '../dept-tasks/dept-task-service.ts';
import { scoreLimitsOf } from '../scores/score-setting-service.ts';
import { findTasksBehind } from './figure-repository.ts';
import { type CheckedCounts, checkedFigure, figureScope, noneChecked, noSubmissions, type SubmissionCounts, submissionFigure, sinceEver } from './figure-service.ts';

export interface StatPeriod {
  startDate: string;
  endDate: string;
  deptId?: string | undefined;
}

/**
 * Statistics of one type of task, counted as `submissionFigure` and `checkedFigure` say, in all and by department:
 * the departments add up to the total, and so do the months but for what is due after the period.
 */
export async function checkStatistics(context: ServerContext, caller: Caller, taskType: TaskType, period: StatPeriod): Promise<CheckStatistics> {
  const scope = await figureScope(context, caller, { from: period.startDate, to: period.endDate, deptId: period.deptId, taskType }, 'endDate');
  const [submissions, checked, depts, limits] = await Promise.all([
    submissionFigure(context, scope),
    checkedFigure(context, scope),
    listDepartmentOptions(context, caller.compNo),
    scoreLimitsOf(context.db, caller.compNo),
  ]);
  return {
    total: countsOf(limits, submissions.figure, checked.figure),
    departments: depts
      .filter((dept) => scope.deptId === undefined || dept.id === scope.deptId)
      .map(({ id, deptName }) => ({ deptId: id, deptName, ...countsOf(limits, submissions.byDept.get(id), checked.byDept.get(id)) })),
    months: submissions.figure.months.map((month, index) => ({
      ...month,
      checked: checked.figure.months[index]?.checked ?? 0,
      judged: checked.figure.months[index]?.judged ?? 0,
      unqualified: checked.figure.months[index]?.unqualified ?? 0,
    })),
    topPoints: checked.figure.topPoints,
  };
}

const countsOf = (
  limits: ScoreLimits,
  { deptTasks, submitted, onTime }: SubmissionCounts = noSubmissions,
  { checked, judged, unqualified, corrected, ...sums }: CheckedCounts = noneChecked,
): CheckCounts => ({
  deptTasks,
  onTime,
  late: submitted - onTime,
  notSubmitted: deptTasks - submitted,
  checked,
  judged,
  unqualified,
  corrected,
  correctionRate: percentOf(corrected, unqualified),
  score: scoreOf(sums, limits),
});

/** The department tasks that a number of the statistics counts. */
export async function findDeptTasksBehind(
  context: ServerContext,
  caller: Caller,
  query: CallRequest<'queryStatDeptTaskList'>['query'],
): Promise<Page<StatDeptTask>> {
  const { startDate, endDate, deptId, taskType, kind, pointId, pageNum, pageSize } = query;
  const scope = await figureScope(context, caller, { from: startDate, to: endDate, deptId, taskType }, 'endDate');
  const { rows, total } = await findTasksBehind(context.db, kind === 'overdue' ? sinceEver(scope) : scope, { kind, pointId }, { pageNum, pageSize });
  const deptTasks = await listDeptTasksInOrder(context, caller.compNo, rows.map((row) => row.id));
  const correctedOf = new Map(rows.map((row) => [row.id, row.correctedCount]));
  return { records: deptTasks.map((deptTask) => ({ ...deptTask, correctedCount: correctedOf.get(deptTask.id) ?? 0 })), total, pageNum, pageSize };
}
