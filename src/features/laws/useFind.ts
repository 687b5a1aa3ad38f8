import { useDeferredValue, useEffect, useMemo, useState, type RefObject } from 'react';
import type { LawText } from '#contract/law.ts';
import { findInText, hitFrom, type TextHits } from './find-in-text.ts';

export interface Find {
  isOpen: boolean;
  /** Whether the person opened it, to type; an address that asks to find something leaves the keyboard closed. */
  isTyping: boolean;
  text: string;
  hits: TextHits;
  /** Number of the hit that the person is at; undefined while nothing is found. */
  current: number | undefined;
  open: () => void;
  close: () => void;
  change: (text: string) => void;
  move: (step: 1 | -1) => void;
}

/**
 * Finding in one text.
 * @param asked what the address asks to find, from which article on, and the visit that asked
 */
export function useFind(law: LawText, asked: { find: string; article: number | undefined; visit: string }, element: RefObject<HTMLElement | null>): Find {
  const [visit, setVisit] = useState(asked.visit);
  const [text, setText] = useState(asked.find);
  const [isOpen, setIsOpen] = useState(asked.find !== '');
  const [isTyping, setIsTyping] = useState(false);
  const [from, setFrom] = useState(asked.article);
  /** Steps away from where finding began. */
  const [steps, setSteps] = useState(0);
  if (visit !== asked.visit) {
    setVisit(asked.visit);
    if (asked.find !== '') {
      setText(asked.find);
      setIsOpen(true);
      setIsTyping(false);
      setFrom(asked.article);
      setSteps(0);
    }
  }
  const deferred = useDeferredValue(text);
  const hits = useMemo(() => findInText(law, isOpen ? deferred : ''), [law, isOpen, deferred]);
  const start = useMemo(() => hitFrom(law, hits, from), [law, hits, from]);
  const current = hits.total === 0 ? undefined : (((start + steps) % hits.total) + hits.total) % hits.total;

  useEffect(() => {
    if (current === undefined) return;
    const mark = element.current?.querySelector('mark[data-current]');
    if (mark !== null && mark !== undefined && !isInSight(mark)) mark.scrollIntoView({ block: 'center' });
  }, [current, hits, element]);

  return {
    isOpen,
    isTyping,
    text,
    hits,
    current,
    open: () => {
      setIsOpen(true);
      setIsTyping(true);
    },
    close: () => setIsOpen(false),
    change: (next) => {
      setText(next);
      setSteps(0);
    },
    move: (step) => setSteps(steps + step),
  };
}

/** Not behind the bars of the page either. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const frame = element.closest('[data-scroll]')?.getBoundingClientRect();
  return frame !== undefined && top >= frame.top && bottom <= frame.bottom;
}
