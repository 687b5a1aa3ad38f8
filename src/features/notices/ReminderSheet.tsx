import { useState } from 'react';
import type { TaskInfo } from '#contract/task.ts';
import { useTaskDeptList, useTaskInfo } from '@/queries/work/task-queries.ts';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { LoadFailed } from '@/ui/lists/LoadFailed.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import type { NoticeStart } from './notice-draft.ts';
import { NoticeFormSheet } from './NoticeFormSheet.tsx';

/** A notice to the departments of a task that have not submitted it, with words to begin with. */
export function ReminderSheet({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const task = useTaskInfo(taskId);
  const depts = useTaskDeptList(taskId);
  // What is being written must not be replaced by what another look brings.
  const [start, setStart] = useState<NoticeStart>();
  const open = depts.data?.filter(({ submittedAt }) => submittedAt === null).map(({ deptId }) => deptId);
  if (start === undefined && task.data && open && open.length > 0 && !task.isFetching && !depts.isFetching) setStart({ reminds: taskId, ...wordsOf(task.data), deptIds: open });
  if (start !== undefined) return <NoticeFormSheet notice={undefined} start={start} onClose={onClose} />;
  const failed = [task, depts].find(({ isError }) => isError);
  return (
    <Sheet isOpen title="催办" onClose={onClose}>
      {failed ? (
        <LoadFailed error={failed.error} onRetry={() => void Promise.all([task.refetch(), depts.refetch()])} />
      ) : open?.length === 0 ? (
        <NoData hint="所有科室都已提交，不需要催办" />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </Sheet>
  );
}

const wordsOf = ({ taskName, endDate, status }: TaskInfo) => ({
  title: '请尽快提交自查任务',
  body: `“${taskName}”${status === 'overdue' ? `已于 ${endDate} 截止` : `将于 ${endDate} 截止`}，贵科室还未提交，请尽快完成并提交。`,
});
