import type { ReactNode } from 'react';
import Result from 'antd-mobile/es/components/result';
import { CheckShieldOutline } from './icons.tsx';
import styles from './AllDone.module.css';

/** Nothing is left to do: says so, kindly. */
export const AllDone = ({ title, children }: { title: string; children: ReactNode }) => (
  <Result className={styles['done']} status="success" icon={<CheckShieldOutline aria-hidden />} title={title} description={children} />
);
