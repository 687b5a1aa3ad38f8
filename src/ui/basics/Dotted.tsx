import { Children, type ReactNode } from 'react';
import styles from './Dotted.module.css';

/** Its children with dots between them, none of which begins or ends a line. */
export function Dotted({ children }: { children: ReactNode }) {
  return (
    <span className={styles['line']}>
      {Children.toArray(children).map((piece, index) => (
        <span key={index} className={styles['piece']}>
          {index > 0 && <span className={styles['dot']}> · </span>}
          {piece}
        </span>
      ))}
    </span>
  );
}
