/** 重大问题报告 of a ★ that was 不合格: free of zod, so that the page can use it at run time. */
export const SEVERE_STATUSES = ['waiting', 'reported', 'closed'] as const;
export type SevereStatus = (typeof SEVERE_STATUSES)[number];
export const severeStatusLabel: Record<SevereStatus, string> = { waiting: '待报告', reported: '已报告', closed: '已关闭' };
