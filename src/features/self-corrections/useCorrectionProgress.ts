import type { SelfCorrection } from '#contract/self-correction.ts';
import { useCorrectionStore, useCorrectionVersion } from '@/offline/useCorrections.ts';
import { useCorrectionDetailAtHand } from '@/queries/self-correction-queries.ts';
import { mergedCorrectedCount } from './correction-progress.ts';

/** Progress of a self-correction in a list, and whether its items are at hand. Fetches nothing. */
export function useCorrectionProgress(correction: SelfCorrection): { corrected: number; hasDetail: boolean } {
  const detail = useCorrectionDetailAtHand(correction.id);
  const store = useCorrectionStore(correction.id, correction.deptTaskId, correction.taskName);
  useCorrectionVersion(store);
  return { corrected: mergedCorrectedCount(correction, detail?.items, store), hasDetail: detail !== undefined };
}
