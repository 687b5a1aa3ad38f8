import type { SelfCorrection } from '#contract/self-correction.ts';
import { dueWords } from '@/lib/due-date.ts';
import { CorrectionStatusTag, RepeatedTag, ReturnedTag } from '@/parts/tags/CorrectionTags.tsx';
import { UnsavedTag } from '@/parts/tags/UnsavedTag.tsx';
import { CheckOutline, DownlandOutline, ExclamationCircleOutline, UploadOutline } from '@/ui/basics/icons.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { useNow } from '@/ui/browser/useNow.ts';
import type { WaitingCorrection } from './useWaitingCorrections.ts';

interface CorrectionMarksProps {
  correction: SelfCorrection;
  /** Items that are 已整改, those that are still on this phone included. */
  corrected: number;
  waiting: WaitingCorrection | undefined;
  isKept: boolean;
}

/** How urgent a self-correction is, how it stands, and what this phone holds of it. */
export function CorrectionMarks({ correction, corrected, waiting, isKept }: CorrectionMarksProps) {
  const { status, isLate, returnedCount, repeatedCount, itemCount } = correction;
  const isOpen = status === 'open';
  const unsaved = waiting?.unsaved ?? 0;
  // What was given back since, and nothing waits of it, only looks done until its detail is read anew.
  const isGivenBack = returnedCount > 0 && unsaved === 0 && (waiting?.pending ?? 0) === 0;
  const isDoneHere = isOpen && corrected === itemCount && !isGivenBack;
  const due = dueWords(correction.dueDate, useNow());
  return (
    <>
      {isOpen && !isDoneHere && <StatusTag tone={due.tone}>{due.words}</StatusTag>}
      {isDoneHere && unsaved === 0 && (
        <StatusTag tone="warning" icon={<CheckOutline aria-hidden />}>
          已整改（待上传）
        </StatusTag>
      )}
      {!isOpen && <CorrectionStatusTag status={status} isLate={isLate} />}
      {isOpen && returnedCount > 0 && <ReturnedTag count={returnedCount} />}
      {repeatedCount > 0 && <RepeatedTag count={repeatedCount} />}
      {waiting !== undefined && waiting.pending > 0 && (
        <StatusTag tone="warning" icon={<UploadOutline aria-hidden />}>
          {waiting.pending} 项待上传
        </StatusTag>
      )}
      {unsaved > 0 && <UnsavedTag>{unsaved} 项未保存</UnsavedTag>}
      {waiting !== undefined && waiting.problems > 0 && (
        <StatusTag tone="unqualified" icon={<ExclamationCircleOutline aria-hidden />}>
          {waiting.problems} 项需处理
        </StatusTag>
      )}
      {isOpen && isKept && (
        <StatusTag tone="qualified" icon={<DownlandOutline aria-hidden />}>
          可离线
        </StatusTag>
      )}
    </>
  );
}
