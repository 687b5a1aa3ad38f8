import { useEffect, useMemo, useRef, useState } from 'react';
import type { DeptTaskPoint } from '#contract/task.ts';
import type { Place } from '@/offline/forms/places.ts';
import { afterPaint } from '@/ui/browser/after-paint.ts';
import { filterPoints, noFilter, type PointFilter, type StateOf } from '../point-filter.ts';

export interface FilteredPoints {
  filter: PointFilter;
  /** The list that is drawn: a moment later than the filter, since a slow phone needs its time for a long one. */
  list: FilteredList;
  apply: (filter: PointFilter, options?: { place?: Place | null; isAtOnce?: boolean }) => void;
}

export interface FilteredList {
  filter: PointFilter;
  visible: readonly DeptTaskPoint[];
  /** Counts how often the filter was set: each time is another list. */
  version: number;
  /** Where it begins; null for its top. */
  place: Place | null;
}

/**
 * The points that passed the filter when it was set. An answered point stays until the filter is set anew: a card
 * that vanished under the finger would take its remark and photos with it.
 */
export function usePointFilter(points: readonly DeptTaskPoint[], stateOf: StateOf, firstPlace: Place | null): FilteredPoints {
  const [set, setSet] = useState<Applied>({ filter: noFilter, ids: null, version: 0, place: firstPlace });
  const [drawn, setDrawn] = useState(set);
  // Not as a transition: those of a list that still draws its cards would go first.
  useEffect(() => (set === drawn ? undefined : afterPaint(() => setDrawn(set))), [set, drawn]);
  const versions = useRef(0);
  const visible = useMemo(() => (drawn.ids ? points.filter((point) => drawn.ids?.has(point.pointId)) : points), [points, drawn]);
  const apply: FilteredPoints['apply'] = (filter, { place = null, isAtOnce = false } = {}) => {
    const isAll = filter.kind === 'all' && filter.text === '';
    const ids = isAll ? null : new Set(filterPoints(points, filter, stateOf).map((point) => point.pointId));
    versions.current += 1;
    const next = { filter, ids, version: versions.current, place };
    setSet(next);
    if (isAtOnce) setDrawn(next);
  };
  return { filter: set.filter, list: { ...drawn, visible }, apply };
}

interface Applied {
  filter: PointFilter;
  /** Null for all. */
  ids: ReadonlySet<string> | null;
  version: number;
  place: Place | null;
}
