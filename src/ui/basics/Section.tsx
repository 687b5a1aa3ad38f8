import { useId, type ReactNode } from 'react';
import styles from './Section.module.css';

/** One part of a page that has several: a card with a heading. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={styles['section']} aria-labelledby={titleId}>
      <div className={styles['head']}>
        <h2 id={titleId}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
