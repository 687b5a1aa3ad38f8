import type { ReactNode } from 'react';
import { CheckCircleOutline, ClockCircleOutline, CloseCircleOutline, ExclamationCircleOutline, InformationCircleOutline, MinusCircleOutline } from './icons.tsx';
import styles from './StatusTag.module.css';

export type StatusTone = 'neutral' | 'primary' | 'qualified' | 'unqualified' | 'warning' | 'notApplicable';

const icons: Record<StatusTone, ReactNode> = {
  neutral: <ClockCircleOutline aria-hidden />,
  primary: <InformationCircleOutline aria-hidden />,
  qualified: <CheckCircleOutline aria-hidden />,
  unqualified: <CloseCircleOutline aria-hidden />,
  warning: <ExclamationCircleOutline aria-hidden />,
  notApplicable: <MinusCircleOutline aria-hidden />,
};

export interface StatusTagProps {
  tone: StatusTone;
  children: ReactNode;
  /** Instead of the tone's own. */
  icon?: ReactNode;
}

/** A status: never colour alone. */
export function StatusTag({ tone, children, icon = icons[tone] }: StatusTagProps) {
  return (
    <span className={`${styles['tag']} ${styles[tone]}`}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
