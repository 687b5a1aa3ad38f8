import type { ReactNode } from 'react';
import { FileOutline } from '@/ui/basics/icons.tsx';
import styles from './NoData.module.css';

export interface NoDataProps {
  /** Says kindly what there is none of. */
  hint?: ReactNode;
  /** The one thing to do next. */
  action?: ReactNode;
}

export function NoData({ hint, action }: NoDataProps) {
  return (
    <div className={styles['box']}>
      <FileOutline className={styles['icon']} aria-hidden />
      <p className={styles['title']}>暂无数据</p>
      {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
      {action}
    </div>
  );
}
