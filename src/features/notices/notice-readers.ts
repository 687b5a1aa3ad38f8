import type { Notice } from '#contract/notice.ts';

/** Whom a notice is meant for, in a few words: 全院, 内科、外科, 内科、外科、儿科等 27 个科室. */
export function readersOf({ audience, deptCount, deptNames }: Pick<Notice, 'audience' | 'deptCount' | 'deptNames'>): string {
  if (audience === 'all') return '全院';
  if (audience === 'admins') return '管理员';
  if (audience === 'person') return '本人';
  if (deptCount === 0) return '科室已删除';
  const names = deptNames.join('、');
  return deptCount > deptNames.length ? `${names}等 ${deptCount} 个科室` : names;
}
