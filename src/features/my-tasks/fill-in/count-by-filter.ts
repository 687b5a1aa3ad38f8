import type { DeptTaskPoint } from '#contract/task.ts';
import { filterPoints, POINT_FILTERS, type PointFilterKind, type StateOf } from '../point-filter.ts';

/** How many points each filter would leave of those with the words. */
export function countByFilter(points: readonly DeptTaskPoint[], text: string, stateOf: StateOf): Record<PointFilterKind, number> {
  const found = filterPoints(points, { kind: 'all', text }, stateOf);
  return Object.fromEntries(POINT_FILTERS.map((kind) => [kind, filterPoints(found, { kind, text: '' }, stateOf).length])) as Record<PointFilterKind, number>;
}
