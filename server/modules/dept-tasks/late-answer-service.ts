import type { AnswerEntry, AnswersToSave } from '#contract/answer.ts';
import type { CallAnswer, CallRequest } from '#contract/endpoints.ts';
import type { HandedIn, HandInOutcome, LateAnswer } from '#contract/late-answer.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { seeingWhoWasQuicker } from '../../database/dialect.ts';
import { conflict, notFound } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { findMissingFiles, shareFiles } from '../files/file-service.ts';
import { plausibleTime } from '../phone-entries/entry-merge-service.ts';
import { changeCounts, insertHistory, listAnswers, listKnownEntries, updateAnswers } from './answer-repository.ts';
import { closedReason } from './dept-task-access.ts';
import { mayFillIn } from './dept-task-policy.ts';
import { parsePhotos, toAnswer } from './dept-task-presenter.ts';
import { type DeptTaskRow, findEmployeeName, findTaskOfDeptTask, holdDeptTask } from './dept-task-repository.ts';
import {
  findLateAnswer,
  findLateAnswerPage,
  insertLateAnswers,
  type LateAnswerFilter,
  type LateAnswerRow,
  type ListedLateAnswer,
  listKnownLateAnswers,
  writeDecision,
} from './late-answer-repository.ts';

/**
 * Keeps answers that their department task does not take, for an administrator to decide on. Anybody of the company may hand
 * in: whoever was moved to another department no longer reads the task, but what was filled in is still worth something.
 * Safe to repeat: an entry that came before, on this way or the usual one, is stored once.
 */
export function handInAnswers(context: ServerContext, caller: Caller, sent: AnswersToSave): Promise<HandedIn> {
  // The same entry may come in two requests for different department tasks at once.
  return seeingWhoWasQuicker(() => context.db.transaction().execute((trx) => handInWithin(trx, context, caller, sent)));
}

async function handInWithin(trx: Queryable, context: ServerContext, caller: Caller, sent: AnswersToSave): Promise<HandedIn> {
  const { dialect } = context;
  const at = context.now();
  const deptTask = await holdDeptTask(trx, dialect, caller.compNo, sent.deptTaskId);
  if (deptTask === undefined) throw notFound();
  const task = await findTaskOfDeptTask(trx, deptTask.task_id);
  const ids = sent.entries.map((entry) => entry.id);
  const points = new Set((await listAnswers(trx, dialect, deptTask.id, sent.entries.map((entry) => entry.pointId))).map((row) => row.point_id));
  const known = new Map<string, Pick<LateAnswerRow, 'comp_no' | 'dept_task_id' | 'point_id' | 'answered_by'>>();
  for (const row of await listKnownEntries(trx, dialect, ids)) known.set(row.entry_id, row);
  for (const row of await listKnownLateAnswers(trx, dialect, ids)) known.set(row.entry_id, row);
  const missing = await findMissingFiles(trx, dialect, caller, new Set(sent.entries.flatMap((entry) => entry.photos)));
  const lateReason = [await closedReason(trx, deptTask, task), mayFillIn(caller, deptTask) ? undefined : '填写人已不在该科室']
    .filter((reason) => reason !== undefined)
    .join('；');

  const rows: LateAnswerRow[] = [];
  const decide = (entry: AnswerEntry): HandInOutcome => {
    const { id } = entry;
    const earlier = known.get(id);
    if (earlier !== undefined) {
      const isOwn = earlier.comp_no === caller.compNo && earlier.answered_by === caller.employeeId;
      const isSame = earlier.dept_task_id === deptTask.id && earlier.point_id === entry.pointId;
      return isOwn && isSame ? { id, outcome: 'saved' } : { id, outcome: 'rejected', reason: '编号已被使用' };
    }
    if (!points.has(entry.pointId)) return { id, outcome: 'rejected', reason: '检查要点不在本任务中' };
    const missingPhotos = [...new Set(entry.photos)].filter((photo) => missing.has(photo));
    if (missingPhotos.length > 0) return { id, outcome: 'photosMissing', missingPhotos };
    const row: LateAnswerRow = {
      entry_id: id,
      comp_no: caller.compNo,
      dept_task_id: deptTask.id,
      point_id: entry.pointId,
      result: entry.result,
      remark: entry.remark,
      photos: JSON.stringify(entry.photos),
      answered_by: caller.employeeId,
      answered_at: plausibleTime(entry.answeredAt, task.created_at, at),
      received_at: at.toISOString(),
      late_reason: lateReason,
      status: 'waiting',
      decided_by: null,
      decided_at: null,
      decision_reason: '',
    };
    rows.push(row);
    known.set(id, row);
    return { id, outcome: 'saved' };
  };
  const outcomes = sent.entries.map(decide);
  if (rows.length > 0) {
    await insertLateAnswers(trx, dialect, rows);
    const summary = `交来迟到的填写 ${rows.length} 项：${task.task_name}`;
    await recordAudit(trx, caller, { action: 'lateAnswer.handIn', objectType: 'deptTask', objectId: deptTask.id, summary }, at);
  }
  return { outcomes };
}

/** What the caller handed in, and what became of it. */
export async function findMyLateAnswers(
  context: ServerContext,
  caller: Caller,
  page: { pageNum: number; pageSize: number },
): Promise<CallAnswer<'queryMyLateAnswers'>> {
  const { rows, total } = await findLateAnswerPage(context.db, { compNo: caller.compNo, answeredBy: caller.employeeId }, page);
  return { records: rows.map(toLateAnswer), total, pageNum: page.pageNum, pageSize: page.pageSize };
}

