/** When two values that people entered say the same. Apart from the schemas, so that the page has it without zod. */
import type { AnswerValue } from './answer.ts';
import type { CorrectionValue } from './self-correction.ts';

/** The same decision, whenever it was taken. */
export const isSameAnswer = (one: Omit<AnswerValue, 'answeredAt'>, other: Omit<AnswerValue, 'answeredAt'>): boolean =>
  one.result === other.result && one.remark.trim() === other.remark.trim() && areSamePhotos(one.photos, other.photos);

/** When an item was marked 已整改 may differ, by the clocks of two phones too; whether it was may not. */
export const isSameCorrection = (one: CorrectionValue, other: CorrectionValue): boolean =>
  one.measures.trim() === other.measures.trim() &&
  one.responsible.trim() === other.responsible.trim() &&
  (one.correctedAt === null) === (other.correctedAt === null) &&
  areSamePhotos(one.photosAfter, other.photosAfter);

const areSamePhotos = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((photo, index) => photo === other[index]);
