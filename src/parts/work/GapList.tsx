import type { PointMark } from '#contract/check-point.ts';
import { PointSign } from '@/parts/points/PointSign.tsx';
import letters from '@/ui/basics/letters.module.css';
import styles from './GapList.module.css';

/** More would only be scrolled past: the first ones lead to the others. */
const LISTED = 20;

interface GapListProps<Item> {
  title: string;
  items: readonly Item[];
  /** Shown below the item. */
  noteOf?: (item: Item) => string | undefined;
  onJump: (item: Item) => void;
}

/** What is missing before something can be handed in, each leading to its place; nothing where nothing is. */
export function GapList<Item extends { seq: number; content: string; mark?: PointMark | undefined }>({ title, items, noteOf, onJump }: GapListProps<Item>) {
  if (items.length === 0) return null;
  return (
    <section>
      <h3 className={styles['title']}>
        {title}（{items.length} 项）
      </h3>
      <ul>
        {items.slice(0, LISTED).map((item) => (
          <li key={item.seq}>
            <button type="button" className={styles['gap']} onClick={() => onJump(item)}>
              <span className={styles['seq']}>{item.seq}</span>
              <PointSign mark={item.mark} />
              <span>
                {item.content}
                {noteOf && <span className={styles['note']}>{noteOf(item)}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {items.length > LISTED && <p className={letters['quiet']}>还有 {items.length - LISTED} 项</p>}
    </section>
  );
}

/** What is handed in, counted. @param counts by their name */
export function Counts({ counts }: { counts: Readonly<Record<string, number>> }) {
  return (
    <dl className={styles['counts']}>
      {Object.entries(counts).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
