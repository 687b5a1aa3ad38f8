import type { ReactNode } from 'react';
import styles from './TypeTag.module.css';

/** What kind of work a card is, such as 日常自查; not how it stands, which `StatusTag` says. */
export function TypeTag({ children }: { children: ReactNode }) {
  return <span className={styles['tag']}>{children}</span>;
}
