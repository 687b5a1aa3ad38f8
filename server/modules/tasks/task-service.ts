import { shanghaiDay } from '#contract/calendar.ts';
import type { CallRequest } from '#contract/endpoints.ts';
import type { Page } from '#contract/paging.ts';
import { scoreOf } from '#contract/score.ts';
import type { DeptTask, TaskCount, TaskInfo, TaskPoint, TaskRow } from '#contract/task.ts';
import { taskStatusAt } from '#contract/task-status.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { once } from '../../database/operations.ts';
import { toWording } from '../../database/point-wording.ts';
import { conflict, notFound } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { listDeptTasks } from '../dept-tasks/dept-task-service.ts';
import { announceCancelledTask } from '../notices/announcement-service.ts';
import { scoreLimitsOf, sumsOfRow } from '../scores/score-setting-service.ts';
import { countAnswersByPoint, findTaskPointPage } from './task-point-repository.ts';
import { toTaskRow } from './task-presenter.ts';
import { countTasksByStatus, findTask, findTaskPage, hasTask, holdTask, markCancelled } from './task-repository.ts';

export async function findTasks(context: ServerContext, compNo: string, query: CallRequest<'queryTaskPage'>['query']): Promise<Page<TaskRow>> {
  const now = context.now();
  const { rows, total } = await findTaskPage(context.db, { ...searched(compNo, query, now), status: query.status }, query);
  return { records: rows.map((row) => toTaskRow(row, now)), total, pageNum: query.pageNum, pageSize: query.pageSize };
}

const searched = (compNo: string, { taskName, taskType, startDate, endDate }: CallRequest<'queryTaskCount'>['query'], now: Date) => ({
  compNo,
  taskName,
  taskType,
  startDate,
  endDate,
  today: shanghaiDay(now),
});

export async function readTask(context: ServerContext, compNo: string, id: string): Promise<TaskInfo> {
  const row = await findTask(context.db, compNo, id);
  if (row === undefined) throw notFound();
  return {
    ...toTaskRow(row, context.now()),
    score: scoreOf(sumsOfRow(row), await scoreLimitsOf(context.db, compNo)),
    correctDays: row.correct_days,
    remark: row.remark,
    cancelledAt: row.cancelled_at,
    cancelReason: row.cancel_reason,
  };
}

export async function countTasks(context: ServerContext, compNo: string, query: CallRequest<'queryTaskCount'>['query']): Promise<TaskCount> {
  const byStatus = await countTasksByStatus(context.db, searched(compNo, query, context.now()));
  return { total: Object.values(byStatus).reduce((sum, count) => sum + count, 0), byStatus };
}

/** Every department's part of a task. */
export async function listTaskDepartments(context: ServerContext, compNo: string, taskId: string): Promise<DeptTask[]> {
  if (!(await hasTask(context.db, compNo, taskId))) throw notFound();
  return listDeptTasks(context, compNo, taskId);
}

/** The points of a task, each counted over all departments that have it. */
export async function findTaskPoints(
  { db }: ServerContext,
  compNo: string,
  query: CallRequest<'queryCheckPointList'>['query'],
): Promise<Page<TaskPoint>> {
  if (!(await hasTask(db, compNo, query.taskId))) throw notFound();
  const { rows, total } = await findTaskPointPage(db, query, query);
  const pointIds = rows.map((row) => row.point_id);
  const counts = pointIds.length === 0 ? [] : await countAnswersByPoint(db, query.taskId, pointIds);
  const countOf = new Map(counts.map((count) => [count.point_id, count]));
  const records = rows.map((row) => {
    const count = countOf.get(row.point_id);
    return {
      pointId: row.point_id,
      categoryName: row.category_name,
      ...toWording(row),
      deptCount: count?.dept_count ?? 0,
      qualified: count?.qualified ?? 0,
      unqualified: count?.unqualified ?? 0,
      notApplicable: count?.not_applicable ?? 0,
    };
  });
  return { records, total, pageNum: query.pageNum, pageSize: query.pageSize };
}

/** Ends a task for all departments; it stays readable, with what was answered. */
export async function cancelTask(context: ServerContext, caller: Caller, { id, reason }: { id: string; reason: string }): Promise<void> {
  await once(context.db, caller.operation, async (trx) => {
    const now = context.now();
    const task = await holdTask(trx, context.dialect, caller.compNo, id);
    if (task === undefined) throw notFound();
    const status = taskStatusAt(
      {
        startDate: task.start_date,
        endDate: task.end_date,
        isCancelled: task.cancelled_at !== null,
        deptCount: task.dept_count,
        submittedCount: task.submitted_count,
      },
      now,
    );
    if (status === 'cancelled') throw conflict('任务已取消，不能重复取消');
    if (status === 'completed') throw conflict('所有科室均已提交，任务已完成，不能取消');
    await markCancelled(trx, id, { at: now.toISOString(), by: caller.employeeId, reason });
    await announceCancelledTask(trx, context, { id, taskName: task.task_name, reason }, { caller, now });
    const summary = `取消任务：${task.task_name}，原因：${reason}`;
    await recordAudit(trx, caller, { action: 'task.cancel', objectType: 'task', objectId: id, summary }, now);
  });
}
