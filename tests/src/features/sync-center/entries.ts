import type { Answer } from '#contract/answer.ts';
import { answerKey, entryKey, type AnswerEntryRow, type CorrectionEntryRow, type OutboxEntry, type Row, type SubmitEntryRow } from '@/offline/storage/rows.ts';

let made = 0;
const newId = (): string => `01930000-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`;

const base = (account: string) => ({
  v: 1 as const,
  id: newId(),
  account,
  deptTaskId: 'dept-task-1',
  taskName: '内科日常自查',
  photoIds: [],
  state: 'waiting' as const,
  attempts: 0,
  nextAttemptAt: 0,
  splits: 0,
  after: null,
  createdAt: '2026-03-01T01:00:00.000Z',
});

export function answerEntry(account: string, changes: Partial<AnswerEntryRow> = {}, value: Partial<AnswerEntryRow['payload']['value']> = {}): AnswerEntryRow {
  const entry = base(account);
  return {
    ...entry,
    kind: 'answer',
    payload: { pointId: `point-${entry.id}`, content: `要点${entry.id.slice(-2)}`, baseRevision: 0, value: { result: 'qualified', remark: '', photos: [], answeredAt: entry.createdAt, ...value } },
    ...changes,
  };
}

export const submitEntry = (account: string, changes: Partial<SubmitEntryRow> = {}): SubmitEntryRow => ({
  ...base(account),
  kind: 'submit',
  payload: { submittedAt: '2026-03-01T02:00:00.000Z', returnedAt: null },
  ...changes,
});

export const correctionEntry = (account: string, changes: Partial<CorrectionEntryRow> = {}, value: Partial<CorrectionEntryRow['payload']['value']> = {}): CorrectionEntryRow => ({
  ...base(account),
  kind: 'correction',
  payload: { correctionId: 'correction-1', itemId: 'item-1', content: '公示不全', baseRevision: 0, value: { measures: '', responsible: '', photosAfter: [], correctedAt: null, ...value } },
  ...changes,
});

export const theirAnswer = (pointId: string): Answer => ({
  pointId,
  result: 'qualified',
  remark: '已补签',
  photos: [],
  answeredBy: 'x',
  answeredByName: '林医生',
  answeredAt: '2026-03-02T01:00:00.000Z',
  savedAt: '2026-03-02T01:00:00.000Z',
  revision: 4,
});

/** The entries, and the rows whose values they carry. */
export const rowsOf = (entries: readonly OutboxEntry[]): [key: string, row: Row][] =>
  entries.flatMap((entry): [string, Row][] => [
    [entryKey(entry.id), entry],
    ...(entry.kind === 'answer'
      ? ([
          [
            answerKey(entry.deptTaskId, entry.payload.pointId),
            { v: 1, deptTaskId: entry.deptTaskId, pointId: entry.payload.pointId, value: entry.payload.value, entryId: entry.id, confirmed: null },
          ],
        ] as [string, Row][])
      : []),
  ]);
