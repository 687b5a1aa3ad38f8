import styles from './Chooser.module.css';

export interface ChooserProps {
  /** What is chosen, for whoever hears it. */
  name: string;
  isChosen: boolean;
  onToggle: () => void;
}

/** The box by which one row of a list is chosen. */
export function Chooser({ name, isChosen, onToggle }: ChooserProps) {
  return (
    <label className={styles['chooser']}>
      <input type="checkbox" autoComplete="off" checked={isChosen} onChange={onToggle} aria-label={`选择 ${name}`} />
    </label>
  );
}
