import { addDays, shanghaiDay } from '#contract/calendar.ts';
import type { LateAnswerValue } from '#contract/late-work.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { announceAddedCorrection } from '../notices/announcement-service.ts';
import { correctionClosedReason, holdCorrectionWithItems } from '../self-corrections/correction-entry-service.ts';
import { addProblem, changeProblem, findSelfCorrection, openSelfCorrection } from '../self-corrections/open-corrections-service.ts';
import type { HeldDeptTask } from './dept-task-access.ts';
import { findIssuedVersion } from './submission-repository.ts';

const INSTEAD = '不能再采纳；可不采纳并说明原因，或另行下发任务复查';

/**
 * Has a 不合格 of a submitted department task corrected that becomes its answer late: as another item of its self-correction,
 * which is 待整改 again, or as the first of one. To be called before the answer is written.
 * @throws AppError where what was corrected or confirmed stands against the answer, before anything was written
 */
export async function correctLateAnswer(
  trx: Queryable,
  context: ServerContext,
  { deptTask, task }: HeldDeptTask,
  { pointId, value }: { pointId: string; value: LateAnswerValue },
  { caller, now }: { caller: Caller; now: Date },
): Promise<void> {
  const opened = await findSelfCorrection(trx, deptTask.id);
  const held = opened && (await holdCorrectionWithItems(trx, context, deptTask.comp_no, opened.id));
  const closed = held && correctionClosedReason(held.correction);
  if (closed !== undefined) throw conflict(`${closed}，这一项${INSTEAD}`);
  const item = held?.items.find((one) => one.point_id === pointId);
  if (item !== undefined && item.saved_by !== null) throw conflict(`这一项的不合格已开始整改，${INSTEAD}`);
  if (value.result !== 'unqualified') {
    // The item cannot go alone: what a phone still holds of it could not even be handed in, as it can after a return.
    throw conflict(opened?.isTouched === true ? `该科室已开始自纠整改，这一项原为不合格，${INSTEAD}` : '该科室已提交，这一项原为不合格，请先退回该科室的提交，再采纳');
  }
  const found = { remark: value.remark, photos: JSON.stringify(value.photos) };
  const addressed = { taskId: deptTask.task_id, deptId: deptTask.dept_id, taskName: task.task_name, problem: value.remark };
  if (item !== undefined && held !== undefined) {
    await changeProblem(trx, item.id, found);
    return announceAddedCorrection(trx, context, { ...addressed, objectId: held.correction.id, isReplaced: true }, { caller, now });
  }

  const problem = { pointId, versionId: await findIssuedVersion(trx, deptTask.id, pointId), ...found };
  const dueDate = addDays(shanghaiDay(now), task.correct_days);
  const id = held?.correction.id ?? (await openSelfCorrection(trx, context, deptTask, [problem], dueDate, now));
  if (held !== undefined) await addProblem(trx, context, held.correction, problem, dueDate);
  await announceAddedCorrection(trx, context, { ...addressed, objectId: id }, { caller, now });
}
