import { describe, expect, test } from 'vitest';
import type { CheckItem } from '#contract/check-point.ts';
import { branchState, goneWords, groupPoints, inTreeOrder, issuedPoints, pointIdsOf, searchPoints, stillOffered, toggleBranch } from '@/features/task-management/point-selection.ts';
import { point } from './fixture.ts';

const item = (id: string, name: string, children: [string, string][]): CheckItem => ({
  id,
  name,
  pointCount: 0,
  totalCount: 0,
  isNational: true,
  children: children.map(([childId, childName]) => ({ id: childId, name: childName, pointCount: 0, totalCount: 0, isNational: true })),
});

const items = [item('A', '传染病防治', [['a1', '医疗废物'], ['a2', '消毒']]), item('B', '医疗文书', [['b1', '病历'], ['b2', '处方']])];
const points = [point('p3', 'b1', '病历书写及时'), point('p1', 'a1', '医疗废物分类收集'), point('p2', 'a2', '消毒记录完整'), point('p4', 'B', '本院自建要点')];

describe('point selection', () => {
  const categories = groupPoints(items, points);

  test('points stand under their items, own points directly below a category stand last, empty branches are left out', () => {
    expect(categories.map(({ id, groups }) => [id, groups.map((group) => group.id)])).toEqual([
      ['A', ['a1', 'a2']],
      ['B', ['b1', 'B']],
    ]);
    expect(pointIdsOf(categories[1]!)).toEqual(['p3', 'p4']);
  });

  test('a branch is selected as a whole, and cleared when it is full already', () => {
    const ids = pointIdsOf(categories[0]!);
    const some = new Set(['p1', 'p3']);
    expect(branchState(ids, some)).toEqual({ total: 2, selected: 1 });
    const all = toggleBranch(ids, some);
    expect([...all].sort()).toEqual(['p1', 'p2', 'p3']);
    expect([...toggleBranch(ids, all)]).toEqual(['p3']);
  });

  test('what is issued follows the tree, whatever the order of the taps', () => {
    expect(inTreeOrder(categories, new Set(['p4', 'p3', 'p2', 'p1']))).toEqual(['p1', 'p2', 'p3', 'p4']);
  });

  test('what is issued in all is what any department is asked', () => {
    const common = new Set(['p1', 'p2', 'p3']);
    const own = new Map([['d1', new Set(['p1'])], ['d2', new Set(['p1', 'p4'])]]);
    expect([...issuedPoints([], common, own)]).toEqual(['p1', 'p2', 'p3']);
    expect([...issuedPoints(['d1', 'd2'], common, own)]).toEqual(['p1', 'p4']);
    expect([...issuedPoints(['d1', 'd3'], common, own)]).toEqual(['p1', 'p2', 'p3']);
  });

  test('every word of a search has to occur', () => {
    expect(searchPoints(categories, '医疗废物 分类').flatMap(pointIdsOf)).toEqual(['p1']);
    expect(searchPoints(categories, '  ')).toEqual(categories);
    expect(searchPoints(categories, '不存在')).toEqual([]);
  });

  test('leaves out of what was chosen what is no longer offered', () => {
    expect([...stillOffered(new Set(['p1', 'gone', 'p2']), new Set(['p2', 'p1', 'p3']))]).toEqual(['p1', 'p2']);
  });

  test('names what is no longer offered, as far as its name is known', () => {
    const names = new Map([['p1', '灯具完好。']]);
    const words = (chosen: string[]) => goneWords(new Set(chosen), new Set(['p3']), names, '个要点');
    expect([words(['p3']), words(['p1', 'p3']), words(['p2', 'p1']), words(['p2'])]).toEqual(['', '“灯具完好。”', '“灯具完好。”等 2 个要点', '1 个要点']);
  });
});
