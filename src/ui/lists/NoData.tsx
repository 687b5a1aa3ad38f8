import type { ReactNode } from 'react';
import { StateBlock } from './StateBlock.tsx';

export interface NoDataProps {
  /** Says kindly what there is none of. */
  hint?: ReactNode;
  /** The one thing to do next. */
  action?: ReactNode;
}

export const NoData = ({ hint, action }: NoDataProps) => (
  <StateBlock status="empty" title="暂无数据" description={hint}>
    {action}
  </StateBlock>
);
