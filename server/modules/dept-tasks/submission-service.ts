import { addDays, shanghaiDay, shanghaiTime } from '#contract/calendar.ts';
import type { CallAnswer, CallRequest } from '#contract/endpoints.ts';
import { isLateSubmission, SUBMITTED_FIELD } from '#contract/task-status.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { findEmployeeName } from '../../database/company-rows.ts';
import { claimOperation, deleteOperation, findOperation, once, writeOperationAnswer } from '../../database/operations.ts';
import { conflict, notFound, wrongField } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { announceReturnedTask, forgetNoticesAbout } from '../notices/announcement-service.ts';
import { believedTime, ID_TAKEN } from '../phone-entries/entry-merge-service.ts';
import { findSelfCorrection, openSelfCorrection, removeSelfCorrection } from '../self-corrections/open-corrections-service.ts';
import { listAnswers } from './answer-repository.ts';
import { closedReason, type HeldDeptTask, holdOwnDeptTask } from './dept-task-access.ts';
import { type DeptTaskRow, findTaskOfDeptTask, holdDeptTask } from './dept-task-repository.ts';
import { addSubmittedCount, countUnexplained, findLatestAnswerTime, findUnchanged, listProblems, markReturned, markSubmitted } from './submission-repository.ts';

type Submission = CallRequest<'submitDeptTask'>['body'];
type Submitted = CallAnswer<'submitDeptTask'>;
type ReturnedSubmission = CallRequest<'returnSubmission'>['body'];

const KIND = 'submitDeptTask';
/** So many points are named in a sentence. */
const NAMED = 10;

/**
 * Submits a fully answered department task and opens the self-correction for its 不合格 answers. Safe to repeat: the same id
 * is answered as the first time, even after the submission was returned.
 */
export function submitDeptTask(context: ServerContext, caller: Caller, sent: Submission): Promise<Submitted> {
  return context.db.transaction().execute(async (trx) => {
    const now = context.now();
    if (!(await claimSubmission(trx, caller, sent.id, now))) return firstAnswer(trx, caller, sent);
    const held = await holdOwnDeptTask(trx, context.dialect, caller, sent.deptTaskId);
    const { deptTask, task } = held;
    const answer = await submitWithin(trx, context, caller.employeeId, held, sent, now);
    await recordAudit(
      trx,
      caller,
      {
        action: 'deptTask.submit',
        objectType: 'deptTask',
        objectId: deptTask.id,
        summary: `提交科室任务：${task.task_name}，不合格 ${deptTask.unqualified_count} 项，手机时间 ${shanghaiTime(new Date(sent.submittedAt))}`,
      },
      now,
    );
    return answer;
  });
}

/** @returns false when a submission came before under that id */
export const claimSubmission = (trx: Queryable, author: { compNo: string; employeeId: string }, id: string, now: Date): Promise<boolean> =>
  claimOperation(trx, { id, comp_no: author.compNo, employee_id: author.employeeId, kind: KIND, created_at: now.toISOString() });

/** Takes back a claim of which nothing became. */
export const releaseSubmission = (trx: Queryable, id: string): Promise<void> => deleteOperation(trx, id);

/**
 * Submits a department task that is held, under an id that was claimed.
 * @throws AppError when it cannot be submitted as it is; nothing was written then
 */
