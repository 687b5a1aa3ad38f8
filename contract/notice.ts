import { z } from 'zod';
import { pageOf, pageQuery } from './envelope.ts';
import { id, instant, optionalFilter, optionalText, orderedBy, requiredText, wholeNumber } from './fields.ts';
import { DEPTS_PER_TASK, NOTICE_BODY_MAX, NOTICE_TITLE_MAX } from './limits.ts';
import { NOTICE_AUDIENCES, NOTICE_KINDS, NOTICE_STATUSES, type NoticeAudience, SHOWN_AUDIENCES } from './notice-kind.ts';

const kind = z.enum(NOTICE_KINDS, '通知类型错误');
const status = z.enum(NOTICE_STATUSES, '通知状态错误');
const audience = z.enum(NOTICE_AUDIENCES, '发布范围只能为全院或指定科室');

const fields = {
  title: requiredText(NOTICE_TITLE_MAX),
  body: requiredText(NOTICE_BODY_MAX),
  audience,
  /** Only where the audience is departments. */
  deptIds: z.array(id).max(DEPTS_PER_TASK, `最多 ${DEPTS_PER_TASK} 个科室`).default([]),
};

const hasReaders = (notice: { audience?: NoticeAudience | undefined; deptIds: string[] }): boolean => notice.audience !== 'depts' || notice.deptIds.length > 0;
const noReaders = { path: ['deptIds'], message: '请选择科室' };

/** `id` is made by the page, so that a repeated request makes no second notice. `isPublished` 0 keeps it as a draft. */
export const newNotice = z
  .object({ id, ...fields, isPublished: wholeNumber(0, 1, '只能选择发布或存为草稿').default(1) })
  .refine(hasReaders, noReaders);
export type NewNotice = z.input<typeof newNotice>;
const words = { title: fields.title.optional(), body: fields.body.optional() };
const readers = { audience: audience.optional(), deptIds: fields.deptIds };

/**
 * What is absent stays as it is, and so does whether it is published, and who has read it. Departments come with the audience.
 * `read` has what the form began with: what somebody has put in its place since is not overwritten.
 */
export const changedNotice = z
  .object({ id, ...words, ...readers, read: z.object({ ...words, ...readers, status: status.optional() }).default({ deptIds: [] }) })
  .refine(hasReaders, noReaders);

/** `read` has the words that were seen: others, which somebody has put in their place since, are not published. */
export const publishedNotice = z.object({ read: z.object(words).default({}) }).nullable().default(null);

export const noticeQuery = pageQuery.extend({ title: optionalText(NOTICE_TITLE_MAX), kind: optionalFilter(kind), status: optionalFilter(status), ...orderedBy(['publishedAt']) });

const noticeFields = {
  id: z.string(),
  kind,
  title: z.string(),
  body: z.string(),
  /** Null until it was first published. */
  publishedAt: z.string().nullable(),
  /** 系统 for what a day brought about. */
  publisher: z.string(),
  /** The task that an automatic one is about. */
  taskId: z.string().nullable(),
};

/** As an administrator sees it. */
export const notice = z.object({
  ...noticeFields,
  status,
  audience: z.enum(SHOWN_AUDIENCES),
  deptCount: z.number(),
  /** The first few, in the order of the departments. */
  deptNames: z.array(z.string()),
  /** People that it is meant for, and how many of them have read it. */
  readerCount: z.number(),
  readCount: z.number(),
  createdAt: z.string(),
});
export type Notice = z.infer<typeof notice>;

/** With all departments, for changing it. */
export const noticeDetail = notice.extend({
  deptIds: z.array(z.string()),
  /** Who has not read a published one, by department in their order: at most `UNREAD_NAMED` names, shared out among all departments. */
  unread: z.array(z.object({ deptId: z.string(), deptName: z.string(), unreadCount: z.number(), employeeNames: z.array(z.string()) })),
});
export type NoticeDetail = z.infer<typeof noticeDetail>;

/** As a reader sees it. */
export const myNotice = z.object({
  ...noticeFields,
  publishedAt: z.string(),
  /** The reader's department task or self-correction that it is about. */
  objectId: z.string().nullable(),
  isRead: z.boolean(),
});
export type MyNotice = z.infer<typeof myNotice>;

/** The latest first, with how many of all of them are unread. */
export const myNotices = pageOf(myNotice).extend({ unreadCount: z.number() });
export type MyNotices = z.infer<typeof myNotices>;

/** `until`: when the latest that the person has seen was published; what came since stays unread. */
export const readNotices = z.object({ until: instant });
