import { useEffect, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { AnswerStore } from '@/offline/entries/answers.ts';
import { scrollerOf } from '@/parts/filled/usePlace.ts';
import type { Folding } from './card/folding.ts';
import { keepingInSight } from './keeping-in-sight.ts';
import { layOutPieces } from './laying-out.ts';

/** Nobody scrolls or answers any more. */
const REST_MS = 900;
/** What is nearer than this part of the screen's height stays as it was left: who turns back finds it so. */
const NEAR = 0.5;

/**
 * Folds answered cards once they are out of sight and the person rests, so that no card changes its height or its place
 * under the finger. A card that shows a text, or the place of the keyboard, stays.
 */
export function useFoldAtRest(list: RefObject<HTMLElement | null>, store: AnswerStore, folding: Folding, canFold: (pointId: string) => boolean): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const scroller = scrollerOf(element);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const foldFarCards = (): void => {
      const cards = farCards(element, scroller, canFold);
      if (cards.length === 0) return;
      layOutPieces(new Set(cards.flatMap((card) => card.closest('[data-piece]') ?? [])));
      keepingInSight(element, () => flushSync(() => folding.fold(cards.map((card) => card.dataset['point'] ?? ''))));
    };
    const waitForRest = (): void => {
      clearTimeout(timer);
      timer = setTimeout(foldFarCards, REST_MS);
    };
    scroller.addEventListener('scroll', waitForRest, { passive: true });
    const unsubscribe = store.subscribe('*', waitForRest);
    return () => {
      clearTimeout(timer);
      scroller.removeEventListener('scroll', waitForRest);
      unsubscribe();
    };
  }, [list, store, folding, canFold]);
}

function farCards(list: HTMLElement, scroller: HTMLElement, canFold: (pointId: string) => boolean): HTMLElement[] {
  const { top, bottom, height } = scroller.getBoundingClientRect();
  return [...list.querySelectorAll<HTMLElement>('[data-point]:not([data-folded])')].filter((card) => {
    if (!canFold(card.dataset['point'] ?? '') || card.querySelector('textarea, :focus-visible') !== null) return false;
    const box = card.getBoundingClientRect();
    return box.bottom < top - height * NEAR || box.top > bottom + height * NEAR;
  });
}
