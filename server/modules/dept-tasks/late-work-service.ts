import type { AnswersToSave } from '#contract/answer.ts';
import type { CallAnswer, CallRequest } from '#contract/endpoints.ts';
import type { CorrectionsHandedIn, HandedIn, HandInOutcome, LateWorkDecided } from '#contract/late-work.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { seeingWhoWasQuicker } from '../../database/dialect.ts';
import { AppError, conflict, notFound } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { findMissingFiles, shareFiles } from '../files/file-service.ts';
import { type EntryAuthor, plausibleTime, WINNING_REVISION } from '../phone-entries/entry-merge-service.ts';
import { correctionClosedReason, findKnownCorrections, holdCorrectionWithItems, storeCorrections } from '../self-corrections/correction-entry-service.ts';
import { storeAnswers } from './answer-entry-service.ts';
import { listAnswers, listKnownEntries } from './answer-repository.ts';
import { closedReason, type HeldDeptTask, holdDeptTaskWithTask, lateReasonOf } from './dept-task-access.ts';
import { findEmployeeName } from './dept-task-repository.ts';
import { CORRECTION_GONE, type EntrySubject, ID_TAKEN, itemOf, keepLateWork, mustHave, type NewLateWork, pointOf, splitLate } from './late-entry-service.ts';
import { answerValueOf, correctionValueOf, recordOnlyReason, toComparedLateWork, toLateWork } from './late-work-presenter.ts';
import { findLateWorkPage, type LateWorkFilter, type LateWorkRow, listLateWorkById, writeDecision } from './late-work-repository.ts';

/**
 * Keeps answers that their department task does not take, for an administrator to decide on. Anybody of the company may hand
 * in: whoever was moved to another department no longer reads the task, but what was filled in is still worth something.
 * Safe to repeat: an entry that came before, on this way or the usual one, is stored once.
 */
export function handInAnswers(context: ServerContext, caller: Caller, sent: AnswersToSave): Promise<HandedIn> {
  // The same entry may come in two requests for different department tasks at once.
  return seeingWhoWasQuicker(() =>
    context.db.transaction().execute(async (trx) => {
      const held = await holdDeptTaskWithTask(trx, context.dialect, caller.compNo, sent.deptTaskId);
      const { deptTask, task } = held;
      const at = context.now();
      const ids = sent.entries.map((entry) => entry.id);
      const points = new Set((await listAnswers(trx, context.dialect, deptTask.id, sent.entries.map((entry) => entry.pointId))).map((row) => row.point_id));
      const known = new Map((await listKnownEntries(trx, context.dialect, ids)).map((row) => [row.entry_id, row]));
      const lateReason = lateReasonOf(caller, held, await closedReason(trx, deptTask, task));
      return keepEntries(trx, context, caller, held, {
        entries: sent.entries,
        subjectOf: ({ pointId }) => pointOf(deptTask.id, pointId),
        photosOf: ({ photos }) => photos,
        isStored: ({ id, pointId }) => {
          const row = known.get(id);
          return row && row.comp_no === caller.compNo && row.answered_by === caller.employeeId && row.dept_task_id === deptTask.id && row.point_id === pointId;
        },
        refusalOf: ({ pointId }) => (points.has(pointId) ? undefined : '检查要点不在本任务中'),
        toLate: ({ id, pointId, result, remark, photos, answeredAt }) => ({
          id,
          subject: pointOf(deptTask.id, pointId),
          pointId,
          content: '',
          value: { result, remark, photos, answeredAt: plausibleTime(answeredAt, task.created_at, at) },
          lateReason,
        }),
        at,
      });
    }),
  );
}

/** As `handInAnswers`, for what was written on a self-correction: one that was confirmed, or is gone since the task was returned. */
export function handInCorrections(context: ServerContext, caller: Caller, sent: CorrectionsHandedIn): Promise<HandedIn> {
  return seeingWhoWasQuicker(() =>
    context.db.transaction().execute(async (trx) => {
      const held = await holdDeptTaskWithTask(trx, context.dialect, caller.compNo, sent.deptTaskId);
      const { deptTask, task } = held;
      const at = context.now();
      const found = await holdCorrectionWithItems(trx, context, caller.compNo, sent.id);
      const own = found?.correction.dept_task_id === deptTask.id ? found : undefined;
      const items = new Map(own?.items.map((item) => [item.id, item]));
      // Only a return takes a self-correction away; any other that is not there never was.
      const wasReturned = own === undefined && deptTask.returned_at !== null;
      const known = new Map((await findKnownCorrections(trx, context, sent.entries.map((entry) => entry.id))).map((row) => [row.entry_id, row]));
      const closed = own === undefined ? CORRECTION_GONE : correctionClosedReason(own.correction);
      const lateReason = lateReasonOf(caller, held, closed);
      return keepEntries(trx, context, caller, held, {
        entries: sent.entries,
        subjectOf: ({ itemId }) => itemOf(deptTask.id, sent.id, itemId),
        photosOf: ({ photosAfter }) => photosAfter,
        isStored: ({ id, itemId }) => {
          const row = known.get(id);
          return row && row.comp_no === caller.compNo && row.saved_by === caller.employeeId && row.self_correction_id === sent.id && row.item_id === itemId;
        },
        refusalOf: ({ itemId }) => (items.has(itemId) || wasReturned ? undefined : '整改项不在本自纠中'),
        toLate: ({ id, itemId, content, measures, responsible, photosAfter, correctedAt }) => ({
          id,
          subject: itemOf(deptTask.id, sent.id, itemId),
          pointId: items.get(itemId)?.point_id ?? null,
          content,
          value: { measures, responsible, photosAfter, correctedAt: correctedAt === null ? null : plausibleTime(correctedAt, task.created_at, at) },
          lateReason,
        }),
        at,
      });
    }),
  );
}

