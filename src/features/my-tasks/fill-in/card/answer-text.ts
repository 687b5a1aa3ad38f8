/** What often is written on a 不合格, one tap each. */
export const QUICK_PHRASES = ['资料缺失', '记录不全', '未按规定登记', '已过有效期', '未公示', '标识不清'] as const;
