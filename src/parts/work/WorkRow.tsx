import type { ReactNode } from 'react';
import { ProgressLine } from '@/ui/basics/ProgressLine.tsx';
import stack from '@/ui/basics/stack.module.css';
import styles from './WorkRow.module.css';

/** Cells of a row of the table of tasks, or of self-corrections. */

/** @param returned why it was returned */
export const MarksCell = ({ returned = null, children }: { returned?: string | null; children: ReactNode }) => (
  <div className={stack['row']}>
    {children}
    {returned !== null && <p className={styles['returned']}>退回原因：{returned}</p>}
  </div>
);

export const ProgressCell = ({ done, of, label }: { done: number; of: number; label: string }) => (
  <div className={styles['progress']}>
    <span>
      {done}/{of}
    </span>
    <ProgressLine value={done} max={of} label={label} />
  </div>
);

/** The usual thing to do with a row. @param name of the work, for readers */
export const WorkLink = ({ to, word, name }: { to: string; word: string; name: string }) => (
  <a className={styles['action']} href={`#${to}`} aria-label={`${word} ${name}`}>
    {word}
  </a>
);
