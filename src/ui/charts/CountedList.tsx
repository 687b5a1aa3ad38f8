import styles from './CountedList.module.css';

export interface CountedRow {
  key: string;
  label: string;
  /** Smaller, below the label. */
  detail?: string;
  /** With its unit. */
  count: string;
  /** Shows what was counted. */
  onOpen: () => void;
}

/** Names with a number each, the largest first; each leads to what it counts. */
export const CountedList = ({ label, rows }: { label: string; rows: readonly CountedRow[] }) => (
  <ol className={styles['rows']} aria-label={label}>
    {rows.map((row) => (
      <li key={row.key}>
        <button type="button" onClick={row.onOpen}>
          <span>
            {row.label}
            {row.detail !== undefined && <small>{row.detail}</small>}
          </span>
          <strong>{row.count}</strong>
        </button>
      </li>
    ))}
  </ol>
);
