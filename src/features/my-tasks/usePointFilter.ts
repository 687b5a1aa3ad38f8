import { useMemo, useState } from 'react';
import type { DeptTaskPoint } from '#contract/task.ts';
import type { Place } from '@/offline/places.ts';
import { filterPoints, noFilter, type PointFilter, type StateOf } from './point-filter.ts';

export interface FilteredPoints {
  filter: PointFilter;
  visible: readonly DeptTaskPoint[];
  /** Counts how often the filter was set: each time is another list. */
  version: number;
  /** Where the list that was filtered last begins; null for its top. */
  place: Place | null;
  apply: (filter: PointFilter, place?: Place | null) => void;
}

/**
 * The points that passed the filter when it was set. An answered point stays until the filter is set anew: a card
 * that vanished under the finger would take its remark and photos with it.
 */
export function usePointFilter(points: readonly DeptTaskPoint[], stateOf: StateOf, firstPlace: Place | null): FilteredPoints {
  const [set, setSet] = useState<Applied>({ filter: noFilter, ids: null, version: 0, place: firstPlace });
  const visible = useMemo(() => (set.ids ? points.filter((point) => set.ids?.has(point.pointId)) : points), [points, set]);
  const apply = (filter: PointFilter, place: Place | null = null): void => {
    const isAll = filter.kind === 'all' && filter.text === '';
    const ids = isAll ? null : new Set(filterPoints(points, filter, stateOf).map((point) => point.pointId));
    setSet(({ version }) => ({ filter, ids, version: version + 1, place }));
  };
  return { filter: set.filter, visible, version: set.version, place: set.place, apply };
}

interface Applied {
  filter: PointFilter;
  /** Null for all. */
  ids: ReadonlySet<string> | null;
  version: number;
  place: Place | null;
}
