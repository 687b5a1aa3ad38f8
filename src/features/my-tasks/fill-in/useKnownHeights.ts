import { useEffect, type RefObject } from 'react';
import { cardOf, visiblePlace } from '@/parts/filled/usePlace.ts';
import { whenIdle } from '@/ui/browser/after-paint.ts';
import { keepingInSight } from './keeping-in-sight.ts';
import { layOutPieces } from './laying-out.ts';
import { PIECES_AT_ONCE } from './point-pieces.ts';

/**
 * Lays out every piece of a long list once, while nothing else is to do, those around the person first: whoever scrolls up
 * then meets cards of a known height, and nothing jumps.
 */
export function useKnownHeights(list: RefObject<HTMLElement | null>, isDrawn: boolean): void {
  useEffect(() => {
    const element = list.current;
    if (!isDrawn || element === null) return undefined;
    const unknown = nearestFirst(element);
    const layOutNext = (): void => {
      keepingInSight(element, () => layOutPieces(unknown.splice(0, PIECES_AT_ONCE)));
      if (unknown.length > 0) drop = whenIdle(layOutNext);
    };
    let drop = whenIdle(layOutNext);
    return () => drop();
  }, [list, isDrawn]);
}

function nearestFirst(list: HTMLElement): Element[] {
  const pieces = [...list.querySelectorAll('[data-piece]')];
  const place = visiblePlace(list);
  const seen = place && cardOf(list, place.pointId)?.closest('[data-piece]');
  const here = seen ? pieces.indexOf(seen) : 0;
  return pieces
    .map((piece, index) => ({ piece, distance: Math.abs(index - here) }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ piece }) => piece);
}
