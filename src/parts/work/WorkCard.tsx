import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { taskTypeLabel } from '#contract/task-status.ts';
import { TypeTag } from '@/parts/tags/TypeTag.tsx';
import { ProgressRing } from '@/ui/basics/ProgressRing.tsx';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import styles from './WorkCard.module.css';

interface WorkCardProps {
  to: string;
  work: { taskName: string; taskType: number };
  /** Until when, such as 截止 2026-11-30. */
  due: string;
  /** How urgent it is, and what of it is where. */
  marks: ReactNode;
  progress: { done: number; of: number; label: string };
  unqualified?: number;
  /** Why it was returned. */
  returned?: string | null;
}

/** A department task or a self-correction on a phone: how urgent, how far, and what of it is where. */
export function WorkCard({ to, work, due, marks, progress, unqualified = 0, returned = null }: WorkCardProps) {
  return (
    <li>
      <Link className={styles['card']} to={to}>
        <div className={styles['words']}>
          <p className={letters['heading']}>{work.taskName}</p>
          <p className={letters['quiet']}>
            <TypeTag>{taskTypeLabel(work.taskType)}</TypeTag> <span className={styles['day']}>{due}</span>
          </p>
          <div className={styles['marks']}>{marks}</div>
        </div>
        <div className={styles['progress']}>
          <ProgressRing value={progress.done} max={progress.of} label={progress.label} />
          <span>
            {progress.done}/{progress.of}
          </span>
          {unqualified > 0 && <span className={styles['unqualified']}>不合格 {unqualified}</span>}
        </div>
        {returned !== null && <p className={styles['returned']}>退回原因：{returned}</p>}
      </Link>
    </li>
  );
}

/** @param label names the list */
export const WorkCards = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={stack['items']} aria-label={label}>
    {children}
  </ul>
);
