import type { ReactNode } from 'react';
import { CheckShieldOutline } from './icons.tsx';
import styles from './AllDone.module.css';

/** Nothing is left to do: says so, kindly. */
export function AllDone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles['box']}>
      <CheckShieldOutline aria-hidden />
      <p className={styles['title']}>{title}</p>
      <p>{children}</p>
    </div>
  );
}
