/** What a phone could not deliver comes in from its ZIP: under the name of whoever filled it in, marked with who brought it. */
import { shanghaiTime } from '#contract/calendar.ts';
import type { AnswersToImport, CorrectionsToImport, ImportedEntries, ImportOutcome, SubmissionToImport } from '#contract/waiting-import.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { seeingWhoWasQuicker } from '../../database/dialect.ts';
import { AppError, notFound } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { countText } from '../daily-use/daily-use-service.ts';
import { findFilesMissingInCompany, keepFiles, shareFiles } from '../files/file-service.ts';
import { type EntryAuthor, ID_TAKEN, WINNING_REVISION } from '../phone-entries/entry-merge-service.ts';
import { keepLateWork, type NewLateWork, splitLate } from '../phone-entries/late-entry-service.ts';
import { losesAgainst as correctionLoses, storeCorrections } from '../self-corrections/correction-entry-service.ts';
import { losesAgainst as answerLoses, storeAnswers } from './answer-entry-service.ts';
import { closedReason, type HeldDeptTask, holdDeptTaskWithTask, lateReasonOf } from './dept-task-access.ts';
import { findAuthor } from './dept-task-repository.ts';
import { checkAnswers, checkCorrections, type EntryChecks } from './phone-entry-checks.ts';
import { claimSubmission, isSubmissionOf, releaseSubmission, submitWithin } from './submission-service.ts';

/** Answers that fit become answers; those that lose against what holds now, or come too late, become late work. */
export function importAnswers(context: ServerContext, caller: Caller, sent: AnswersToImport): Promise<ImportedEntries> {
  return importing(context, sent.isDryRun, async (trx) => {
    const { author, held, person } = await findWhose(trx, context, caller, sent);
    const { deptTask, task } = held;
    const at = context.now();
    const { checks, current } = await checkAnswers(trx, context, author, held, sent.entries, at);
    return importEntries(trx, context, caller, {
      sent,
      author,
      held,
      audit: { action: 'answer.import', objectType: 'deptTask', objectId: deptTask.id, what: '自查结果' },
      checks,
      lateReason: lateReasonOf(person, held, await closedReason(trx, deptTask, task)),
      losesTo: (entry) => {
        const row = current.get(entry.pointId);
        return row !== undefined && answerLoses(row, entry) ? `服务器上已有 ${row.answered_by_name ?? '他人'} 较新的结果` : undefined;
      },
      store: async (entries) => {
        const { outcomes } = await storeAnswers(trx, context, { author, deptTask, task, entries, missingPhotos: new Set(), closedReason: undefined, at });
        return outcomes;
      },
      at,
    });
  });
}

/** As `importAnswers`, for one self-correction. */
export function importCorrections(context: ServerContext, caller: Caller, sent: CorrectionsToImport): Promise<ImportedEntries> {
  return importing(context, sent.isDryRun, async (trx) => {
    const { author, held, person } = await findWhose(trx, context, caller, sent);
    const at = context.now();
    const { checks, own, items, closed } = await checkCorrections(trx, context, author, held, sent, at);
    return importEntries(trx, context, caller, {
      sent,
      author,
      held,
      audit: { action: 'selfCorrection.import', objectType: 'selfCorrection', objectId: sent.id, what: '自纠整改' },
      checks,
      lateReason: lateReasonOf(person, held, closed),
      losesTo: (entry) => {
        const item = items.get(entry.itemId);
        return item !== undefined && correctionLoses(item, entry) ? `服务器上已有 ${item.saver_name ?? '他人'} 较新的整改内容` : undefined;
      },
      store: async (entries) => {
        if (own === undefined) return [];
        const { decisions } = await storeCorrections(trx, context, { author, ...own, entries, missingPhotos: new Set(), closedReason: undefined, at });
        return decisions.map(({ entry, decision }) => ({ id: entry.id, ...decision }));
      },
      at,
    });
  });
}

