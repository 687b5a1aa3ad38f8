import { expect, test } from 'vitest';
import { withoutAtEnd } from '#contract/text-end.ts';

test.each([
  ['甲。', '。', '甲'],
  ['甲 。 。 ', '。', '甲'],
  ['。甲', '。', '。甲'],
  ['。 。', '。', ''],
  ['', '。', ''],
  ['/a/b//', '/', '/a/b'],
])('%j without %j at its end is %j', (text, characters, expected) => {
  expect(withoutAtEnd(text, characters)).toBe(expected);
});
