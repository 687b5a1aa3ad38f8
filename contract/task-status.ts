import { dayEnd, shanghaiDay } from './calendar.ts';

/** 1 全面自查, 2 专项自查, 3 日常自查 (国卫监督发〔2020〕18号). */
export const TASK_TYPES = [
  { value: 1, label: '全面自查', defaultDays: 30, hint: '每年至少一次，覆盖全部自查内容' },
  { value: 2, label: '专项自查', defaultDays: 14, hint: '针对突出风险或主管部门要求' },
  { value: 3, label: '日常自查', defaultDays: 7, hint: '每季度至少一次，由科室落实' },
] as const;
export type TaskType = (typeof TASK_TYPES)[number]['value'];
/** 全面自查. */
export const OVERALL = 1 satisfies TaskType;
export const taskTypeLabel = (value: number): string => TASK_TYPES.find((type) => type.value === value)?.label ?? '';

export const TASK_STATUSES = ['notStarted', 'inProgress', 'completed', 'overdue', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
export const taskStatusLabel: Record<TaskStatus, string> = {
  notStarted: '未开始',
  inProgress: '进行中',
  completed: '已完成',
  overdue: '已逾期',
  cancelled: '已取消',
};

export const DEPT_TASK_STATUSES = ['pending', 'inProgress', 'returned', 'submitted', 'completed', 'cancelled'] as const;
export type DeptTaskStatus = (typeof DEPT_TASK_STATUSES)[number];
export const deptTaskStatusLabel: Record<DeptTaskStatus, string> = {
  pending: '待自查',
  inProgress: '自查中',
  returned: '已退回',
  submitted: '已提交',
  completed: '已完成',
  cancelled: '已取消',
};

/** Status of a task, derived and never stored. A day ends at midnight in Shanghai. */
export function taskStatusAt(
  task: { startDate: string; endDate: string; isCancelled: boolean; deptCount: number; submittedCount: number },
  now: Date,
): TaskStatus {
  if (task.isCancelled) return 'cancelled';
  if (task.deptCount > 0 && task.submittedCount >= task.deptCount) return 'completed';
  const today = shanghaiDay(now);
  if (today > task.endDate) return 'overdue';
  return today < task.startDate ? 'notStarted' : 'inProgress';
}

/** Whether departments may still be reminded of it. */
export const isUnderWay = (status: TaskStatus): boolean => status === 'inProgress' || status === 'overdue';

/** Whether it may still be cancelled. */
export const isCancellable = (status: TaskStatus): boolean => status !== 'cancelled' && status !== 'completed';

/** Status of a department task, derived and never stored. */
export function deptTaskStatusOf(row: {
  isCancelled: boolean;
  submittedAt: string | null;
  hasOpenCorrection: boolean;
  answeredCount: number;
  /** Returned by an administrator, and nothing was answered since. */
  isReturned: boolean;
}): DeptTaskStatus {
  if (row.isCancelled) return 'cancelled';
  if (row.submittedAt !== null) return row.hasOpenCorrection ? 'submitted' : 'completed';
  if (row.isReturned) return 'returned';
  return row.answeredCount > 0 ? 'inProgress' : 'pending';
}

/** Shown beside an unsubmitted department task that is past its end. */
export const isOverdueAt = (row: { endDate: string; submittedAt: string | null; isCancelled: boolean }, now: Date): boolean =>
  !row.isCancelled && row.submittedAt === null && shanghaiDay(now) > row.endDate;

/**
 * 逾期提交: submitted after its end. What was in time stays so after a return, however late it is submitted again.
 * @param row `firstSubmittedAt` of the submission that was returned first; null where none was
 */
export const isLateSubmission = (row: { endDate: string; submittedAt: string | null; firstSubmittedAt: string | null }): boolean =>
  row.submittedAt !== null && new Date(row.firstSubmittedAt ?? row.submittedAt) >= dayEnd(row.endDate);

/** Whether answers may still be changed. */
export const isOpen = (status: DeptTaskStatus): boolean => status === 'pending' || status === 'inProgress' || status === 'returned';

/** Whether the server has its submission. */
export const isHandedIn = (status: DeptTaskStatus): boolean => status === 'submitted' || status === 'completed';

/** Named in the details of a refused submission where there is one already: the second hands in nothing any more. */
export const SUBMITTED_FIELD = 'submittedAt';
