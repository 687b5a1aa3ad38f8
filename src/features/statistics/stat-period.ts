import { daysBetween } from '#contract/calendar.ts';
import { PERIOD_MAX_DAYS, PERIOD_TOO_LONG } from '#contract/stat-period.ts';
import { daysOfMonths, isSameRange, MONTH_RANGE_SHORTCUTS, type Range, DATE_RANGE_SHORTCUTS } from '@/lib/dates.ts';
import { serverNow } from '@/lib/server-clock.ts';
import { rangeProblem } from '@/ui/controls/ranges.tsx';

/** What the search form holds: a range of months and one of days, of which one counts. */
export interface StatPeriod {
  unit: 'month' | 'day';
  months: Range;
  days: Range;
  /** Empty for all departments. */
  deptId: string;
}

/** This year to date. */
export function defaultPeriod(now: Date = serverNow()): StatPeriod {
  const [thisYear] = MONTH_RANGE_SHORTCUTS;
  const lastMonth = DATE_RANGE_SHORTCUTS[2];
  const none = { from: '', to: '' };
  return { unit: 'month', months: thisYear?.rangeAt(now) ?? none, days: lastMonth?.rangeAt(now) ?? none, deptId: '' };
}

export const rangeOf = (period: StatPeriod): Range => (period.unit === 'month' ? period.months : period.days);

/** What is wrong with the period, or undefined. */
export function periodProblem(period: StatPeriod): string | undefined {
  const problem = rangeProblem(rangeOf(period));
  if (problem !== undefined) return problem;
  const { startDate, endDate } = toQuery(period);
  return daysBetween(startDate, endDate) < PERIOD_MAX_DAYS ? undefined : PERIOD_TOO_LONG;
}

/** Whether the person asked for something else than what is shown at first. */
export function isFiltered(period: StatPeriod, now?: Date): boolean {
  const [asked, first] = [toQuery(period), toQuery(defaultPeriod(now))];
  return asked.startDate !== first.startDate || asked.endDate !== first.endDate || asked.deptId !== undefined;
}

/** This year to date goes with the day; what a person chose stays. */
export function periodOfNewDay(period: StatPeriod, before: Date, now: Date): StatPeriod {
  const [old, fresh] = [defaultPeriod(before), defaultPeriod(now)];
  return {
    ...period,
    months: isSameRange(period.months, old.months) ? fresh.months : period.months,
    days: isSameRange(period.days, old.days) ? fresh.days : period.days,
  };
}

/** What the server is asked for. */
export function toQuery(period: StatPeriod): { startDate: string; endDate: string; deptId?: string } {
  const { from, to } = period.unit === 'month' ? daysOfMonths(period.months) : period.days;
  return { startDate: from, endDate: to, ...(period.deptId === '' ? {} : { deptId: period.deptId }) };
}
