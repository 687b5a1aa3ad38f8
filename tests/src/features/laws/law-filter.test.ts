import { describe, expect, it } from 'vitest';
import { choicesOf, filterLaws, noFilter, pageOfLaws } from '@/features/laws/law-filter.ts';
import { lawOf } from './fixture.ts';

const laws = [
  lawOf('甲', { lawType: '法律', enactDept: '全国人大' }),
  lawOf('乙', { status: 'repealed' }),
  lawOf('PDF丙', { status: 'amended' }),
];
const DAY = '2026-08-31';
const idsOf = (filter: Partial<typeof noFilter>): string[] => filterLaws(laws, { ...noFilter, ...filter }, DAY).map(({ id }) => id);

describe('filters of the law list', () => {
  it('work alone and together', () => {
    expect(idsOf({})).toEqual(['甲', '乙', 'PDF丙']);
    expect(idsOf({ title: ' pdf ' })).toEqual(['PDF丙']);
    expect(idsOf({ title: '%' })).toEqual([]);
    expect(idsOf({ lawType: '法律' })).toEqual(['甲']);
    expect(idsOf({ enactDept: '国务院' })).toEqual(['乙', 'PDF丙']);
    expect(idsOf({ status: 'amended', enactDept: '国务院' })).toEqual(['PDF丙']);
    expect(idsOf({ status: 'amended', lawType: '法律' })).toEqual([]);
  });
});

it('the state of a law is the one that its tag shows', () => {
  const known = [lawOf('现行', { effectiveDate: DAY }), lawOf('将来', { effectiveDate: '2026-09-01' })];
  const titlesOf = (status: typeof noFilter.status) => filterLaws(known, { ...noFilter, status }, DAY).map(({ id }) => id);
  expect([titlesOf('effective'), titlesOf('ahead'), titlesOf('')]).toEqual([['现行'], ['将来'], ['现行', '将来']]);
});

describe('pages of the law list', () => {
  it('hold what belongs to them', () => {
    expect(pageOfLaws(laws, { pageNum: 2, pageSize: 2 })).toEqual({ records: [laws[2]], total: 3, pageNum: 2, pageSize: 2 });
  });

  it('give way to the last one when there are fewer', () => {
    expect(pageOfLaws(laws, { pageNum: 9, pageSize: 2 })).toMatchObject({ pageNum: 2, records: [laws[2]] });
    expect(pageOfLaws([], { pageNum: 3, pageSize: 10 })).toEqual({ records: [], total: 0, pageNum: 1, pageSize: 10 });
  });
});

describe('choices', () => {
  it('are those of the dictionary, with their counts', () => {
    expect(choicesOf([{ value: '法律', label: '法律', count: 9 }], ['行政法规'])).toEqual([{ value: '法律', label: '法律（9）' }]);
  });

  it('are those of the laws where the dictionary was never read', () => {
    expect(choicesOf(undefined, ['法律', '', '法律', '行政法规'])).toEqual([
      { value: '法律', label: '法律' },
      { value: '行政法规', label: '行政法规' },
    ]);
  });
});
