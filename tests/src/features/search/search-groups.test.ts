import { describe, expect, it } from 'vitest';
import { searchGroups, type SearchedScreen } from '@/features/search/search-groups.ts';
import { findByPinyin } from '@/lib/text/find-by-pinyin.ts';
import { findByCharacters } from '@/lib/text/find-name.ts';
import type { SearchResult } from '@/lib/text/law-search.ts';
import type { FoundTask } from '@/queries/work/task-search-queries.ts';

const screens: SearchedScreen[] = [
  { path: '/index', title: '首页', group: '' },
  { path: '/taskmanage/index', title: '任务列表', group: '检查管理' },
  { path: '/law/index', title: '法律法规', group: '' },
];
const task = { id: 'd1', taskId: 't1', taskName: '2026年第2季度日常自查', taskType: 3, endDate: '2026-06-30' };
const mine = (status: string) => ({ kind: 'mine', task: { ...task, status } }) as unknown as FoundTask;
const issued = { kind: 'issued', task: { ...task, id: 't1', status: 'inProgress' } } as unknown as FoundTask;
const plain = (text: string) => ({ text, spans: [] });
const result = (changes: Partial<SearchResult>): SearchResult => ({ query: '废物', lawCount: 0, articleCount: 0, laws: [], pointCount: 0, points: [], ...changes });
const departments = [
  { id: 'n', deptName: '神经内科', employeeCount: 12 },
  { id: 'w', deptName: '普外科', employeeCount: 3 },
];
const people = [{ id: 'p', account: 'zhangwei', employeeName: '张伟', deptName: '普外科' }];
const nothing = { screens: [], tasks: [], departments: [], people: [], texts: undefined };
const found = (text: string, tasks: FoundTask[] = [], texts?: SearchResult) =>
  searchGroups(text, { screens, tasks, departments, people, texts }, findByPinyin).map(({ title, hits }) => [title, hits.map((hit) => hit.path)]);

describe('searchGroups', () => {
  it('begins with every screen', () => {
    expect(found('  ')).toEqual([['页面', ['/index', '/taskmanage/index', '/law/index']]]);
  });

  it('finds screens by their own name or that of their group, every word of it', () => {
    expect(found('法规')).toEqual([['页面', ['/law/index']]]);
    expect(found('检查 任务')).toEqual([['页面', ['/taskmanage/index']]]);
    expect(found('检查 首页')).toEqual([]);
    const [group] = searchGroups('列表', { ...nothing, screens }, findByCharacters);
    expect(group?.hits[0]?.title.spans).toEqual([[2, 4]]);
  });

  it('finds departments and people by characters, account and pinyin', () => {
    expect(found('内科')).toEqual([['科室', [`/system/office?deptName=${encodeURIComponent('神经内科')}`]]]);
    expect(found('zhangwei')).toEqual([['人员', ['/system/user?account=zhangwei']]]);
    for (const typed of ['sjnk', 'shenjing', 'sjneike', 'NK']) expect(found(typed).map(([title]) => title), typed).toEqual(['科室']);
    expect(found('zw')).toEqual([['人员', ['/system/user?account=zhangwei']]]);
    expect(found('rwlb')).toEqual([['页面', ['/taskmanage/index']]]);
    const [group] = searchGroups('jnk', { ...nothing, departments }, findByPinyin);
    expect(group?.hits[0]?.title.spans).toEqual([[1, 4]]);
    expect(found('xyz')).toEqual([]);
  });

  it('leads to the task to fill in, to the one to look at, and to the one that was issued', () => {
    expect(found('季度', [mine('pending')])).toEqual([['任务', ['/mytask/index/d1']]]);
    expect(found('季度', [mine('completed'), issued])).toEqual([['任务', ['/mytask/index/d1/t1', '/taskmanage/index/t1']]]);
  });

  it('leads to the article, to the point, and to all results when there are more', () => {
    const laws = [
      { id: 'l1', title: plain('医疗废物管理条例'), status: 'effective' as const, effectiveDate: null, articleCount: 3, articles: [{ number: 2, label: '第二条', chapter: '', snippet: plain('医疗废物') }] },
      { id: 'l2', title: plain('废物法'), status: 'effective' as const, effectiveDate: null, articleCount: 0, articles: [] },
    ];
    const points = [{ id: 'p1', content: plain('医疗废物暂存'), elsewhere: undefined, basis: { law: '医疗废物管理条例', article: 16, gist: '' } }];
    expect(found('废物', [], result({ lawCount: 2, laws, pointCount: 1, points }))).toEqual([
      ['法规', [`/law/index/l1?article=2&find=${encodeURIComponent('废物')}`, `/law/index/l2?find=${encodeURIComponent('废物')}`]],
      ['检查要点', ['/selfcheck/index?point=p1']],
    ]);
    expect(found('废物', [], result({ lawCount: 9, laws, pointCount: 1, points })).at(-1)).toEqual(['更多', [`/law/index?q=${encodeURIComponent('废物')}`]]);
    expect(found('', [], result({ lawCount: 2, laws }))).toHaveLength(1);
  });

  it('tells a law that is not in force from the one that is', () => {
    const articles = [{ number: 2, label: '第二条', chapter: '', snippet: plain('医疗废物') }];
    const laws = [
      { id: 'l1', title: plain('废物法'), status: 'effective' as const, effectiveDate: null, articleCount: 1, articles },
      { id: 'l2', title: plain('废物法'), status: 'amended' as const, effectiveDate: null, articleCount: 3, articles },
      { id: 'l3', title: plain('废物法'), status: 'repealed' as const, effectiveDate: null, articleCount: 0, articles: [] },
    ];
    const [group] = searchGroups('废物', { ...nothing, texts: result({ lawCount: 3, laws }) }, findByCharacters);
    expect(group?.hits.map((hit) => hit.note)).toEqual(['第二条', '已修改 · 第二条等 3 条', '已废止']);
  });
});
