import { useCallback, useSyncExternalStore } from 'react';
import { isCorrectionChangeable } from '#contract/correction-status.ts';
import type { SelfCorrectionDetail } from '#contract/self-correction.ts';
import { taskTypeLabel } from '#contract/task-status.ts';
import { formatTime } from '@/lib/dates.ts';
import { dueWords } from '@/lib/due-date.ts';
import type { CorrectionStore } from '@/offline/entries/corrections.ts';
import { GoneNotice } from '@/parts/filled/GoneNotice.tsx';
import { CorrectedHereTag, CorrectionStatusTag, RepeatedTag } from '@/parts/tags/CorrectionTags.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import letters from '@/ui/basics/letters.module.css';
import { useNow } from '@/ui/browser/useNow.ts';
import { correctedHere, stateIn } from './correction-progress.ts';
import styles from './CorrectionFacts.module.css';

interface CorrectionFactsProps {
  detail: SelfCorrectionDetail;
  store: CorrectionStore;
  /** The server knows of no such self-correction of this person any more. */
  isGone?: boolean;
  /** Why what is on this phone could not be read. */
  problem: string | null;
}

/** Which self-correction this is, until when, and what has become of it. */
export function CorrectionFacts({ detail, store, isGone = false, problem }: CorrectionFactsProps) {
  const subscribe = useCallback((listener: () => void) => store.subscribe('*', listener), [store]);
  // By what this phone holds: without a network the server hears of it later.
  const returnedCount = useSyncExternalStore(subscribe, () => detail.items.filter((item) => stateIn(store, item).value.openReturn !== null).length);
  const here = useSyncExternalStore(subscribe, () => (isCorrectionChangeable(detail.status) ? correctedHere(detail.items, (item) => stateIn(store, item)) : null));
  // What is changed here holds before the server says so: a mark that is taken back opens all of it again.
  const status = detail.status === 'corrected' && here !== 'delivered' ? 'open' : detail.status;
  const due = dueWords(detail.dueDate, useNow());
  return (
    <div className={styles['facts']}>
      <p className={letters['title']}>{detail.taskName}</p>
      <div className={styles['tags']}>
        {status === 'open' && here === null && <StatusTag tone={due.tone}>{due.words}</StatusTag>}
        {(here === 'waiting' || here === 'needsLogin') && <CorrectedHereTag />}
        {status !== 'open' && <CorrectionStatusTag status={status} isLate={detail.isLate} />}
        {detail.repeatedCount > 0 && <RepeatedTag count={detail.repeatedCount} />}
        <span>
          {taskTypeLabel(detail.taskType)} · {detail.deptName}
        </span>
        <span>整改期限 {detail.dueDate}</span>
      </div>
      {problem !== null && <Notice tone="unqualified" title={problem} />}
      {isGone && (
        <GoneNotice title="不能再填写这份自纠">科室任务可能已被退回或撤回，再次提交后会有新的自纠；或者您已不在{detail.deptName}。</GoneNotice>
      )}
      {!isGone && status === 'open' && returnedCount > 0 && (
        <Notice tone="warning" title={`${returnedCount} 项被退回，请重新整改`}>
          退回原因写在对应的整改项上。
        </Notice>
      )}
      {!isGone && status === 'open' && here !== null && <HereNotice where={here} />}
      {!isGone && status === 'corrected' && (
        <Notice tone="qualified" title="已全部整改，等待管理员确认">
          {formatTime(detail.correctedAt)} 整改完成，确认前仍可修改。
        </Notice>
      )}
      {status === 'confirmed' && (
        <Notice tone="qualified" title="已确认，不能再修改">
          {detail.confirmedByName} · {formatTime(detail.confirmedAt)}
        </Notice>
      )}
      {status === 'cancelled' && (
        <Notice tone="neutral" title="任务已取消，不用再整改">
          {detail.cancelReason}
        </Notice>
      )}
    </div>
  );
}

/** All is 已整改 while the server, as far as is known, takes it for open, or lacks what was changed since. */
function HereNotice({ where }: { where: NonNullable<ReturnType<typeof correctedHere>> }) {
  switch (where) {
    case 'notSaved':
      return (
        <Notice tone="unqualified" title="已全部整改，未能存入本机">
          请不要关闭本页：联网后自动上传。
        </Notice>
      );
    case 'needsLogin':
      return (
        <Notice tone="warning" title="已全部整改（需要登录后上传）">
          重新登录后自动上传，由管理员确认；确认前仍可修改。
        </Notice>
      );
    case 'waiting':
      return (
        <Notice tone="neutral" title="已全部整改（待上传）">
          联网后自动上传，由管理员确认；确认前仍可修改。
        </Notice>
      );
    case 'delivered':
      return (
        <Notice tone="neutral" title="已全部整改">
          由管理员确认；确认前仍可修改。
        </Notice>
      );
  }
}
