import { cardOf, scrollerOf, visiblePlace } from '@/parts/filled/usePlace.ts';

/** Draws, and takes back by how much that moved what the person looks at: not every browser does that itself. */
export function keepingInSight(list: HTMLElement, draw: () => void): void {
  const seen = visiblePlace(list);
  const card = seen && cardOf(list, seen.pointId);
  const top = card?.getBoundingClientRect().top;
  draw();
  if (!card || top === undefined) return;
  const moved = card.getBoundingClientRect().top - top;
  if (moved !== 0) scrollerOf(list).scrollTop += moved;
}
