import { afterEach, expect, it, vi } from 'vitest';
import { getDaysOff, noteClockSkew, serverNow, subscribeToServerClock } from '@/lib/server-clock.ts';
import { daysUntil, relativeTime, today } from '@/lib/dates.ts';
import { DAY_MS } from '#contract/calendar.ts';

afterEach(() => {
  noteClockSkew(0);
  vi.useRealTimers();
});

const clockAt = (instant: string) => vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });

it('is the phone’s own until an answer tells otherwise, and then goes on beside it', () => {
  clockAt('2026-03-10T04:00:00.000Z');
  expect(serverNow().toISOString()).toBe('2026-03-10T04:00:00.000Z');
  noteClockSkew(-10 * DAY_MS);
  expect(today()).toBe('2026-02-28');
  vi.setSystemTime('2026-03-11T04:00:00.000Z');
  expect(today()).toBe('2026-03-01');
  expect(daysUntil('2026-03-04')).toBe(3);
  expect(relativeTime('2026-03-01T03:00:00.000Z')).toBe('1小时前');
  noteClockSkew(0);
  expect(today()).toBe('2026-03-11');
});

it('tells of a change of clocks, and of no request that took its time', () => {
  const listener = vi.fn();
  const unsubscribe = subscribeToServerClock(listener);
  noteClockSkew(-2000);
  noteClockSkew(59_000);
  expect(listener).not.toHaveBeenCalled();
  expect(getDaysOff()).toBe(0);
  noteClockSkew(-2 * DAY_MS);
  noteClockSkew(-2 * DAY_MS - 5000);
  expect(listener).toHaveBeenCalledTimes(1);
  expect(getDaysOff()).toBe(2);
  noteClockSkew(-300);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(getDaysOff()).toBe(0);
  unsubscribe();
});

it.each([
  [-2 * DAY_MS + 900, 2],
  [3 * DAY_MS - 900, 3],
  [-47 * 3_600_000, 2],
  [DAY_MS - 900, 1],
  [13 * 3_600_000, 0],
])('a clock that is %i ms off is %i days off', (ms, days) => {
  noteClockSkew(ms);
  expect(getDaysOff()).toBe(days);
});
