/** When two values that people entered say the same. Apart from the schemas, so that the page has it without zod. */
import type { AnswerValue } from './answer.ts';
import type { CorrectionValue, HeldCorrection } from './self-correction.ts';

/** The same decision, whenever it was taken. */
export const isSameAnswer = (one: Omit<AnswerValue, 'answeredAt'>, other: Omit<AnswerValue, 'answeredAt'>): boolean =>
  one.result === other.result && one.remark.trim() === other.remark.trim() && areSamePhotos(one.photos, other.photos);

/** When an item was marked 已整改 may differ, by the clocks of two phones too; whether it was may not. */
export const isSameCorrection = (one: CorrectionValue, other: CorrectionValue): boolean =>
  isSameContent(one, other) && (one.correctedAt === null) === (other.correctedAt === null);

type CorrectionContent = Pick<CorrectionValue, 'measures' | 'responsible' | 'photosAfter'>;
const isSameContent = (one: CorrectionContent, other: CorrectionContent): boolean =>
  one.measures.trim() === other.measures.trim() && one.responsible.trim() === other.responsible.trim() && areSamePhotos(one.photosAfter, other.photosAfter);

/** A return is saved under the administrator's name, who wrote nothing of the value but its reason. */
export const isReturn = ({ savedAt, returnedAt }: Pick<HeldCorrection, 'savedAt' | 'returnedAt'>): boolean => returnedAt !== null && savedAt === returnedAt;

/** Says of a returned item what was said before: it cannot be 已整改 again with that. */
export const isUnchangedReturn = (held: Pick<HeldCorrection, 'savedAt' | 'returnedAt'> & CorrectionContent, value: CorrectionContent): boolean =>
  isReturn(held) && isSameContent(held, value);

const areSamePhotos = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((photo, index) => photo === other[index]);
