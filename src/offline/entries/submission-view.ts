/** What a screen shows of a task whose submission the server has confirmed, while what this phone has of the task is older. */
import { isOpen } from '#contract/task-status.ts';
import type { DeptTask, DeptTaskDetail } from '#contract/task.ts';
import type { SubmittedRow } from '@/offline/storage/rows.ts';

/** Whether the detail knows of the submission, and perhaps of more: that it was returned, or that the task was cancelled. */
export const isSubmissionIn = ({ status, returnedAt }: Pick<DeptTaskDetail, 'status' | 'returnedAt'>, submitted: SubmittedRow): boolean =>
  !isOpen(status) || (returnedAt ?? '') > (submitted.returnedAt ?? '');

/** @param byName whose phone this is */
export const withSubmission = (detail: DeptTaskDetail, submitted: SubmittedRow | undefined, byName: string): DeptTaskDetail =>
  submitted === undefined || isSubmissionIn(detail, submitted) ? detail : { ...detail, ...submittedFields(submitted, byName) };

/** A row of a list does not say when the task was returned: one that ever was is left as the server has it. */
export const withListedSubmission = (task: DeptTask, submitted: SubmittedRow | undefined, byName: string): DeptTask =>
  submitted === undefined || !isOpen(task.status) || task.returnReason !== null ? task : { ...task, ...submittedFields(submitted, byName) };

const submittedFields = ({ status, isLate, submittedAt }: SubmittedRow, submittedByName: string) => ({ status, isLate, submittedAt, submittedByName, isOverdue: false });
