import type { ReactNode } from 'react';
import styles from './Checkbox.module.css';

export interface CheckboxProps {
  label: string;
  isChecked: boolean;
  /** Some of what it stands for is chosen, and some not. */
  isPartial?: boolean;
  isDisabled?: boolean;
  onChange: (isChecked: boolean) => void;
  /** Shown under the label, and not part of its name. */
  children?: ReactNode;
}

/** A check box whose whole row can be tapped. */
export function Checkbox({ label, isChecked, isPartial = false, isDisabled = false, onChange, children }: CheckboxProps) {
  return (
    <label className={styles['row']}>
      <input
        type="checkbox"
        // Else the browser notes the state of every box at each step of its history.
        autoComplete="off"
        className={styles['input']}
        checked={isChecked}
        disabled={isDisabled}
        aria-label={label}
        ref={(input) => {
          if (input) input.indeterminate = isPartial;
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles['text']}>
        {label}
        {children}
      </span>
    </label>
  );
}
