/** Apart from the progress of tasks, which screens of corrections do without. */
import type { CorrectionItem, SelfCorrection } from '#contract/self-correction.ts';
import { mergedCorrection, type CorrectionStore } from './corrections.ts';

/**
 * How many items are 已整改, with what this phone has not sent yet; what only the server knows where the items are not at
 * hand.
 */
export function mergedCorrectedCount(
  correction: Pick<SelfCorrection, 'correctedCount'>,
  items: readonly CorrectionItem[] | undefined,
  store: CorrectionStore | undefined,
): number {
  if (!items || !store) return correction.correctedCount;
  return items.filter((item) => mergedCorrection(item, store.get(item.itemId)).correctedAt !== null).length;
}
