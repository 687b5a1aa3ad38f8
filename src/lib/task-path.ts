import { isOpen, type DeptTaskStatus } from '#contract/task-status.ts';
import { paths } from './paths.ts';

/** Where a task opens: what can still be changed is filled in, the rest is read. */
export const taskPath = (task: { id: string; taskId: string; status: DeptTaskStatus }): string =>
  isOpen(task.status) ? paths.toComplete.to(task.id) : paths.seeTask.to(task.id, task.taskId);
