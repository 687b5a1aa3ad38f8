import { expect, test } from 'vitest';
import { articleNumber } from '#contract/chinese-numerals.ts';

test.each([
  ['12', 12],
  ['十二', 12],
  [' 第十二条 ', 12],
  ['第１２条', 12],
  ['', 0],
  ['第几条', undefined],
  ['99999', undefined],
] as const)('%s as the number of an article is %s', (text, number) => {
  expect(articleNumber(text)).toBe(number);
});
