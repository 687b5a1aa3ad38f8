import { z } from 'zod';
import { answer, answersToSave, result } from './answer.ts';
import { pageQuery } from './envelope.ts';
import { id, optionalFilter, optionalText } from './fields.ts';
import { LATE_STATUSES } from './late-status.ts';
import { RETURN_REASON_MAX } from './limits.ts';

/**
 * Late work 迟到的填写: an answer that its department task does not take any more, since it was cancelled, was submitted by
 * a colleague, or belongs to a department that the person has left. An administrator decides what becomes of it.
 */
export const answersHandedIn = answersToSave;

/** What became of one entry, in the words of `entryOutcome`. `saved`: an administrator will decide, or has. */
const handInOutcome = z.object({
  id: z.string(),
  outcome: z.enum(['saved', 'rejected', 'photosMissing']),
  reason: z.string().optional(),
  missingPhotos: z.array(z.string()).optional(),
});
export type HandInOutcome = z.infer<typeof handInOutcome>;
export const handedIn = z.object({ outcomes: z.array(handInOutcome) });
export type HandedIn = z.infer<typeof handedIn>;

const status = z.enum(LATE_STATUSES, '处理状态错误');

export const lateAnswer = z.object({
  /** The outbox entry's. */
  id: z.string(),
  taskId: z.string(),
  taskName: z.string(),
  isTaskCancelled: z.boolean(),
  deptTaskId: z.string(),
  deptId: z.string(),
  deptName: z.string(),
  pointId: z.string(),
  content: z.string(),
  result,
  remark: z.string(),
  photos: z.array(z.string()),
  answeredByName: z.string(),
  answeredAt: z.string(),
  receivedAt: z.string(),
  /** Why the task did not take it when it came. */
  lateReason: z.string(),
  status,
  decidedByName: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Why it was not accepted, or a remark on accepting it. */
  decisionReason: z.string(),
});
export type LateAnswer = z.infer<typeof lateAnswer>;

/** With the answer that holds now, to compare. */
export const comparedLateAnswer = lateAnswer.extend({ current: answer.nullable() });
export type ComparedLateAnswer = z.infer<typeof comparedLateAnswer>;

export const lateAnswerQuery = pageQuery.extend({
  taskId: optionalFilter(id),
  deptId: optionalFilter(id),
  status: optionalFilter(status),
});

export const lateAnswerDecision = z
  .object({ id, decision: z.enum(['accepted', 'rejected'], '请选择采纳或不采纳'), reason: optionalText(RETURN_REASON_MAX) })
  .refine(({ decision, reason }) => decision === 'accepted' || reason !== '', { path: ['reason'], message: '请填写不采纳的原因' });
