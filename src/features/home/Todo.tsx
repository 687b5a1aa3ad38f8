import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ExclamationCircleOutline, RightOutline } from '@/ui/basics/icons.tsx';
import styles from './AdminHome.module.css';

interface TodoProps {
  to: string;
  isSevere?: boolean;
  children: ReactNode;
}

/** Something that waits for an administrator. */
export const Todo = ({ to, isSevere = false, children }: TodoProps) => (
  <Link className={isSevere ? `${styles['todo']} ${styles['severe']}` : styles['todo']} to={to}>
    <ExclamationCircleOutline aria-hidden />
    <span>{children}</span>
    <RightOutline aria-hidden />
  </Link>
);
