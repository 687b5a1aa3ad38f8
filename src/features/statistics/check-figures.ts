import type { CheckStatistics, DeptCheckCounts } from '#contract/statistics.ts';
import { percentOf, type StatKind } from '#contract/statistics-kind.ts';
import type { SeriesTable } from '@/ui/charts/series-table.ts';

/** The counts that a number stands for, as columns and cards name them, and what is behind each. */
export const COUNTS = [
  { key: 'deptTasks', label: '科室任务', kind: 'all' },
  { key: 'onTime', label: '按时提交', kind: 'onTime' },
  { key: 'late', label: '逾期提交', kind: 'late' },
  { key: 'notSubmitted', label: '未提交', kind: 'notSubmitted' },
  { key: 'checked', label: '已查要点', kind: 'checked' },
  { key: 'unqualified', label: '不合格', kind: 'unqualified' },
  { key: 'corrected', label: '已整改', kind: 'corrected' },
] as const satisfies { key: keyof DeptCheckCounts; label: string; kind: StatKind }[];

/** As the list behind a number is called: it holds department tasks, even where the number counts points. */
export const kindLabel: Record<StatKind, string> = {
  all: '全部科室任务',
  submitted: '已提交',
  onTime: '按时提交',
  late: '逾期提交',
  notSubmitted: '未提交',
  due: '已到期',
  overdue: '逾期未提交',
  checked: '统计时间内提交',
  unqualified: '有不合格',
  corrected: '有已整改',
};

export const ORDERS = [
  { value: '', label: '科室顺序' },
  { value: 'notSubmitted', label: '未提交最多' },
  { value: 'unqualified', label: '不合格最多' },
  { value: 'correctionRate', label: '整改率最低' },
  { value: 'score', label: '评分最低' },
] as const;
export type Order = (typeof ORDERS)[number]['value'];

/** Departments in an order; those that are equal stay in the order of the departments. A rate of nothing comes last. */
export function ordered(departments: readonly DeptCheckCounts[], order: Order): readonly DeptCheckCounts[] {
  if (order === '') return departments;
  if (order === 'correctionRate') return [...departments].sort((one, other) => (one.correctionRate ?? 101) - (other.correctionRate ?? 101));
  if (order === 'score') return [...departments].sort((one, other) => (one.score.value ?? 101) - (other.score.value ?? 101));
  return [...departments].sort((one, other) => other[order] - one[order]);
}

export const submissionMonths = ({ months }: CheckStatistics): SeriesTable => ({
  head: '月份',
  columns: ['科室任务', '已提交'],
  rows: months.map(({ month, deptTasks, submitted }) => ({ label: month, values: [deptTasks, submitted] })),
});

export const failureMonths = ({ months }: CheckStatistics): SeriesTable => ({
  head: '月份',
  columns: ['已查要点', '已判定', '不合格', '不合格率 %'],
  rows: months.map(({ month, checked, judged, unqualified }) => ({ label: month, values: [checked, judged, unqualified, percentOf(unqualified, judged)] })),
});

/** More bars than this nobody compares. */
export const CHARTED_DEPTS = 15;

/** The departments that have most to submit still, then those with most late ones. */
export const submissionDepts = ({ departments }: CheckStatistics): SeriesTable => ({
  head: '科室',
  columns: ['按时提交', '逾期提交', '未提交'],
  rows: departments
    .filter((dept) => dept.deptTasks > 0)
    .sort((one, other) => other.notSubmitted - one.notSubmitted || other.late - one.late)
    .slice(0, CHARTED_DEPTS)
    .map((dept) => ({ label: dept.deptName, values: [dept.onTime, dept.late, dept.notSubmitted] })),
});
