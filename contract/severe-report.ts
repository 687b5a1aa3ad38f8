import { z } from 'zod';
import { attachment, newAttachment } from './declaration.ts';
import { pageQuery } from './envelope.ts';
import { day, id, optionalFilter, optionalText, requiredText, textRead } from './fields.ts';
import { ATTACHMENTS_PER_DECLARATION, SEVERE_TEXT_MAX } from './limits.ts';
import { plainName } from './rules.ts';
import { SEVERE_STATUSES } from './severe-report-status.ts';

const status = z.enum(SEVERE_STATUSES, '报告状态错误');
export const severeQuery = pageQuery.extend({ status: optionalFilter(status) });

export const severeReport = z.object({
  id: z.string(),
  status,
  taskId: z.string(),
  taskName: z.string(),
  deptId: z.string(),
  deptName: z.string(),
  content: z.string(),
  /** What the department wrote last. */
  problem: z.string(),
  foundByName: z.string(),
  foundAt: z.string(),
  /** Since when the answer is no longer 不合格; null while it is. The report stays until an administrator closes it. */
  changedBackAt: z.string().nullable(),
  reportedTo: z.string(),
  reportedOn: z.string().nullable(),
  reportNumber: z.string(),
  /** Of the report, or why it was closed. */
  note: z.string(),
  files: z.array(attachment),
  decidedByName: z.string().nullable(),
  decidedAt: z.string().nullable(),
});
export type SevereReport = z.infer<typeof severeReport>;

/**
 * To which authority it was reported, and when, both of which the first time needs. What is absent stays as it is. `read` has what
 * the form began with, of files the hashes: what somebody else has put in its place since is not overwritten without a word.
 */
export const reportedSevere = z.object({
  id,
  reportedTo: requiredText(SEVERE_TEXT_MAX, plainName).optional(),
  reportedOn: day.optional(),
  reportNumber: optionalText(SEVERE_TEXT_MAX).unwrap().optional(),
  note: optionalText(SEVERE_TEXT_MAX).unwrap().optional(),
  files: z
    .array(newAttachment, '附件格式不正确')
    .max(ATTACHMENTS_PER_DECLARATION, `最多 ${ATTACHMENTS_PER_DECLARATION} 个附件`)
    .refine((list) => new Set(list.map((one) => one.sha256)).size === list.length, '同一个文件只能添加一次')
    .optional(),
  read: z
    .object({
      reportedTo: textRead,
      reportedOn: day.nullable().optional(),
      reportNumber: textRead,
      note: textRead,
      files: z.array(textRead.unwrap(), '附件格式不正确').max(ATTACHMENTS_PER_DECLARATION, `最多 ${ATTACHMENTS_PER_DECLARATION} 个附件`).optional(),
    })
    .optional(),
});
export const closedSevere = z.object({ id, reason: requiredText(SEVERE_TEXT_MAX) });
