/** What is known of late work by the ids of outbox entries, for all that takes such entries. */
import type { LateWorkKind } from '#contract/late-status.ts';
import { LATE_WAITING_MAX, LATE_WAITING_PER_SUBJECT } from '#contract/limits.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import type { LateWorkTable } from '../../database/tables.ts';
import { ID_TAKEN } from './entry-merge-service.ts';
import { countWaitingLate, insertLateWork, listKnownLateWork } from './late-entry-repository.ts';

/** Whose entries they are. */
export interface EntryOwner {
  compNo: string;
  employeeId: string;
}

/** What an entry is about: a check point of a department task, or an item of a self-correction. */
export interface EntrySubject {
  kind: LateWorkKind;
  deptTaskId: string;
  /** Null for a point. */
  selfCorrectionId: string | null;
  subjectId: string;
}

export const pointOf = (deptTaskId: string, pointId: string): EntrySubject => ({ kind: 'answer', deptTaskId, selfCorrectionId: null, subjectId: pointId });
export const itemOf = (deptTaskId: string, selfCorrectionId: string, itemId: string): EntrySubject => ({
  kind: 'correction',
  deptTaskId,
  selfCorrectionId,
  subjectId: itemId,
});

/** Entries that the server has as late work, by their ids. */
const findKnownLate = async (trx: Queryable, { dialect }: ServerContext, entryIds: readonly string[]): Promise<Map<string, LateWorkTable>> =>
  new Map((await listKnownLateWork(trx, dialect, entryIds)).map((row) => [row.entry_id, row]));

/** What a phone is told of an entry that the server has as late work. */
export type LateOutcome = { outcome: 'handedIn' } | { outcome: 'rejected'; reason: string };

/** Tells entries that the server has as late work, such as from a ZIP, from those that still have to be stored. */
export async function splitLate<Entry extends { id: string }>(
  trx: Queryable,
  context: ServerContext,
  owner: EntryOwner,
  entries: readonly Entry[],
  subjectOf: (entry: Entry) => EntrySubject,
): Promise<{ fresh: Entry[]; late: Map<string, LateOutcome> }> {
  const known = await findKnownLate(
    trx,
    context,
    entries.map((entry) => entry.id),
  );
  const late = new Map<string, LateOutcome>();
  for (const entry of entries) {
    const row = known.get(entry.id);
    if (row === undefined) continue;
    late.set(entry.id, isSameLate(row, owner, subjectOf(entry)) ? { outcome: 'handedIn' } : { outcome: 'rejected', reason: ID_TAKEN });
  }
  return { fresh: entries.filter((entry) => !known.has(entry.id)), late };
}

/** @throws Error where nothing was found, which is a fault of ours and not of what was sent */
export function mustHave<T>(id: string, found: T | undefined): T {
  if (found === undefined) throw new Error(`nothing is known of ${id}`);
  return found;
}

/** Whether that is the same person's entry on the same subject; somebody else's may have the same id. */
const isSameLate = (row: LateWorkTable, owner: EntryOwner, subject: EntrySubject): boolean =>
  row.comp_no === owner.compNo &&
  row.entered_by === owner.employeeId &&
  row.kind === subject.kind &&
  row.dept_task_id === subject.deptTaskId &&
  row.self_correction_id === subject.selfCorrectionId &&
  (row.item_id ?? row.point_id) === subject.subjectId;

export interface NewLateWork {
  id: string;
  subject: EntrySubject;
  pointId: string | null;
  content: string;
  value: object;
  lateReason: string;
}

/**
 * How much more one person may hand in for a department task; each call counts one more piece in.
 * @returns of a subject, why it takes no more for now, in words for the person
 */
export async function lateRoom(
  trx: Queryable,
  { dialect }: ServerContext,
  { employeeId }: EntryOwner,
  deptTaskId: string,
  subjectIds: readonly string[],
): Promise<(subjectId: string) => string | undefined> {
  const counted = await countWaitingLate(trx, dialect, { enteredBy: employeeId, deptTaskId, subjectIds });
  let { all } = counted;
  return (subjectId) => {
    const count = counted.bySubject.get(subjectId) ?? 0;
    if (count >= LATE_WAITING_PER_SUBJECT) return `这一项已有 ${count} 份内容待管理员处理，请等处理后再交`;
    if (all >= LATE_WAITING_MAX) return `您交来的内容已有 ${all} 项待管理员处理，请等处理后再交`;
    counted.bySubject.set(subjectId, count + 1);
    all += 1;
    return undefined;
  };
}

/** Keeps entries for an administrator to decide on. */
export async function keepLateWork(
  trx: Queryable,
  { dialect }: ServerContext,
  owner: EntryOwner,
  importedBy: string | null,
  entries: readonly NewLateWork[],
  at: Date,
): Promise<void> {
  const rows = entries.map(
    ({ id, subject, pointId, content, value, lateReason }): LateWorkTable => ({
      entry_id: id,
      comp_no: owner.compNo,
      kind: subject.kind,
      dept_task_id: subject.deptTaskId,
      point_id: pointId,
      self_correction_id: subject.selfCorrectionId,
      item_id: subject.kind === 'correction' ? subject.subjectId : null,
      content,
      value: JSON.stringify(value),
      entered_by: owner.employeeId,
      imported_by: importedBy,
      received_at: at.toISOString(),
      late_reason: lateReason,
      status: 'waiting',
      decided_by: null,
      decided_at: null,
      decision_reason: '',
    }),
  );
  await insertLateWork(trx, dialect, rows);
}
