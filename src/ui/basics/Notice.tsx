import type { ReactNode } from 'react';
import styles from './Notice.module.css';

export interface NoticeProps {
  tone: 'neutral' | 'warning' | 'qualified' | 'unqualified';
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}

/** A paragraph on a page that says what holds here, and what can be done. */
export function Notice({ tone, title, action, children }: NoticeProps) {
  return (
    <div className={`${styles['notice']} ${styles[tone]}`} role="status">
      <p className={styles['title']}>{title}</p>
      {children !== undefined && children !== null && children !== '' && <p className={styles['text']}>{children}</p>}
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  );
}
