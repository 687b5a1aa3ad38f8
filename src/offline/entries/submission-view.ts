/** What a screen shows of a task whose submission the server has confirmed, while what this phone has of the task is older. */
import { isOpen } from '#contract/task-status.ts';
import type { DeptTask, DeptTaskDetail } from '#contract/task.ts';
import type { SubmittedRow } from '@/offline/storage/rows.ts';

/** Whether the detail knows of the submission, and perhaps of more: that it was returned, or that the task was cancelled. */
export const isSubmissionIn = (detail: Pick<DeptTaskDetail, 'status' | 'returnedAt' | 'withdrawnAt'>, submitted: SubmittedRow): boolean =>
  !isOpen(detail.status) || isOvertaken(detail, submitted);

/** The task was returned, or its submission taken back, since the person who submits saw it. */
export const isOvertaken = (task: Pick<DeptTaskDetail, 'returnedAt' | 'withdrawnAt'>, seen: Pick<SubmittedRow, 'returnedAt' | 'withdrawnAt'>): boolean =>
  (task.returnedAt ?? '') > (seen.returnedAt ?? '') || (task.withdrawnAt ?? '') > (seen.withdrawnAt ?? '');

/** @param byName whose phone this is */
export const withSubmission = (detail: DeptTaskDetail, submitted: SubmittedRow | undefined, byName: string): DeptTaskDetail =>
  submitted === undefined || isSubmissionIn(detail, submitted) ? detail : { ...detail, ...submittedFields(submitted, byName) };

/** A row of a list does not say when the task was returned: one that ever was is left as the server has it. */
export const withListedSubmission = (task: DeptTask, submitted: SubmittedRow | undefined, byName: string): DeptTask =>
  submitted === undefined || !isOpen(task.status) || task.returnReason !== null || (task.withdrawnAt ?? '') > (submitted.withdrawnAt ?? '') ? task : { ...task, ...submittedFields(submitted, byName) };

const submittedFields = ({ status, isLate, submittedAt, correctionId = null }: SubmittedRow, submittedByName: string) => ({
  status, isLate, submittedAt, submittedByName, correctionId, isOverdue: false,
});
