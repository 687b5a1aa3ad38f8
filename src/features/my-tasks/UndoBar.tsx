import { useEffect } from 'react';
import { ActionButton } from '@/ui/ActionButton.tsx';
import styles from './UndoBar.module.css';

interface UndoBarProps {
  words: string;
  forMs: number;
  onUndo: () => Promise<void>;
  onEnd: () => void;
}

export function UndoBar({ words, forMs, onUndo, onEnd }: UndoBarProps) {
  useEffect(() => {
    const timer = setTimeout(onEnd, forMs);
    return () => clearTimeout(timer);
  }, [forMs, onEnd]);
  return (
    <div className={styles['bar']} role="status">
      <span>{words}</span>
      <ActionButton size="small" tone="text" onClick={onUndo}>
        撤销
      </ActionButton>
    </div>
  );
}
