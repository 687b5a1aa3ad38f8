/** What becomes of late work, free of zod, so that the client can use it at run time. */
export const LATE_STATUSES = ['waiting', 'accepted', 'rejected'] as const;
export type LateStatus = (typeof LATE_STATUSES)[number];

export const lateStatusLabel: Record<LateStatus, string> = { waiting: '待管理员处理', accepted: '已采纳', rejected: '未采纳' };

/** What late work is about: a check point of a department task, or an item of a self-correction. */
export type LateWorkKind = 'answer' | 'correction';
