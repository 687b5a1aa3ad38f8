import { useCallback } from 'react';
import type { SelfCorrection } from '#contract/self-correction.ts';
import { useLoaded } from '@/offline/storage/useLoaded.ts';
import { isCorrectedHere } from '@/parts/work/corrected-here.ts';
import { useWaitingWork } from '@/parts/work/useWaitingWork.ts';
import { useReadCorrectedCount } from '@/queries/work/useCorrectionProgress.ts';

const none: ReadonlySet<string> = new Set();

/** Ids of those that are done for the person, by the rule of their list; none until that was read from this phone. */
export function useCorrectedHere(corrections: readonly SelfCorrection[]): ReadonlySet<string> {
  const readCount = useReadCorrectedCount();
  const waiting = useWaitingWork('correction');
  const read = useCallback(async () => {
    const ids = await Promise.all(
      corrections.map(async (correction) => {
        const waits = waiting.get(correction.id);
        // What this page alone holds is not done.
        const isDone = isCorrectedHere(correction, await readCount(correction), waits) && (waits?.unsaved ?? 0) === 0;
        return isDone ? [correction.id] : [];
      }),
    );
    return new Set(ids.flat());
  }, [readCount, corrections, waiting]);
  return useLoaded('', read) ?? none;
}
