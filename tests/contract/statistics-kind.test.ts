import { expect, test } from 'vitest';
import { percentOf } from '#contract/statistics-kind.ts';

test('a share has one decimal, and is 100 only where nothing is missing', () => {
  expect([percentOf(1, 3), percentOf(299, 300), percentOf(2999, 3000), percentOf(3000, 3000), percentOf(0, 3), percentOf(0, 0)]).toEqual([33.3, 99.7, 99.9, 100, 0, null]);
});
