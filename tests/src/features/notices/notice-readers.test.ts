import { expect, it } from 'vitest';
import { readersOf } from '@/features/notices/notice-readers.ts';

it.each([
  [{ audience: 'all' as const, deptCount: 0, deptNames: [] }, '全院'],
  [{ audience: 'depts' as const, deptCount: 2, deptNames: ['内科', '外科'] }, '内科、外科'],
  [{ audience: 'depts' as const, deptCount: 27, deptNames: ['内科', '外科', '儿科'] }, '内科、外科、儿科等 27 个科室'],
  [{ audience: 'depts' as const, deptCount: 0, deptNames: [] }, '科室已删除'],
])('%o are %s', (notice, words) => {
  expect(readersOf(notice)).toBe(words);
});
