import { z } from 'zod';
import { answer, answerEntry, answersToSave, result } from './answer.ts';
import { pageQuery } from './envelope.ts';
import { id, optionalFilter, optionalText, revision } from './fields.ts';
import { LATE_STATUSES } from './late-status.ts';
import { ENTRIES_PER_SAVE, LATE_PER_DECISION, POINT_TEXT_MAX, RETURN_REASON_MAX } from './limits.ts';
import { correctionEntry, heldCorrection } from './self-correction.ts';

/**
 * Late work 迟到的填写: an answer that its department task does not take any more, since it was cancelled, was submitted by
 * a colleague, or belongs to a department that the person has left; and likewise what was written on a self-correction that
 * was confirmed or is gone. An administrator decides what becomes of it. The phone sends the wording of the point as it has
 * it: the person may no longer read the task, and the server tells nothing of it.
 */
const content = optionalText(POINT_TEXT_MAX);

export const answersHandedIn = answersToSave.extend({
  entries: z
    .array(answerEntry.safeExtend({ content }))
    .min(1, '没有要交来的内容')
    .max(ENTRIES_PER_SAVE, `一次最多交来 ${ENTRIES_PER_SAVE} 项内容`),
});
export type AnswersHandedIn = z.infer<typeof answersHandedIn>;

export const correctionsHandedIn = z.object({
  /** The self-correction, which may be gone: its department task is not. */
  id,
  deptTaskId: id,
  entries: z
    .array(correctionEntry.safeExtend({ content }))
    .min(1, '没有要交来的内容')
    .max(ENTRIES_PER_SAVE, `一次最多交来 ${ENTRIES_PER_SAVE} 项内容`),
});
export type CorrectionsHandedIn = z.infer<typeof correctionsHandedIn>;

/** What became of one entry, in the words of `entryOutcome`. `saved`: an administrator will decide, or has. */
const handInOutcome = z.object({
  id: z.string(),
  outcome: z.enum(['saved', 'rejected', 'photosMissing']),
  reason: z.string().optional(),
  /** It is not late: the task or self-correction takes it as ever. */
  isNotLate: z.literal(true).optional(),
  missingPhotos: z.array(z.string()).optional(),
});
export type HandInOutcome = z.infer<typeof handInOutcome>;
export const handedIn = z.object({ outcomes: z.array(handInOutcome) });
export type HandedIn = z.infer<typeof handedIn>;

const status = z.enum(LATE_STATUSES, '处理状态错误');

const lateFields = {
  /** The outbox entry's. */
  id: z.string(),
  taskId: z.string(),
  /** Empty, as the names and words of the task that follow, for a person who may not read it. */
  taskName: z.string(),
  deptTaskId: z.string(),
  deptId: z.string(),
  deptName: z.string(),
  content: z.string(),
  enteredByName: z.string(),
  /** The administrator who brought it in from a ZIP; null for what a phone sent. */
  importedByName: z.string().nullable(),
  receivedAt: z.string(),
  /** Why it was not taken when it came. */
  lateReason: z.string(),
  /** Why accepting it changes nothing and keeps it on record alone; empty where it will be the value that holds. */
  recordOnly: z.string(),
  status,
  decidedByName: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Why it was not accepted, or a remark on accepting it. */
  decisionReason: z.string(),
};
const lateAnswer = z.object({
  kind: z.literal('answer'),
  ...lateFields,
  value: z.object({ result, remark: z.string(), photos: z.array(z.string()), answeredAt: z.string() }),
});
/** An answer that was taken back is no late work. */
export type LateAnswerValue = z.infer<typeof lateAnswer>['value'];
const lateCorrection = z.object({
  kind: z.literal('correction'),
  ...lateFields,
  value: z.object({ measures: z.string(), responsible: z.string(), photosAfter: z.array(z.string()), correctedAt: z.string().nullable() }),
});
export const lateWork = z.discriminatedUnion('kind', [lateAnswer, lateCorrection]);
export type LateWork = z.infer<typeof lateWork>;

/** With the value that holds now, to compare. */
export const comparedLateWork = z.discriminatedUnion('kind', [
  lateAnswer.extend({
    current: answer.nullable(),
    /** Accepted, it opens the self-correction of a submitted department task or becomes another item of it, and changes the score. */
    isAddedProblem: z.boolean(),
  }),
  lateCorrection.extend({ current: heldCorrection.nullable() }),
]);
export type ComparedLateWork = z.infer<typeof comparedLateWork>;

export const lateWorkQuery = pageQuery.extend({
  taskId: optionalFilter(id),
  deptId: optionalFilter(id),
  status: optionalFilter(status),
});

export const lateWorkDecision = z
  .object({
    ids: z.array(id).min(1, '请选择要处理的填写').max(LATE_PER_DECISION, `一次最多处理 ${LATE_PER_DECISION} 项`),
    /**
     * Of the `current` that the page showed with each of the ids, in their order; 0 where it showed none. What is held by now
     * under a higher one is not replaced, and nothing that is held by a page of an earlier release, which does not tell.
     */
    revisions: z.array(revision).max(LATE_PER_DECISION).optional(),
    decision: z.enum(['accepted', 'rejected'], '请选择采纳或不采纳'),
    reason: optionalText(RETURN_REASON_MAX),
  })
  .refine(({ decision, reason }) => decision === 'accepted' || reason !== '', { path: ['reason'], message: '请填写不采纳的原因' });

/** What became of each, in the order of the ids; `refused` waits on, for the reason. */
export const lateWorkDecided = z.object({
  outcomes: z.array(z.object({ id: z.string(), outcome: z.enum(['decided', 'refused']), reason: z.string().optional() })),
});
export type LateWorkDecided = z.infer<typeof lateWorkDecided>;
