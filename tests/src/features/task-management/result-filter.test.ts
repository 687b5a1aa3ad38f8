import { expect, test } from 'vitest';
import type { Answer } from '#contract/answer.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import { countResults, filterByResult, unqualifiedFirst } from '@/features/task-management/result-filter.ts';

const point = (pointId: string, answer: Partial<Answer> | null): DeptTaskPoint => ({
  pointId,
  seq: 1,
  categoryId: 'c',
  categoryName: '类别',
  itemName: '项目',
  content: '要点',
  method: '方法',
  basis: { law: '法', article: 1, gist: '要求' },
  expected: '符合',
  returnRemark: null,
  lastAnswer: null,
  answer: answer && {
    pointId,
    result: 'qualified',
    remark: '',
    photos: [],
    answeredBy: 'e',
    answeredByName: '张三',
    answeredAt: '2026-11-21T00:00:00.000Z',
    savedAt: '2026-11-21T00:00:00.000Z',
    revision: 1,
    ...answer,
  },
});

test('each filter shows what it says, and its count is what it shows', () => {
  const points = [point('a', {}), point('b', { result: 'unqualified', photos: ['f'] }), point('c', null), point('d', { result: 'notApplicable' })];
  const ids = (filter: Parameters<typeof filterByResult>[1]) => filterByResult(points, filter).map(({ pointId }) => pointId);
  expect(ids('all')).toEqual(['a', 'b', 'c', 'd']);
  expect(unqualifiedFirst(points).map(({ pointId }) => pointId)).toEqual(['b', 'a', 'c', 'd']);
  expect(ids('unqualified')).toEqual(['b']);
  expect(ids('open')).toEqual(['c']);
  expect(ids('withPhotos')).toEqual(['b']);
  expect(countResults(points)).toEqual({ all: 4, unqualified: 1, qualified: 1, notApplicable: 1, open: 1, withPhotos: 1 });
});
