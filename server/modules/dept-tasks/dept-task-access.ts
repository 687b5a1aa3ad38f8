import type { Caller } from '../../caller.ts';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { forbidden, notFound } from '../../errors.ts';
import { mayFillIn, mayRead } from './dept-task-policy.ts';
import { type DeptTaskRow, findEmployeeName, findTaskOfDeptTask, holdDeptTask } from './dept-task-repository.ts';

export type TaskOfDeptTask = Awaited<ReturnType<typeof findTaskOfDeptTask>>;

/** A department task that the caller may fill in, held until the transaction ends. */
export async function holdOwnDeptTask(
  trx: Queryable,
  dialect: Dialect,
  caller: Caller,
  id: string,
): Promise<{ deptTask: DeptTaskRow; task: TaskOfDeptTask }> {
  const deptTask = await holdDeptTask(trx, dialect, caller.compNo, id);
  if (deptTask === undefined || !mayRead(caller, deptTask)) throw notFound();
  if (!mayFillIn(caller, deptTask)) throw forbidden();
  return { deptTask, task: await findTaskOfDeptTask(trx, deptTask.task_id) };
}

/** Why a department task takes no answers and no submission any more, in words for the person; undefined while it does. */
export async function closedReason(trx: Queryable, deptTask: DeptTaskRow, task: TaskOfDeptTask): Promise<string | undefined> {
  if (task.cancelled_at !== null) return `任务已取消（${task.cancel_reason ?? ''}）`;
  if (deptTask.submitted_at === null) return undefined;
  return `任务已由 ${await findEmployeeName(trx, deptTask.submitted_by)} 于 ${shanghaiTime(deptTask.submitted_at)} 提交`;
}

/** `YYYY-MM-DD HH:mm:ss` in Shanghai. */
const shanghaiTime = (instant: string): string => timeFormat.format(new Date(instant));

// The Swedish form happens to be the one of the specification (section 9).
const timeFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' });
