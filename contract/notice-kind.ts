/** `manual` is written by an administrator; the others are made by the server when something happens or a day comes near. */
export const NOTICE_KINDS = [
  'manual',
  'taskIssued',
  'taskDueSoon',
  'taskOverdue',
  'taskReminded',
  'taskReturned',
  'taskCancelled',
  'correctionDueSoon',
  'correctionOverdue',
  'correctionReturned',
  'correctionAdded',
  'severeFound',
  'opinionLeft',
  'opinionAnswered',
  'libraryReworded',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
export const noticeKindLabel: Record<NoticeKind, string> = {
  manual: '公告',
  taskIssued: '任务下发',
  taskDueSoon: '任务临期',
  taskOverdue: '任务逾期',
  taskReminded: '任务催办',
  taskReturned: '任务退回',
  taskCancelled: '任务取消',
  correctionDueSoon: '整改临期',
  correctionOverdue: '整改逾期',
  correctionReturned: '整改退回',
  correctionAdded: '整改新增',
  severeFound: '重大问题',
  opinionLeft: '监督意见',
  opinionAnswered: '意见答复',
  libraryReworded: '国家库更新',
};

export const NOTICE_STATUSES = ['draft', 'published', 'withdrawn'] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];
export const noticeStatusLabel: Record<NoticeStatus, string> = { draft: '草稿', published: '已发布', withdrawn: '已撤回' };

/** Who reads it: everyone in the company, or the people of some departments. */
export const NOTICE_AUDIENCES = ['all', 'depts'] as const;
export type NoticeAudience = (typeof NOTICE_AUDIENCES)[number];
/** Of automatic ones besides: the administrators, or one person. */
export const SHOWN_AUDIENCES = [...NOTICE_AUDIENCES, 'admins', 'person'] as const;
export type ShownAudience = (typeof SHOWN_AUDIENCES)[number];

/** How many days before a task or a correction is due its department is told. */
export const DUE_SOON_DAYS = 3;
/** Older notices count as read: who comes back after long does not find hundreds of unread ones. */
export const UNREAD_DAYS = 90;

/** Status of a notice, derived and never stored. */
export function noticeStatusOf(row: { publishedAt: string | null; withdrawnAt: string | null }): NoticeStatus {
  if (row.withdrawnAt !== null) return 'withdrawn';
  return row.publishedAt === null ? 'draft' : 'published';
}
