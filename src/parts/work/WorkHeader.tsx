import type { ReactNode } from 'react';
import { ProgressLine } from '@/ui/basics/ProgressLine.tsx';
import styles from './WorkHeader.module.css';

interface WorkHeaderProps {
  value: number;
  max: number;
  /** Of the progress. */
  label: string;
  /** One row. */
  children: ReactNode;
  /** Of the row. */
  className?: string | undefined;
}

/** How far the work is, always in sight above what is filled in. */
export const WorkHeader = ({ value, max, label, children, className = '' }: WorkHeaderProps) => (
  <div className={styles['header']}>
    <ProgressLine value={value} max={max} label={label} />
    <div className={`${styles['row']} ${className}`}>{children}</div>
  </div>
);
