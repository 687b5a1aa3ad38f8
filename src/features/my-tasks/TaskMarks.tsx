import { isOpen } from '#contract/task-status.ts';
import type { DeptTask } from '#contract/task.ts';
import { SubmittedTag } from '@/parts/tags/SubmittedTag.tsx';
import { DeptTaskStatusTag } from '@/parts/tags/TaskTags.tsx';
import type { Waiting } from '@/parts/work/waiting.ts';
import { WaitingMarks } from '@/parts/work/WaitingMarks.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { useNow } from '@/ui/browser/useNow.ts';
import { dueDate } from './due-date.ts';

interface TaskMarksProps {
  task: DeptTask;
  waiting: Waiting | undefined;
  isKept: boolean;
  /** See `useTaskProgress`. */
  toChange: number;
  /** Every point is fit for submission. */
  isFull: boolean;
}

/** How urgent a task is, how it stands, and what this phone holds of it. */
export function TaskMarks({ task, waiting, isKept, toChange, isFull }: TaskMarksProps) {
  const due = dueDate(task, useNow());
  const submit = waiting?.submit ?? null;
  const isFillable = isOpen(task.status) && submit === null;
  return (
    <>
      {isFillable && <StatusTag tone={due.tone}>{due.words}</StatusTag>}
      {isFillable && isFull && task.status !== 'returned' && <StatusTag tone="primary">待提交</StatusTag>}
      {submit !== null && <SubmittedTag isSaved={submit === 'saved'} />}
      {(!isOpen(task.status) || task.status === 'returned') && submit === null && (
        <DeptTaskStatusTag status={task.status} isLate={task.isLate} toChange={toChange} />
      )}
      <WaitingMarks waiting={waiting} isKept={isFillable && isKept} />
    </>
  );
}
