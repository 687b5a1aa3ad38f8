import { expect, test } from 'vitest';
import { cutText, withoutAtEnd } from '#contract/text-end.ts';

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

test('is cut between characters, and not within one', () => {
  expect(['a𠮷b', 'a𠮷b', 'a𠮷b', 'a𠮷b'].map((text, max) => cutText(text, max))).toEqual(['', 'a', 'a', 'a𠮷']);
});
