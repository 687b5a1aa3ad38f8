import { shanghaiTime } from '#contract/calendar.ts';
import type { CallAnswer, CallRequest } from '#contract/endpoints.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { holdOwnDeptTask } from './dept-task-access.ts';
import { markWithdrawn } from './submission-repository.ts';
import { undoSubmission } from './submission-service.ts';

/**
 * A department takes its submission back, until an administrator has opened it. What it opened goes with it, as with a
 * return. Safe to repeat: one that was taken back stays so.
 */
export async function withdrawSubmission(context: ServerContext, caller: Caller, sent: CallRequest<'withdrawSubmission'>['body']): Promise<CallAnswer<'withdrawSubmission'>> {
  return await context.db.transaction().execute(async (trx) => {
    const now = context.now();
    const { deptTask, task } = await holdOwnDeptTask(trx, context.dialect, caller, sent.deptTaskId);
    if (task.cancelled_at !== null) throw conflict('任务已取消，不能撤回');
    if (deptTask.submitted_at === null) {
      if (deptTask.withdrawn_at !== null && deptTask.withdrawn_at > (deptTask.returned_at ?? '')) return { withdrawnAt: deptTask.withdrawn_at };
      throw conflict(deptTask.returned_at === null ? '任务还没有提交，不需要撤回' : '任务已被退回，可以直接修改，不需要撤回');
    }
    if (deptTask.submitted_at !== sent.submittedAt) throw conflict('任务已重新提交，请重新查看后再撤回');
    if (deptTask.opened_at !== null) throw conflict(`管理员已于 ${shanghaiTime(new Date(deptTask.opened_at))} 查看，不能撤回；需要修改时请管理员退回`);

    await undoSubmission(trx, context, deptTask, { isTouched: '已开始自纠整改，不能撤回；需要修改时请联系管理员', isCancelled: '任务已取消，不能撤回' });
    const withdrawnAt = now.toISOString();
    await markWithdrawn(trx, deptTask.id, { at: withdrawnAt, by: caller.employeeId });
    const summary = `撤回科室任务的提交：${task.task_name}`;
    await recordAudit(trx, caller, { action: 'deptTask.withdraw', objectType: 'deptTask', objectId: deptTask.id, summary }, now);
    return { withdrawnAt };
  });
}