interface Keeping<Entry> {
  entries: readonly Entry[];
  subjectOf: (entry: Entry) => EntrySubject;
  photosOf: (entry: Entry) => readonly string[];
  /** True for what came the usual way, false for an id that stands for something else, undefined for a new one. */
  isStored: (entry: Entry) => boolean | undefined;
  refusalOf: (entry: Entry) => string | undefined;
  toLate: (entry: Entry) => NewLateWork;
  at: Date;
}

async function keepEntries<Entry extends { id: string }>(
  trx: Queryable,
  context: ServerContext,
  caller: Caller,
  { deptTask, task }: HeldDeptTask,
  { entries, subjectOf, photosOf, isStored, refusalOf, toLate, at }: Keeping<Entry>,
): Promise<HandedIn> {
  const { late } = await splitLate(trx, context, caller, entries, subjectOf);
  const missing = await findMissingFiles(trx, context.dialect, caller, new Set(entries.flatMap((entry) => [...photosOf(entry)])));
  const kept = new Map<string, { entry: Entry; late: NewLateWork }>();
  const decide = (entry: Entry): HandInOutcome => {
    const { id } = entry;
    const twin = kept.get(id);
    const earlier = late.get(id)?.outcome ?? (twin && sameSubject(twin.late.subject, subjectOf(entry)));
    const stored = earlier === undefined ? isStored(entry) : earlier === 'handedIn';
    if (stored !== undefined) return stored ? { id, outcome: 'saved' } : { id, outcome: 'rejected', reason: ID_TAKEN };
    const reason = refusalOf(entry);
    if (reason !== undefined) return { id, outcome: 'rejected', reason };
    const missingPhotos = [...new Set(photosOf(entry))].filter((photo) => missing.has(photo));
    if (missingPhotos.length > 0) return { id, outcome: 'photosMissing', missingPhotos };
    kept.set(id, { entry, late: toLate(entry) });
    return { id, outcome: 'saved' };
  };
  const outcomes = entries.map(decide);
  if (kept.size > 0) {
    await keepLateWork(trx, context, caller, null, [...kept.values()].map((one) => one.late), at);
    const summary = `交来迟到的填写 ${kept.size} 项：${task.task_name}`;
    await recordAudit(trx, caller, { action: 'lateWork.handIn', objectType: 'deptTask', objectId: deptTask.id, summary }, at);
  }
  return { outcomes };
}

const sameSubject = (one: EntrySubject, other: EntrySubject): 'handedIn' | 'rejected' => (one.subjectId === other.subjectId ? 'handedIn' : 'rejected');

/** What the caller handed in, and what became of it. */
export async function findMyLateWork(
  context: ServerContext,
  caller: Caller,
  page: { pageNum: number; pageSize: number },
): Promise<CallAnswer<'queryMyLateWork'>> {
  const { rows, total } = await findLateWorkPage(context.db, context.dialect, { compNo: caller.compNo, enteredBy: caller.employeeId }, page);
  return { records: rows.map(toLateWork), total, pageNum: page.pageNum, pageSize: page.pageSize };
}

/** Late work of the company, beside what holds now. */
export async function findLateWork(
  context: ServerContext,
  caller: Caller,
  { taskId, deptId, status, ...page }: Omit<LateWorkFilter, 'compNo' | 'enteredBy'> & { pageNum: number; pageSize: number },
): Promise<CallAnswer<'queryLateWorkPage'>> {
  const { rows, total } = await findLateWorkPage(context.db, context.dialect, { compNo: caller.compNo, taskId, deptId, status }, page);
  return { records: rows.map(toComparedLateWork), total, pageNum: page.pageNum, pageSize: page.pageSize };
}

