import type { SelfCorrection } from '#contract/self-correction.ts';
import { dueWords } from '@/lib/due-date.ts';
import { CorrectedHereTag, CorrectionStatusTag, RepeatedTag, ReturnedTag } from '@/parts/tags/CorrectionTags.tsx';
import { isCorrectedHere } from '@/parts/work/corrected-here.ts';
import { NOTHING_WAITS, type Waiting } from '@/parts/work/waiting.ts';
import { WaitingMarks } from '@/parts/work/WaitingMarks.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { useNow } from '@/ui/browser/useNow.ts';

interface CorrectionMarksProps {
  correction: SelfCorrection;
  /** Items that are 已整改, those that are still on this phone included. */
  corrected: number;
  waiting: Waiting | undefined;
  isKept: boolean;
}

/** How urgent a self-correction is, how it stands, and what this phone holds of it. */
export function CorrectionMarks({ correction, corrected, waiting = NOTHING_WAITS, isKept }: CorrectionMarksProps) {
  const { isLate, itemCount, returnedCount, repeatedCount } = correction;
  // A mark that is taken back here opens all of it again, before the server hears of it; a colleague's may only be unknown here.
  const isTakenBack = correction.status === 'corrected' && corrected < itemCount && waiting.pending + waiting.unsaved + waiting.incomplete > 0;
  const status = isTakenBack ? 'open' : correction.status;
  const isOpen = status === 'open';
  const isDoneHere = isCorrectedHere(correction, corrected, waiting);
  const due = dueWords(correction.dueDate, useNow());
  return (
    <>
      {isOpen && !isDoneHere && <StatusTag tone={due.tone}>{due.words}</StatusTag>}
      {isDoneHere && waiting.unsaved === 0 && <CorrectedHereTag />}
      {!isOpen && <CorrectionStatusTag status={status} isLate={isLate} />}
      {isOpen && !isDoneHere && returnedCount > 0 && <ReturnedTag count={returnedCount} />}
      {repeatedCount > 0 && <RepeatedTag count={repeatedCount} />}
      <WaitingMarks waiting={waiting} isKept={isOpen && isKept} />
    </>
  );
}
