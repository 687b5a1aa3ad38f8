import type { ReactNode } from 'react';
import { useReachability } from '@/offline/network/useReachability.ts';
import { useIsSomethingNotSaved } from '@/offline/sending/useOutbox.ts';
import { readStorageState } from '@/offline/storage/storage-state.ts';
import { useLoaded } from '@/offline/storage/useLoaded.ts';
import styles from './OfflineLine.module.css';

/** Says that there is no network, above every view that does not say so itself. */
export function OfflineLine() {
  const isOffline = useReachability() === 'offline';
  const canStore = useCanStore();
  const isKeptHere = !useIsSomethingNotSaved() && canStore;
  return isOffline && <Line tone="quiet">离线：{isKeptHere && '自查、自纠保存在本机，'}联网后自动上传</Line>;
}

export function Line({ tone, children, actions }: { tone: 'quiet' | 'warning' | 'primary'; children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={`${styles['line']} ${styles[tone]}`} role="status" data-off-paper>
      <p>{children}</p>
      {actions}
    </div>
  );
}

/** False once it is known that this browser refuses to keep data. */
export const useCanStore = (): boolean => useLoaded('', readStorageState)?.canStore ?? true;
