import { expect, test } from 'vitest';
import { isOvertaken, isServedLater } from '#contract/served-at.ts';

const at = (minute: number, second = 0): string => new Date(Date.UTC(2026, 10, 21, 8, minute, second)).toISOString();

test('the later one is known where both are', () => {
  expect(isServedLater(at(1), at(0))).toBe(true);
  expect(isServedLater(at(0), at(1))).toBe(false);
  expect(isServedLater(at(0), at(0))).toBe(false);
  expect(isServedLater(at(1), '')).toBe(false);
  expect(isServedLater('', at(1))).toBe(false);
});

test('an answer is overtaken by one that was given while it was on its way, and not by one of a clock that was set back since', () => {
  expect(isOvertaken(at(0), at(0, 20))).toBe(true);
  expect(isOvertaken(at(0, 20), at(0))).toBe(false);
  expect(isOvertaken(at(0), at(0))).toBe(false);
  expect(isOvertaken(at(0), at(5))).toBe(false);
  expect(isOvertaken('', at(0))).toBe(false);
  expect(isOvertaken(at(0), '')).toBe(false);
});
