import styles from './Switch.module.css';

export interface SwitchProps {
  label: string;
  /** Where what stands beside it says it already. */
  hidesLabel?: boolean;
  isDisabled?: boolean;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, hidesLabel = false, isDisabled = false, isOn, onChange }: SwitchProps) {
  return (
    <label className={styles['row']}>
      {!hidesLabel && <span>{label}</span>}
      <input
        className={styles['switch']}
        type="checkbox"
        role="switch"
        checked={isOn}
        disabled={isDisabled}
        aria-label={hidesLabel ? label : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
