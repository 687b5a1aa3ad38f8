import { memo, startTransition, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type Ref, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Place } from '@/offline/forms/places.ts';
import { cardOf, scrollerOf } from '@/parts/filled/usePlace.ts';
import { afterPaint } from '@/ui/browser/after-paint.ts';
import { untilSettled } from '@/ui/browser/until-settled.ts';
import type { PointCategory } from '../point-filter.ts';
import { stateIn } from '../usePointAnswer.ts';
import { CategorySection, Room } from './CategorySection.tsx';
import { useFillIn } from './card/fill-in-context.ts';
import { createFolding, FoldingContext, isFoldable } from './card/folding.ts';
import { keepingInSight } from './keeping-in-sight.ts';
import { type CategoryPieces, cutIntoPieces, nextPieces, pieceOf, piecesAt, piecesAtTop, upToLast } from './point-pieces.ts';
import type { RestResult } from './useMarkRest.ts';
import { useFoldAtRest } from './useFoldAtRest.ts';
import { useKnownHeights } from './useKnownHeights.ts';
import styles from './PointList.module.css';

/** From how many cards on it pays to leave out what is off the screen; with fewer it costs more than it saves. */
const MANY_CARDS = 500;

export interface PointListHandle {
  /** Brings a card to the top of the visible part and focuses it. @returns false when it is not in the list. */
  show(pointId: string): boolean;
  /** Brings a category to the top of the visible part and focuses its head. */
  showCategory(categoryId: string): void;
  /** Focuses the head of a category; nothing scrolls. */
  focusCategory(categoryId: string): void;
}

interface PointListProps {
  categories: readonly PointCategory[];
  isReadOnly: boolean;
  /** Where to begin; null for the top. */
  place: Place | null;
  /** The list took the place of another one, as a filter does; it then begins in sight. */
  isAnew: boolean;
  /** Undefined where the list does not show whole categories. */
  onMarkRest: ((category: PointCategory, result: RestResult) => void) | undefined;
  /** The element of the list, for whoever asks what is visible. */
  element: RefObject<HTMLDivElement | null>;
  ref: Ref<PointListHandle>;
}

/** Which pieces have their cards; where others will stand before those, there is only room. */
interface Drawn {
  pieces: ReadonlySet<number>;
  /** Where the person is, as far as the list knows: the others follow from there. */
  here: number;
}

const goingTo = (cut: readonly CategoryPieces[], here: number, { pieces }: Pick<Drawn, 'pieces'> = { pieces: new Set() }): Drawn => ({
  pieces: new Set([...pieces, ...piecesAt(cut, here)]),
  here,
});

/** The cards of a task under their categories. Those in sight are there with the first paint, the others while the person reads. */
export const PointList = memo(function PointList({ categories, isReadOnly, place, isAnew, onMarkRest, element, ref }: PointListProps) {
  const cut = useMemo(() => cutIntoPieces(categories), [categories]);
  const pieceCount = cut.reduce((sum, { pieces }) => sum + pieces.length, 0);
  const cardCount = categories.reduce((sum, category) => sum + category.points.length, 0);
  const [drawn, setDrawn] = useState((): Drawn => {
    const here = pieceOf(cut, place?.pointId);
    return here === undefined ? { pieces: new Set(piecesAtTop(cut)), here: 0 } : goingTo(cut, here);
  });
  const next = useMemo(() => nextPieces(drawn.pieces, drawn.here, pieceCount), [drawn, pieceCount]);
  const leavesOut = cardCount >= MANY_CARDS;
  const hasBegun = useRef(false);
  const { store } = useFillIn();
  const points = useMemo(() => new Map(categories.flatMap((category) => category.points.map((point) => [point.pointId, point]))), [categories]);
  const canFold = useCallback(
    (pointId: string): boolean => {
      const point = points.get(pointId);
      return !isReadOnly && point !== undefined && isFoldable(point, stateIn(store, point));
    },
    [points, store, isReadOnly],
  );
  // Whoever comes back finds the card that was in use as it was.
  const [folding] = useState(() => createFolding([...points.keys()].filter((pointId) => pointId !== place?.pointId && canFold(pointId))));
  useFoldAtRest(element, store, folding, canFold);
  useKnownHeights(element, leavesOut && next.pieces.length === 0);

  useEffect(() => {
    if (next.pieces.length === 0) return undefined;
    const draw = (): void => setDrawn(({ pieces, here }) => ({ pieces: new Set([...pieces, ...next.pieces]), here }));
    return afterPaint(() => {
      if (!next.isBefore) startTransition(draw);
      else if (element.current) keepingInSight(element.current, () => flushSync(draw));
    });
  }, [next, element]);

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

  useImperativeHandle(ref, () => {
    const goTo = (pointId: string | undefined): void => {
      const here = pieceOf(cut, pointId);
      if (here !== undefined) flushSync(() => setDrawn((before) => goingTo(cut, here, before)));
    };
    const headOf = (categoryId: string): HTMLElement | null | undefined =>
      element.current?.querySelector<HTMLElement>(`[data-category="${CSS.escape(categoryId)}"] h2`);
    const focusCategory = (categoryId: string): void => headOf(categoryId)?.focus({ preventScroll: true });
    return {
      show: (pointId) => {
        folding.unfold(pointId);
        goTo(pointId);
        const card = element.current && cardOf(element.current, pointId);
        if (!card) return false;
        scrollTo(card);
        card.focus({ preventScroll: true });
        return true;
      },
      showCategory: (categoryId) => {
        goTo(categories.find(({ id }) => id === categoryId)?.points[0]?.pointId);
        const section = headOf(categoryId)?.closest('section');
        if (section) scrollTo(section);
        focusCategory(categoryId);
      },
      focusCategory,
    };
  }, [cut, categories, element, folding]);

  return (
    <FoldingContext value={folding}>
      <div ref={element} className={`${styles['list']} ${leavesOut ? styles['long'] : ''}`}>
        {upToLast(cut, drawn.pieces).map(({ category, pieces }) =>
          pieces.some(({ index }) => drawn.pieces.has(index)) ? (
            <CategorySection key={category.id} category={category} pieces={pieces} drawn={drawn.pieces} isReadOnly={isReadOnly} onMarkRest={onMarkRest} />
          ) : (
            <Room key={category.id} points={category.points} />
          ),
        )}
      </div>
    </FoldingContext>
  );
});

const scrollTo = (element: HTMLElement): void => untilSettled(() => element.scrollIntoView({ block: 'start' }));
