import type { TaskRow } from '#contract/task.ts';
import { taskStatusAt } from '#contract/task-status.ts';
import type { TaskRowOfList } from './task-repository.ts';

export const toTaskRow = (row: TaskRowOfList, now: Date): TaskRow => ({
  id: row.id,
  taskName: row.task_name,
  taskType: row.task_type,
  startDate: row.start_date,
  endDate: row.end_date,
  status: taskStatusAt(
    {
      startDate: row.start_date,
      endDate: row.end_date,
      isCancelled: row.cancelled_at !== null,
      deptCount: row.dept_count,
      submittedCount: row.submitted_count,
    },
    now,
  ),
  deptCount: row.dept_count,
  submittedCount: row.submitted_count,
  pointCount: row.point_count,
  answeredCount: row.answered_count,
  unqualifiedCount: row.unqualified_count,
  createdByName: row.created_by_name,
  createdAt: row.created_at,
});
