import { useEffect, useState, type RefObject } from 'react';
import { keepPlace, readPlace, type Place } from '@/offline/forms/places.ts';
import { useLoaded } from '@/offline/storage/useLoaded.ts';

/** Scrolling is over after that long without another step. */
const PAUSE_MS = 600;

/** Where the person was in this task or self-correction; undefined while it is read, null where there is nothing to go back to. */
export const useStoredPlace = (id: string): Place | null | undefined => useLoaded(id, readPlace);

export const scrollerOf = (element: Element): HTMLElement => element.closest<HTMLElement>('[data-scroll]') ?? document.documentElement;

/** The card that is uppermost below the sticky heads, and how far down it stands. */
export function visiblePlace(list: HTMLElement): Place | null {
  const scroller = scrollerOf(list);
  const { top, left, width } = scroller.getBoundingClientRect();
  const line = top + linePx();
  const hit = document.elementFromPoint?.(left + width / 2, line);
  const card = hit?.closest<HTMLElement>('[data-point]') ?? firstCardBelow(list, line);
  const pointId = card?.dataset['point'];
  if (!card || pointId === undefined || !list.contains(card)) return null;
  return { pointId, offset: Math.round(card.getBoundingClientRect().top - top) };
}

/** Where a card lands that is gone to: below the category's head, which covers what scrolls under it, unless it is a phone's and scrolls away. */
const linePx = (): number => (NO_STICKY_HEADS.matches ? 16 : 60);
const NO_STICKY_HEADS = matchMedia('(max-width: 767.98px), (max-width: 991.98px) and (max-height: 480px)');

/** Between two cards there is nothing to hit, nor on the head of a category, nor above the first. */
function firstCardBelow(list: HTMLElement, line: number): HTMLElement | null {
  const first = list.querySelector<HTMLElement>('[data-point]');
  if (first && first.getBoundingClientRect().top >= line) return first;
  const middle = list.getBoundingClientRect().left + list.clientWidth / 2;
  const { bottom } = scrollerOf(list).getBoundingClientRect();
  for (let y = line + STEP_PX; y < bottom; y += STEP_PX) {
    const card = document.elementFromPoint?.(middle, y)?.closest<HTMLElement>('[data-point]');
    if (card) return card;
  }
  return null;
}

/** Less than a folded card. */
const STEP_PX = 24;
/** A card that begins no further down is where the person is. */
const NEAR_PX = 72;

/**
 * Where the person is: the card that a jump led to, while it is in sight, else the one at the top; undefined while what is above
 * the list stands there. The last cards of a list cannot come to the top.
 */
export function reachedPoint(list: HTMLElement, landedAt: string | undefined): string | undefined {
  const landed = landedAt !== undefined && cardOf(list, landedAt);
  if (landed && isInSight(landed)) return landedAt;
  const place = visiblePlace(list);
  return place && place.offset <= linePx() + NEAR_PX ? place.pointId : undefined;
}

/** The card of a check point, or of an item of a self-correction. */
export const cardOf = (list: HTMLElement, pointId: string): HTMLElement | null =>
  list.querySelector<HTMLElement>(`[data-point="${CSS.escape(pointId)}"]`);

function isInSight(card: Element): boolean {
  const room = scrollerOf(card).getBoundingClientRect();
  const { top, bottom } = card.getBoundingClientRect();
  return top < room.bottom && bottom > room.top + linePx();
}

export interface PlaceKeeper {
  /** Stores the place at once; resolves when it is stored. */
  keep(list: HTMLElement | null): Promise<void>;
}

function createPlaceKeeper(id: string): PlaceKeeper {
  let last = '';
  return {
    keep: async (list) => {
      const place = list && visiblePlace(list);
      if (!place) return;
      const text = JSON.stringify(place);
      if (text === last) return;
      last = text;
      await keepPlace(id, place);
    },
  };
}

/** Keeps the place after scrolling and when the page is left. */
export function usePlaceKeeper(id: string, list: RefObject<HTMLElement | null>): PlaceKeeper {
  const [keeper] = useState(() => createPlaceKeeper(id));

  useEffect(() => {
    if (!list.current) return undefined;
    const scroller = scrollerOf(list.current);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleScroll = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void keeper.keep(list.current), PAUSE_MS);
    };
    const handleLeave = (): void => {
      if (document.visibilityState === 'hidden') void keeper.keep(list.current);
    };
    scroller.addEventListener('scroll', handleScroll, { passive: true });
    document.addEventListener('visibilitychange', handleLeave);
    addEventListener('pagehide', handleLeave);
    return () => {
      clearTimeout(timer);
      scroller.removeEventListener('scroll', handleScroll);
      document.removeEventListener('visibilitychange', handleLeave);
      removeEventListener('pagehide', handleLeave);
    };
  }, [keeper, list]);

  return keeper;
}
