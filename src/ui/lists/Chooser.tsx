import styles from './Chooser.module.css';

export interface ChooserProps {
  /** What is chosen, for whoever hears it. */
  name: string;
  isChosen: boolean;
  isDisabled?: boolean;
  onToggle: () => void;
}

/** The box by which one row of a list is chosen. */
export function Chooser({ name, isChosen, isDisabled = false, onToggle }: ChooserProps) {
  return (
    <label className={styles['chooser']}>
      <input type="checkbox" autoComplete="off" checked={isChosen} disabled={isDisabled} onChange={onToggle} aria-label={`选择 ${name}`} />
    </label>
  );
}
