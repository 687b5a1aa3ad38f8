import type { ReactNode } from 'react';
import type { Span } from '@/lib/text/text-search.ts';
import styles from './MarkedText.module.css';

export interface MarkedTextProps {
  text: string;
  spans: readonly Span[];
  /** Number of the span that the person is at. */
  current?: number | undefined;
}

/** Text with its hits marked. */
export function MarkedText({ text, spans, current }: MarkedTextProps) {
  if (spans.length === 0) return text;
  const parts: ReactNode[] = [];
  let done = 0;
  for (const [index, [start, end]] of spans.entries()) {
    parts.push(text.slice(done, start));
    parts.push(
      <mark key={index} className={styles['mark']} data-current={index === current ? '' : undefined}>
        {text.slice(start, end)}
      </mark>,
    );
    done = end;
  }
  parts.push(text.slice(done));
  return parts;
}
