import type { CorrectionItem } from '#contract/self-correction.ts';

export const ITEM_FILTERS = ['all', 'open', 'corrected', 'repeated'] as const;
export type ItemFilter = (typeof ITEM_FILTERS)[number];
export const itemFilterLabel: Record<ItemFilter, string> = { all: '全部', open: '待整改', corrected: '已整改', repeated: '屡查屡犯' };

const passes: Record<ItemFilter, (item: CorrectionItem) => boolean> = {
  all: () => true,
  open: (item) => item.correctedAt === null,
  corrected: (item) => item.correctedAt !== null,
  repeated: (item) => item.lastFailure !== null,
};

export const filterItems = (items: readonly CorrectionItem[], filter: ItemFilter): CorrectionItem[] => items.filter(passes[filter]);
