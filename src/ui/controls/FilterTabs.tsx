import styles from './FilterTabs.module.css';

export interface FilterTabsProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  tabs: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** The few views of a list that people change between all the time; goes into `Page`'s header. */
export function FilterTabs<Value extends string>({ label, tabs, value, onChange }: FilterTabsProps<Value>) {
  return (
    <div className={styles['tabs']} role="group" aria-label={label} data-off-paper>
      {tabs.map((tab) => (
        <button key={tab.value} type="button" className={styles['tab']} aria-pressed={tab.value === value} onClick={() => onChange(tab.value)}>
          {tab.label}
        </button>
      ))}
    </div>
  );
}
