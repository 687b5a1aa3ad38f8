import type { ChartColour, ChartOption } from './Chart.tsx';

/** Series of numbers, drawn and written from one source. */
export interface SeriesTable {
  /** What the rows are: 月份, 科室. */
  head: string;
  columns: readonly string[];
  rows: readonly { label: string; values: readonly number[] }[];
}

/** For what was asked and what of it was done: the done stands out, and in no theme do the two look alike. */
export const DONE_OF_ASKED: readonly ChartColour[] = ['not-applicable', 'primary'];

/** One series needs no legend: the heading names it. */
const frame = ({ columns }: SeriesTable): ChartOption =>
  columns.length > 1
    ? { grid: { left: 8, right: 16, top: 36, bottom: 8, containLabel: true }, legend: { top: 0, data: columns } }
    : { grid: { left: 8, right: 16, top: 12, bottom: 8, containLabel: true } };
/** The century of a month says nothing that the axis has room for. */
const axisLabel = (label: string): string => (/^\d{4}-\d{2}$/.test(label) ? label.slice(2) : label);
const valuesOf = (table: SeriesTable, index: number): number[] => table.rows.map((row) => row.values[index] ?? 0);
const labels = (table: SeriesTable): string[] => table.rows.map((row) => axisLabel(row.label));

/** Bars side by side, a group for each row. */
export const groupedBars = (table: SeriesTable): ChartOption => ({
  ...frame(table),
  tooltip: { trigger: 'axis', confine: true, axisPointer: { type: 'shadow' } },
  xAxis: { type: 'category', data: labels(table) },
  yAxis: { type: 'value', minInterval: 1 },
  series: table.columns.map((name, index) => ({ name, type: 'bar', barMaxWidth: 18, data: valuesOf(table, index) })),
});

/** Lying bars, one for each row from the top, with the columns one behind the other. */
export const stackedBars = (table: SeriesTable): ChartOption => ({
  ...frame(table),
  tooltip: { trigger: 'axis', confine: true, axisPointer: { type: 'shadow' } },
  xAxis: { type: 'value', minInterval: 1 },
  yAxis: { type: 'category', inverse: true, data: labels(table), axisTick: { show: false }, axisLabel: { width: 96, overflow: 'truncate' } },
  series: table.columns.map((name, index) => ({ name, type: 'bar', stack: 'all', barMaxWidth: 16, data: valuesOf(table, index) })),
});

/** Lines of shares in percent. */
export const percentLines = (table: SeriesTable): ChartOption => ({
  ...frame(table),
  tooltip: { trigger: 'axis', confine: true, valueFormatter: (value: unknown) => `${String(value)}%` },
  xAxis: { type: 'category', data: labels(table) },
  yAxis: { type: 'value', axisLabel: { formatter: '{value}%' } },
  series: table.columns.map((name, index) => ({ name, type: 'line', data: valuesOf(table, index) })),
});

/** The rows as a sentence, for those who cannot see the chart. */
export const describeSeries = ({ columns, rows }: SeriesTable): string =>
  rows.map((row) => `${row.label} ${columns.map((column, index) => `${column} ${row.values[index] ?? 0}`).join('、')}`).join('；');
