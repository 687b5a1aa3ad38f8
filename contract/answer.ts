import { z } from 'zod';
import { id, instant, optionalText, revision, sha256 } from './fields.ts';
import { ENTRIES_PER_SAVE, PHOTOS_PER_ANSWER, REMARK_MAX } from './limits.ts';
import { CLEARED, GIVEN_RESULTS, RESULTS } from './result.ts';

const RESULT_MESSAGE = '自查结果只能为合格、不合格或不适用';
export const result = z.enum(RESULTS, RESULT_MESSAGE);
const givenResult = z.enum(GIVEN_RESULTS, RESULT_MESSAGE);

/** What a person decided on one check point. `photos` are SHA-256 values, in the order of taking. */
export const answerValue = z.object({
  result: givenResult,
  remark: optionalText(REMARK_MAX),
  photos: z.array(sha256).max(PHOTOS_PER_ANSWER, `每个要点最多 ${PHOTOS_PER_ANSWER} 张照片`).default([]),
  /** The phone's clock. */
  answeredAt: instant,
});
export type AnswerValue = z.infer<typeof answerValue>;

/** An answer as the server holds it. */
export const answer = z.object({
  pointId: z.string(),
  result,
  remark: z.string(),
  photos: z.array(z.string()),
  answeredBy: z.string(),
  answeredByName: z.string(),
  answeredAt: z.string(),
  savedAt: z.string(),
  /** Counts the values that were accepted for this point: 1 is the first. */
  revision: z.number(),
});
export type Answer = z.infer<typeof answer>;

/** What holds on a point that had an answer, with the answer taken back as well. */
export const heldAnswer = answer.extend({ result: givenResult });
export type HeldAnswer = z.infer<typeof heldAnswer>;

/** One entry of the outbox on the wire; `id` makes a repeated entry harmless. */
export const answerEntry = answerValue
  .extend({
    id,
    pointId: id,
    /** The revision that the person saw when deciding; 0 where there was no answer. */
    baseRevision: revision,
  })
  .refine((entry) => entry.result !== 'unqualified' || entry.remark !== '', { path: ['remark'], message: '不合格必须填写说明' })
  .refine((entry) => entry.result !== CLEARED || (entry.remark === '' && entry.photos.length === 0), { path: ['result'], message: '清除结果不能带说明或照片' });
export type AnswerEntry = z.infer<typeof answerEntry>;

export const answersToSave = z.object({
  deptTaskId: id,
  entries: z.array(answerEntry).min(1, '没有要保存的结果').max(ENTRIES_PER_SAVE, `一次最多保存 ${ENTRIES_PER_SAVE} 项结果`),
});
export type AnswersToSave = z.infer<typeof answersToSave>;

/**
 * What became of one entry.
 * - `saved`: stored, or stored by an earlier try; `revision` is what the server counts now for this value.
 * - `conflict`: somebody else changed the point since `baseRevision`; both are in the history, `current` is the value that holds.
 * - `rejected`: can never be stored; `reason` says why, in words for the person.
 * - `photosMissing`: nothing stored yet; upload `missingPhotos`, then send the same entry again.
 * - `handedIn`: the server has it as late work, such as from a ZIP that an administrator brought in.
 */
export const entryOutcome = z.object({
  id: z.string(),
  pointId: z.string(),
  outcome: z.enum(['saved', 'conflict', 'rejected', 'photosMissing', 'handedIn']),
  revision: z.number().optional(),
  current: heldAnswer.optional(),
  reason: z.string().optional(),
  /** Rejected since the task was submitted or cancelled: nobody can submit it. */
  isClosed: z.literal(true).optional(),
  missingPhotos: z.array(z.string()).optional(),
});
export type EntryOutcome = z.infer<typeof entryOutcome>;

export const savedAnswers = z.object({
  outcomes: z.array(entryOutcome),
  answeredCount: z.number(),
  pointCount: z.number(),
});
export type SavedAnswers = z.infer<typeof savedAnswers>;

/** One value that a point ever had, the latest first. */
export const answerHistory = z.object({
  entryId: z.string(),
  pointId: z.string(),
  result: givenResult,
  remark: z.string(),
  photos: z.array(z.string()),
  answeredByName: z.string(),
  answeredAt: z.string(),
  savedAt: z.string(),
  revision: z.number(),
  /** True for a value that lost against another and was kept for the record. */
  isConflict: z.boolean(),
  /** The administrator who brought it in from a ZIP; null for what a phone sent. */
  importedByName: z.string().nullable(),
});
export type AnswerHistory = z.infer<typeof answerHistory>;
