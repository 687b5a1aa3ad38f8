import type { OverallCheckFigure, TaskCountFigure, UnqualifiedFigure } from '#contract/home.ts';
import { percentOf } from '#contract/statistics-kind.ts';
import type { SeriesTable } from '@/ui/series-table.ts';

export const taskMonths = (figure: TaskCountFigure): SeriesTable => ({
  head: '月份',
  columns: ['应完成', '已提交'],
  rows: figure.months.map(({ month, due, submitted }) => ({ label: month, values: [due, submitted] })),
});

export const overallMonths = (figure: OverallCheckFigure): SeriesTable => ({
  head: '月份',
  columns: ['科室任务', '已提交'],
  rows: figure.months.map(({ month, deptTasks, submitted }) => ({ label: month, values: [deptTasks, submitted] })),
});

export const unqualifiedMonths = (figure: UnqualifiedFigure): SeriesTable => ({
  head: '月份',
  columns: ['已查', '不合格'],
  rows: figure.months.map(({ month, checked, unqualified }) => ({ label: month, values: [checked, unqualified] })),
});

/** The share of 不合格 in percent, month by month. */
export const unqualifiedShares = (figure: UnqualifiedFigure): SeriesTable => ({
  head: '月份',
  columns: ['不合格率'],
  rows: figure.months.map((row) => ({ label: row.month, values: [percent(row.unqualified, row.checked)] })),
});

/** Rounded to one decimal; 0 where there is nothing to divide by. */
export const percent = (part: number, whole: number): number => percentOf(part, whole) ?? 0;
