import type { CheckItem, CheckPoint } from '#contract/check-point.ts';

const bare = (id: string, name: string) => ({ id, name, pointCount: 0, totalCount: 0, isNational: true });

/** Two branches, and below them those with the points. */
export const checkItems: CheckItem[] = [
  { ...bare('A', '传染病防治'), children: [{ ...bare('a1', '医疗废物') }, { ...bare('a2', '消毒') }] },
  { ...bare('B', '医疗文书'), children: [{ ...bare('b1', '病历') }] },
];

export const point = (id: string, itemId: string, content: string): CheckPoint => ({
  id,
  itemId,
  content,
  method: '查看记录',
  basis: { law: '医疗废物管理条例', article: 16, gist: '分类收集' },
  expected: '符合',
  isNational: true,
  enabled: true,
  isRetired: false,
  version: 'v',
});

export const checkPoints: CheckPoint[] = [
  point('p1', 'a1', '医疗废物分类收集'),
  point('p2', 'a2', '消毒记录完整'),
  point('p3', 'b1', '病历记录及时'),
];
