import { isCorrectionFilledIn } from '#contract/correction-status.ts';
import type { CorrectionItem, CorrectionValue } from '#contract/self-correction.ts';
import { mergedCorrection, type CorrectionStore } from '@/offline/entries/corrections.ts';

/** What a person changes; `isCorrected` is the mark 已整改. */
export type CorrectionEdit = Partial<Pick<CorrectionValue, 'measures' | 'responsible' | 'photosAfter'>> & { isCorrected?: boolean };

/**
 * Changes parts of items, from what holds at this moment and not when the card was drawn: text that is typed and a mark
 * that is tapped must not undo each other.
 * @returns whether all is stored on this phone
 */
export const changeCorrections = (
  store: CorrectionStore,
  items: readonly CorrectionItem[],
  edit: CorrectionEdit,
  now: Date = new Date(),
): Promise<boolean> =>
  store.setMany(
    items.map((item) => {
      const local = store.get(item.itemId);
      const before = mergedCorrection(item, local);
      const { isCorrected = before.correctedAt !== null, ...fields } = edit;
      const { measures, responsible, photosAfter } = { ...before, ...fields };
      // Nothing is 已整改 of which nobody says how, or who sees to it.
      const isMarked = isCorrected && isCorrectionFilledIn({ measures, responsible });
      const value: CorrectionValue = { measures, responsible, photosAfter, correctedAt: isMarked ? (before.correctedAt ?? now.toISOString()) : null };
      return { id: item.itemId, value, base: { revision: Math.max(local?.revision ?? 0, item.revision), content: item.content } };
    }),
  );
