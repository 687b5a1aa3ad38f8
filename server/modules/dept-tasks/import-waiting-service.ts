/** What a phone could not deliver comes in from its ZIP: under the name of whoever filled it in, marked with who brought it. */
import type { AnswerEntry } from '#contract/answer.ts';
import type { CorrectionEntry } from '#contract/self-correction.ts';
import type { AnswersToImport, CorrectionsToImport, ImportedEntries, ImportOutcome, SubmissionToImport } from '#contract/waiting-import.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { seeingWhoWasQuicker } from '../../database/dialect.ts';
import { AppError, notFound } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { findFilesMissingInCompany, shareFiles } from '../files/file-service.ts';
import { type EntryAuthor, plausibleTime, WINNING_REVISION } from '../phone-entries/entry-merge-service.ts';
import {
  correctionClosedReason,
  findKnownCorrections,
  holdCorrectionWithItems,
  losesAgainst as correctionLoses,
  storeCorrections,
} from '../self-corrections/correction-entry-service.ts';
import { losesAgainst as answerLoses, storeAnswers } from './answer-entry-service.ts';
import { listAnswers, listKnownEntries } from './answer-repository.ts';
import { closedReason, type HeldDeptTask, holdDeptTaskWithTask, lateReasonOf } from './dept-task-access.ts';
import { findAuthor } from './dept-task-repository.ts';
import { CORRECTION_GONE, type EntrySubject, ID_TAKEN, itemOf, keepLateWork, type NewLateWork, pointOf, splitLate } from './late-entry-service.ts';
import { claimSubmission, isSubmissionOf, releaseSubmission, submitWithin } from './submission-service.ts';

