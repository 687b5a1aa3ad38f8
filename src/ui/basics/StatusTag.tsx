import type { ReactNode } from 'react';
import Tag from 'antd-mobile/es/components/tag';
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

const coloursOf = (name: string) => ({ '--background-color': `var(--color-${name}-tint)`, '--text-color': `var(--color-${name})` });

const colours: Record<StatusTone, ReturnType<typeof coloursOf>> = {
  neutral: coloursOf('not-applicable'),
  primary: coloursOf('primary'),
  qualified: coloursOf('qualified'),
  unqualified: coloursOf('unqualified'),
  warning: coloursOf('warning'),
  notApplicable: coloursOf('not-applicable'),
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
    <Tag className={styles['tag']} style={colours[tone]}>
      {icon}
      <span>{children}</span>
    </Tag>
  );
}
