import type { ReactNode } from 'react';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import styles from './SelectionBar.module.css';

export interface SelectionBarProps {
  /** How many are selected, with their measure word: 已选 3 个要点. */
  words: string;
  onSelectPage: () => void;
  onClear: () => void;
  /** Nothing is selected yet: then the bar says only how to begin. */
  isEmpty?: boolean;
  /** What can be done with them. */
  children: ReactNode;
}

/** Stays in sight above a list of which several rows are selected. */
export function SelectionBar({ words, onSelectPage, onClear, isEmpty = false, children }: SelectionBarProps) {
  return (
    <div className={`${styles['bar']} ${isEmpty ? styles['empty'] : ''}`} role="region" aria-label="批量操作" data-off-paper>
      <p aria-live="polite">{words}</p>
      <ActionButton size="small" onClick={onSelectPage}>
        选择本页
      </ActionButton>
      {!isEmpty && (
        <>
          <ActionButton size="small" onClick={onClear}>
            取消选择
          </ActionButton>
          {children}
        </>
      )}
    </div>
  );
}
