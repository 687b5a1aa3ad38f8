/** A person's change of an answer, and what can be asked of the entries about answers. */
import type { AnswerValue } from '#contract/answer.ts';
import type { ReadRows, WriteRows } from './database.ts';
import { applyChange, type HeldChange } from './held-change.ts';
import { ENTRY_PREFIX, type AnswerEntryRow, type AnswerRow, type OutboxEntry } from './rows.ts';

type Timing = Pick<HeldChange, 'seenRevision' | 'newEntryId' | 'notBefore'>;

export interface TappedAnswer {
  deptTaskId: string;
  taskName: string;
  pointId: string;
  content: string;
  value: AnswerValue;
}
export type Tap = TappedAnswer & Timing;

export const changeOfTap = ({ deptTaskId, taskName, pointId, content, value }: TappedAnswer): Omit<HeldChange, keyof Timing> => ({
  kind: 'answer',
  subject: { deptTaskId, pointId },
  deptTaskId,
  taskName,
  payload: { pointId, content, value },
});

/** See `applyChange`. */
export const applyTap = (rows: WriteRows, account: string, tap: Tap, now: number, elsewhere?: AnswerRow): Promise<void> =>
  applyChange(rows, account, { ...tap, ...changeOfTap(tap) }, now, elsewhere);

/** Entries of a department task about answers, of whatever state. */
export const answerEntriesOf = async (rows: ReadRows, deptTaskId: string): Promise<AnswerEntryRow[]> =>
  (await rows.list<OutboxEntry>(ENTRY_PREFIX)).filter(
    (entry): entry is AnswerEntryRow => entry.kind === 'answer' && entry.deptTaskId === deptTaskId,
  );
