import { describe, expect, test } from 'vitest';
import { RESULTS, type Result } from '#contract/result.ts';
import { addSums, DEFAULT_SCORE_LIMITS, NO_SUMS, type ScoredPoint, scoreOf, scoreText, type ScoreSums, sumsOf } from '#contract/score.ts';
import { randomNumbers } from '../support/random.ts';

interface Judged {
  point: ScoredPoint;
  result: Result | null;
}
const sumOf = (judged: readonly Judged[]): ScoreSums => {
  const sums = { ...NO_SUMS };
  for (const { point, result } of judged) addSums(sums, sumsOf(point, result));
  return sums;
};
const scoreOfAll = (judged: readonly Judged[], limits = DEFAULT_SCORE_LIMITS) => scoreOf(sumOf(judged), limits);
const points = (qualified: number, unqualified: number, notApplicable = 0, mark?: string): Judged[] => [
  ...Array.from({ length: qualified }, () => ({ point: { mark }, result: 'qualified' as const })),
  ...Array.from({ length: unqualified }, () => ({ point: { mark }, result: 'unqualified' as const })),
  ...Array.from({ length: notApplicable }, () => ({ point: { mark }, result: 'notApplicable' as const })),
];

describe('the score', () => {
  test('is the share of weight that is 合格, and what is 不适用 or open is in no sum', () => {
    expect(scoreOfAll(points(3, 1))).toEqual({ value: 75, scoreClass: 'passed', failedVetoes: 0 });
    expect(scoreOfAll([...points(3, 1, 40), { point: {}, result: null }]).value).toBe(75);
    expect(scoreOfAll([{ point: { weight: 5 }, result: 'qualified' }, { point: { weight: 3 }, result: 'unqualified' }]).value).toBe(62.5);
  });

  test('is none where nothing was judged', () => {
    for (const judged of [[], points(0, 0, 7), [{ point: { weight: 4, mark: 'veto' }, result: null }]]) {
      expect(scoreOfAll(judged)).toEqual({ value: null, scoreClass: null, failedVetoes: 0 });
    }
    expect(scoreText(scoreOfAll([]))).toBe('');
  });

  test.each([
    [2, 1, 66.7],
    [1, 2, 33.3],
    [1999, 1, 99.9],
    [1, 1999, 0.1],
    [1, 2000, 0],
    [201, 199, 50.3],
    [5, 0, 100],
  ])('of %i 合格 and %i 不合格 is %d: one decimal, half a tenth up, and 100 only where nothing failed', (qualified, unqualified, value) => {
    expect(scoreOfAll(points(qualified, unqualified)).value).toBe(value);
  });

  test('reaches a class by the number that is shown', () => {
    const classes = (qualified: number, unqualified: number) => scoreOfAll(points(qualified, unqualified)).scoreClass;
    expect([classes(85, 15), classes(849, 151), classes(8495, 1505), classes(8494, 1506)]).toEqual(['excellent', 'passed', 'excellent', 'passed']);
    expect([classes(60, 40), classes(599, 401), classes(0, 1)]).toEqual(['passed', 'focus', 'focus']);
    expect(scoreOfAll(points(80, 20), { excellent: 80, passed: 70 }).scoreClass).toBe('excellent');
    expect(scoreText(scoreOfAll(points(925, 75)))).toBe('92.5 分 · 优秀');
  });

  test('does not matter where a ★ failed, and does where it is 不适用 or a ☆', () => {
    expect(scoreOfAll([...points(99, 0), ...points(0, 1, 0, 'veto')])).toEqual({ value: 99, scoreClass: 'focus', failedVetoes: 1 });
    expect(scoreOfAll([...points(99, 0), ...points(1, 0, 3, 'veto'), ...points(0, 1, 0, 'key')]).scoreClass).toBe('excellent');
  });
});

/** Judged points of any weight, mark and result. */
function randomTask(random: () => number): Judged[] {
  return Array.from({ length: Math.floor(random() * 60) }, () => ({
    point: { weight: 1 + Math.floor(random() * 10), mark: [null, 'key', 'veto'][Math.floor(random() * 3)] ?? null },
    result: [...RESULTS, null][Math.floor(random() * 4)] ?? null,
  }));
}

describe('of 1,000 random tasks', () => {
  const random = randomNumbers(20_261_126);
  const tasks = Array.from({ length: 1000 }, () => randomTask(random));

  test('the score is that of whole numbers, between 0 and 100', () => {
    for (const judged of tasks) {
      const of = (...results: Result[]) => judged.filter(({ result }) => result !== null && results.includes(result)).reduce((sum, { point }) => sum + BigInt(point.weight ?? 1), 0n);
      const [qualified, all] = [of('qualified'), of('qualified', 'unqualified')];
      const { value } = scoreOfAll(judged);
      if (all === 0n) expect(value).toBeNull();
      else {
        const tenths = (2000n * qualified + all) / (2n * all);
        expect(value).toBe(Number(qualified < all && tenths === 1000n ? 999n : tenths) / 10);
      }
    }
  });

  test('order and parts do not matter: departments add up to their task', () => {
    for (const judged of tasks) {
      const cut = Math.floor(random() * (judged.length + 1));
      const parts = { ...sumOf(judged.slice(cut).toReversed()) };
      addSums(parts, sumOf(judged.slice(0, cut)));
      expect(parts).toEqual(sumOf(judged));
      addSums(parts, sumOf(judged), -1);
      expect(parts).toEqual(NO_SUMS);
    }
  });

  test('a 合格 more never lowers it, a 不合格 more never raises it, a 不适用 more leaves it', () => {
    for (const judged of tasks) {
      const before = scoreOfAll(judged).value;
      if (before === null) continue;
      const withMore = (result: Result) => scoreOfAll([...judged, { point: { weight: 1 + Math.floor(random() * 10) }, result }]).value ?? Number.NaN;
      expect(withMore('qualified')).toBeGreaterThanOrEqual(before);
      expect(withMore('unqualified')).toBeLessThanOrEqual(before);
      expect(withMore('notApplicable')).toBe(before);
    }
  });
});
