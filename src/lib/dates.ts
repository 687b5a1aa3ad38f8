import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { addDays, daysBetween } from '#contract/calendar.ts';
import { serverNow } from './server-clock.ts';

dayjs.extend(utc);

const DAY = 'YYYY-MM-DD';
const MONTH = 'YYYY-MM';
const TIME = 'YYYY-MM-DD HH:mm:ss';
const SHORT_TIME = 'YYYY-MM-DD HH:mm';

/** China keeps UTC+8 all year: a fixed offset is exact, and needs no time-zone data. */
const HOURS_AHEAD = 8;
const SHANGHAI_AHEAD_MS = HOURS_AHEAD * 60 * 60 * 1000;
const inShanghai = (instant: string | Date): Dayjs => dayjs.utc(instant).utcOffset(HOURS_AHEAD);

/** Instant as `YYYY-MM-DD` in Shanghai; empty for an absent one. */
export const formatDay = (instant: string | null | undefined): string => (instant ? inShanghai(instant).format(DAY) : '');

/** Instant as `YYYY-MM-DD HH:mm:ss` in Shanghai; empty for an absent one. */
export const formatTime = (instant: string | null | undefined): string => (instant ? inShanghai(instant).format(TIME) : '');

/**
 * Instant as `YYYY-MM-DD HH:mm` in Shanghai. Only for the cards of a phone: beside a name or in half of the width, seconds would
 * break the line at 360 px, and nobody needs them there.
 */
export const formatShortTime = (instant: string): string => inShanghai(instant).format(SHORT_TIME);

/** Asked for by the dozen while a screen is drawn: a slow phone is done ten times sooner than by way of `dayjs`. */
export const today = (now: Date = serverNow()): string => new Date(now.getTime() + SHANGHAI_AHEAD_MS).toISOString().slice(0, DAY.length);

/** A day `YYYY-MM-DD` that exists: 2025-02-30 does not. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && dayjs.utc(text).format(DAY) === text;

/** A month `YYYY-MM`. */
export const isMonth = (text: string): boolean => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);

/** How long ago or ahead, as people say it: 刚刚, 5分钟前, 3天内. A month has 30 days here, and a year 365. */
export function relativeTime(instant: string, now: Date = serverNow()): string {
  const at = dayjs.utc(instant);
  const suffix = at.isAfter(now) ? '内' : '前';
  const passed = (unit: 'minute' | 'hour' | 'day'): number => Math.abs(at.diff(now, unit));
  const days = passed('day');
  if (passed('minute') < 1) return '刚刚';
  if (passed('hour') < 1) return `${passed('minute')}分钟${suffix}`;
  if (days < 1) return `${passed('hour')}小时${suffix}`;
  if (days < 30) return `${days}天${suffix}`;
  if (days < 365) return `${Math.floor(days / 30)}个月${suffix}`;
  return `${Math.floor(days / 365)}年${suffix}`;
}

/** Days from today to a day; negative when it is past. */
export const daysUntil = (day: string, now: Date = serverNow()): number => daysBetween(today(now), day);

/** Days as `YYYY-MM-DD`, months as `YYYY-MM`; both ends included. */
export interface Range {
  from: string;
  to: string;
}

export const isSameRange = (one: Range, other: Range): boolean => one.from === other.from && one.to === other.to;

export interface RangeShortcut {
  label: string;
  rangeAt: (now: Date) => Range;
}

const lastDays = (days: number) => (now: Date): Range => {
  const to = today(now);
  return { from: addDays(to, 1 - days), to };
};

export const DATE_RANGE_SHORTCUTS: readonly RangeShortcut[] = [
  { label: '今天', rangeAt: lastDays(1) },
  { label: '最近一周', rangeAt: lastDays(7) },
  { label: '最近一个月', rangeAt: lastDays(30) },
  { label: '最近三个月', rangeAt: lastDays(90) },
];

const lastMonths = (months: number) => (now: Date): Range => {
  const to = inShanghai(now);
  return { from: to.startOf('month').subtract(months - 1, 'month').format(MONTH), to: to.format(MONTH) };
};

export const MONTH_RANGE_SHORTCUTS: readonly RangeShortcut[] = [
  { label: '今年至今', rangeAt: (now) => ({ from: inShanghai(now).startOf('year').format(MONTH), to: inShanghai(now).format(MONTH) }) },
  { label: '最近六个月', rangeAt: lastMonths(6) },
  { label: '最近十二个月', rangeAt: lastMonths(12) },
];

/** The days of a range of months: from the first day of the first to the last day of the last. */
export const daysOfMonths = ({ from, to }: Range): Range => ({ from: `${from}-01`, to: dayjs.utc(`${to}-01`).endOf('month').format(DAY) });
