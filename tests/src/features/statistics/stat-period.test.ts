import { describe, expect, it } from 'vitest';
import { defaultPeriod, toQuery } from '@/features/statistics/stat-period.ts';

/** 00:30 in Shanghai on 1 March; still February in UTC. */
const now = new Date('2026-02-28T16:30:00.000Z');

describe('the period', () => {
  it('is this year to date at first, and the last 30 days when days are chosen', () => {
    const period = defaultPeriod(now);
    expect(toQuery(period)).toEqual({ startDate: '2026-01-01', endDate: '2026-03-31' });
    expect(toQuery({ ...period, unit: 'day' })).toEqual({ startDate: '2026-01-31', endDate: '2026-03-01' });
  });
  it('names a department only where one is chosen', () => {
    expect(toQuery({ ...defaultPeriod(now), deptId: 'x' })).toMatchObject({ deptId: 'x' });
    expect(toQuery(defaultPeriod(now))).not.toHaveProperty('deptId');
  });
});