/** Answers that fit become answers; those that lose against what holds now, or come too late, become late work. */
export function importAnswers(context: ServerContext, caller: Caller, sent: AnswersToImport): Promise<ImportedEntries> {
  return importing(context, sent.isDryRun, async (trx) => {
    const { author, held, person } = await findWhose(trx, context, caller, sent);
    const { deptTask, task } = held;
    const at = context.now();
    const current = new Map(
      (await listAnswers(trx, context.dialect, deptTask.id, sent.entries.map((entry) => entry.pointId))).map((row) => [row.point_id, row]),
    );
    const stored = new Map((await listKnownEntries(trx, context.dialect, sent.entries.map((entry) => entry.id))).map((row) => [row.entry_id, row]));
    const subjectOf = ({ pointId }: AnswerEntry) => pointOf(deptTask.id, pointId);
    return importEntries(trx, context, caller, {
      sent,
      author,
      held,
      audit: { action: 'answer.import', objectType: 'deptTask', objectId: deptTask.id, what: '自查结果' },
      subjectOf,
      photosOf: ({ photos }) => photos,
      isStored: ({ id, pointId }) => {
        const row = stored.get(id);
        return row && row.comp_no === author.compNo && row.answered_by === author.employeeId && row.dept_task_id === deptTask.id && row.point_id === pointId;
      },
      refusalOf: ({ pointId }) => (current.has(pointId) ? undefined : '检查要点不在本任务中'),
      lateReason: lateReasonOf(person, held, await closedReason(trx, deptTask, task)),
      losesTo: (entry) => {
        const row = current.get(entry.pointId);
        return row !== undefined && answerLoses(row, entry) ? `服务器上已有 ${row.answered_by_name ?? '他人'} 较新的结果` : undefined;
      },
      toLate: (entry, lateReason) => {
        const { id, pointId, result, remark, photos, answeredAt } = entry;
        const value = { result, remark, photos, answeredAt: plausibleTime(answeredAt, task.created_at, at) };
        return { id, subject: subjectOf(entry), pointId, content: '', value, lateReason };
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
    const { deptTask, task } = held;
    const at = context.now();
    const found = await holdCorrectionWithItems(trx, context, caller.compNo, sent.id);
    const own = found?.correction.dept_task_id === deptTask.id ? found : undefined;
    const items = new Map(own?.items.map((item) => [item.id, item]));
    const wasReturned = own === undefined && deptTask.returned_at !== null;
    const stored = new Map((await findKnownCorrections(trx, context, sent.entries.map((entry) => entry.id))).map((row) => [row.entry_id, row]));
    const subjectOf = ({ itemId }: CorrectionEntry) => itemOf(deptTask.id, sent.id, itemId);
    return importEntries(trx, context, caller, {
      sent,
      author,
      held,
      audit: { action: 'selfCorrection.import', objectType: 'selfCorrection', objectId: sent.id, what: '自纠整改' },
      subjectOf,
      photosOf: ({ photosAfter }) => photosAfter,
      isStored: ({ id, itemId }) => {
        const row = stored.get(id);
        return row && row.comp_no === author.compNo && row.saved_by === author.employeeId && row.self_correction_id === sent.id && row.item_id === itemId;
      },
      refusalOf: ({ itemId }) => (items.has(itemId) || wasReturned ? undefined : '整改项不在本自纠中'),
      lateReason: lateReasonOf(person, held, own === undefined ? CORRECTION_GONE : correctionClosedReason(own.correction)),
      losesTo: (entry) => {
        const item = items.get(entry.itemId);
        return item !== undefined && correctionLoses(item, entry) ? `服务器上已有 ${item.saver_name ?? '他人'} 较新的整改内容` : undefined;
      },
      toLate: (entry, lateReason) => {
        const { id, itemId, content, measures, responsible, photosAfter, correctedAt } = entry;
        const value = { measures, responsible, photosAfter, correctedAt: correctedAt === null ? null : plausibleTime(correctedAt, task.created_at, at) };
        return { id, subject: subjectOf(entry), pointId: items.get(itemId)?.point_id ?? null, content, value, lateReason };
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
      await submitWithin(trx, context, author.employeeId, held, sent, now);
    } catch (error) {
      // Thrown before anything was written but the claim.
      if (!(error instanceof AppError)) throw error;
      return refuse(error.message);
    }
    const summary = `从导出文件导入 ${author.employeeName} 的提交：${task.task_name}，手机时间 ${sent.submittedAt}`;
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
  subjectOf: (entry: Entry) => EntrySubject;
  photosOf: (entry: Entry) => readonly string[];
  /** True for what came the usual way, false for an id that stands for something else, undefined for a new one. */
  isStored: (entry: Entry) => boolean | undefined;
  refusalOf: (entry: Entry) => string | undefined;
  /** Why all of them come too late; empty where they do not. */
  lateReason: string;
  /** Why an entry loses against what holds now. */
  losesTo: (entry: Entry) => string | undefined;
  toLate: (entry: Entry, reason: string) => NewLateWork;
  store: (entries: Entry[]) => Promise<readonly { id: string; outcome: string }[]>;
  at: Date;
}

async function importEntries<Entry extends { id: string; baseRevision: number }>(
  trx: Queryable,
  context: ServerContext,
  caller: Caller,
  { sent, author, held, audit, subjectOf, photosOf, isStored, refusalOf, lateReason, losesTo, toLate, store, at }: Importing<Entry>,
): Promise<ImportedEntries> {
  const { entries, isDryRun } = sent;
  const { late: known } = await splitLate(trx, context, author, entries, subjectOf);
  const hashes = new Set(entries.flatMap((entry) => [...photosOf(entry)]));
  const missing = await findFilesMissingInCompany(trx, context.dialect, author.compNo, hashes);
  const fitting: Entry[] = [];
  const late: NewLateWork[] = [];
  /** `taken`, or why not, by what an entry is about: later ones of the same phone go the way of the first. */
  const fates = new Map<string, string>();
  const ids = new Set<string>();

  const decide = (entry: Entry): ImportOutcome => {
    const { id } = entry;
    const isKnown = known.has(id) ? known.get(id)?.outcome === 'handedIn' : isStored(entry);
    if (isKnown !== undefined) return isKnown ? { id, outcome: 'known' } : { id, outcome: 'rejected', reason: ID_TAKEN };
    if (ids.has(id)) return { id, outcome: 'rejected', reason: '文件中有重复的编号' };
    ids.add(id);
    const refusal = refusalOf(entry);
    if (refusal !== undefined) return { id, outcome: 'rejected', reason: refusal };
    const missingPhotos = [...new Set(photosOf(entry))].filter((photo) => missing.has(photo));
    if (missingPhotos.length > 0 && !isDryRun) return { id, outcome: 'photosMissing', missingPhotos };
    const photos = missingPhotos.length > 0 ? { missingPhotos } : {};
    const { subjectId } = subjectOf(entry);
    const earlier = fates.get(subjectId);
    const reason = earlier ?? (lateReason || losesTo(entry) || 'taken');
    fates.set(subjectId, reason);
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
  await shareFiles(trx, author.compNo, held.deptTask.dept_id, fitting.flatMap((entry) => photosOf(entry)).filter((photo) => !missing.has(photo)));
  if (fitting.length + late.length > 0) {
    const summary = `从导出文件导入 ${author.employeeName} 的${audit.what} ${fitting.length + late.length} 项${late.length > 0 ? `，其中待处理的迟到填写 ${late.length} 项` : ''}：${held.task.task_name}`;
    await recordAudit(trx, caller, { action: audit.action, objectType: audit.objectType, objectId: audit.objectId, summary }, at);
  }
  return { outcomes };
}
