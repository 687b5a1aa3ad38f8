import type { ComparedLateWork, LateAnswerValue, LateWork } from '#contract/late-work.ts';
import type { CorrectionValue } from '#contract/self-correction.ts';
import { NOT_IN_DEPARTMENT } from './dept-task-access.ts';
import { toAnswer } from './dept-task-presenter.ts';
import type { LateWorkRow, ListedLateWork } from './late-work-repository.ts';

export const answerValueOf = (row: Pick<LateWorkRow, 'value'>): LateAnswerValue => JSON.parse(row.value) as LateAnswerValue;
export const correctionValueOf = (row: Pick<LateWorkRow, 'value'>): CorrectionValue => JSON.parse(row.value) as CorrectionValue;

export function toLateWork(row: ListedLateWork): LateWork {
  const fields = {
    id: row.entry_id,
    taskId: row.task_id,
    taskName: row.task_name,
    deptTaskId: row.dept_task_id,
    deptId: row.dept_id,
    deptName: row.dept_name,
    content: row.point?.content ?? row.content,
    enteredByName: row.author_name ?? '',
    importedByName: row.importer_name,
    receivedAt: row.received_at,
    lateReason: row.late_reason,
    recordOnly: recordOnlyReason({
      kind: row.kind,
      isTaskCancelled: row.cancelled_at !== null,
      isConfirmed: row.item !== undefined && row.item.confirmed_at !== null,
      hasItem: row.item !== undefined,
    }),
    status: row.status,
    decidedByName: row.decider_name,
    decidedAt: row.decided_at,
    decisionReason: row.decision_reason,
  };
  return row.kind === 'answer' ? { kind: 'answer', ...fields, value: answerValueOf(row) } : { kind: 'correction', ...fields, value: correctionValueOf(row) };
}

/** For a person who may not read the task: what was handed in and what became of it, and nothing that only the server knows. */
export const toOwnLateWork = (row: ListedLateWork): LateWork => ({
  ...toLateWork(row),
  taskId: '',
  taskName: '',
  deptId: '',
  deptName: '',
  content: row.content,
  lateReason: NOT_IN_DEPARTMENT,
  recordOnly: '',
});

export function toComparedLateWork(row: ListedLateWork): ComparedLateWork {
  const late = toLateWork(row);
  if (late.kind === 'correction') return { ...late, current: currentItemOf(row) };
  const current = (row.point && toAnswer(row.point)) ?? null;
  const isAddedProblem = row.submitted_at !== null && late.recordOnly === '' && late.value.result === 'unqualified' && current?.result !== 'unqualified';
  return { ...late, current, isAddedProblem };
}

/** Why accepting changes nothing any more; empty where it does. */
export function recordOnlyReason(state: { kind: LateWorkRow['kind']; isTaskCancelled: boolean; isConfirmed: boolean; hasItem: boolean }): string {
  if (state.isTaskCancelled) return '任务已取消';
  if (state.kind === 'answer') return '';
  if (!state.hasItem) return '自纠已不存在';
  return state.isConfirmed ? '自纠已确认' : '';
}

/** Null where the item is gone, or nobody has written anything on it. */
const currentItemOf = ({ item }: ListedLateWork) =>
  item === undefined || item.saved_by === null
    ? null
    : {
        itemId: item.id,
        measures: item.measures,
        responsible: item.responsible,
        photosAfter: JSON.parse(item.photos_after) as string[],
        correctedAt: item.corrected_at,
        savedByName: item.saver_name,
        savedAt: item.saved_at,
        revision: item.revision,
        returnReason: item.return_reason,
        returnedAt: item.returned_at,
      };