/** The submission of a department task; a dry run cannot know yet whether its answers will be there. */
export function importSubmission(context: ServerContext, caller: Caller, sent: SubmissionToImport): Promise<ImportedEntries> {
  return importing(context, sent.isDryRun, async (trx) => {
    const now = context.now();
    const { author, held, person } = await findWhose(trx, context, caller, sent);
    const { deptTask, task } = held;
    const { id } = sent;
    if (!(await claimSubmission(trx, author, id, now))) {
      const isOwn = await isSubmissionOf(trx, author, sent);
      return { outcomes: [isOwn ? { id, outcome: 'known' } : { id, outcome: 'rejected', reason: ID_TAKEN }] };
    }
    /** It may be sent again, by the phone too, once what it lacked is there. */
    const refuse = async (reason: string): Promise<ImportedEntries> => {
      await releaseSubmission(trx, id);
      return { outcomes: [{ id, outcome: 'rejected', reason }] };
    };
    const reason = lateReasonOf(person, held, await closedReason(trx, deptTask, task));
    if (reason !== '') return refuse(reason);
    if (sent.isDryRun) return { outcomes: [{ id, outcome: 'taken' }] };
    try {
      // The administrator who brings it in has decided.
      await submitWithin(trx, context, author.employeeId, held, { ...sent, isUnchangedConfirmed: true }, now);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return refuse(error.message);
    }
    const summary = `从导出文件导入 ${author.employeeName} 的提交：${task.task_name}，手机时间 ${shanghaiTime(new Date(sent.submittedAt))}`;
    await recordAudit(trx, caller, { action: 'deptTask.import', objectType: 'deptTask', objectId: deptTask.id, summary }, now);
    return { outcomes: [{ id, outcome: 'taken' }] };
  });
}

/** In one transaction, which a dry run takes back whole: so it tells exactly what the import would do. */
function importing(context: ServerContext, isDryRun: boolean, work: (trx: Queryable) => Promise<ImportedEntries>): Promise<ImportedEntries> {
  return seeingWhoWasQuicker(async () => {
    const trx = await context.db.startTransaction().execute();
    try {
      const imported = await work(trx);
      await (isDryRun ? trx.rollback() : trx.commit()).execute();
      return imported;
    } catch (error) {
      await trx.rollback().execute();
      throw error;
    }
  });
}

async function findWhose(trx: Queryable, { dialect }: ServerContext, caller: Caller, sent: { employeeId: string; deptTaskId: string }) {
  const row = await findAuthor(trx, caller.compNo, sent.employeeId);
  if (row === undefined) throw notFound();
  const author: EntryAuthor = { compNo: caller.compNo, employeeId: row.id, employeeName: row.employee_name, importedBy: caller.employeeId };
  const held = await holdDeptTaskWithTask(trx, dialect, caller.compNo, sent.deptTaskId);
  return { author, held, person: { compNo: caller.compNo, deptId: row.dept_id } };
}

interface Importing<Entry> {
  sent: { entries: readonly Entry[]; isDryRun: boolean };
  author: EntryAuthor;
  held: HeldDeptTask;
  audit: { action: 'answer.import' | 'selfCorrection.import'; objectType: 'deptTask' | 'selfCorrection'; objectId: string; what: string };
  checks: EntryChecks<Entry>;
  /** Why all of them come too late; empty where they do not. */
  lateReason: string;
  /** Why an entry loses against what holds now. */
  losesTo: (entry: Entry) => string | undefined;
  store: (entries: Entry[]) => Promise<readonly { id: string; outcome: string }[]>;
  at: Date;
}

