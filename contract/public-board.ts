import { z } from 'zod';
import { selfDeclaredType } from './declaration.ts';
import { pageQuery } from './envelope.ts';
import { id, optionalFilter, requiredText, textRead, wholeNumber } from './fields.ts';
import { OPINION_MAX } from './limits.ts';
import { OPINION_STATUSES } from './opinion-status.ts';

/** What is published inside the institution, for everybody in it. */
export const boardQuery = pageQuery.extend({
  type: optionalFilter(selfDeclaredType),
  year: optionalFilter(wholeNumber(2000, 2100, '年度应为 2000 至 2100')),
});

/** `id` is made by the page, so that a repeated request leaves no second one. */
export const newOpinion = z.object({
  id,
  body: requiredText(OPINION_MAX),
  /** The published record that it is about; null where it is about none. */
  declarationId: id.nullable().default(null),
});

export const opinionQuery = pageQuery.extend({ status: optionalFilter(z.enum(OPINION_STATUSES, '意见状态错误')) });

export const opinion = z.object({
  id: z.string(),
  /** Title of the record that it is about, empty where it is about none; it stays when the record goes. */
  subject: z.string(),
  body: z.string(),
  writtenByName: z.string(),
  deptName: z.string(),
  createdAt: z.string(),
  /** Empty until it is answered. */
  answer: z.string(),
  answeredByName: z.string().nullable(),
  answeredAt: z.string().nullable(),
});
export type Opinion = z.infer<typeof opinion>;

/** `read` has the answer that the form began with: another that somebody has given since is not overwritten without a word. */
export const answeredOpinion = z.object({ id, answer: requiredText(OPINION_MAX), read: z.object({ answer: textRead }).optional() });
