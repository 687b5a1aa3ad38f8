import type { MyNotice, Notice } from '#contract/notice.ts';
import { noticeStatusOf } from '#contract/notice-kind.ts';
import type { MyNoticeRow } from './my-notice-repository.ts';
import type { NoticeRow } from './notice-repository.ts';

const SYSTEM = '系统';

export const toNotice = (row: NoticeRow, deptNames: readonly string[]): Notice => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  body: row.body,
  publishedAt: row.published_at,
  publisher: row.publisher_name ?? SYSTEM,
  taskId: row.task_id,
  status: noticeStatusOf({ publishedAt: row.published_at, withdrawnAt: row.withdrawn_at }),
  audience: row.audience,
  deptCount: row.dept_count,
  deptNames: [...deptNames],
  readerCount: row.reader_count,
  // Somebody who has moved to another department since has read it all the same.
  readCount: Math.min(row.read_count, row.reader_count),
  createdAt: row.created_at,
});

/** @param unreadSince what was published earlier counts as read */
export const toMyNotice = (row: MyNoticeRow, unreadSince: string): MyNotice => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  body: row.body,
  publishedAt: row.published_at ?? '',
  publisher: row.publisher_name ?? SYSTEM,
  taskId: row.task_id,
  objectId: row.object_id,
  isRead: row.read_at !== null || (row.published_at ?? '') < unreadSince,
});
