import { addDays } from '#contract/calendar.ts';
import type { Frequency } from '#contract/duty-plan.ts';

/** A part of a year in which a duty has to be met once. Days are of Shanghai, both included. */
export interface PlannedPeriod {
  label: string;
  from: string;
  to: string;
  /** The last day of the period, or for a yearly duty of the month that it is due in. */
  dueDate: string;
}

const PARTS: Record<Frequency, readonly string[]> = {
  none: [],
  yearly: ['全年'],
  halfYearly: ['上半年', '下半年'],
  quarterly: ['第一季度', '第二季度', '第三季度', '第四季度'],
  monthly: Array.from({ length: 12 }, (_, index) => `${index + 1}月`),
};

/** The periods of a year, in order; together they are the year, or the year before where that is what the year has to answer for. */
export function periodsOf(frequency: Frequency, dueMonth: number, year: number): PlannedPeriod[] {
  if (frequency === 'yearly' && dueMonth > 12) {
    return [{ label: `${year - 1}年度`, from: firstDay(year - 1, 1), to: lastDay(year - 1, 12), dueDate: lastDay(year, dueMonth - 12) }];
  }
  const labels = PARTS[frequency];
  const length = 12 / labels.length;
  return labels.map((label, index) => {
    const to = lastDay(year, (index + 1) * length);
    return { label, from: firstDay(year, index * length + 1), to, dueDate: frequency === 'yearly' ? lastDay(year, dueMonth) : to };
  });
}

const firstDay = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}-01`;

const lastDay = (year: number, month: number): string => addDays(month === 12 ? firstDay(year + 1, 1) : firstDay(year, month + 1), -1);
