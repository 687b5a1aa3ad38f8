import { shanghaiDay } from '#contract/calendar.ts';
import type { CallAnswer, CallRequest } from '#contract/endpoints.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { once } from '../../database/operations.ts';
import { conflict, notFound, wrongField } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { announceReminder } from '../notices/announcement-service.ts';
import { holdTask, listSubmissionsOf } from './task-repository.ts';

/** Reminds departments of a task that they have not submitted; those that have meanwhile are left out. Safe to repeat. */
export function remindTask(context: ServerContext, caller: Caller, sent: CallRequest<'remindTask'>['body']): Promise<CallAnswer<'remindTask'>> {
  return once(context.db, caller.operation, async (trx) => {
    const now = context.now();
    const task = await holdTask(trx, context.dialect, caller.compNo, sent.taskId);
    if (task === undefined) throw notFound();
    if (task.cancelled_at !== null) throw conflict('任务已取消，不能催办');
    if (shanghaiDay(now) < task.start_date) throw conflict(`任务 ${task.start_date} 开始，开始前不能催办`);
    const deptTasks = await listSubmissionsOf(trx, sent.taskId);
    const unknownAt = sent.deptIds.findIndex((deptId) => !deptTasks.some((row) => row.dept_id === deptId));
    if (unknownAt !== -1) throw wrongField(`deptIds.${unknownAt}`, '科室不在本任务中');
    const wanted = new Set(sent.deptIds);
    const open = deptTasks.filter((row) => wanted.has(row.dept_id) && row.submitted_at === null);
    if (open.length === 0) throw conflict('所选科室均已提交，不需要催办');
    const { task_name: taskName, end_date: endDate } = task;
    await announceReminder(
      trx,
      context,
      { id: sent.id, taskId: sent.taskId, deptTasks: open, taskName, endDate, isOverdue: shanghaiDay(now) > endDate, note: sent.note },
      { caller, now },
    );
    await recordAudit(trx, caller, { action: 'task.remind', objectType: 'task', objectId: sent.taskId, summary: `催办任务：${taskName}，${open.length} 个科室` }, now);
    return { deptCount: open.length };
  });
}
