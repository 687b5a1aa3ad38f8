import type { Part } from '@/lib/text/compare-texts.ts';
import styles from './ComparedArticles.module.css';

/** A text of two that are compared, with what the other one lacks marked. */
export function ComparedText({ parts, as: Mark }: { parts: readonly Part[]; as: 'del' | 'ins' }) {
  return <p className={styles['text']}>{parts.map(({ text, isChanged }, index) => (isChanged ? <Mark key={index}>{text}</Mark> : text))}</p>;
}
