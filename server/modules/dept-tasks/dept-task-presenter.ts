import type { Answer, AnswerHistory, HeldAnswer } from '#contract/answer.ts';
import { CLEARED } from '#contract/result.ts';
import { scoreOf } from '#contract/score.ts';
import type { DeptTask, DeptTaskPoint, SubmissionReturn } from '#contract/task.ts';
import { deptTaskStatusOf, isLateSubmission, isOverdueAt } from '#contract/task-status.ts';
import { toWording } from '../../database/point-wording.ts';
import { limitsOfRow, sumsOfRow } from '../scores/score-setting-service.ts';
import type { AnswerRow, HistoryRow, LastAnswerRow, PointRow } from './answer-repository.ts';
import type { ListedDeptTask } from './dept-task-repository.ts';
import type { ReturnRow } from './submission-repository.ts';

export function toDeptTask(row: ListedDeptTask, now: Date): DeptTask {
  const isCancelled = row.cancelled_at !== null;
  const submission = { endDate: row.end_date, submittedAt: row.submitted_at, firstSubmittedAt: row.first_submitted_at };
  return {
    id: row.id,
    taskId: row.task_id,
    taskName: row.task_name,
    taskType: row.task_type,
    startDate: row.start_date,
    endDate: row.end_date,
    deptId: row.dept_id,
    deptName: row.dept_name,
    status: deptTaskStatusOf({
      isCancelled,
      submittedAt: row.submitted_at,
      hasOpenCorrection: row.has_open_correction === 1,
      answeredCount: row.answered_count,
      isReturned: row.is_returned === 1,
    }),
    isOverdue: isOverdueAt({ ...submission, isCancelled }, now),
    isLate: isLateSubmission(submission),
    pointCount: row.point_count,
    answeredCount: row.answered_count,
    unqualifiedCount: row.unqualified_count,
    submittedAt: row.submitted_at,
    submittedByName: row.submitter_name,
    returnReason: row.return_reason,
    withdrawnAt: row.withdrawn_at,
    score: scoreOf(sumsOfRow(row), limitsOfRow(row)),
  };
}

type AnswerColumns = Omit<AnswerRow, 'seq' | 'weight' | 'mark'>;

/** Undefined where nobody has answered, or the answer was taken back. */
export function toAnswer(row: AnswerColumns): Answer | undefined {
  return row.result === null ? undefined : { ...heldFields(row), result: row.result };
}

/** What the next entry on the point is compared with; undefined where nobody ever gave anything. */
export function toHeldAnswer(row: AnswerColumns): HeldAnswer | undefined {
  return row.revision === 0 ? undefined : { ...heldFields(row), result: row.result ?? CLEARED };
}

function heldFields(row: AnswerColumns): Omit<Answer, 'result'> {
  return {
    pointId: row.point_id,
    remark: row.remark,
    photos: parsePhotos(row.photos),
    answeredBy: row.answered_by ?? '',
    answeredByName: row.answered_by_name ?? '',
    answeredAt: row.answered_at ?? '',
    savedAt: row.saved_at ?? '',
    revision: row.revision,
  };
}

export function toPoint(row: PointRow, last: LastAnswerRow | undefined): DeptTaskPoint {
  return {
    pointId: row.point_id,
    seq: row.seq,
    categoryId: row.category_id,
    categoryName: row.category_name,
    itemName: row.item_name,
    ...toWording(row),
    returnRemark: row.return_remark,
    answer: toAnswer(row) ?? null,
    ...(row.result === null && row.revision > 0 && { clearedRevision: row.revision }),
    lastAnswer:
      last === undefined || last.result === null
        ? null
        : { result: last.result, remark: last.remark, taskName: last.task_name, answeredAt: last.answered_at ?? '' },
  };
}

export const toHistory = (row: HistoryRow & { answered_by_name: string | null; imported_by_name: string | null }): AnswerHistory => ({
  entryId: row.entry_id,
  pointId: row.point_id,
  result: row.result,
  remark: row.remark,
  photos: parsePhotos(row.photos),
  answeredByName: row.answered_by_name ?? '',
  answeredAt: row.answered_at,
  savedAt: row.saved_at,
  revision: row.revision,
  isConflict: row.is_conflict === 1,
  importedByName: row.imported_by_name,
});

export const toReturn = (row: ReturnRow): SubmissionReturn => ({
  id: row.id,
  returnedAt: row.returned_at,
  returnedByName: row.returned_by_name ?? '',
  reason: row.reason,
  remarks: JSON.parse(row.remarks) as SubmissionReturn['remarks'],
  submittedAt: row.submitted_at,
  submittedByName: row.submitted_by_name ?? '',
});

// Nearly every answer is without photos, and parsing costs more than comparing.
const parsePhotos = (photos: string): string[] => (photos === '[]' ? [] : (JSON.parse(photos) as string[]));
