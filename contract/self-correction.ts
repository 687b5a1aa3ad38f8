import { z } from 'zod';
import { wordedPoint } from './check-point.ts';
import { CORRECTION_STATUSES } from './correction-status.ts';
import { pageQuery } from './envelope.ts';
import { day, id, instant, optionalFilter, optionalText, orderedBy, requiredText, revision, sha256 } from './fields.ts';
import { CONFIRMED_AT_ONCE, ENTRIES_PER_SAVE, PHOTOS_PER_ANSWER, POINTS_PER_TASK, REMARK_MAX, RESPONSIBLE_MAX, RETURN_REASON_MAX } from './limits.ts';

const status = z.enum(CORRECTION_STATUSES, '自纠状态错误');

/** What a department wrote on one item. `photosAfter` are SHA-256 values, in the order of taking. */
export const correctionValue = z.object({
  measures: optionalText(REMARK_MAX),
  responsible: optionalText(RESPONSIBLE_MAX),
  photosAfter: z.array(sha256).max(PHOTOS_PER_ANSWER, `每项最多 ${PHOTOS_PER_ANSWER} 张照片`).default([]),
  /** When the person marked the item 已整改, by the phone's clock; null while it is still being worked on. */
  correctedAt: instant.nullable(),
});
export type CorrectionValue = z.infer<typeof correctionValue>;

/** One entry of the outbox on the wire; `id` makes a repeated entry harmless. */
export const correctionEntry = correctionValue
  .extend({
    id,
    itemId: id,
    /** The revision that the person saw when writing; 0 where nobody had written anything. */
    baseRevision: revision,
  })
  .refine((entry) => entry.correctedAt === null || entry.measures !== '', { path: ['measures'], message: '标记已整改前必须填写整改措施' })
  .refine((entry) => entry.correctedAt === null || entry.responsible !== '', { path: ['responsible'], message: '标记已整改前必须填写责任人' });
export type CorrectionEntry = z.infer<typeof correctionEntry>;

export const correctionsToSave = z.object({
  /** The self-correction. */
  id,
  entries: z.array(correctionEntry).min(1, '没有要保存的内容').max(ENTRIES_PER_SAVE, `一次最多保存 ${ENTRIES_PER_SAVE} 项内容`),
});
export type CorrectionsToSave = z.infer<typeof correctionsToSave>;

const heldFields = {
  measures: z.string(),
  responsible: z.string(),
  photosAfter: z.array(z.string()),
  correctedAt: z.string().nullable(),
  /** Who changed it last, and when by the server's clock; null where nobody did. A return changes it too. */
  savedByName: z.string().nullable(),
  /** The same person's id; not in what a phone keeps from before it was told. */
  savedBy: z.string().nullable().optional(),
  savedAt: z.string().nullable(),
  /** Counts saves and returns: 0 is untouched. */
  revision: z.number(),
  /** What an administrator wrote when returning the item; it stays until the item is returned again. */
  returnReason: z.string().nullable(),
  returnedAt: z.string().nullable(),
};

/** What the server holds of one item. */
export const heldCorrection = z.object({ itemId: z.string(), ...heldFields });
export type HeldCorrection = z.infer<typeof heldCorrection>;

/** What became of one entry, in the words of `entryOutcome` of answers. */
export const correctionOutcome = z.object({
  id: z.string(),
  itemId: z.string(),
  outcome: z.enum(['saved', 'conflict', 'rejected', 'photosMissing', 'handedIn']),
  revision: z.number().optional(),
  current: heldCorrection.optional(),
  reason: z.string().optional(),
  missingPhotos: z.array(z.string()).optional(),
});
export type CorrectionOutcome = z.infer<typeof correctionOutcome>;

export const savedCorrections = z.object({
  outcomes: z.array(correctionOutcome),
  status,
  itemCount: z.number(),
  correctedCount: z.number(),
});
export type SavedCorrections = z.infer<typeof savedCorrections>;

/** One self-correction in a list. */
export const selfCorrection = z.object({
  id: z.string(),
  deptTaskId: z.string(),
  taskId: z.string(),
  taskName: z.string(),
  taskType: z.number(),
  deptId: z.string(),
  deptName: z.string(),
  status,
  /** Whether an item is open past its due date. */
  isOverdue: z.boolean(),
  /** All are corrected, and one of them was after its due date. */
  isLate: z.boolean(),
  /**
   * 整改期限: until when the next item has to be corrected, the earliest of those that are open, or the latest of all where none
   * is. Lists, filters and notices go by it.
   */
  dueDate: z.string(),
  itemCount: z.number(),
  correctedCount: z.number(),
  /** Items that an administrator returned and that are open again. */
  returnedCount: z.number(),
  /** 屡查屡犯: items whose point failed in the department's previous inspection too. */
  repeatedCount: z.number(),
  /** Corrected items without a photo of it; not in what a phone keeps from before it was told. */
  unprovedCount: z.number().optional(),
  /** Changes with each item: what an administrator confirms is what was on the screen. Optional as above. */
  version: z.number().optional(),
  /** When the inspection was submitted. */
  submittedAt: z.string(),
  correctedAt: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  confirmedByName: z.string().nullable(),
});
export type SelfCorrection = z.infer<typeof selfCorrection>;

