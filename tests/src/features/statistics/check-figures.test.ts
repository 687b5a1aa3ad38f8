import { describe, expect, it } from 'vitest';
import type { CheckStatistics, DeptCheckCounts } from '#contract/statistics.ts';
import { CHARTED_DEPTS, failureMonths, ordered, submissionDepts, submissionMonths } from '@/features/statistics/check-figures.ts';
import { rateText, unqualifiedShares } from '@/ui/charts/series-table.ts';

const dept = (deptName: string, fields: Partial<DeptCheckCounts> = {}): DeptCheckCounts => ({
  deptId: deptName,
  deptName,
  deptTasks: 1,
  onTime: 1,
  late: 0,
  notSubmitted: 0,
  checked: 10,
  judged: 10,
  unqualified: 0,
  corrected: 0,
  correctionRate: null,
  score: { value: 100, scoreClass: 'excellent', failedVetoes: 0 },
  ...fields,
});
const figures = (departments: DeptCheckCounts[]): CheckStatistics => ({
  total: dept(''),
  departments,
  months: [
    { month: '2026-01', deptTasks: 4, submitted: 3, checked: 40, judged: 30, unqualified: 3 },
    { month: '2026-02', deptTasks: 0, submitted: 0, checked: 0, judged: 0, unqualified: 0 },
  ],
  topPoints: [],
});
const names = (departments: readonly DeptCheckCounts[]) => departments.map(({ deptName }) => deptName).join('');

describe('departments', () => {
  const list = [
    dept('甲', { notSubmitted: 1, unqualified: 2, correctionRate: 50 }),
    dept('乙'),
    dept('丙', { notSubmitted: 3, unqualified: 2, correctionRate: 0 }),
    dept('丁', { unqualified: 5, correctionRate: 100 }),
  ];
  it('stand in the asked order, equal ones in their own', () => {
    expect(names(ordered(list, ''))).toBe('甲乙丙丁');
    expect(names(ordered(list, 'notSubmitted'))).toBe('丙甲乙丁');
    expect(names(ordered(list, 'unqualified'))).toBe('丁甲丙乙');
    expect(names(ordered(list, 'correctionRate')), 'nothing to correct comes last').toBe('丙甲丁乙');
    expect(names(list), 'the list itself is left alone').toBe('甲乙丙丁');
  });
  it('are drawn only where there is something, and not more than one can compare', () => {
    const { rows } = submissionDepts(figures([...list, dept('戊', { deptTasks: 0, onTime: 0 })]));
    expect(rows.map(({ label }) => label)).toEqual(['丙', '甲', '乙', '丁']);
    expect(rows[0]?.values).toEqual([1, 0, 3]);
    expect(submissionDepts(figures(Array.from({ length: 40 }, (_, index) => dept(`${index}`)))).rows).toHaveLength(CHARTED_DEPTS);
  });
});

describe('months', () => {
  it('say in chart and table what the server said, and a share of nothing is none', () => {
    expect(submissionMonths(figures([])).rows).toEqual([
      { label: '2026-01', values: [4, 3] },
      { label: '2026-02', values: [0, 0] },
    ]);
    expect(failureMonths(figures([])).rows.map(({ values }) => values)).toEqual([[40, 30, 3, 10], [0, 0, 0, null]]);
    expect(unqualifiedShares(figures([])).rows.map(({ values }) => values)).toEqual([[10], [null]]);
  });
});

describe('a rate', () => {
  it('of nothing is no 0%', () => {
    expect([rateText(null), rateText(0), rateText(33.3)]).toEqual(['–', '0%', '33.3%']);
  });
});
