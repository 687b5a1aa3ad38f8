import { useState } from 'react';
import type { Law } from '#contract/law.ts';
import { formatBytes } from '@/lib/files/bytes.ts';
import { cancelKeeping, keepLaws } from '@/offline/reading/law-keeping.ts';
import type { HeldLaws } from '@/offline/reading/law-storage.ts';
import { useLawKeeping } from '@/offline/reading/useLawKeeping.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { ProgressLine } from '@/ui/basics/ProgressLine.tsx';
import { KeepSheet } from './KeepSheet.tsx';
import { summarizeKept } from './law-size.ts';
import styles from './KeepBar.module.css';

interface KeepBarProps {
  laws: readonly Law[];
  held: HeldLaws;
  /** Asks for the list anew: what is kept as all laws has to be all that there are now. */
  onRenew: () => unknown;
}

/** How much of the library this device keeps, and what is being kept right now. */
export function KeepBar({ laws, held, onRenew }: KeepBarProps) {
  const { job, failure } = useLawKeeping();
  const [isOpen, setIsOpen] = useState(false);
  const { kept, total, bytes } = summarizeKept(laws, held);
  const handleOpen = (): void => {
    setIsOpen(true);
    onRenew();
  };
  return (
    <section className={styles['bar']} aria-label="离线法规">
      <div className={styles['line']}>
        <p className={styles['words']} aria-live="polite">
          {job === null ? (
            <>
              已保存离线 <strong>{kept}</strong> / {total} 部{bytes > 0 && ` · ${formatBytes(bytes)}`}
            </>
          ) : (
            `正在保存离线 ${job.done} / ${job.total} 部`
          )}
        </p>
        {job === null ? (
          <ActionButton size="small" onClick={handleOpen}>
            离线保存
          </ActionButton>
        ) : (
          <ActionButton size="small" onClick={cancelKeeping}>
            取消保存
          </ActionButton>
        )}
      </div>
      {job !== null && <ProgressLine value={job.done} max={job.total} label="离线保存进度" />}
      {failure !== null && (
        <div className={styles['line']} role="alert">
          <p className={styles['failure']}>{failure}，已保存的仍可离线阅读。</p>
          <ActionButton tone="text" size="small" onClick={handleOpen}>
            重试
          </ActionButton>
        </div>
      )}
      <KeepSheet isOpen={isOpen} laws={laws} held={held} onKeep={keepLaws} onClose={() => setIsOpen(false)} />
    </section>
  );
}
