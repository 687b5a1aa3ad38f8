import type { ReactNode } from 'react';
import Steps, { type StepProps } from 'antd-mobile/es/components/steps';
import styles from './StepList.module.css';

/** What comes after each other, beside a line: what to do, or what happened. */
export const StepList = ({ label, children }: { label?: string; children: ReactNode }) => (
  // The kit's own elements are no list for who hears them.
  <div role="list" aria-label={label}>
    <Steps direction="vertical" className={styles['steps']}>
      {children}
    </Steps>
  </div>
);

export type StepStatus = NonNullable<StepProps['status']>;

interface StepItemProps {
  /** Of a list that tells it of none, the first item stands out. */
  status?: StepStatus;
  title: ReactNode;
  /** Instead of a dot. */
  icon?: ReactNode;
  children?: ReactNode;
}

export const StepItem = ({ title, children, ...props }: StepItemProps) => (
  <div role="listitem" className={styles['item']}>
    <Steps.Step title={title} description={children} {...props} />
  </div>
);
