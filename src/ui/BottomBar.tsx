import type { ReactNode } from 'react';
import styles from './BottomBar.module.css';

/** Buttons within the thumb's reach; goes into `Page`'s footer. */
export function BottomBar({ children }: { children: ReactNode }) {
  return <div className={styles['bar']} data-off-paper>{children}</div>;
}
