import { expect, test } from 'vitest';
import { shownStatuses, unqualifiedMonths } from '@/features/home/figure-charts.ts';
import type { ChartOption } from '@/ui/charts/chart-props.ts';
import { describeSeries, groupedBars, percentLines, unqualifiedShares } from '@/ui/charts/series-table.ts';

const figure = {
  checked: 40,
  judged: 30,
  unqualified: 3,
  corrected: 1,
  score: { value: 90, scoreClass: 'excellent' as const, failedVetoes: 0 },
  topPoints: [],
  months: [
    { month: '2026-10', checked: 14, judged: 10, unqualified: 2 },
    { month: '2026-11', checked: 26, judged: 20, unqualified: 1 },
    { month: '2026-12', checked: 0, judged: 0, unqualified: 0 },
  ],
};

test('chart, table and sentence say the same numbers', () => {
  const table = unqualifiedMonths(figure);
  const { series } = groupedBars(table) as { series: { name: string; data: number[] }[] };
  expect(series.map(({ name, data }) => [name, data])).toEqual([
    ['已判定', [10, 20, 0]],
    ['不合格', [2, 1, 0]],
  ]);
  expect(describeSeries(table)).toBe('2026-10 已判定 10、不合格 2；2026-11 已判定 20、不合格 1；2026-12 已判定 0、不合格 0');
  expect(unqualifiedShares(figure).rows.map(({ values }) => values)).toEqual([[20], [5], [null]]);
});

test('a share of nothing is a gap in the line and no 0', () => {
  const shares = unqualifiedShares(figure);
  const { series, tooltip } = percentLines(shares) as ChartOption & { series: { data: (number | null)[] }[]; tooltip: { valueFormatter: (value: unknown) => string } };
  expect(series[0]?.data).toEqual([20, 5, null]);
  expect([20, undefined].map(tooltip.valueFormatter)).toEqual(['20%', '–']);
  expect(describeSeries(shares)).toBe('2026-10 不合格率 20；2026-11 不合格率 5；2026-12 不合格率 –');
});

test('the statuses beside the number of tasks add up to it', () => {
  const byStatus = { notStarted: 0, inProgress: 2, completed: 18, overdue: 0, cancelled: 0 };
  expect(shownStatuses(byStatus)).toEqual(['inProgress', 'completed', 'overdue']);
  expect(shownStatuses({ ...byStatus, notStarted: 1, overdue: 3, cancelled: 4 })).toEqual(['notStarted', 'inProgress', 'completed', 'overdue', 'cancelled']);
});

test('large numbers have separators', () => {
  expect(describeSeries(unqualifiedMonths({ ...figure, months: [{ month: '2026-10', checked: 1_234_567, judged: 1_234_567, unqualified: 999 }] }))).toBe('2026-10 已判定 1,234,567、不合格 999');
});
