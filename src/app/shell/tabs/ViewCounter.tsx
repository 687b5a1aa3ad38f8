import styles from './ViewCounter.module.css';

/** How many views are open, as a phone's browser counts its tabs. */
export function ViewCounter({ count, onOpen }: { count: number; onOpen: () => void }) {
  return (
    <button type="button" className={styles['counter']} onClick={onOpen} aria-haspopup="dialog" aria-label={`打开的页面，共 ${count} 个`}>
      <span className={styles['count']} aria-hidden>
        {count}
      </span>
    </button>
  );
}