async function importEntries<Entry extends { id: string; baseRevision: number }>(
  trx: Queryable,
  context: ServerContext,
  caller: Caller,
  { sent, author, held, audit, checks, lateReason, losesTo, store, at }: Importing<Entry>,
): Promise<ImportedEntries> {
  const { subjectOf, photosOf, isStored, isHeld, refusalOf, isTakingBack = () => false, toLate } = checks;
  const { entries, isDryRun } = sent;
  const { late: known } = await splitLate(trx, context, author, entries, subjectOf);
  const hashes = new Set(entries.flatMap((entry) => [...photosOf(entry)]));
  const missing = await findFilesMissingInCompany(trx, context.dialect, author.compNo, hashes);
  const fitting: Entry[] = [];
  const late: NewLateWork[] = [];
  /** Of all that is stored, on either way. */
  const photosKept: string[] = [];
  /** `taken`, or why not, by what an entry is about: later ones of the same phone go the way of the first. */
  const fates = new Map<string, string>();
  const ids = new Set<string>();
  const lastOf = new Map(entries.map((entry) => [subjectOf(entry).subjectId, entry]));

  const decide = (entry: Entry): ImportOutcome => {
    const { id } = entry;
    const isKnown = known.has(id) ? known.get(id)?.outcome === 'handedIn' : isStored(entry);
    if (isKnown === true) {
      // What the phone entered on top of it is newer, also where it never heard that this arrived.
      if (lateReason === '' && isHeld(entry)) fates.set(subjectOf(entry).subjectId, 'taken');
      return { id, outcome: 'known' };
    }
    if (isKnown === false) return { id, outcome: 'rejected', reason: ID_TAKEN };
    if (ids.has(id)) return { id, outcome: 'rejected', reason: '文件中有重复的编号' };
    ids.add(id);
    const refusal = refusalOf(entry);
    if (refusal !== undefined) return { id, outcome: 'rejected', reason: refusal };
    const last = lastOf.get(subjectOf(entry).subjectId);
    // It would hold until the phone itself can say that it does not.
    if (last !== undefined && isTakingBack(last)) return { id, outcome: 'rejected', reason: '之后又清除了结果，不导入' };
    const missingPhotos = [...new Set(photosOf(entry))].filter((photo) => missing.has(photo));
    if (missingPhotos.length > 0 && !isDryRun) return { id, outcome: 'photosMissing', missingPhotos };
    const photos = missingPhotos.length > 0 ? { missingPhotos } : {};
    const { subjectId } = subjectOf(entry);
    const earlier = fates.get(subjectId);
    const reason = earlier ?? (lateReason || losesTo(entry) || 'taken');
    fates.set(subjectId, reason);
    photosKept.push(...photosOf(entry));
    if (reason !== 'taken') {
      late.push(toLate(entry, reason));
      return { id, outcome: 'late', reason, ...photos };
    }
    // The first one was compared with what holds; what the same phone entered on top of it is newer.
    fitting.push(earlier === 'taken' ? { ...entry, baseRevision: WINNING_REVISION } : entry);
    return { id, outcome: 'taken', ...photos };
  };
  const outcomes = entries.map(decide);

  if (fitting.length > 0) {
    const refused = (await store(fitting)).find(({ outcome }) => outcome !== 'saved');
    if (refused !== undefined) throw new Error(`an entry that fitted was ${refused.outcome}`);
  }
  await keepLateWork(trx, context, author, caller.employeeId, late, at);
  await shareFiles(trx, context.dialect, author.compNo, held.deptTask.dept_id, fitting.flatMap((entry) => photosOf(entry)).filter((photo) => !missing.has(photo)));
  if (fitting.length + late.length > 0) {
    await countText(trx, { ...caller, at }, [fitting, late]);
    await keepFiles(trx, context.dialect, author.compNo, photosKept);
    const summary = `从导出文件导入 ${author.employeeName} 的${audit.what} ${fitting.length + late.length} 项${late.length > 0 ? `，其中待处理的迟到填写 ${late.length} 项` : ''}：${held.task.task_name}`;
    await recordAudit(trx, caller, { action: audit.action, objectType: audit.objectType, objectId: audit.objectId, summary }, at);
  }
  return { outcomes };
}
