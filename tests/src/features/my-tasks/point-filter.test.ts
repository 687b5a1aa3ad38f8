import { describe, expect, it } from 'vitest';
import { countByFilter } from '@/features/my-tasks/fill-in/count-by-filter.ts';
import { findGaps } from '@/features/my-tasks/fill-in/gaps.ts';
import {
  filterPoints,
  groupByCategory,
  nextUnanswered,
  type PointState,
} from '@/features/my-tasks/point-filter.ts';
import type { MergedAnswer } from '@/offline/entries/answers.ts';
import { taskPoint } from './fixture.ts';

const answer = (changes: Partial<MergedAnswer> = {}): MergedAnswer => ({
  result: 'qualified',
  remark: '',
  photos: [],
  answeredAt: '2026-03-10T01:00:00.000Z',
  answeredByName: null,
  isLocal: true,
  isComplete: true,
  ...changes,
});

const lastFailed = { result: 'unqualified', remark: '过期', taskName: '上季', answeredAt: '2025-12-01T01:00:00.000Z' } as const;
const points = [1, 2, 3, 4, 5].map((seq) => taskPoint(seq, { lastAnswer: seq === 4 ? lastFailed : null, returnRemark: seq === 5 ? '请补充' : null, categoryId: seq === 4 ? 'b' : 'a', categoryName: seq === 4 ? '药品' : '机构资质' }));
const states: Record<string, PointState> = {
  [points[0]!.pointId]: { answer: answer(), saveState: 'delivered' },
  [points[1]!.pointId]: { answer: answer({ result: 'unqualified', isComplete: false }), saveState: 'saved' },
  [points[2]!.pointId]: { answer: answer({ result: 'unqualified', remark: '过期', photos: ['aa'] }), saveState: 'conflict' },
  [points[3]!.pointId]: { answer: answer({ photos: ['bb'] }), saveState: 'failed' },
};
const stateOf = (point: { pointId: string }): PointState => states[point.pointId] ?? { answer: null, saveState: null };
const seqs = (found: readonly { seq: number }[]): number[] => found.map((point) => point.seq);

describe('filterPoints', () => {
  it.each([
    ['all', [1, 2, 3, 4, 5]],
    ['unanswered', [2, 5]],
    ['incomplete', [2]],
    ['unqualified', [3]],
    ['notApplicable', []],
    ['lastFailed', [4]],
    ['withPhotos', [3, 4]],
    ['conflict', [3]],
    ['returned', [5]],
  ] as const)('%s', (kind, expected) => {
    expect(seqs(filterPoints(points, { kind, text: '' }, stateOf))).toEqual(expected);
    expect(countByFilter(points, '', stateOf)[kind]).toBe(expected.length);
  });

  it('is counted among what the words leave', () => {
    expect(countByFilter(points, '要点2', stateOf)).toMatchObject({ all: 1, unanswered: 1, incomplete: 1, withPhotos: 0, lastFailed: 0 });
  });

  it('wants every word, wherever it occurs in the point', () => {
    expect(seqs(filterPoints(points, { kind: 'all', text: ' 药品 要点4 ' }, stateOf))).toEqual([4]);
    expect(filterPoints(points, { kind: 'all', text: '药品 要点5' }, stateOf)).toEqual([]);
  });

  it.each([
    ['《医师法》第三十一条', [1]],
    ['医师法第31条', [1]],
    ['31', [1]],
    ['第九条', [2]],
    ['处方管理办法', [2]],
    ['★', [1]],
    ['否决项', [1]],
    ['☆', [2]],
    ['第三十条', []],
  ])('finds a point by what its card cites, also as a further ground, and by its mark: %s', (text, expected) => {
    const basis = { law: '中华人民共和国医师法', article: 31, gist: '' };
    const further = { law: '处方管理办法', article: 9, gist: '' };
    const cited = [taskPoint(1, { basis, mark: 'veto' }), taskPoint(2, { furtherBases: [further], mark: 'key' }), taskPoint(3)];
    expect(seqs(filterPoints(cited, { kind: 'all', text }, stateOf))).toEqual(expected);
  });

  it('finds words in full and in half width, as the search does', () => {
    const wide = [taskPoint(1, { content: 'ＰＤＦ（一）' }), taskPoint(2, { content: 'pdf(二)' })];
    expect(seqs(filterPoints(wide, { kind: 'all', text: 'PDF(一)' }, stateOf))).toEqual([1]);
    expect(seqs(filterPoints(wide, { kind: 'all', text: 'ｐｄｆ' }, stateOf))).toEqual([1, 2]);
  });
});

describe('nextUnanswered', () => {
  it('goes on behind the given point and starts again at the end', () => {
    expect(nextUnanswered(points, undefined, stateOf)?.seq).toBe(2);
    expect(nextUnanswered(points, points[1]!.pointId, stateOf)?.seq).toBe(5);
    expect(nextUnanswered(points, points[4]!.pointId, stateOf)?.seq).toBe(2);
  });

  it('finds the given point itself when it is the only open one', () => {
    expect(nextUnanswered(points.slice(0, 2), points[1]!.pointId, stateOf)?.seq).toBe(2);
  });

  it('finds nothing when all are answered', () => {
    expect(nextUnanswered([points[0]!, points[3]!], undefined, stateOf)).toBeUndefined();
  });
});

it('groups by category in the order of first occurrence', () => {
  expect(groupByCategory(points).map(({ name, points: inIt }) => [name, seqs(inIt)])).toEqual([
    ['机构资质', [1, 2, 3, 5]],
    ['药品', [4]],
  ]);
});

it('finds all that stands against a submission', () => {
  const gaps = findGaps(points, stateOf);
  expect([gaps.unanswered, gaps.withoutRemark, gaps.conflicts, gaps.failed].map(seqs)).toEqual([[5], [2], [3], [4]]);
});
