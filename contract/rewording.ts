import { z } from 'zod';
import { wordedPoint } from './check-point.ts';
import { pageQuery } from './envelope.ts';
import { id, optionalFilter, wholeNumber } from './fields.ts';
import { REWORDINGS_PER_DECISION } from './limits.ts';

/** 沿用国家新文本, 保留本机构文本. */
const REWORDING_DECISIONS = ['adopt', 'keep'] as const;
const rewordingDecisionKind = z.enum(REWORDING_DECISIONS, '请选择沿用国家新文本或保留本机构文本');
export type RewordingDecisionKind = z.infer<typeof rewordingDecisionKind>;

export const rewordingQuery = pageQuery.extend({ pending: optionalFilter(wholeNumber(0, 1, '只能为待处理或已保留')) });

/** A point that the institution has in words of its own, beside the national library's words. */
export const rewording = z.object({
  pointId: z.string(),
  /** Of the wording that the institution has; who decides says which one was read. */
  version: z.string(),
  /** The same of the national library's. */
  nationalVersion: z.string(),
  /** Of the national point. */
  code: z.string().nullable(),
  /** False for a point of the institution's own that was written with the national point's words. */
  isNational: z.boolean(),
  enabled: z.boolean(),
  /** Whether the library has reworded it since the institution wrote or last kept its own words. */
  isPending: z.boolean(),
  own: wordedPoint,
  national: wordedPoint,
});
export type Rewording = z.infer<typeof rewording>;

const rewordingDecision = z.object({
  pointId: id,
  version: id,
  nationalVersion: id,
  kind: rewordingDecisionKind,
  /** Whether it still waited as the administrator saw it: what somebody has decided since is not undone unseen. */
  isPending: z.boolean().optional(),
});
export type RewordingDecision = z.output<typeof rewordingDecision>;

export const rewordingDecisions = z.object({
  decisions: z
    .array(rewordingDecision, '请选择要处理的要点')
    .min(1, '请选择要处理的要点')
    .max(REWORDINGS_PER_DECISION, `一次最多处理 ${REWORDINGS_PER_DECISION} 个要点`),
});
