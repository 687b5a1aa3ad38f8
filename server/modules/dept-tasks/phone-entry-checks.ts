/** What has to be known of a phone's entries before they can be handed in or imported, alike for either way. */
import type { AnswerEntry } from '#contract/answer.ts';
import { CLEARED } from '#contract/result.ts';
import type { CorrectionsHandedIn } from '#contract/late-work.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { plausibleTime } from '../phone-entries/entry-merge-service.ts';
import { type EntryOwner, type EntrySubject, itemOf, type NewLateWork, pointOf } from '../phone-entries/late-entry-service.ts';
import { correctionClosedReason, findItemIds, findKnownCorrections, findRemovedPoints, holdCorrectionWithItems } from '../self-corrections/correction-entry-service.ts';
import { listAnswers, listKnownEntries } from './answer-repository.ts';
import type { HeldDeptTask } from './dept-task-access.ts';

type CorrectionEntry = CorrectionsHandedIn['entries'][number];

export interface EntryChecks<Entry> {
  subjectOf: (entry: Entry) => EntrySubject;
  photosOf: (entry: Entry) => readonly string[];
  /** True for what came the usual way, false for an id that stands for something else, undefined for a new one. */
  isStored: (entry: Entry) => boolean | undefined;
  /** Whether what came the usual way is what holds now. */
  isHeld: (entry: Entry) => boolean;
  refusalOf: (entry: Entry) => string | undefined;
  /** Whether the person took back with it what was said before. */
  isTakingBack?: (entry: Entry) => boolean;
  toLate: (entry: Entry, lateReason: string) => NewLateWork;
}

/** For answers to a department task that is held; with what holds now, by point. */
export async function checkAnswers(
  trx: Queryable,
  { dialect }: ServerContext,
  owner: EntryOwner,
  { deptTask, task }: HeldDeptTask,
  entries: readonly AnswerEntry[],
  at: Date,
) {
  const current = new Map((await listAnswers(trx, dialect, deptTask.id, entries.map((entry) => entry.pointId))).map((row) => [row.point_id, row]));
  const stored = new Map((await listKnownEntries(trx, dialect, entries.map((entry) => entry.id))).map((row) => [row.entry_id, row]));
  const subjectOf = ({ pointId }: AnswerEntry) => pointOf(deptTask.id, pointId);
  const checks: EntryChecks<AnswerEntry> = {
    subjectOf,
    photosOf: ({ photos }) => photos,
    isStored: ({ id, pointId }) => {
      const row = stored.get(id);
      return row && row.comp_no === owner.compNo && row.answered_by === owner.employeeId && row.dept_task_id === deptTask.id && row.point_id === pointId;
    },
    isHeld: ({ id, pointId }) => {
      const row = stored.get(id);
      return row?.is_conflict === 0 && row.revision === current.get(pointId)?.revision;
    },
    refusalOf: ({ pointId, result }) => {
      if (!current.has(pointId)) return '检查要点不在本任务中';
      // An administrator decides on what somebody found; nothing is no finding.
      return result === CLEARED ? '清除结果不能补交' : undefined;
    },
    isTakingBack: ({ result }) => result === CLEARED,
    toLate: (entry, lateReason) => {
      const { id, pointId, result, remark, photos, answeredAt } = entry;
      const value = { result, remark, photos, answeredAt: plausibleTime(answeredAt, task.created_at, at) };
      return { id, subject: subjectOf(entry), pointId, content: '', value, lateReason };
    },
  };
  return { checks, current };
}

/**
 * As `checkAnswers`, for one self-correction of the department task, which is held then too; `own` is undefined, and
 * `closed` says so, where it is gone.
 */
export async function checkCorrections(
  trx: Queryable,
  context: ServerContext,
  owner: EntryOwner,
  { deptTask, task }: HeldDeptTask,
  { id: correctionId, entries }: Pick<CorrectionsHandedIn, 'id' | 'entries'>,
  at: Date,
) {
  const found = await holdCorrectionWithItems(trx, context, owner.compNo, correctionId);
  const own = found?.correction.dept_task_id === deptTask.id ? found : undefined;
  const items = new Map(own?.items.map((item) => [item.id, item]));
  // Only a return or a withdrawal takes a self-correction away; any other that is not there never was. And it takes the items with
  // it: one that is there is of another self-correction.
  const wasUndone = found === undefined && (deptTask.returned_at !== null || deptTask.withdrawn_at !== null);
  const itemIds = entries.map((entry) => entry.itemId);
  const others = wasUndone ? await findItemIds(trx, context, owner.compNo, itemIds) : undefined;
  const removed = wasUndone ? await findRemovedPoints(trx, context, deptTask.id, itemIds) : undefined;
  const stored = new Map((await findKnownCorrections(trx, context, entries.map((entry) => entry.id))).map((row) => [row.entry_id, row]));
  const subjectOf = ({ itemId }: CorrectionEntry) => itemOf(deptTask.id, correctionId, itemId);
  const checks: EntryChecks<CorrectionEntry> = {
    subjectOf,
    photosOf: ({ photosAfter }) => photosAfter,
    isStored: ({ id, itemId }) => {
      const row = stored.get(id);
      return row && row.comp_no === owner.compNo && row.saved_by === owner.employeeId && row.self_correction_id === correctionId && row.item_id === itemId;
    },
    isHeld: ({ id, itemId }) => {
      const row = stored.get(id);
      return row?.is_conflict === 0 && row.revision === items.get(itemId)?.revision;
    },
    refusalOf: ({ itemId }) => (items.has(itemId) || others?.has(itemId) === false ? undefined : '整改项不在本自纠中'),
    toLate: (entry, lateReason) => {
      const { id, itemId, content, measures, responsible, photosAfter, correctedAt } = entry;
      const value = { measures, responsible, photosAfter, correctedAt: correctedAt === null ? null : plausibleTime(correctedAt, task.created_at, at) };
      return { id, subject: subjectOf(entry), pointId: items.get(itemId)?.point_id ?? removed?.get(itemId) ?? null, content, value, lateReason };
    },
  };
  return { checks, own, items, closed: own === undefined ? '自纠已不存在：科室任务被退回或撤回过' : correctionClosedReason(own.correction) };
}
