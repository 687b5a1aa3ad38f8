import { CheckOutline } from '@/ui/basics/icons.tsx';
import styles from './CorrectedMark.module.css';

interface CorrectedMarkProps {
  isMarked: boolean;
  /** What is missing before it can be marked, in words; undefined where nothing is. */
  missing: string | undefined;
  /** Stores what was typed last, so that the mark finds it. */
  onBeforeMark: () => Promise<void>;
  onMark: (isMarked: boolean) => Promise<unknown>;
}

/** The mark 已整改: as large as a choice on a check point, and refused while something is missing. */
export function CorrectedMark({ isMarked, missing, onBeforeMark, onMark }: CorrectedMarkProps) {
  const handleChange = async (isChecked: boolean): Promise<void> => {
    await onBeforeMark();
    await onMark(isChecked);
  };
  const isBlocked = !isMarked && missing !== undefined;
  return (
    <div>
      <label className={`${styles['mark']} ${isMarked ? styles['marked'] : ''} ${isBlocked ? styles['blocked'] : ''}`}>
        <input
          type="checkbox"
          autoComplete="off"
          className={styles['input']}
          checked={isMarked}
          disabled={isBlocked}
          aria-label="已整改"
          onChange={(event) => void handleChange(event.target.checked)}
        />
        {isMarked && <CheckOutline aria-hidden />}
        <span>{isMarked ? '已整改' : '标记为已整改'}</span>
      </label>
      {/* Emptying a text takes the mark back: the new text says that it has none. */}
      {!isMarked && <p className={styles['hint']}>{missing ?? '已填写，标记后才算整改完成'}</p>}
    </div>
  );
}
