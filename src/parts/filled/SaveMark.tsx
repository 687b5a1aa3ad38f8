import type { ReactNode } from 'react';
import { CheckCircleOutline, CheckOutline, ClockCircleOutline, ExclamationCircleOutline, UserOutline } from '@/ui/basics/icons.tsx';
import type { SaveMarkKind, SaveMarkState } from './save-mark.ts';
import styles from './SaveMark.module.css';

/** What they draw and not the icons themselves: from one kind to the next a path changes, and no element is made anew. */
const icons: Record<SaveMarkKind, ReactNode> = {
  saving: null,
  saved: CheckOutline({}),
  delivered: CheckCircleOutline({}),
  waiting: ClockCircleOutline({}),
  incomplete: ExclamationCircleOutline({}),
  notSaved: ExclamationCircleOutline({}),
  failed: ExclamationCircleOutline({}),
  conflict: ExclamationCircleOutline({}),
  needsLogin: UserOutline({}),
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
