import { useState } from 'react';
import type { Law } from '#contract/law.ts';
import { cancelKeeping, isLimitReached, keepLaws } from '@/offline/reading/law-keeping.ts';
import type { HeldLaws } from '@/offline/reading/law-storage.ts';
import { useLawKeeping } from '@/offline/reading/useLawKeeping.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { ProgressLine } from '@/ui/basics/ProgressLine.tsx';
import letters from '@/ui/basics/letters.module.css';
import { KeepSheet } from './KeepSheet.tsx';
import { describePdfs, describeTexts, summarizeKept } from './law-size.ts';
import styles from './KeepBar.module.css';

interface KeepBarProps {
  laws: readonly Law[];
  held: HeldLaws;
  /** Asks for the list anew: what is kept as all laws has to be all that there are now. */
  onRenew: () => unknown;
}

/** How much of the library this device keeps, what it leaves out, and what is being kept right now. */
export function KeepBar({ laws, held, onRenew }: KeepBarProps) {
  const { job, failure } = useLawKeeping();
  const [isOpen, setIsOpen] = useState(false);
  const summary = summarizeKept(laws, held);
  const missing = summary.total - summary.texts;
  const isLimited = isLimitReached(held);
  const handleOpen = (): void => {
    setIsOpen(true);
    onRenew();
  };
  return (
    <section className={styles['bar']} aria-label="离线法规">
      <div className={styles['line']}>
        <div className={letters['quiet']} aria-live="polite">
          {job === null ? (
            <>
              <p>正文可离线 {describeTexts(summary)}</p>
              {summary.withPdf > 0 && <p>原文可离线 {describePdfs(summary)}</p>}
            </>
          ) : (
            <p>
              正在保存离线 {job.done} / {job.total} 部
            </p>
          )}
        </div>
        {job !== null ? (
          <ActionButton size="small" onClick={cancelKeeping}>
            取消保存
          </ActionButton>
        ) : (
          (summary.withPdf > 0 || isLimited) && (
            <ActionButton size="small" onClick={handleOpen}>
              {isLimited && (missing > 0 || summary.withPdf === 0) ? '离线保存' : '保存原文'}
            </ActionButton>
          )
        )}
      </div>
      {job !== null && <ProgressLine value={job.done} max={job.total} label="离线保存进度" />}
      {job === null && missing > 0 && (
        <p className={letters['quiet']}>{isLimited ? `法规较多，正文只自动保存约 20 MB。其余 ${missing} 部要联网阅读，也可以选择保存。` : `其余 ${missing} 部在联网并且空间充足时自动保存。`}</p>
      )}
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
