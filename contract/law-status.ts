export const LAW_STATUSES = ['effective', 'amended', 'repealed'] as const;
export type LawStatus = (typeof LAW_STATUSES)[number];
export const lawStatusLabel: Record<LawStatus, string> = { effective: '现行有效', amended: '已修改', repealed: '已废止' };
