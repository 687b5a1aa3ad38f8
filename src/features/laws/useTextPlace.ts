import { useEffect, useRef, type RefObject } from 'react';

const behaviour = (): ScrollBehavior => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth');

export interface TextPlace {
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
  const goTo = (selector: string, behavior: ScrollBehavior): void => text.current?.querySelector(selector)?.scrollIntoView({ block: 'start', behavior });

  useEffect(() => {
    if (!isDrawn || followed.current === asked.visit) return;
    followed.current = asked.visit;
    if (asked.article !== undefined) text.current?.querySelector(`[data-article="${asked.article}"]`)?.scrollIntoView({ block: 'start' });
  }, [text, asked.article, asked.visit, isDrawn]);

  return {
    goToChapter: (index) => goTo(`[data-chapter="${index}"]`, behaviour()),
    goToArticle: (number) => goTo(`[data-article="${number}"]`, behaviour()),
  };
}
