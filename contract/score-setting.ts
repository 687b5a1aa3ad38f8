import { z } from 'zod';
import { wholeNumber } from './fields.ts';
import { SCORE_CLASSES } from './score.ts';

/** `ScoreLimits` as the institution has set them. */
export const scoreLimits = z.object({
  excellent: wholeNumber(1, 100, '优秀分数线为 1 至 100 的整数'),
  passed: wholeNumber(0, 99, '合格分数线为 0 至 99 的整数'),
});
const { excellent, passed } = scoreLimits.partial().shape;
/** What is absent stays as it is. `read` has what the form began with: what somebody else has set since is not overwritten without a word. */
export const changedScoreLimits = z
  .object({ excellent, passed, read: z.object({ excellent, passed }).optional() })
  .refine((limits) => limits.passed === undefined || limits.excellent === undefined || limits.passed < limits.excellent, {
    path: ['passed'],
    message: '合格分数线应低于优秀分数线',
  });

/** `Score` on the wire. */
export const score = z.object({
  value: z.number().nullable(),
  scoreClass: z.enum(SCORE_CLASSES).nullable(),
  failedVetoes: z.number(),
});
