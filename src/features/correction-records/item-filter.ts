import { type CorrectionStatus, correctionStatusLabel } from '#contract/correction-status.ts';
import type { CorrectionItem } from '#contract/self-correction.ts';

export const ITEM_FILTERS = ['all', 'open', 'corrected', 'repeated'] as const;
export type ItemFilter = (typeof ITEM_FILTERS)[number];
const labels: Record<ItemFilter, string> = { all: '全部', open: '待整改', corrected: '已整改', repeated: '屡查屡犯' };

/** @param status of the self-correction: with a cancelled one, what was open waits for nobody any more */
export const itemFilterLabel = (filter: ItemFilter, status: CorrectionStatus): string =>
  filter === 'open' && status === 'cancelled' ? correctionStatusLabel.cancelled : labels[filter];

const passes: Record<ItemFilter, (item: CorrectionItem) => boolean> = {
  all: () => true,
  open: (item) => item.correctedAt === null,
  corrected: (item) => item.correctedAt !== null,
  repeated: (item) => item.lastFailure !== null,
};

export const filterItems = (items: readonly CorrectionItem[], filter: ItemFilter): CorrectionItem[] => items.filter(passes[filter]);
