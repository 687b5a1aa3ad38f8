export const LAW_STATUSES = ['effective', 'amended', 'repealed'] as const;
export type LawStatus = (typeof LAW_STATUSES)[number];
export const lawStatusLabel: Record<LawStatus, string> = { effective: '现行有效', amended: '已修改', repealed: '已废止' };
/** Whether a law is published, and still to come into force. @param today in Shanghai */
export const isAhead = (law: { status: LawStatus; effectiveDate: string | null }, today: string): boolean =>
  law.status === 'effective' && law.effectiveDate !== null && law.effectiveDate > today;

export const lawStatusWords = (law: { status: LawStatus; effectiveDate: string | null }, today: string): string =>
  isAhead(law, today) ? '尚未施行' : lawStatusLabel[law.status];
