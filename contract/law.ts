import { z } from 'zod';
import { pageQuery } from './envelope.ts';
import { ID_FORM, ID_LENGTH, optionalFilter, optionalText, shortText } from './fields.ts';
import { LAW_STATUSES } from './law-status.ts';
import { LAWS_PER_READ } from './limits.ts';

/** Another version of a law: the same title, published on another day. */
const lawVersion = z.object({ id: z.string(), publishDate: z.string().nullable(), effectiveDate: z.string().nullable(), status: z.enum(LAW_STATUSES) });

export const law = z.object({
  id: z.string(),
  title: z.string(),
  docNumber: z.string(),
  lawType: z.string(),
  enactDept: z.string(),
  publishDate: z.string().nullable(),
  effectiveDate: z.string().nullable(),
  status: z.enum(LAW_STATUSES),
  articleCount: z.number(),
  hasPdf: z.boolean(),
  /** SHA-256 of text, PDF and all the fields above: what a law's address answers under its version never changes. */
  version: z.string(),
  /** The other versions of this law, the newest first. */
  versions: z.array(lawVersion),
});
export type Law = z.infer<typeof law>;

export const lawQuery = pageQuery.extend({
  title: optionalText(60),
  lawType: optionalText(50),
  enactDept: optionalText(80),
  status: optionalFilter(z.enum(LAW_STATUSES, '法规状态错误')),
});

export const lawArticle = z.object({
  /** Counts from 1; the preamble has 0. */
  number: z.number(),
  /** As statutes print it, such as 第十二条, or 二、 in a document without articles. */
  label: z.string(),
  paragraphs: z.array(z.string()),
});
export type LawArticle = z.infer<typeof lawArticle>;

export const lawChapter = z.object({
  /** As printed, such as 第一章 总则; empty for a law without chapters. */
  title: z.string(),
  articles: z.array(lawArticle),
});

/** Without the other versions: they may come and go while this one stays as it is. */
export const lawText = law.omit({ versions: true }).extend({ chapters: z.array(lawChapter) });
export type LawText = z.infer<typeof lawText>;

/** Texts of several laws in one answer; those that are not there are left out. */
export const lawTextsQuery = z.object({
  /** Separated by commas. */
  ids: shortText((ID_LENGTH + 1) * LAWS_PER_READ, new RegExp(`^${ID_FORM}(,${ID_FORM}){0,${LAWS_PER_READ - 1}}$`), `一次最多读取 ${LAWS_PER_READ} 部法规，编号以逗号分隔`),
});

export const lawFileQuery = z.object({ v: optionalText(64), format: z.enum(['text', 'pdf']).default('text') });
export const dictionary = z.array(z.object({ value: z.string(), label: z.string(), count: z.number() }));