export async function submitWithin(
  trx: Queryable,
  context: ServerContext,
  employeeId: string,
  { deptTask, task }: HeldDeptTask,
  sent: Submission,
  now: Date,
): Promise<Submitted> {
  const reason = await closedReason(trx, deptTask, task);
  // Whoever answered alike and submitted later has nothing left to do: the phone drops it.
  if (reason !== undefined) throw conflict(reason, task.cancelled_at === null ? [{ field: SUBMITTED_FIELD, message: reason }] : undefined);
  if (sent.returnedAt !== deptTask.returned_at) throw conflict(`任务已退回：${deptTask.return_reason}。请修改后重新提交`);
  if (sent.withdrawnAt !== deptTask.withdrawn_at) throw conflict('提交已被撤回过，请重新查看后再提交');
  const unanswered = deptTask.point_count - deptTask.answered_count;
  if (unanswered > 0) throw conflict(`还有 ${unanswered} 个检查要点未填写`);
  const unexplained = await countUnexplained(trx, deptTask.id);
  if (unexplained > 0) throw conflict(`还有 ${unexplained} 个否决项（★）标为不适用但没有说明，请填写说明后再提交`);

  if (!sent.isUnchangedConfirmed) await refuseUnchanged(trx, deptTask);

  const submittedAt = await submissionTime(trx, sent.submittedAt, deptTask, task.created_at, now);
  if (!(await addSubmittedCount(trx, deptTask.task_id, 1))) throw conflict('任务已取消');
  await markSubmitted(trx, deptTask.id, { at: submittedAt, by: employeeId });
  let correctionId: string | null = null;
  if (deptTask.unqualified_count > 0) {
    // From its arrival: nobody could have corrected before, and a submission that waited for a network may be days old.
    const dueDate = addDays(shanghaiDay(now), task.correct_days);
    correctionId = await openSelfCorrection(trx, context, deptTask, await listProblems(trx, deptTask.id), dueDate, now);
  }
  const answer: Submitted = {
    deptTaskId: deptTask.id,
    status: deptTask.unqualified_count > 0 ? 'submitted' : 'completed',
    isLate: isLateSubmission({ endDate: task.end_date, submittedAt, firstSubmittedAt: deptTask.first_submitted_at }),
    unqualifiedCount: deptTask.unqualified_count,
    submittedAt,
    correctionId,
  };
  await writeOperationAnswer(trx, sent.id, JSON.stringify(answer));
  return answer;
}

/** Whoever was not shown what is as it was when it came back has not looked at it. */
async function refuseUnchanged(trx: Queryable, deptTask: DeptTaskRow): Promise<void> {
  if (deptTask.returned_at === null) return;
  const { isUntouched, remarked } = await findUnchanged(trx, deptTask.id, deptTask.returned_at);
  if (remarked.length > 0) throw conflict(`退回的第 ${remarked.slice(0, NAMED).join('、')} 项${remarked.length > NAMED ? ` 等 ${remarked.length} 项` : ''}没有修改，请修改，或在提交时确认结果不变`);
  if (isUntouched) throw conflict('退回后没有修改任何检查要点，请修改，或在提交时确认结果不变');
}

async function firstAnswer(trx: Queryable, author: { employeeId: string }, sent: Submission): Promise<Submitted> {
  const answer = await findFirstAnswer(trx, author, sent);
  if (answer === undefined) throw conflict(ID_TAKEN);
  return answer;
}

/** Whether the submission that came under that id is that person's, of that department task. */
export const isSubmissionOf = async (trx: Queryable, author: { employeeId: string }, sent: Pick<Submission, 'id' | 'deptTaskId'>): Promise<boolean> =>
  (await findFirstAnswer(trx, author, sent)) !== undefined;

async function findFirstAnswer(trx: Queryable, author: { employeeId: string }, sent: Pick<Submission, 'id' | 'deptTaskId'>): Promise<Submitted | undefined> {
  const operation = await findOperation(trx, sent.id);
  if (operation?.kind !== KIND || operation.employee_id !== author.employeeId) return undefined;
  const answer = JSON.parse(operation.answer) as Submitted;
  return answer.deptTaskId === sent.deptTaskId ? answer : undefined;
}

/** When the person submitted: the phone's time where it can be believed, and never before the last answer, which another phone gave. */
async function submissionTime(trx: Queryable, sent: string, deptTask: DeptTaskRow, issuedAt: string, now: Date): Promise<string> {
  const lastAnswered = (await findLatestAnswerTime(trx, deptTask.id)) ?? '';
  const believed = believedTime(sent, deptTask.returned_at ?? issuedAt, now);
  return lastAnswered > believed ? lastAnswered : believed;
}

