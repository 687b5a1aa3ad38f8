import { dayEnd, shanghaiDay } from './calendar.ts';

export const CORRECTION_STATUSES = ['open', 'corrected', 'confirmed', 'cancelled'] as const;
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number];
export const correctionStatusLabel: Record<CorrectionStatus, string> = {
  open: '待整改',
  corrected: '已整改',
  confirmed: '已确认',
  cancelled: '已取消',
};
/** What a corrected one is to administrators, who have to confirm it. */
export const TO_CONFIRM_LABEL = '待确认';

/** Status of a self-correction, derived and never stored. Confirmation is an administrator's, and the last word. */
export function correctionStatusOf(row: { isCancelled: boolean; correctedAt: string | null; confirmedAt: string | null }): CorrectionStatus {
  if (row.isCancelled) return 'cancelled';
  if (row.confirmedAt !== null) return 'confirmed';
  return row.correctedAt === null ? 'open' : 'corrected';
}

/** Shown beside an open correction past its due date. A day ends at midnight in Shanghai. */
export const isCorrectionOverdueAt = (row: { status: CorrectionStatus; dueDate: string }, now: Date): boolean =>
  row.status === 'open' && shanghaiDay(now) > row.dueDate;

/** 逾期整改: an item that was corrected after its due date. */
export const isLateCorrection = (row: { dueDate: string; correctedAt: string | null }): boolean =>
  row.correctedAt !== null && new Date(row.correctedAt) >= dayEnd(row.dueDate);

/** Whether the department may still change it: until an administrator has confirmed it. */
export const isCorrectionChangeable = (status: CorrectionStatus): boolean => status === 'open' || status === 'corrected';

/** Whether an item can be marked 已整改: photos may be missing, what was done and by whom may not. */
export const isCorrectionFilledIn = (value: { measures: string; responsible: string }): boolean =>
  value.measures.trim() !== '' && value.responsible.trim() !== '';