/** One 不合格, in the wording that its task was issued with, and what was done about it. */
export const correctionItem = wordedPoint.extend({
  itemId: z.string(),
  pointId: z.string(),
  /** Position in the task, from 1. */
  seq: z.number(),
  categoryName: z.string(),
  itemName: z.string(),
  problem: z.string(),
  photosBefore: z.array(z.string()),
  foundByName: z.string(),
  foundAt: z.string(),
  /** 整改期限 of its own, from a return or as it was found late; null or absent where it is that of the self-correction. */
  dueDate: z.string().nullable().optional(),
  /** The department's previous submitted answer to the point, if that was 不合格 as well: then it is 屡查屡犯. */
  lastFailure: z.object({ taskName: z.string(), remark: z.string(), answeredAt: z.string() }).nullable(),
  ...heldFields,
});
export type CorrectionItem = z.infer<typeof correctionItem>;

/** All that a phone needs to fill in a self-correction without a network. */
export const selfCorrectionDetail = selfCorrection.extend({
  cancelReason: z.string().nullable(),
  version: z.number(),
  items: z.array(correctionItem),
});
export type SelfCorrectionDetail = z.infer<typeof selfCorrectionDetail>;

/** One value that an item ever had, or one return of it, the latest first. */
export const correctionHistory = z.object({
  entryId: z.string(),
  itemId: z.string(),
  measures: z.string(),
  responsible: z.string(),
  photosAfter: z.array(z.string()),
  correctedAt: z.string().nullable(),
  savedByName: z.string(),
  savedAt: z.string(),
  revision: z.number(),
  /** True for a value that lost against another and was kept for the record. */
  isConflict: z.boolean(),
  /** The administrator who brought it in from a ZIP; null for what a phone sent. */
  importedByName: z.string().nullable(),
  /** Both set on a return, which gives the item a 整改期限. */
  returnReason: z.string().nullable(),
  dueDate: z.string().nullable(),
});
export type CorrectionHistory = z.infer<typeof correctionHistory>;

export const selfCorrectionRecord = selfCorrectionDetail.extend({
  /** Days that the task gives for correcting. */
  correctDays: z.number(),
  history: z.array(correctionHistory),
});
export type SelfCorrectionRecord = z.infer<typeof selfCorrectionRecord>;

/**
 * `done` selects what the department has corrected, confirmed or not, `overdue` what is open past its due date.
 * Open ones come first, by due date, so that overdue ones lead.
 */
const listFilter = {
  taskName: optionalText(60),
  status: optionalFilter(z.union([z.literal('done'), z.literal('overdue'), status], '自纠状态错误')),
};
export const myCorrectionQuery = pageQuery.extend(listFilter);

/** `startDate` and `endDate` select by due date. */
export const correctionFilter = z.object({
  ...listFilter,
  deptId: optionalFilter(id),
  startDate: optionalFilter(day),
  endDate: optionalFilter(day),
  ...orderedBy(['dueDate', 'itemCount']),
});
export const correctionQuery = pageQuery.extend(correctionFilter.shape);

export const confirmedCorrection = z.object({
  id,
  /** Of the detail that the administrator looked at, or of the row in the list. */
  version: revision,
});

export const confirmedCorrections = z.object({
  corrections: z
    .array(confirmedCorrection, '请选择要确认的自纠')
    .min(1, '请选择要确认的自纠')
    .max(CONFIRMED_AT_ONCE, `一次最多确认 ${CONFIRMED_AT_ONCE} 份自纠`),
});

/** What became of each, in the order in which they were sent; `refused` is as it was, for the reason. */
export const correctionsConfirmed = z.object({
  outcomes: z.array(z.object({ id: z.string(), outcome: z.enum(['confirmed', 'refused']), reason: z.string().optional() })),
});
export type CorrectionsConfirmed = z.infer<typeof correctionsConfirmed>;

export const returnedCorrection = z.object({
  id,
  /** 整改期限 of these items from now on: what was in time must not be late for being looked at after it. */
  dueDate: day,
  items: z
    .array(
      z.object({
        itemId: id,
        reason: requiredText(RETURN_REASON_MAX),
        /** Of the item as the page showed it: another one is not returned unseen. A page of an earlier release does not tell. */
        revision: revision.optional(),
      }),
    )
    .min(1, '请选择要退回的整改项')
    .max(POINTS_PER_TASK),
});
