import { useReachability } from '@/offline/network/useReachability.ts';
import { useIsSomethingNotSaved } from '@/offline/sending/useOutbox.ts';
import { StopOutline } from '@/ui/basics/icons.tsx';
import styles from './OfflineMark.module.css';

/** That there is no network, within a line that is there anyway: nothing moves when it comes or goes. */
export function OfflineMark() {
  const isOffline = useReachability() === 'offline';
  const isKeptHere = !useIsSomethingNotSaved();
  if (!isOffline) return null;
  return (
    <span className={styles['mark']} role="status">
      <StopOutline aria-hidden />
      <span className={styles['word']}>离线</span>
      <span className={styles['more']}>：{isKeptHere && '保存在本机，'}联网后自动上传</span>
    </span>
  );
}
