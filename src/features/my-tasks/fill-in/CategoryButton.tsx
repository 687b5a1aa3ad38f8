import { useEffect, useState, type RefObject } from 'react';
import { scrollerOf } from '@/parts/filled/usePlace.ts';
import { UnorderedListOutline } from '@/ui/basics/icons.tsx';
import type { PointCategory } from '../point-filter.ts';
import styles from './CategoryButton.module.css';

export interface CategoryButtonProps {
  /** The list of the points under their categories. */
  list: RefObject<HTMLElement | null>;
  categories: readonly PointCategory[];
  onOpen: () => void;
}

/** Names the category that is in sight, and leads to all of them. */
export function CategoryButton({ list, categories, onOpen }: CategoryButtonProps) {
  const id = useShownCategory(list);
  const name = categories.find((category) => category.id === id)?.name;
  return (
    <button type="button" className={styles['button']} onClick={onOpen} aria-label={name === undefined ? '类别' : `类别：${name}`}>
      <UnorderedListOutline aria-hidden />
      {name !== undefined && <span className={styles['name']}>{name}</span>}
      <span className={styles['word']}>类别</span>
    </button>
  );
}

/** Often enough for the eye, seldom enough for a slow phone. */
const LOOK_MS = 150;

/** The category that is uppermost in sight; undefined above the first. */
function useShownCategory(list: RefObject<HTMLElement | null>): string | undefined {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    if (list.current === null) return undefined;
    const scroller = scrollerOf(list.current);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      timer = undefined;
      if (list.current) setShown(categoryAt(list.current, scroller));
    };
    const handleScroll = (): void => {
      timer ??= setTimeout(look, LOOK_MS);
    };
    look();
    scroller.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      scroller.removeEventListener('scroll', handleScroll);
    };
  }, [list]);
  return shown;
}

/** Goes through the list's own children: a selector would go through all that a thousand cards are made of. */
function categoryAt(list: HTMLElement, scroller: HTMLElement): string | undefined {
  const line = scroller.getBoundingClientRect().top + scroller.clientHeight / 3;
  let shown: string | undefined;
  for (const section of list.children) {
    if (section.getBoundingClientRect().top > line) break;
    shown = (section as HTMLElement).dataset['category'] ?? shown;
  }
  return shown;
}
