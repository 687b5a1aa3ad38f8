import styles from './ListSkeleton.module.css';

/** The shape of what comes: as many cards or rows as are likely. */
export function ListSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div className={styles['list']} role="status" aria-label="加载中">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles['row']} aria-hidden>
          <span className={styles['short']} />
          <span className={styles['long']} />
          <span className={styles['middle']} />
        </div>
      ))}
    </div>
  );
}
