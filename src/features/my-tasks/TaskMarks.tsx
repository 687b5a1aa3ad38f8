import { isOpen } from '#contract/task-status.ts';
import type { DeptTask } from '#contract/task.ts';
import { SubmittedTag } from '@/parts/tags/SubmittedTag.tsx';
import { DeptTaskStatusTag } from '@/parts/tags/TaskTags.tsx';
import { UnsavedTag } from '@/parts/tags/UnsavedTag.tsx';
import { DownlandOutline, EditSOutline, ExclamationCircleOutline, UploadOutline } from '@/ui/basics/icons.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { useNow } from '@/ui/browser/useNow.ts';
import { dueDate } from './due-date.ts';
import type { WaitingWork } from './useWaitingWork.ts';

interface TaskMarksProps {
  task: DeptTask;
  waiting: WaitingWork | undefined;
  isKept: boolean;
  /** See `useTaskProgress`. */
  toChange: number;
}

/** How urgent a task is, how it stands, and what this phone holds of it. */
export function TaskMarks({ task, waiting, isKept, toChange }: TaskMarksProps) {
  const due = dueDate(task, useNow());
  const submit = waiting?.submit ?? null;
  const isFillable = isOpen(task.status) && submit === null;
  return (
    <>
      {isFillable && <StatusTag tone={due.tone}>{due.words}</StatusTag>}
      {submit !== null && <SubmittedTag isSaved={submit === 'saved'} />}
      {(!isOpen(task.status) || task.status === 'returned') && submit === null && (
        <DeptTaskStatusTag status={task.status} isLate={task.isLate} toChange={toChange} />
      )}
      {waiting !== undefined && waiting.pending > 0 && (
        <StatusTag tone="warning" icon={<UploadOutline aria-hidden />}>
          {waiting.pending} 项待上传
        </StatusTag>
      )}
      {waiting !== undefined && waiting.unsaved > 0 && <UnsavedTag>{waiting.unsaved} 项未保存</UnsavedTag>}
      {waiting !== undefined && waiting.incomplete > 0 && (
        <StatusTag tone="warning" icon={<EditSOutline aria-hidden />}>
          {waiting.incomplete} 项缺说明
        </StatusTag>
      )}
      {waiting !== undefined && waiting.problems > 0 && (
        <StatusTag tone="unqualified" icon={<ExclamationCircleOutline aria-hidden />}>
          {waiting.problems} 项需处理
        </StatusTag>
      )}
      {isFillable && isKept && (
        <StatusTag tone="qualified" icon={<DownlandOutline aria-hidden />}>
          可离线
        </StatusTag>
      )}
    </>
  );
}
