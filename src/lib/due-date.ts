import { shanghaiDay } from '#contract/calendar.ts';
import { daysUntil } from './dates.ts';

export interface DueWords {
  words: string;
  tone: 'neutral' | 'warning' | 'unqualified';
}

/** From how many days on a due date stands out. */
const SOON_DAYS = 3;

/** How near a due day is, in words. `now` is the server's time, as far as it is known here. */
export function dueWords(day: string, now: Date): DueWords {
  const days = daysUntil(day, now);
  if (days < 0) return { words: `已逾期 ${-days} 天`, tone: 'unqualified' };
  if (days === 0) return { words: '今天截止', tone: 'warning' };
  return { words: `剩 ${days} 天`, tone: days <= SOON_DAYS ? 'warning' : 'neutral' };
}

/** The same of a task, which may not have begun. */
export const taskDueWords = (task: { startDate: string; endDate: string }, now: Date): DueWords =>
  shanghaiDay(now) < task.startDate ? { words: `${task.startDate} 开始`, tone: 'neutral' } : dueWords(task.endDate, now);
