import { type Result, RESULTS, resultLabel } from '#contract/result.ts';
import type { DeptTaskPoint } from '#contract/task.ts';

export const RESULT_FILTERS = ['all', 'unqualified', 'qualified', 'notApplicable', 'open', 'withPhotos'] as const;
export type ResultFilter = (typeof RESULT_FILTERS)[number];

export const resultFilterLabel: Record<ResultFilter, string> = { ...resultLabel, all: '全部', open: '未查', withPhotos: '有照片' };

const isResult = (filter: ResultFilter): filter is Result => (RESULTS as readonly string[]).includes(filter);

export function filterByResult(points: readonly DeptTaskPoint[], filter: ResultFilter): DeptTaskPoint[] {
  return points.filter(({ answer }) => {
    if (filter === 'all') return true;
    if (filter === 'open') return answer === null;
    if (filter === 'withPhotos') return answer !== null && answer.photos.length > 0;
    return isResult(filter) && answer?.result === filter;
  });
}

export const countResults = (points: readonly DeptTaskPoint[]): Record<ResultFilter, number> =>
  Object.fromEntries(RESULT_FILTERS.map((filter) => [filter, filterByResult(points, filter).length])) as Record<ResultFilter, number>;

/** What failed before the rest, each in the order of the task. */
export const unqualifiedFirst = (points: readonly DeptTaskPoint[]): DeptTaskPoint[] =>
  [...points].sort((one, other) => Number(other.answer?.result === 'unqualified') - Number(one.answer?.result === 'unqualified'));
