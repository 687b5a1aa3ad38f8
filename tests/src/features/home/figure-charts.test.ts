import { expect, test } from 'vitest';
import { percent, unqualifiedMonths, unqualifiedShares } from '@/features/home/figure-charts.ts';
import { describeSeries, groupedBars } from '@/ui/series-table.ts';

const figure = {
  checked: 30,
  unqualified: 3,
  corrected: 1,
  topPoints: [],
  months: [
    { month: '2026-10', checked: 10, unqualified: 2 },
    { month: '2026-11', checked: 20, unqualified: 1 },
    { month: '2026-12', checked: 0, unqualified: 0 },
  ],
};

test('chart, table and sentence say the same numbers', () => {
  const table = unqualifiedMonths(figure);
  const { series } = groupedBars(table) as { series: { name: string; data: number[] }[] };
  expect(series.map(({ name, data }) => [name, data])).toEqual([
    ['已查', [10, 20, 0]],
    ['不合格', [2, 1, 0]],
  ]);
  expect(describeSeries(table)).toBe('2026-10 已查 10、不合格 2；2026-11 已查 20、不合格 1；2026-12 已查 0、不合格 0');
  expect(unqualifiedShares(figure).rows.map(({ values }) => values)).toEqual([[20], [5], [0]]);
});

test('a share of nothing is 0, and shares keep one decimal', () => {
  expect(percent(1, 0)).toBe(0);
  expect(percent(1, 3)).toBe(33.3);
  expect(percent(3, 3)).toBe(100);
});
