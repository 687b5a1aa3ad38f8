import styles from './Chips.module.css';

export interface ChipsProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  chips: readonly { value: Value; label: string; count: number }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Which part of what is on the page is shown, the first being all of it, and how many there are of each. Paper names a part. */
export function Chips<Value extends string>({ label, chips, value, onChange }: ChipsProps<Value>) {
  return (
    <div className={styles['chips']} role="group" aria-label={label} data-parts>
      {chips.map((chip) => (
        <button key={chip.value} type="button" className={styles['chip']} aria-pressed={chip.value === value} onClick={() => onChange(chip.value)}>
          {chip.label} <strong>{chip.count}</strong>
        </button>
      ))}
    </div>
  );
}
