import { shanghaiTime } from '#contract/calendar.ts';
import { type Caller, mayFillIn, mayRead } from '../../caller.ts';
import type { Queryable } from '../../context.ts';
import { findEmployeeName } from '../../database/company-rows.ts';
import type { Dialect } from '../../database/dialect.ts';
import { forbidden, notFound } from '../../errors.ts';
import { type DeptTaskRow, findTaskOfDeptTask, holdDeptTask } from './dept-task-repository.ts';

export type TaskOfDeptTask = Awaited<ReturnType<typeof findTaskOfDeptTask>>;

export interface HeldDeptTask {
  deptTask: DeptTaskRow;
  task: TaskOfDeptTask;
}

/** Any department task of the company, held until the transaction ends. */
export async function holdDeptTaskWithTask(trx: Queryable, dialect: Dialect, compNo: string, id: string): Promise<HeldDeptTask> {
  const deptTask = await holdDeptTask(trx, dialect, compNo, id);
  if (deptTask === undefined) throw notFound();
  return { deptTask, task: await findTaskOfDeptTask(trx, deptTask.task_id) };
}

/** A department task that the caller may fill in, held until the transaction ends. */
export async function holdOwnDeptTask(trx: Queryable, dialect: Dialect, caller: Caller, id: string): Promise<HeldDeptTask> {
  const held = await holdDeptTaskWithTask(trx, dialect, caller.compNo, id);
  if (!mayRead(caller, held.deptTask)) throw notFound();
  if (!mayFillIn(caller, held.deptTask)) throw forbidden();
  return held;
}

/** Why a department task takes no answers and no submission any more, in words for the person; undefined while it does. */
export async function closedReason(trx: Queryable, deptTask: DeptTaskRow, task: TaskOfDeptTask): Promise<string | undefined> {
  if (task.cancelled_at !== null) return cancelledReason(task.cancel_reason ?? '');
  if (deptTask.submitted_at === null) return undefined;
  return `任务已由 ${await findEmployeeName(trx, deptTask.submitted_by)} 于 ${shanghaiTime(new Date(deptTask.submitted_at))} 提交`;
}

export const cancelledReason = (reason: string): string => `任务已取消（${reason}）`;

/** All that a person who may not read the task is told of why it is late. */
export const NOT_IN_DEPARTMENT = '填写人已不在该科室';

/** Why what a person entered comes too late; empty where it does not. */
export const lateReasonOf = (person: { compNo: string; deptId: string }, { deptTask }: HeldDeptTask, closed: string | undefined): string =>
  [closed, mayFillIn(person, deptTask) ? undefined : NOT_IN_DEPARTMENT].filter((reason) => reason !== undefined).join('；');
