import { formatDay } from '@/lib/dates.ts';
import { type DueWords, taskDueWords } from '@/lib/due-date.ts';
import { isOpen, type DeptTaskStatus } from '#contract/task-status.ts';

interface Dated {
  startDate: string;
  endDate: string;
  status: DeptTaskStatus;
  submittedAt: string | null;
}

/** How urgent a department task is, in words. `now` is the server's time, as far as it is known here. */
export function dueDate(task: Dated, now: Date): DueWords {
  if (task.status === 'cancelled') return { words: '已取消', tone: 'neutral' };
  if (!isOpen(task.status)) return { words: task.submittedAt ? `${formatDay(task.submittedAt)} 提交` : '已提交', tone: 'neutral' };
  return taskDueWords(task, now);
}

/** Order of the cards: what is open before what is done, there the earliest end first (overdue ones come so by themselves). */
export function byUrgency(one: Dated, other: Dated): number {
  const isOneOpen = isOpen(one.status);
  if (isOneOpen !== isOpen(other.status)) return isOneOpen ? -1 : 1;
  if (isOneOpen) return one.endDate.localeCompare(other.endDate);
  return (other.submittedAt ?? other.endDate).localeCompare(one.submittedAt ?? one.endDate);
}
