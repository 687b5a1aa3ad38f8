import type { OverallCheckFigure, TaskCountFigure, UnqualifiedFigure } from '#contract/home.ts';
import { TASK_STATUSES, type TaskStatus } from '#contract/task-status.ts';
import type { SeriesTable } from '@/ui/charts/series-table.ts';

/** All that the number of tasks counts; what is rare only where there is some. */
export const shownStatuses = (byStatus: TaskCountFigure['byStatus']): TaskStatus[] =>
  TASK_STATUSES.filter((status) => byStatus[status] > 0 || (status !== 'notStarted' && status !== 'cancelled'));

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
  columns: ['已判定', '不合格'],
  rows: figure.months.map(({ month, judged, unqualified }) => ({ label: month, values: [judged, unqualified] })),
});
