import { useEffect, useRef, type KeyboardEvent } from 'react';
import { CloseOutline, DownOutline, UpOutline } from '@/ui/basics/icons.tsx';
import styles from './FindBar.module.css';

interface FindBarProps {
  takesFocus: boolean;
  text: string;
  onChange: (text: string) => void;
  total: number;
  /** Counts from 0. */
  current: number;
  onMove: (step: 1 | -1) => void;
  onClose: () => void;
}

/** 查找: what is typed is marked in the text at once; the arrows go from one place to the next, round and round. */
export function FindBar({ takesFocus, text, onChange, total, current, onMove, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onMove(event.shiftKey ? -1 : 1);
    }
    if (event.key === 'Escape') onClose();
  };
  return (
    <div className={styles['bar']} role="search" aria-label="在本法规中查找">
      <input
        ref={input}
        className={styles['input']}
        type="search"
        aria-label="查找内容"
        placeholder="在本法规中查找"
        value={text}
        autoComplete="off"
        enterKeyHint="next"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <span className={styles['count']} role="status">
        {text.trim() === '' ? '' : total === 0 ? '没有找到' : `${current + 1}/${total}`}
      </span>
      <button type="button" className={styles['tool']} disabled={total === 0} onClick={() => onMove(-1)} aria-label="上一处">
        <UpOutline aria-hidden />
      </button>
      <button type="button" className={styles['tool']} disabled={total === 0} onClick={() => onMove(1)} aria-label="下一处">
        <DownOutline aria-hidden />
      </button>
      <button type="button" className={styles['tool']} onClick={onClose} aria-label="关闭查找">
        <CloseOutline aria-hidden />
      </button>
    </div>
  );
}
