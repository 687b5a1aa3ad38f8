import { z } from 'zod';
import { basis } from './check-point.ts';
import { pageQuery } from './envelope.ts';
import { id, optionalFilter, optionalText, requiredText, wholeNumber } from './fields.ts';
import { lawArticle } from './law.ts';
import { LAW_STATUSES } from './law-status.ts';
import { BASES_PER_POINT, BASIS_ANCHOR_MAX, BASIS_GIST_MAX, CITATIONS_PER_DECISION, POINT_TEXT_MAX } from './limits.ts';

/**
 * What a newer edition of a law makes of a citation, by its anchor, or without one by the text of its article:
 * - `stayed`, `moved`: the article's words are the same, its number too, or another.
 * - `changed`: it is found in one article that has other words around it, or there is no text of before to compare.
 * - `ambiguous`: it stands in several articles.
 * - `gone`: it stands nowhere.
 */
export const CITATION_STATES = ['stayed', 'moved', 'changed', 'ambiguous', 'gone'] as const;
const citationState = z.enum(CITATION_STATES, '变动情况不正确');
export type CitationState = z.infer<typeof citationState>;

/** 沿用, 改写, 停用. */
export const CITATION_DECISIONS = ['keep', 'rewrite', 'disable'] as const;
const decisionKind = z.enum(CITATION_DECISIONS, '请选择沿用、改写或停用');
export type CitationDecisionKind = z.infer<typeof decisionKind>;

/** Which citation of a point: 0 is its basis, further ones count from 1 in their order. */
export const LIABILITY_PLACE = -1;

/** An edition of a law that the institution's points cite, compared with the one before it. */
export const lawChange = z.object({
  /** Of the law in this edition. */
  id: z.string(),
  title: z.string(),
  publishDate: z.string().nullable(),
  effectiveDate: z.string().nullable(),
  status: z.enum(LAW_STATUSES),
  /** The edition that it was compared with; null where the library has none. */
  before: z.object({ id: z.string(), publishDate: z.string().nullable() }).nullable(),
  counts: z.object({ stayed: z.number(), moved: z.number(), changed: z.number(), ambiguous: z.number(), gone: z.number() }),
  /** Citations that wait for a decision. */
  pending: z.number(),
  decided: z.number(),
});
export type LawChange = z.infer<typeof lawChange>;

export const lawCitationQuery = pageQuery.extend({
  state: optionalFilter(citationState),
  pending: optionalFilter(wholeNumber(0, 1, '只能为待确认或不待确认')),
  /** Those of one point. */
  pointId: optionalFilter(id),
});

export const changedCitation = z.object({
  pointId: z.string(),
  place: z.number(),
  /** Of the point's wording now; who decides says which one was read. */
  version: z.string(),
  /** Of a national point. */
  code: z.string().nullable(),
  content: z.string(),
  method: z.string(),
  expected: z.string(),
  isNational: z.boolean(),
  enabled: z.boolean(),
  /** As the point cited it before this edition. */
  cited: basis,
  state: citationState,
  /** Whether the national library of this release follows this edition already. */
  isChecked: z.boolean(),
  isPending: z.boolean(),
  /** The article of the edition before; null where it is not known. */
  before: lawArticle.nullable(),
  /** The article of this edition; null where it is not certain. */
  after: lawArticle.nullable(),
  /** Of an `ambiguous` one. */
  candidates: z.array(lawArticle),
  decision: z.object({ kind: decisionKind, article: z.number().nullable(), byName: z.string(), decidedAt: z.string() }).nullable(),
});
export type ChangedCitation = z.infer<typeof changedCitation>;

const citationDecision = z.object({
  pointId: id,
  place: wholeNumber(LIABILITY_PLACE, BASES_PER_POINT, '依据的位置不正确'),
  version: id,
  /** What was decided when it was shown, null for nothing: another administrator may decide meanwhile. */
  seen: decisionKind.nullable().optional(),
  kind: decisionKind,
  /** In the new edition; absent for the one that was found. */
  article: wholeNumber(1, 9999, '条号应为 1 到 9999 的整数').optional(),
  /** Words of that article; absent for those of before, where they stand there. */
  anchor: optionalText(BASIS_ANCHOR_MAX),
  /** With 改写 alone. */
  wording: z
    .object({ content: requiredText(POINT_TEXT_MAX), method: optionalText(POINT_TEXT_MAX), expected: requiredText(POINT_TEXT_MAX), gist: optionalText(BASIS_GIST_MAX) })
    .optional(),
});
export type CitationDecision = z.output<typeof citationDecision>;

export const citationDecisions = z.object({
  /** The new edition. */
  lawId: id,
  decisions: z.array(citationDecision, '请选择要处理的依据').min(1, '请选择要处理的依据').max(CITATIONS_PER_DECISION, `一次最多处理 ${CITATIONS_PER_DECISION} 条依据`),
});
export const decidedCitations = z.object({
  /** Those that were not decided so before. */
  count: z.number(),
});
