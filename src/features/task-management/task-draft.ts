import { addDays } from '#contract/calendar.ts';
import { CORRECT_DAYS_DEFAULT } from '#contract/limits.ts';
import { TASK_TYPES, taskTypeLabel } from '#contract/task-status.ts';

/** What an administrator has typed so far; numbers stay text until they are issued. */
export interface TaskDraft {
  taskType: number;
  taskName: string;
  startDate: string;
  endDate: string;
  correctDays: string;
  remark: string;
}

/** A draft that could be issued as it stands but for departments and points. */
export function newDraft(taskType: number, today: string): TaskDraft {
  const days = TASK_TYPES.find((type) => type.value === taskType)?.defaultDays ?? 7;
  return {
    taskType,
    taskName: suggestName(taskType, today),
    startDate: today,
    endDate: addDays(today, days - 1),
    correctDays: String(CORRECT_DAYS_DEFAULT),
    remark: '',
  };
}

/** Changes the type, and with it name and period as far as nobody has touched them. */
export function changeType(draft: TaskDraft, taskType: number, today: string): TaskDraft {
  const before = newDraft(draft.taskType, today);
  const after = newDraft(taskType, today);
  return {
    ...draft,
    taskType,
    taskName: draft.taskName === before.taskName ? after.taskName : draft.taskName,
    endDate: draft.startDate === before.startDate && draft.endDate === before.endDate ? after.endDate : draft.endDate,
  };
}

/** 日常自查 is asked for once a quarter, 全面自查 once a year: their names say which. */
export function suggestName(taskType: number, today: string): string {
  const [year = '', month = '1'] = today.split('-');
  const quarter = ['一', '二', '三', '四'][Math.floor((Number(month) - 1) / 3)] ?? '一';
  if (taskType === 3) return `${year}年第${quarter}季度${taskTypeLabel(3)}`;
  if (taskType === 1) return `${year}年度${taskTypeLabel(1)}`;
  return `${year}年${Number(month)}月${taskTypeLabel(taskType)}`;
}
