import { useCallback, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { SelfCorrection, SelfCorrectionDetail } from '#contract/self-correction.ts';
import { openCorrection } from '@/offline/entries/corrections.ts';
import { useCorrectionStore } from '@/offline/entries/useCorrections.ts';
import { mergedCorrectedCount } from '@/offline/entries/corrected-count.ts';
import { readKeptCopy } from '@/offline/reading/kept-copies.ts';
import { correctionDetailOptions, useCorrectionDetailAtHand } from './self-correction-queries.ts';

/** Progress of a self-correction in a list, and whether its items are at hand. Fetches nothing. */
export function useCorrectionProgress(correction: SelfCorrection): { corrected: number; hasDetail: boolean } {
  const detail = useCorrectionDetailAtHand(correction.id);
  const store = useCorrectionStore(correction.id, correction.deptTaskId, correction.taskName);
  const subscribe = useCallback((listener: () => void) => store?.subscribe('*', listener) ?? (() => undefined), [store]);
  const corrected = useSyncExternalStore(subscribe, () => mergedCorrectedCount(correction, detail?.items, store));
  return { corrected, hasDetail: detail !== undefined };
}

/** Reads how many items are 已整改, for what has to know it of several. */
export function useReadCorrectedCount(): (correction: SelfCorrection) => Promise<number> {
  const client = useQueryClient();
  return useCallback(
    async (correction) => {
      const { id } = correction;
      const detail = client.getQueryData(correctionDetailOptions(id).queryKey) ?? (await readKeptCopy<SelfCorrectionDetail>('correction', id));
      return mergedCorrectedCount(correction, detail?.items, await openCorrection(correction));
    },
    [client],
  );
}
