import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { untilSettled } from '@/ui/browser/until-settled.ts';
import { useAskedState } from '@/ui/lists/useAskedState.ts';

const behaviour = (): ScrollBehavior => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth');

/** Scrolling is over after that long without another step. */
const PAUSE_MS = 500;

/** Where a person reads, so that it is found again after the page was reloaded, or the text was covered. */
interface ReadPlace {
  /** Which of all articles; not its number, which an unnumbered one lacks. */
  index: number;
  /** Pixels from the top of the visible part down to the article. */
  offset: number;
}

const articlesOf = (text: HTMLElement): Element[] => [...text.querySelectorAll('[data-article]')];
const scrollerOf = (text: HTMLElement): Element | null => text.closest('[data-scroll]');

/** Undefined where the text is not drawn, or nothing of it is below the top. */
function placeIn(text: HTMLElement | null): ReadPlace | undefined {
  const scroller = text && scrollerOf(text);
  if (!scroller) return undefined;
  const { top } = scroller.getBoundingClientRect();
  const boxes = articlesOf(text).map((article) => article.getBoundingClientRect());
  const index = boxes.findIndex(({ bottom, height }) => height > 0 && bottom > top);
  const box = boxes[index];
  return box && { index, offset: box.top - top };
}

export interface TextPlace {
  /** Before something covers the text: the pause after a scroll may not be over. */
  keep: () => void;
  goToChapter: (index: number) => void;
  goToArticle: (number: number) => void;
}

/**
 * Moves about in the text of a law.
 * @param text the element that holds it
 * @param asked article that the address names, and the visit that asked for it: each visit is followed once, so that a
 *   person who read on finds the view where it was left
 */
export function useTextPlace(text: RefObject<HTMLElement | null>, asked: { article: number | undefined; visit: string }, isDrawn: boolean): TextPlace {
  const followed = useRef<string>(undefined);
  const [place, keepPlace] = useAskedState<ReadPlace | null>('place', () => null);
  const goTo = (selector: string, behavior: ScrollBehavior): void => text.current?.querySelector(selector)?.scrollIntoView({ block: 'start', behavior });

  // A text that was covered is drawn at its top again.
  const goBack = useEffectEvent(() => {
    if (followed.current === asked.visit && place !== null) goBackTo(text.current, place);
  });
  useEffect(() => {
    if (isDrawn) goBack();
  }, [isDrawn]);

  useEffect(() => {
    if (followed.current === asked.visit) return;
    const isLoadedAgain = followed.current === undefined && place !== null;
    followed.current = asked.visit;
    if (isLoadedAgain) goBackTo(text.current, place);
    else if (asked.article !== undefined) text.current?.querySelector(`[data-article="${asked.article}"]`)?.scrollIntoView({ block: 'start' });
  }, [text, asked.article, asked.visit, place]);

  const keep = (): void => {
    const next = placeIn(text.current);
    if (next) keepPlace(next);
  };
  const handleScrolled = useEffectEvent(keep);

  useEffect(() => {
    const scroller = text.current && scrollerOf(text.current);
    if (!isDrawn || !scroller) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleScroll = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => handleScrolled(), PAUSE_MS);
    };
    scroller.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      scroller.removeEventListener('scroll', handleScroll);
    };
  }, [text, isDrawn]);

  return {
    keep,
    goToChapter: (index) => goTo(`[data-chapter="${index}"]`, behaviour()),
    goToArticle: (number) => goTo(`[data-article="${number}"]`, behaviour()),
  };
}

/** Also over a word that is found, which scrolls to itself when it is drawn. */
function goBackTo(text: HTMLElement | null, { index, offset }: ReadPlace): void {
  const article = text && articlesOf(text)[index];
  const scroller = text && scrollerOf(text);
  if (!article || !scroller) return;
  untilSettled(() => {
    scroller.scrollTop += article.getBoundingClientRect().top - scroller.getBoundingClientRect().top - offset;
  });
}
