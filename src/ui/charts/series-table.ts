import { percentOf } from '#contract/statistics-kind.ts';
import type { ChartColour, ChartOption } from './chart-props.ts';

/** Series of numbers, drawn and written from one source. */
export interface SeriesTable {
  /** What the rows are: 月份, 科室. */
  head: string;
  columns: readonly string[];
  /** A value is null where there was nothing to count it of. */
  rows: readonly { label: string; values: readonly (number | null)[] }[];
}

/** In words, where null is no 0; from a thousand on with separators. */
export const valueText = (value: number | null | undefined): string => value?.toLocaleString('zh-CN') ?? '–';
export const rateText = (rate: number | null): string => (rate === null ? valueText(rate) : `${rate}%`);

/** The share of 不合格 in percent, month by month; none where nothing was judged. */
export const unqualifiedShares = ({ months }: { months: readonly { month: string; judged: number; unqualified: number }[] }): SeriesTable => ({
  head: '月份',
  columns: ['不合格率'],
  rows: months.map(({ month, judged, unqualified }) => ({ label: month, values: [percentOf(unqualified, judged)] })),
});

/** For what was asked and what of it was done: the done stands out, and in no theme do the two look alike. */
export const DONE_OF_ASKED: readonly ChartColour[] = ['not-applicable', 'primary'];

const frame = { grid: { left: 8, right: 16, top: 12, bottom: 8, containLabel: true } };
/** The century of a month says nothing that the axis has room for. */
const axisLabel = (label: string): string => (/^\d{4}-\d{2}$/.test(label) ? label.slice(2) : label);
const valuesOf = (table: SeriesTable, index: number): (number | null)[] => table.rows.map((row) => row.values[index] ?? null);
const labels = (table: SeriesTable): string[] => table.rows.map((row) => axisLabel(row.label));

/** Bars side by side, a group for each row. */
export const groupedBars = (table: SeriesTable): ChartOption => ({
  ...frame,
  tooltip: { trigger: 'axis', confine: true, axisPointer: { type: 'shadow' } },
  xAxis: { type: 'category', data: labels(table) },
  yAxis: { type: 'value', minInterval: 1 },
  series: table.columns.map((name, index) => ({ name, type: 'bar', barMaxWidth: 18, data: valuesOf(table, index) })),
});

/** Lying bars, one for each row from the top, with the columns one behind the other. */
export const stackedBars = (table: SeriesTable): ChartOption => ({
  ...frame,
  tooltip: { trigger: 'axis', confine: true, axisPointer: { type: 'shadow' } },
  xAxis: { type: 'value', minInterval: 1 },
  yAxis: { type: 'category', inverse: true, data: labels(table), axisTick: { show: false }, axisLabel: { width: 96, overflow: 'truncate' } },
  series: table.columns.map((name, index) => ({ name, type: 'bar', stack: 'all', barMaxWidth: 16, data: valuesOf(table, index) })),
});

/** Lines of shares in percent, with a gap where there is none. */
export const percentLines = (table: SeriesTable): ChartOption => ({
  ...frame,
  tooltip: { trigger: 'axis', confine: true, valueFormatter: (value: unknown) => rateText(typeof value === 'number' ? value : null) },
  xAxis: { type: 'category', data: labels(table) },
  yAxis: { type: 'value', axisLabel: { formatter: '{value}%' } },
  // Between two gaps a point is all that shows a value.
  series: table.columns.map((name, index) => ({ name, type: 'line', showAllSymbol: true, data: valuesOf(table, index) })),
});

/** A unit that stands in a column's head belongs behind its values. */
function describeValue(column: string, value: number | null | undefined): string {
  const [, name = column, unit = ''] = /^(.+)( %)$/.exec(column) ?? [];
  return `${name} ${valueText(value)}${value == null ? '' : unit}`;
}

/** The rows as a sentence, for those who cannot see the chart. */
export const describeSeries = ({ columns, rows }: SeriesTable): string =>
  rows.map((row) => `${row.label} ${columns.map((column, index) => describeValue(column, row.values[index])).join('、')}`).join('；');
