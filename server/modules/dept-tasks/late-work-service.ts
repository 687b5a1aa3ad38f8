import type { CallAnswer, CallRequest } from '#contract/endpoints.ts';
import type { AnswersHandedIn, CorrectionsHandedIn, HandedIn, HandInOutcome, LateWorkDecided } from '#contract/late-work.ts';
import { excerpt } from '#contract/text-end.ts';
import { type Caller, mayRead } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { findEmployeeName } from '../../database/company-rows.ts';
import { seeingWhoWasQuicker } from '../../database/dialect.ts';
import { once } from '../../database/operations.ts';
import { AppError, conflict, notFound } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { countText } from '../daily-use/daily-use-service.ts';
import { findMissingFiles, keepFiles, shareFiles } from '../files/file-service.ts';
import { type EntryAuthor, ID_TAKEN, WINNING_REVISION } from '../phone-entries/entry-merge-service.ts';
import { type EntrySubject, keepLateWork, lateRoom, mustHave, type NewLateWork, splitLate } from '../phone-entries/late-entry-service.ts';
import { holdCorrectionWithItems, storeCorrections } from '../self-corrections/correction-entry-service.ts';
import { findSelfCorrection } from '../self-corrections/open-corrections-service.ts';
import { storeAnswers } from './answer-entry-service.ts';
import { listAnswers } from './answer-repository.ts';
import { closedReason, type HeldDeptTask, holdDeptTaskWithTask, lateReasonOf } from './dept-task-access.ts';
import { correctLateAnswer } from './late-unqualified-service.ts';
import { answerValueOf, correctionValueOf, recordOnlyReason, toComparedLateWork, toLateWork, toOwnLateWork } from './late-work-presenter.ts';
import { findLateContent, findLateWorkPage, itemOfLate, type LateWorkFilter, type LateWorkRow, listLateWorkById, writeDecision } from './late-work-repository.ts';
import { checkAnswers, checkCorrections, type EntryChecks } from './phone-entry-checks.ts';

/**
 * Keeps answers that their department task does not take, for an administrator to decide on. Anybody of the company may hand
 * in: whoever was moved to another department no longer reads the task, but what was filled in is still worth something. What
 * is not late is refused, and how much of one person waits is limited.
 * Safe to repeat: an entry that came before, on this way or the usual one, is stored once.
 */
export function handInAnswers(context: ServerContext, caller: Caller, sent: AnswersHandedIn): Promise<HandedIn> {
  // The same entry may come in two requests for different department tasks at once.
  return seeingWhoWasQuicker(() =>
    context.db.transaction().execute(async (trx) => {
      const held = await holdDeptTaskWithTask(trx, context.dialect, caller.compNo, sent.deptTaskId);
      const at = context.now();
      const { checks } = await checkAnswers(trx, context, caller, held, sent.entries, at);
      const lateReason = lateReasonOf(caller, held, await closedReason(trx, held.deptTask, held.task));
      const toLate = (entry: AnswersHandedIn['entries'][number], reason: string): NewLateWork => ({ ...checks.toLate(entry, reason), content: entry.content });
      return keepEntries(trx, context, caller, held, { entries: sent.entries, checks: { ...checks, toLate }, lateReason, at });
    }),
  );
}

/** As `handInAnswers`, for what was written on a self-correction: one that was confirmed, or is gone since the task was returned. */
export function handInCorrections(context: ServerContext, caller: Caller, sent: CorrectionsHandedIn): Promise<HandedIn> {
  return seeingWhoWasQuicker(() =>
    context.db.transaction().execute(async (trx) => {
      const held = await holdDeptTaskWithTask(trx, context.dialect, caller.compNo, sent.deptTaskId);
      const at = context.now();
      const { checks, closed } = await checkCorrections(trx, context, caller, held, sent, at);
      return keepEntries(trx, context, caller, held, { entries: sent.entries, checks, lateReason: lateReasonOf(caller, held, closed), at });
    }),
  );
}

interface Keeping<Entry> {
  entries: readonly Entry[];
  checks: EntryChecks<Entry>;
  lateReason: string;
  at: Date;
}

