// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { defaultPeriod, isFiltered, periodOfNewDay, periodProblem, toQuery } from '@/features/statistics/stat-period.ts';

/** 00:30 in Shanghai on 1 March; still February in UTC. */
const now = new Date('2026-02-28T16:30:00.000Z');

describe('the period', () => {
  it('is this year to date at first, and the last 30 days when days are chosen', () => {
    const period = defaultPeriod(now);
    expect(toQuery(period)).toEqual({ startDate: '2026-01-01', endDate: '2026-03-31' });
    expect(toQuery({ ...period, unit: 'day' })).toEqual({ startDate: '2026-01-31', endDate: '2026-03-01' });
  });
  it('is ten years at the longest, and says so', () => {
    const months = (from: string, to: string) => periodProblem({ ...defaultPeriod(now), months: { from, to } });
    expect([months('2016-01', '2025-12'), months('2017-01', '2026-12')]).toEqual([undefined, undefined]);
    expect(months('2016-01', '2026-01')).toBe('一次最多统计 10 年，请缩短时间');
    const days = (from: string, to: string) => periodProblem({ ...defaultPeriod(now), unit: 'day', days: { from, to } });
    expect(days('2016-01-01', '2025-12-31')).toBeUndefined();
    expect(days('2016-01-01', '2026-01-01')).toBe('一次最多统计 10 年，请缩短时间');
    expect(days('2026-01-02', '2026-01-01')).toBe('结束日期不能早于开始日期');
  });
  it('goes with the day as long as nobody has chosen another one', () => {
    const [before, after] = [new Date('2026-12-31T01:00:00.000Z'), new Date('2027-01-02T01:00:00.000Z')];
    expect(periodOfNewDay(defaultPeriod(before), before, after)).toEqual(defaultPeriod(after));
    const chosen = { ...defaultPeriod(before), months: { from: '2026-03', to: '2026-05' }, deptId: 'x' };
    expect(periodOfNewDay(chosen, before, after)).toEqual({ ...defaultPeriod(after), months: { from: '2026-03', to: '2026-05' }, deptId: 'x' });
  });
  it('filters where it is another one than at first, by whichever unit, or of one department', () => {
    const period = defaultPeriod(now);
    const days = { from: '2026-01-01', to: '2026-03-31' };
    expect([period, { ...period, unit: 'day', days } as const].map((same) => isFiltered(same, now))).toEqual([false, false]);
    const others = [{ ...period, unit: 'day' } as const, { ...period, months: { from: '2025-01', to: '2026-03' } }, { ...period, deptId: 'x' }];
    expect(others.map((other) => isFiltered(other, now))).toEqual([true, true, true]);
  });
  it('names a department only where one is chosen', () => {
    expect(toQuery({ ...defaultPeriod(now), deptId: 'x' })).toMatchObject({ deptId: 'x' });
    expect(toQuery(defaultPeriod(now))).not.toHaveProperty('deptId');
  });
});
