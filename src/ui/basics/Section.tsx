import { useId, type ReactNode } from 'react';
import Card from 'antd-mobile/es/components/card';
import styles from './Section.module.css';

/** One part of a page that has several: a card with a heading. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Card className={styles['section']} title={<h2 id={titleId}>{title}</h2>} extra={action}>
        {children}
      </Card>
    </section>
  );
}