/** Gives a submission back to its department, with a reason and remarks on single points. */
export async function returnSubmission(context: ServerContext, caller: Caller, sent: ReturnedSubmission): Promise<void> {
  const { dialect } = context;
  await once(context.db, caller.operation, async (trx) => {
    const now = context.now();
    const deptTask = await holdDeptTask(trx, dialect, caller.compNo, sent.deptTaskId);
    if (deptTask === undefined) throw notFound();
    const task = await findTaskOfDeptTask(trx, deptTask.task_id);
    if (task.cancelled_at !== null) throw conflict('任务已取消，不能退回');
    if (deptTask.submitted_at === null) throw conflict(await whyNothingToReturn(trx, deptTask));
    if (sent.submittedAt !== undefined && Date.parse(sent.submittedAt) !== Date.parse(deptTask.submitted_at)) throw conflict('该科室已重新提交，请刷新后再决定是否退回');

    const pointIds = sent.points.map((point) => point.pointId);
    const known = new Map((await listAnswers(trx, dialect, deptTask.id, pointIds)).map((row) => [row.point_id, row.seq]));
    const unknownAt = pointIds.findIndex((pointId) => !known.has(pointId));
    if (unknownAt !== -1) throw wrongField(`points.${unknownAt}.pointId`, '检查要点不在本任务中');
    const points = sent.points.map(({ pointId, remark }) => ({ pointId, remark: remark === '' ? sent.reason : remark }));
    const reason = sent.reason === '' ? reasonOf(points, known) : sent.reason;

    await undoSubmission(trx, context, deptTask, { isTouched: '该科室已开始自纠整改，不能退回', isCancelled: '任务已取消，不能退回' });
    await markReturned(trx, dialect, { ...deptTask, submitted_at: deptTask.submitted_at }, { at: now.toISOString(), by: caller.employeeId, reason, points });
    await announceReturnedTask(
      trx,
      context,
      { objectId: deptTask.id, taskId: deptTask.task_id, deptId: deptTask.dept_id, taskName: task.task_name, reason },
      { caller, now },
    );
    await recordAudit(
      trx,
      caller,
      {
        action: 'deptTask.return',
        objectType: 'deptTask',
        objectId: deptTask.id,
        summary: `退回科室任务：${task.task_name}，原因：${reason}`,
      },
      now,
    );
  });
}

/** Why there is no submission to give back, in words for the administrator; another one may have been quicker. */
async function whyNothingToReturn(trx: Queryable, { returned_at, returned_by, withdrawn_at }: DeptTaskRow): Promise<string> {
  if (withdrawn_at !== null && withdrawn_at > (returned_at ?? '')) return '该科室已撤回提交，不需要退回';
  if (returned_at === null) return '该科室尚未提交，不能退回';
  return `该科室的提交已由 ${await findEmployeeName(trx, returned_by)} 于 ${shanghaiTime(new Date(returned_at))} 退回`;
}

/** What a submission opened goes with it, as long as nobody has worked on it, and its task has one less. @throws AppError in these words */
export async function undoSubmission(
  trx: Queryable,
  context: ServerContext,
  deptTask: Pick<DeptTaskRow, 'id' | 'task_id'>,
  refusals: { isTouched: string; isCancelled: string },
): Promise<void> {
  const correction = await findSelfCorrection(trx, deptTask.id);
  if (correction?.isTouched) throw conflict(refusals.isTouched);
  if (correction !== undefined) {
    await removeSelfCorrection(trx, correction.id);
    await forgetNoticesAbout(trx, context, correction.id);
  }
  // The task first, as whoever cancels it has it: each would wait for the other.
  if (!(await addSubmittedCount(trx, deptTask.task_id, -1))) throw conflict(refusals.isCancelled);
}

/** Where only points say why: the reason that lists and notices show. */
function reasonOf(points: readonly { pointId: string; remark: string }[], seqs: ReadonlyMap<string, number>): string {
  const [only] = points;
  if (points.length === 1 && only !== undefined) return `第 ${seqs.get(only.pointId) ?? ''} 项：${only.remark}`;
  const named = points.map(({ pointId }) => seqs.get(pointId) ?? 0).toSorted((one, other) => one - other);
  return `第 ${named.slice(0, NAMED).join('、')} 项${named.length > NAMED ? `等 ${named.length} 项` : ''}需要修改，见各项退回意见`;
}
