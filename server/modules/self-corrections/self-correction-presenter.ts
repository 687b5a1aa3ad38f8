import { correctionStatusOf, isCorrectionOverdueAt } from '#contract/correction-status.ts';
import type { CorrectionHistory, CorrectionItem, HeldCorrection, SelfCorrection } from '#contract/self-correction.ts';
import { toWording } from '../../database/point-wording.ts';
import type { CorrectionHistoryRow, HeldItemRow } from './correction-item-repository.ts';
import type { ItemRow, LastFailureRow, ListedCorrection } from './self-correction-repository.ts';

/** How many items of a self-correction are in which state. */
export interface ItemCounts {
  returned: number;
  repeated: number;
  late: number;
  unproved: number;
  version: number;
}

export function toSelfCorrection(row: ListedCorrection, counts: ItemCounts | undefined, now: Date): SelfCorrection {
  const status = statusOf(row);
  return {
    id: row.id,
    deptTaskId: row.dept_task_id,
    taskId: row.task_id,
    taskName: row.task_name,
    taskType: row.task_type,
    deptId: row.dept_id,
    deptName: row.dept_name,
    status,
    isOverdue: isCorrectionOverdueAt({ status, dueDate: row.due_date }, now),
    isLate: row.corrected_at !== null && (counts?.late ?? 0) > 0,
    dueDate: row.due_date,
    itemCount: row.item_count,
    correctedCount: row.corrected_count,
    returnedCount: counts?.returned ?? 0,
    repeatedCount: counts?.repeated ?? 0,
    unprovedCount: counts?.unproved ?? 0,
    version: counts?.version ?? 0,
    submittedAt: row.submitted_at ?? row.created_at,
    correctedAt: row.corrected_at,
    confirmedAt: row.confirmed_at,
    confirmedByName: row.confirmer_name,
  };
}

export const statusOf = (row: Pick<ListedCorrection, 'cancelled_at' | 'corrected_at' | 'confirmed_at'>) =>
  correctionStatusOf({ isCancelled: row.cancelled_at !== null, correctedAt: row.corrected_at, confirmedAt: row.confirmed_at });

type HeldRow = Pick<
  HeldItemRow,
  'measures' | 'responsible' | 'photos_after' | 'corrected_at' | 'saved_by' | 'saver_name' | 'saved_at' | 'revision' | 'return_reason' | 'returned_at'
>;

export const toHeld = (itemId: string, row: HeldRow): HeldCorrection => ({
  itemId,
  measures: row.measures,
  responsible: row.responsible,
  photosAfter: JSON.parse(row.photos_after) as string[],
  correctedAt: row.corrected_at,
  savedByName: row.saver_name,
  savedBy: row.saved_by,
  savedAt: row.saved_at,
  revision: row.revision,
  returnReason: row.return_reason,
  returnedAt: row.returned_at,
});

export const toItem = (row: ItemRow, last: LastFailureRow | undefined): CorrectionItem => ({
  ...toHeld(row.id, row),
  pointId: row.point_id,
  seq: row.seq,
  categoryName: row.category_name,
  itemName: row.item_name,
  ...toWording(row),
  problem: row.problem,
  photosBefore: JSON.parse(row.photos_before) as string[],
  foundByName: row.finder_name ?? '',
  foundAt: row.answered_at ?? '',
  dueDate: row.due_date === row.whole_due_date ? null : row.due_date,
  lastFailure: last === undefined ? null : { taskName: last.task_name, remark: last.remark, answeredAt: last.answered_at ?? '' },
});

export const toHistory = (row: CorrectionHistoryRow & { saver_name: string | null; imported_by_name: string | null }): CorrectionHistory => ({
  entryId: row.entry_id,
  itemId: row.item_id,
  measures: row.measures,
  responsible: row.responsible,
  photosAfter: JSON.parse(row.photos_after) as string[],
  correctedAt: row.corrected_at,
  savedByName: row.saver_name ?? '',
  savedAt: row.saved_at,
  revision: row.revision,
  isConflict: row.is_conflict === 1,
  importedByName: row.imported_by_name,
  returnReason: row.return_reason,
  dueDate: row.due_date,
});