/**
 * Ends the waiting of late work. Accepted, it becomes the value of its person, as if it had come in time; where that is no
 * longer possible it stays on record alone. Nothing that was there is lost: the history keeps it. One that cannot be
 * accepted as things stand waits on, and the others are decided all the same.
 */
export function decideLateWork(context: ServerContext, caller: Caller, sent: CallRequest<'decideLateWork'>['body']): Promise<LateWorkDecided> {
  return context.db.transaction().execute(async (trx) => {
    const { dialect } = context;
    const ids = [...new Set(sent.ids)];
    const found = await listLateWorkById(trx, dialect, caller.compNo, ids);
    if (found.length < ids.length) throw notFound();
    const held = new Map<string, HeldDeptTask>();
    for (const { dept_task_id: id } of found) if (!held.has(id)) held.set(id, await holdDeptTaskWithTask(trx, dialect, caller.compNo, id));
    const refusals = new Map<string, string>();
    // Read again now that nobody else decides on work of these department tasks.
    for (const late of await listLateWorkById(trx, dialect, caller.compNo, ids)) {
      try {
        await decideOne(trx, context, caller, mustHave(late.dept_task_id, held.get(late.dept_task_id)), late, sent);
      } catch (error) {
        // Thrown before anything of this one was written.
        if (!(error instanceof AppError)) throw error;
        refusals.set(late.entry_id, error.message);
      }
    }
    return {
      outcomes: ids.map((id) => {
        const reason = refusals.get(id);
        return reason === undefined ? { id, outcome: 'decided' } : { id, outcome: 'refused', reason };
      }),
    };
  });
}

async function decideOne(
  trx: Queryable,
  context: ServerContext,
  caller: Caller,
  held: HeldDeptTask,
  late: LateWorkRow,
  { decision, reason }: { decision: 'accepted' | 'rejected'; reason: string },
): Promise<void> {
  const at = context.now();
  if (late.status !== 'waiting') throw conflict(`已由 ${await findEmployeeName(trx, late.decided_by)} 处理，请刷新`);
  const author = await findEmployeeName(trx, late.entered_by);
  if (decision === 'accepted') await makeValue(trx, context, held, late, { ...authorOf(late), employeeName: author }, at);
  await writeDecision(trx, late.entry_id, {
    status: decision,
    decided_by: caller.employeeId,
    decided_at: at.toISOString(),
    decision_reason: reason,
  });
  const { deptTask, task } = held;
  await recordAudit(
    trx,
    caller,
    {
      action: decision === 'accepted' ? 'lateWork.accept' : 'lateWork.reject',
      objectType: 'deptTask',
      objectId: deptTask.id,
      summary: decision === 'accepted' ? `采纳 ${author} 迟到的填写：${task.task_name}` : `未采纳 ${author} 迟到的填写：${task.task_name}，原因：${reason}`,
    },
    at,
  );
}

const authorOf = (late: LateWorkRow) => ({ compNo: late.comp_no, employeeId: late.entered_by, importedBy: late.imported_by });

async function makeValue(trx: Queryable, context: ServerContext, held: HeldDeptTask, late: LateWorkRow, author: EntryAuthor, at: Date): Promise<void> {
  const { deptTask, task } = held;
  const isTaskCancelled = task.cancelled_at !== null;
  const rest = { author, missingPhotos: new Set<string>(), closedReason: undefined, at };
  const entry = { id: late.entry_id, baseRevision: WINNING_REVISION };
  if (late.kind === 'answer') {
    if (isTaskCancelled) return;
    const value = answerValueOf(late);
    const pointId = late.point_id ?? '';
    const [current] = await listAnswers(trx, context.dialect, deptTask.id, [pointId]);
    // The self-correction was made of the answers that were submitted.
    if (deptTask.submitted_at !== null && (value.result === 'unqualified' || current?.result === 'unqualified')) {
      throw conflict('该科室已提交，这一项涉及不合格和自纠，请先退回该科室的提交，再采纳');
    }
    await storeAnswers(trx, context, { ...rest, deptTask, task, entries: [{ ...entry, pointId, ...value }] });
    await shareFiles(trx, late.comp_no, deptTask.dept_id, value.photos);
    return;
  }
  const found = await holdCorrectionWithItems(trx, context, late.comp_no, late.self_correction_id ?? '');
  const itemId = late.item_id ?? '';
  const hasItem = found?.items.some((item) => item.id === itemId) ?? false;
  const isConfirmed = found !== undefined && found.correction.confirmed_at !== null;
  if (found === undefined || recordOnlyReason({ kind: 'correction', isTaskCancelled, isConfirmed, hasItem }) !== '') return;
  const value = correctionValueOf(late);
  await storeCorrections(trx, context, { ...rest, ...found, entries: [{ ...entry, itemId, ...value }] });
  await shareFiles(trx, late.comp_no, deptTask.dept_id, value.photosAfter);
}
