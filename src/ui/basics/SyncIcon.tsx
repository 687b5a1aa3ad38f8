import type { ReactNode } from 'react';
import { CheckCircleOutline, CloseCircleOutline, ExclamationCircleOutline, StopOutline, UploadOutline } from './icons.tsx';

export type SyncTone = 'neutral' | 'primary' | 'qualified' | 'unqualified' | 'warning';

const icons: Record<SyncTone, ReactNode> = {
  neutral: <StopOutline aria-hidden />,
  primary: <UploadOutline aria-hidden />,
  qualified: <CheckCircleOutline aria-hidden />,
  unqualified: <CloseCircleOutline aria-hidden />,
  warning: <ExclamationCircleOutline aria-hidden />,
};

/** The same sign for the same state of sending, wherever it is told. */
export const SyncIcon = ({ tone }: { tone: SyncTone }): ReactNode => icons[tone];
