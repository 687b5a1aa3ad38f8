/** 监督意见: free of zod, so that the page can use it at run time. */
export const OPINION_STATUSES = ['open', 'answered'] as const;
export type OpinionStatus = (typeof OPINION_STATUSES)[number];
export const opinionStatusLabel: Record<OpinionStatus, string> = { open: '待答复', answered: '已答复' };
