import type { DeptTaskPoint } from '#contract/task.ts';
import { isAnswered, type StateOf } from '../point-filter.ts';

export const RESULT_FILTERS = ['all', 'unqualified', 'qualified', 'notApplicable', 'withNotes', 'open'] as const;
export type ResultFilter = (typeof RESULT_FILTERS)[number];
export const resultFilterLabel: Record<ResultFilter, string> = {
  all: '全部',
  unqualified: '不合格',
  qualified: '合格',
  notApplicable: '不适用',
  withNotes: '有说明或照片',
  open: '未查',
};

/** Points of a finished task by what was found. */
export function pointsByResult(points: readonly DeptTaskPoint[], stateOf: StateOf): Record<ResultFilter, DeptTaskPoint[]> {
  const found: Record<ResultFilter, DeptTaskPoint[]> = { all: [...points], unqualified: [], qualified: [], notApplicable: [], withNotes: [], open: [] };
  for (const point of points) {
    const state = stateOf(point);
    const { answer } = state;
    if (!isAnswered(state)) found.open.push(point);
    if (answer === null) continue;
    found[answer.result].push(point);
    if (answer.remark !== '' || answer.photos.length > 0) found.withNotes.push(point);
  }
  return found;
}
