import { describe, expect, it } from 'vitest';
import {
  DATE_RANGE_SHORTCUTS,
  daysOfMonths,
  daysUntil,
  formatDay,
  formatShortTime,
  formatTime,
  isDay,
  isMonth,
  MONTH_RANGE_SHORTCUTS,
  relativeTime,
  today,
} from '@/lib/dates.ts';

/** 00:30 in Shanghai on 1 March; still February in UTC. */
const now = new Date('2026-02-28T16:30:00.000Z');

describe('formats', () => {
  it('are those of the specification, in Shanghai', () => {
    expect(formatDay('2026-02-28T16:00:00.000Z')).toBe('2026-03-01');
    expect(formatTime('2026-02-28T16:30:05.999Z')).toBe('2026-03-01 00:30:05');
    expect(formatShortTime('2026-02-28T16:30:59.999Z')).toBe('2026-03-01 00:30');
  });
  it('are empty for nothing', () => {
    expect([formatDay(null), formatDay(undefined), formatTime(''), formatTime(null)]).toEqual(['', '', '', '']);
  });
});

describe('relativeTime', () => {
  const after = (ms: number) => relativeTime(new Date(now.getTime() + ms).toISOString(), now);
  const minute = 60_000;
  const hour = 60 * minute;
  const day = 24 * hour;

  it.each([
    [0, '刚刚'],
    [-59_999, '刚刚'],
    [-minute, '1分钟前'],
    [-59 * minute, '59分钟前'],
    [-hour, '1小时前'],
    [-23 * hour, '23小时前'],
    [-day, '1天前'],
    [-29 * day, '29天前'],
    [-30 * day, '1个月前'],
    [-364 * day, '12个月前'],
    [-365 * day, '1年前'],
    [5 * minute, '5分钟内'],
    [3 * day, '3天内'],
    [2 * 365 * day, '2年内'],
  ])('%d ms is %s', (ms, words) => {
    expect(after(ms)).toBe(words);
  });
});

describe('daysUntil', () => {
  it('counts days of Shanghai', () => {
    expect(daysUntil('2026-03-01', now)).toBe(0);
    expect(daysUntil('2026-03-04', now)).toBe(3);
    expect(daysUntil('2026-02-28', now)).toBe(-1);
  });
});

describe('shortcuts', () => {
  it('of days: today, 7, 30 and 90 days, both ends included', () => {
    expect(DATE_RANGE_SHORTCUTS.map(({ label, rangeAt }) => [label, rangeAt(now).from, rangeAt(now).to])).toEqual([
      ['今天', '2026-03-01', '2026-03-01'],
      ['最近一周', '2026-02-23', '2026-03-01'],
      ['最近一个月', '2026-01-31', '2026-03-01'],
      ['最近三个月', '2025-12-02', '2026-03-01'],
    ]);
  });
  it('of months: this year to date, 6 and 12 months', () => {
    expect(MONTH_RANGE_SHORTCUTS.map(({ label, rangeAt }) => [label, rangeAt(now).from, rangeAt(now).to])).toEqual([
      ['今年至今', '2026-01', '2026-03'],
      ['最近六个月', '2025-10', '2026-03'],
      ['最近十二个月', '2025-04', '2026-03'],
    ]);
  });
});

describe('days and months', () => {
  it('are those of Shanghai', () => {
    expect(today(now)).toBe('2026-03-01');
    expect(today(new Date('2026-12-31T16:00:00.000Z'))).toBe('2027-01-01');
  });
  it('have to exist', () => {
    expect(['2026-02-28', '2024-02-29', '2000-01-01'].map(isDay)).toEqual([true, true, true]);
    expect(['2026-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-1-1', '20260101', '', ' 2026-01-01', '2026-01-01T00'].map(isDay)).toEqual(
      Array.from({ length: 9 }, () => false),
    );
    expect(['2026-01', '2026-12'].map(isMonth)).toEqual([true, true]);
    expect(['2026-00', '2026-13', '2026-1', '2026', '', '2026-01-01'].map(isMonth)).toEqual(Array.from({ length: 6 }, () => false));
  });
  it('a range of months ends with its last day', () => {
    expect(daysOfMonths({ from: '2026-01', to: '2026-03' })).toEqual({ from: '2026-01-01', to: '2026-03-31' });
    expect(daysOfMonths({ from: '2024-02', to: '2024-02' })).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(daysOfMonths({ from: '2025-12', to: '2026-04' })).toEqual({ from: '2025-12-01', to: '2026-04-30' });
  });
  it('the months before the end of a long month are the months before, not the days before', () => {
    const end = new Date('2026-08-31T04:00:00.000Z');
    expect(MONTH_RANGE_SHORTCUTS.map(({ rangeAt }) => rangeAt(end))).toEqual([
      { from: '2026-01', to: '2026-08' },
      { from: '2026-03', to: '2026-08' },
      { from: '2025-09', to: '2026-08' },
    ]);
  });
});
