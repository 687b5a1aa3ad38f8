import { useCallback, useSyncExternalStore } from 'react';
import type { SelfCorrection } from '#contract/self-correction.ts';
import { useCorrectionStore } from '@/offline/entries/useCorrections.ts';
import { mergedCorrectedCount } from '@/offline/entries/corrected-count.ts';
import { useCorrectionDetailAtHand } from './self-correction-queries.ts';

/** Progress of a self-correction in a list, and whether its items are at hand. Fetches nothing. */
export function useCorrectionProgress(correction: SelfCorrection): { corrected: number; hasDetail: boolean } {
  const detail = useCorrectionDetailAtHand(correction.id);
  const store = useCorrectionStore(correction.id, correction.deptTaskId, correction.taskName);
  const subscribe = useCallback((listener: () => void) => store?.subscribe('*', listener) ?? (() => undefined), [store]);
  const corrected = useSyncExternalStore(subscribe, () => mergedCorrectedCount(correction, detail?.items, store));
  return { corrected, hasDetail: detail !== undefined };
}
