import { RightOutline } from './icons.tsx';
import styles from './HistoryButton.module.css';

/** Quiet words that open what was before. */
export function HistoryButton({ words, onClick }: { words: string; onClick: () => void }) {
  return (
    <button type="button" className={styles['button']} onClick={onClick} data-off-paper>
      <span>{words}</span>
      <RightOutline aria-hidden />
    </button>
  );
}
