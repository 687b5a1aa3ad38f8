import { memo, startTransition, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Place } from '@/offline/places.ts';
import { CategorySection } from './CategorySection.tsx';
import type { PointCategory } from './point-filter.ts';
import { scrollerOf } from '@/filling-in/usePlace.ts';
import styles from './PointList.module.css';

/** Cards that are there with the first paint; the others follow while the person reads. */
const FIRST_CARDS = 24;
const NEXT_CARDS = 50;
/** From how many cards on it pays to leave out what is off the screen; with fewer it costs more than it saves. */
const MANY_CARDS = 500;

export interface PointListHandle {
  /** Brings a card to the top of the visible part and focuses it. @returns false when it is not in the list. */
  show(pointId: string): boolean;
  showCategory(categoryId: string): void;
}

interface PointListProps {
  categories: readonly PointCategory[];
  isReadOnly: boolean;
  /** Where to begin; null for the top. */
  place: Place | null;
  /** The list took the place of another one, as a filter does; it then begins in sight. */
  isAnew: boolean;
  /** Undefined where the list does not show whole categories. */
  onMarkRest: ((category: PointCategory) => void) | undefined;
  /** The element of the list, for whoever asks what is visible. */
  element: RefObject<HTMLDivElement | null>;
  ref: Ref<PointListHandle>;
}

/** The cards of a task under their categories. */
export const PointList = memo(function PointList({ categories, isReadOnly, place, isAnew, onMarkRest, element, ref }: PointListProps) {
  const total = categories.reduce((sum, category) => sum + category.points.length, 0);
  const [shown, setShown] = useState(() => Math.max(FIRST_CARDS, positionOf(categories, place?.pointId) + FIRST_CARDS));
  const hasBegun = useRef(false);
  const draw = (index: number): void => flushSync(() => setShown((count) => Math.max(count, index + FIRST_CARDS)));

  useEffect(() => {
    if (shown >= total) return undefined;
    const timer = setTimeout(() => startTransition(() => setShown((count) => count + NEXT_CARDS)), 0);
    return () => clearTimeout(timer);
  }, [shown, total]);

  useLayoutEffect(() => {
    if (hasBegun.current || !element.current) return;
    hasBegun.current = true;
    const card = place && cardOf(element.current, place.pointId);
    if (!card) {
      if (isAnew) element.current.scrollIntoView({ block: 'start' });
      return;
    }
    const { offset } = place;
    untilSettled(() => {
      const scroller = scrollerOf(card);
      scroller.scrollTop += card.getBoundingClientRect().top - scroller.getBoundingClientRect().top - offset;
    });
  }, [place, isAnew, element]);

  useImperativeHandle(
    ref,
    () => ({
      show: (pointId) => {
        draw(positionOf(categories, pointId));
        const card = element.current && cardOf(element.current, pointId);
        if (!card) return false;
        scrollTo(card);
        card.focus({ preventScroll: true });
        return true;
      },
      showCategory: (categoryId) => {
        draw(positionOf(categories, categories.find(({ id }) => id === categoryId)?.points[0]?.pointId));
        const section = element.current?.querySelector<HTMLElement>(`[data-category="${CSS.escape(categoryId)}"]`);
        if (section) scrollTo(section);
      },
    }),
    [categories, element],
  );

  return (
    <div ref={element} className={`${styles['list']} ${total >= MANY_CARDS ? styles['many'] : ''}`}>
      {firstCards(categories, shown).map(({ category, count }) => (
        <CategorySection key={category.id} category={category} count={count} isReadOnly={isReadOnly} onMarkRest={onMarkRest} />
      ))}
    </div>
  );
});

/** The categories as far as their cards are among the first `shown`. */
function firstCards(categories: readonly PointCategory[], shown: number): { category: PointCategory; count: number }[] {
  const drawn: { category: PointCategory; count: number }[] = [];
  let room = shown;
  for (const category of categories) {
    if (room <= 0) break;
    drawn.push({ category, count: Math.min(category.points.length, room) });
    room -= category.points.length;
  }
  return drawn;
}

function positionOf(categories: readonly PointCategory[], pointId: string | undefined): number {
  if (pointId === undefined) return 0;
  return Math.max(0, categories.flatMap((category) => category.points).findIndex((point) => point.pointId === pointId));
}

const cardOf = (list: HTMLElement, pointId: string): HTMLElement | null =>
  list.querySelector<HTMLElement>(`[data-point="${CSS.escape(pointId)}"]`);

const scrollTo = (element: HTMLElement): void => untilSettled(() => element.scrollIntoView({ block: 'start' }));

/** Cards that were left out so far get their real height only when they come near, some frames later. */
const SETTLING_FRAMES = 4;

function untilSettled(scroll: () => void, frames = SETTLING_FRAMES): void {
  scroll();
  if (frames > 0) requestAnimationFrame(() => untilSettled(scroll, frames - 1));
}
