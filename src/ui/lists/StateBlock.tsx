import type { ReactNode } from 'react';
import { createErrorBlock } from 'antd-mobile/es/components/error-block/create-error-block';
import { CloudOffOutline, ExclamationTriangleOutline, FileOutline } from '@/ui/basics/icons.tsx';
import styles from './StateBlock.module.css';

const failed = <ExclamationTriangleOutline aria-hidden />;

/** With drawings of ours: the kit's own are large, and in no theme. */
const ErrorBlock = createErrorBlock({ default: failed, busy: failed, disconnected: <CloudOffOutline aria-hidden />, empty: <FileOutline aria-hidden /> });

interface StateBlockProps {
  /** Chooses the drawing. */
  status: 'default' | 'disconnected' | 'empty';
  title: string;
  description: ReactNode;
  children?: ReactNode;
}

/** In place of a list or a page: what there is none of, or why it is not here, and what to do. */
export const StateBlock = (props: StateBlockProps) => <ErrorBlock className={styles['block']} {...props} />;
