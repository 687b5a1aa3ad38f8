// By its own path, as every component of the kit: its index would bring them all with the first screen.
import Skeleton from 'antd-mobile/es/components/skeleton';
import stack from '@/ui/basics/stack.module.css';
import styles from './ListSkeleton.module.css';

/** The shape of what comes: as many cards or rows as are likely. */
export function ListSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div className={stack['items']} role="status" aria-label="加载中">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles['row']} aria-hidden>
          <Skeleton animated className={styles['short']} />
          <Skeleton animated />
          <Skeleton animated className={styles['middle']} />
        </div>
      ))}
    </div>
  );
}
