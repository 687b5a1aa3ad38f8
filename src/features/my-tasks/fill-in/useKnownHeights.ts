import { useEffect, useRef, type RefObject } from 'react';
import { cardOf, visiblePlace } from '@/parts/filled/usePlace.ts';
import { whenIdle } from '@/ui/browser/after-paint.ts';
import { keepingInSight } from './keeping-in-sight.ts';
import { layOutPieces } from './laying-out.ts';

/** So few that a tap on a slow phone waits for less than 100 ms. */
const PIECES_AT_ONCE = 2;

/**
 * Lays out every piece of a long list once, while nothing else is to do, those around the person first: whoever scrolls up
 * then meets cards of a known height, and nothing jumps. A view that is hidden keeps the heights that it had.
 */
export function useKnownHeights(list: RefObject<HTMLElement | null>, isDrawn: boolean): void {
  const laidOut = useRef(new WeakSet<Element>());
  useEffect(() => {
    const element = list.current;
    if (!isDrawn || element === null) return undefined;
    const known = laidOut.current;
    const unknown = nearestFirst(element).filter((piece) => !known.has(piece));
    if (unknown.length === 0) return undefined;
    const layOutNext = (): void => {
      const next = unknown.splice(0, PIECES_AT_ONCE);
      keepingInSight(element, () => layOutPieces(next));
      for (const piece of next) known.add(piece);
      if (unknown.length > 0) drop = whenIdle(layOutNext);
    };
    let drop = whenIdle(layOutNext);
    return () => {
      drop();
      // Hidden before they were laid out.
      for (const piece of element.querySelectorAll('[data-changing]')) known.delete(piece);
    };
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
