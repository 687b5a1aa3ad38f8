/**
 * The score of what was judged: 100 × Σ weight(合格) ÷ Σ weight(合格 or 不合格). Phone, server and exports all count with these
 * functions. Free of zod, so that the page can use them at run time.
 */
import type { Result } from './result.ts';
import { percentOf } from './statistics-kind.ts';

/** 重点 stands for what needs attention first. */
export const SCORE_CLASSES = ['excellent', 'passed', 'focus'] as const;
export type ScoreClass = (typeof SCORE_CLASSES)[number];
export const scoreClassLabel: Record<ScoreClass, string> = { excellent: '优秀', passed: '合格', focus: '重点' };

/** From which score on a class is reached; below both it is 重点. */
export interface ScoreLimits {
  excellent: number;
  passed: number;
}
export const DEFAULT_SCORE_LIMITS: ScoreLimits = { excellent: 85, passed: 60 };

/** What decides over the score beside the result; a point without a weight counts once. */
export interface ScoredPoint {
  weight?: number | undefined;
  /** `veto` (★): where it fails, the class is 重点 whatever the score. */
  mark?: string | null | undefined;
}

/** Whether a result has to be explained: what is 不合格, and a ★ of which it is said that it does not apply. */
export const needsReason = ({ mark }: ScoredPoint, result: Result): boolean =>
  result === 'unqualified' || (result === 'notApplicable' && mark === 'veto');

/** Whole numbers that add up: over points, departments, tasks. */
export interface ScoreSums {
  /** Weights of what is 合格 or 不合格: 不适用 is in neither sum. */
  judgedWeight: number;
  qualifiedWeight: number;
  /** ★ that are 不合格. */
  failedVetoes: number;
}
export const NO_SUMS: Readonly<ScoreSums> = { judgedWeight: 0, qualifiedWeight: 0, failedVetoes: 0 };

/** What one point adds; null is a point without a result. */
export function sumsOf({ weight = 1, mark }: ScoredPoint, result: Result | null | undefined): Readonly<ScoreSums> {
  if (result === 'qualified') return { judgedWeight: weight, qualifiedWeight: weight, failedVetoes: 0 };
  if (result === 'unqualified') return { judgedWeight: weight, qualifiedWeight: 0, failedVetoes: mark === 'veto' ? 1 : 0 };
  return NO_SUMS;
}

/** @param times -1 takes away */
export function addSums(sums: ScoreSums, more: Readonly<ScoreSums>, times: 1 | -1 = 1): void {
  sums.judgedWeight += times * more.judgedWeight;
  sums.qualifiedWeight += times * more.qualifiedWeight;
  sums.failedVetoes += times * more.failedVetoes;
}

export interface Score {
  /** Rounded to one decimal, and 100 only where nothing failed; null where nothing was judged. */
  value: number | null;
  /** By the rounded value, which is what people compare with the limits; null where nothing was judged. */
  scoreClass: ScoreClass | null;
  failedVetoes: number;
}

export function scoreOf({ judgedWeight, qualifiedWeight, failedVetoes }: Readonly<ScoreSums>, limits: ScoreLimits): Score {
  const value = percentOf(qualifiedWeight, judgedWeight);
  return { value, scoreClass: value === null ? null : classOf(value, failedVetoes, limits), failedVetoes };
}

function classOf(value: number, failedVetoes: number, { excellent, passed }: ScoreLimits): ScoreClass {
  if (failedVetoes > 0 || value < passed) return 'focus';
  return value >= excellent ? 'excellent' : 'passed';
}

/** In words, such as 92.5 分 · 优秀; empty where nothing was judged. */
export const scoreText = ({ value, scoreClass }: Pick<Score, 'value' | 'scoreClass'>): string =>
  value === null || scoreClass === null ? '' : `${value} 分 · ${scoreClassLabel[scoreClass]}`;
