import type { SelfCorrection } from '#contract/self-correction.ts';

/** What an administrator should look at before confirming; empty where nothing stands out. */
export function outstanding({ unprovedCount = 0, repeatedCount, isLate }: Pick<SelfCorrection, 'unprovedCount' | 'repeatedCount' | 'isLate'>): string[] {
  return [
    ...(unprovedCount > 0 ? [`${unprovedCount} 项没有整改后照片`] : []),
    ...(repeatedCount > 0 ? [`${repeatedCount} 项屡查屡犯`] : []),
    ...(isLate ? ['逾期整改'] : []),
  ];
}