async function keepEntries<Entry extends { id: string }>(
  trx: Queryable,
  context: ServerContext,
  caller: Caller,
  { deptTask, task }: HeldDeptTask,
  { entries, checks, lateReason, at }: Keeping<Entry>,
): Promise<HandedIn> {
  const { subjectOf, photosOf, isStored, refusalOf, toLate } = checks;
  const { late } = await splitLate(trx, context, caller, entries, subjectOf);
  const notOwn = await findMissingFiles(trx, context.dialect, caller, new Set(entries.flatMap((entry) => [...photosOf(entry)])));
  // Whoever was moved may have kept a photo that a colleague took, whose bytes the phone never had.
  const missing = await findMissingFiles(trx, context.dialect, { compNo: caller.compNo, deptId: deptTask.dept_id }, notOwn);
  const refusalOfMore = await lateRoom(trx, context, caller, deptTask.id, entries.map((entry) => subjectOf(entry).subjectId));
  const kept = new Map<string, { entry: Entry; late: NewLateWork }>();
  const decide = (entry: Entry): HandInOutcome => {
    const { id } = entry;
    const twin = kept.get(id);
    const earlier = late.get(id)?.outcome ?? (twin && sameSubject(twin.late.subject, subjectOf(entry)));
    const stored = earlier === undefined ? isStored(entry) : earlier === 'handedIn';
    if (stored !== undefined) return stored ? { id, outcome: 'saved' } : { id, outcome: 'rejected', reason: ID_TAKEN };
    const reason = refusalOf(entry);
    if (reason !== undefined) return { id, outcome: 'rejected', reason };
    if (lateReason === '') return { id, outcome: 'rejected', reason: '现在仍可正常填写，不用交管理员处理，请重新填写这一项', isNotLate: true };
    const missingPhotos = [...new Set(photosOf(entry))].filter((photo) => missing.has(photo));
    if (missingPhotos.length > 0) return { id, outcome: 'photosMissing', missingPhotos };
    const fullReason = refusalOfMore(subjectOf(entry).subjectId);
    if (fullReason !== undefined) return { id, outcome: 'rejected', reason: fullReason };
    kept.set(id, { entry, late: toLate(entry, lateReason) });
    return { id, outcome: 'saved' };
  };
  const outcomes = entries.map(decide);
  if (kept.size > 0) {
    await countText(trx, { ...caller, at }, [...kept.values()]);
    await keepFiles(trx, context.dialect, caller.compNo, [...kept.values()].flatMap(({ entry }) => [...photosOf(entry)]));
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
  return { records: rows.map((row) => (mayRead(caller, row) ? toLateWork(row) : toOwnLateWork(row))), total, pageNum: page.pageNum, pageSize: page.pageSize };
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
  return once(context.db, caller.operation, async (trx) => {
    const { dialect } = context;
    const ids = [...new Set(sent.ids)];
    const found = await listLateWorkById(trx, dialect, caller.compNo, ids);
    if (found.length < ids.length) throw notFound();
    const held = new Map<string, HeldDeptTask>();
    for (const { dept_task_id: id } of found) if (!held.has(id)) held.set(id, await holdDeptTaskWithTask(trx, dialect, caller.compNo, id));
    const refusals = new Map<string, string>();
    const shown = new Map(sent.ids.map((id, position) => [id, sent.revisions?.[position] ?? 0]));
    const seen: Seen = { doesPageTell: sent.revisions !== undefined, revisions: new Map(found.map((late) => [subjectOf(late), shown.get(late.entry_id) ?? 0])) };
    // Read again now that nobody else decides on work of these department tasks.
    for (const late of await listLateWorkById(trx, dialect, caller.compNo, ids)) {
      try {
        await decideOne(trx, context, caller, mustHave(late.dept_task_id, held.get(late.dept_task_id)), late, sent, seen);
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
  seen: Seen,
): Promise<void> {
  const at = context.now();
  if (late.status !== 'waiting') throw conflict(`已由 ${await findEmployeeName(trx, late.decided_by)} 处理`);
  const author = await findEmployeeName(trx, late.entered_by);
  if (decision === 'accepted') await makeValue(trx, context, caller, held, late, { ...authorOf(late), employeeName: author }, seen, at);
  await writeDecision(trx, late.entry_id, {
    status: decision,
    decided_by: caller.employeeId,
    decided_at: at.toISOString(),
    decision_reason: reason,
  });
  const { deptTask, task } = held;
  const content = await findLateContent(trx, late);
  const what = `${task.task_name}${content === '' ? '' : `，“${excerpt(content)}”`}`;
  await recordAudit(
    trx,
    caller,
    {
      action: decision === 'accepted' ? 'lateWork.accept' : 'lateWork.reject',
      objectType: 'deptTask',
      objectId: deptTask.id,
      summary: decision === 'accepted' ? `采纳 ${author} 迟到的填写：${what}` : `未采纳 ${author} 迟到的填写：${what}，原因：${reason}`,
    },
    at,
  );
}

interface Seen {
  /** False for a page of an earlier release. */
  doesPageTell: boolean;
  /** By subject, of what the administrator knew to hold there: as the page showed it, then as this decision made it. */
  revisions: Map<string, number>;
}

const subjectOf = (late: LateWorkRow): string => `${late.dept_task_id} ${late.item_id ?? late.point_id ?? ''}`;

/**
 * Counts what is put in place of the held value as seen: of several entries on one subject the last one holds.
 * @throws AppError where the value is newer than what the administrator compared with
 */
function refuseUnseen(seen: Seen, late: LateWorkRow, heldRevision: number): void {
  const subject = subjectOf(late);
  if (heldRevision > (seen.revisions.get(subject) ?? 0)) {
    throw conflict(seen.doesPageTell ? '已有更新的内容，请核对后再决定' : '这里已有结果，当前页面版本较旧，请更新应用后再决定');
  }
  seen.revisions.set(subject, heldRevision + 1);
}

const authorOf = (late: LateWorkRow) => ({ compNo: late.comp_no, employeeId: late.entered_by, importedBy: late.imported_by });

async function makeValue(
  trx: Queryable,
  context: ServerContext,
  caller: Caller,
  held: HeldDeptTask,
  late: LateWorkRow,
  author: EntryAuthor,
  seen: Seen,
  at: Date,
): Promise<void> {
  const { deptTask, task } = held;
  const isTaskCancelled = task.cancelled_at !== null;
  const rest = { author, missingPhotos: new Set<string>(), closedReason: undefined, at };
  const entry = { id: late.entry_id, baseRevision: WINNING_REVISION };
  if (late.kind === 'answer') {
    if (isTaskCancelled) return;
    const value = answerValueOf(late);
    const pointId = late.point_id ?? '';
    const [current] = await listAnswers(trx, context.dialect, deptTask.id, [pointId]);
    refuseUnseen(seen, late, current?.revision ?? 0);
    // The self-correction was made of the answers that were submitted.
    if (deptTask.submitted_at !== null && (value.result === 'unqualified' || current?.result === 'unqualified')) {
      await correctLateAnswer(trx, context, held, { pointId, value }, { caller, now: at });
    }
    await storeAnswers(trx, context, { ...rest, deptTask, task, entries: [{ ...entry, pointId, ...value }] });
    await shareFiles(trx, context.dialect, late.comp_no, deptTask.dept_id, value.photos);
    return;
  }
  const opened = await findSelfCorrection(trx, deptTask.id);
  const found = opened && (await holdCorrectionWithItems(trx, context, late.comp_no, opened.id));
  const item = found && itemOfLate(late, found.items);
  if (found === undefined || item === undefined) return;
  if (recordOnlyReason({ kind: 'correction', isTaskCancelled, isConfirmed: found.correction.confirmed_at !== null, hasItem: true }) !== '') return;
  refuseUnseen(seen, late, item.saved_by === null ? 0 : item.revision);
  const value = correctionValueOf(late);
  await storeCorrections(trx, context, { ...rest, ...found, arrivedAt: new Date(late.received_at), entries: [{ ...entry, itemId: item.id, ...value }] });
  await shareFiles(trx, context.dialect, late.comp_no, deptTask.dept_id, value.photosAfter);
}
