import { useEffect } from 'react';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import styles from './UndoBar.module.css';

/** Long enough to see what happened; the answers are not sent before. */
export const UNDO_MS = 10_000;

interface UndoBarProps {
  words: string;
  onUndo: () => Promise<void>;
  onEnd: () => void;
}

export function UndoBar({ words, onUndo, onEnd }: UndoBarProps) {
  useEffect(() => {
    const timer = setTimeout(onEnd, UNDO_MS);
    return () => clearTimeout(timer);
  }, [onEnd]);
  return (
    <div className={styles['bar']} role="status">
      <span>{words}</span>
      <ActionButton size="small" tone="text" onClick={onUndo}>
        撤销
      </ActionButton>
    </div>
  );
}
