import type { ReactNode } from 'react';
import { CheckCircleOutline, CheckOutline, ClockCircleOutline, ExclamationCircleOutline, UserOutline } from '@/ui/icons.tsx';
import type { SaveMarkKind, SaveMarkState } from './save-mark.ts';
import styles from './SaveMark.module.css';

const icons: Record<SaveMarkKind, ReactNode> = {
  saving: null,
  saved: <CheckOutline aria-hidden />,
  delivered: <CheckCircleOutline aria-hidden />,
  waiting: <ClockCircleOutline aria-hidden />,
  incomplete: <ExclamationCircleOutline aria-hidden />,
  notSaved: <ExclamationCircleOutline aria-hidden />,
  failed: <ExclamationCircleOutline aria-hidden />,
  conflict: <ExclamationCircleOutline aria-hidden />,
  needsLogin: <UserOutline aria-hidden />,
};

/** Bottom right of a card. */
export function SaveMark({ mark }: { mark: SaveMarkState | null }) {
  return (
    <span className={`${styles['mark']} ${mark ? styles[mark.kind] : ''}`}>
      {mark && icons[mark.kind]}
      {mark?.words}
    </span>
  );
}
