import type { ReactNode } from 'react';
import List from 'antd-mobile/es/components/list';
import styles from './RowList.module.css';

/** A short list in a part of a page: names, what is known of each, and what to do about it. */
export const RowList = ({ label, children }: { label?: string; children: ReactNode }) => (
  // The kit's own elements are no list for who hears them.
  <div role="list" aria-label={label}>
    <List className={styles['list']}>{children}</List>
  </div>
);

interface RowProps {
  title: ReactNode;
  /** Beside all the rest: a fact or a button. */
  extra?: ReactNode;
  children?: ReactNode;
}

export const Row = ({ title, extra, children }: RowProps) => (
  <div role="listitem">
    <List.Item title={title} description={children} extra={extra} />
  </div>
);
