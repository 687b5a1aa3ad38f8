import { paths } from '@/lib/paths.ts';
import { useReachability } from '@/offline/network/useReachability.ts';
import { syncState } from '@/offline/sending/sync-state.ts';
import { useIsSending, useOutboxCounts } from '@/offline/sending/useOutbox.ts';
import { SyncIcon } from '@/ui/basics/SyncIcon.tsx';
import styles from './SyncMark.module.css';

/** Whether everything has reached the server: a small mark that leads to what waits, and why. */
export function SyncMark({ hasWords }: { hasWords: boolean }) {
  const counts = useOutboxCounts();
  const { tone, words } = syncState(counts, useReachability(), useIsSending());
  const count = !hasWords && counts.total > 0 ? String(counts.total) : '';
  // The number that is seen is said too; most words have it already.
  const name = words.includes(count) ? words : `${words}，共 ${count} 项`;
  // A plain link: drawn with each answer that is stored, and the router's own takes longer than all the rest of it.
  return (
    <a className={`${styles['mark']} ${styles[tone]}`} href={`#${paths.sync.to()}`} aria-label={`同步状态：${name}`}>
      <SyncIcon tone={tone} />
      {hasWords ? <span>{words}</span> : count !== '' && <span className={styles['count']}>{count}</span>}
    </a>
  );
}
