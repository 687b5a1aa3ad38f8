import { expect, test } from 'vitest';
import { isSameAnswer, isSameCorrection } from '#contract/same-value.ts';

const answer = { result: 'unqualified', remark: '过期', photos: ['a', 'b'], answeredAt: '2026-03-01T01:00:00.000Z' } as const;
const correction = { measures: '已更换', responsible: '王芳', photosAfter: ['a', 'b'], correctedAt: '2026-03-01T01:00:00.000Z' };

test.each([
  ['given at another time', { answeredAt: '2026-03-02T01:00:00.000Z' }, true],
  ['with white space around the remark', { remark: ' 过期 ' }, true],
  ['of another result', { result: 'qualified' as const }, false],
  ['with another remark', { remark: '缺' }, false],
  ['with its photos in another order', { photos: ['b', 'a'] }, false],
  ['with a photo less', { photos: ['a'] }, false],
])('whether an answer %s is the same', (_, change, isSame) => {
  const other = { ...answer, photos: [...answer.photos], ...change };
  expect(isSameAnswer({ ...answer, photos: [...answer.photos] }, other)).toBe(isSame);
  expect(isSameAnswer(other, { ...answer, photos: [...answer.photos] })).toBe(isSame);
});

test.each([
  ['marked at another time', { correctedAt: '2026-03-02T01:00:00.000Z' }, true],
  ['with white space around words', { measures: ' 已更换', responsible: '王芳 ' }, true],
  ['that is not marked', { correctedAt: null }, false],
  ['with other measures', { measures: '已维修' }, false],
  ['of somebody else', { responsible: '李强' }, false],
  ['with another photo', { photosAfter: ['a', 'c'] }, false],
])('whether a correction %s is the same', (_, change, isSame) => {
  const other = { ...correction, ...change };
  expect(isSameCorrection(correction, other)).toBe(isSame);
  expect(isSameCorrection(other, correction)).toBe(isSame);
});