/** Late work of the company, beside what holds now. */
export async function findLateAnswers(
  context: ServerContext,
  caller: Caller,
  { taskId, deptId, status, ...page }: Omit<LateAnswerFilter, 'compNo' | 'answeredBy'> & { pageNum: number; pageSize: number },
): Promise<CallAnswer<'queryLateAnswerPage'>> {
  const { rows, total } = await findLateAnswerPage(context.db, { compNo: caller.compNo, taskId, deptId, status }, page);
  const records = rows.map((row) => ({ ...toLateAnswer(row), current: currentOf(row) }));
  return { records, total, pageNum: page.pageNum, pageSize: page.pageSize };
}

const toLateAnswer = (row: ListedLateAnswer): LateAnswer => ({
  id: row.entry_id,
  taskId: row.task_id,
  taskName: row.task_name,
  isTaskCancelled: row.cancelled_at !== null,
  deptTaskId: row.dept_task_id,
  deptId: row.dept_id,
  deptName: row.dept_name,
  pointId: row.point_id,
  content: row.content,
  result: row.result,
  remark: row.remark,
  photos: parsePhotos(row.photos),
  answeredByName: row.author_name ?? '',
  answeredAt: row.answered_at,
  receivedAt: row.received_at,
  lateReason: row.late_reason,
  status: row.status,
  decidedByName: row.decider_name,
  decidedAt: row.decided_at,
  decisionReason: row.decision_reason,
});

const currentOf = (row: ListedLateAnswer) =>
  toAnswer({
    point_id: row.point_id,
    result: row.current_result,
    remark: row.current_remark,
    photos: row.current_photos,
    answered_by: row.current_answered_by,
    answered_at: row.current_answered_at,
    saved_at: row.current_saved_at,
    revision: row.current_revision,
    answered_by_name: row.current_answered_by_name,
  }) ?? null;

/**
 * Ends the waiting of one late answer. Accepted, it becomes the answer of its person, as if it had come in time; of a
 * cancelled task it stays on record alone. Nothing that was there is lost: the history keeps it.
 */
export function decideLateAnswer(context: ServerContext, caller: Caller, sent: CallRequest<'decideLateAnswer'>['body']): Promise<void> {
  return context.db.transaction().execute(async (trx) => {
    const at = context.now();
    const found = await findLateAnswer(trx, caller.compNo, sent.id);
    if (found === undefined) throw notFound();
    const deptTask = await holdDeptTask(trx, context.dialect, caller.compNo, found.dept_task_id);
    // Asked again now that nobody else decides on work of this department task.
    const late = await findLateAnswer(trx, caller.compNo, sent.id);
    if (deptTask === undefined || late === undefined) throw notFound();
    if (late.status !== 'waiting') throw conflict(`已由 ${await findEmployeeName(trx, late.decided_by)} 处理，请刷新`);
    const task = await findTaskOfDeptTask(trx, deptTask.task_id);
    const isAccepted = sent.decision === 'accepted';
    if (isAccepted && task.cancelled_at === null) await makeAnswer(trx, context, deptTask, late, at);
    await writeDecision(trx, late.entry_id, {
      status: sent.decision,
      decided_by: caller.employeeId,
      decided_at: at.toISOString(),
      decision_reason: sent.reason,
    });
    const author = await findEmployeeName(trx, late.answered_by);
    await recordAudit(
      trx,
      caller,
      {
        action: isAccepted ? 'lateAnswer.accept' : 'lateAnswer.reject',
        objectType: 'deptTask',
        objectId: deptTask.id,
        summary: isAccepted ? `采纳 ${author} 迟到的填写：${task.task_name}` : `未采纳 ${author} 迟到的填写：${task.task_name}，原因：${sent.reason}`,
      },
      at,
    );
  });
}

async function makeAnswer(trx: Queryable, { dialect }: ServerContext, deptTask: DeptTaskRow, late: LateAnswerRow, at: Date): Promise<void> {
  const [held] = await listAnswers(trx, dialect, deptTask.id, [late.point_id]);
  if (held === undefined) throw notFound();
  // It found its way by itself meanwhile, such as from a phone whose person tried once more.
  if ((await listKnownEntries(trx, dialect, [late.entry_id])).length > 0) return;
  const isUnqualified = late.result === 'unqualified';
  const wasUnqualified = held.result === 'unqualified';
  // The self-correction was made of the answers that were submitted.
  if (deptTask.submitted_at !== null && (isUnqualified || wasUnqualified)) {
    throw conflict('该科室已提交，这一项涉及不合格和自纠，请先退回该科室的提交，再采纳');
  }
  const value = {
    point_id: late.point_id,
    result: late.result,
    remark: late.remark,
    photos: late.photos,
    answered_by: late.answered_by,
    answered_at: late.answered_at,
    saved_at: at.toISOString(),
    revision: held.revision + 1,
  };
  await insertHistory(trx, dialect, [{ ...value, entry_id: late.entry_id, comp_no: late.comp_no, dept_task_id: deptTask.id, is_conflict: 0 }]);
  await updateAnswers(trx, dialect, deptTask.id, [value]);
  if (deptTask.submitted_at === null) {
    await changeCounts(trx, deptTask.id, { answered: held.result === null ? 1 : 0, unqualified: Number(isUnqualified) - Number(wasUnqualified) });
  }
  await shareFiles(trx, late.comp_no, deptTask.dept_id, parsePhotos(late.photos));
}
