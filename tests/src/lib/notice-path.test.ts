import { expect, it } from 'vitest';
import { NOTICE_KINDS } from '#contract/notice-kind.ts';
import { noticePath } from '@/lib/notice-path.ts';

it('a notice leads to what it is about', () => {
  expect(NOTICE_KINDS.map((kind) => noticePath({ kind, objectId: kind === 'manual' ? null : 'x' }))).toEqual([
    undefined,
    '/mytask/index/x',
    '/mytask/index/x',
    '/mytask/index/x',
    '/mytask/index/x',
    '/mytask/index/x',
    '/mytask/index/x',
    '/mytask/self-innovate/x',
    '/mytask/self-innovate/x',
    '/mytask/self-innovate/x',
    '/mytask/self-innovate/x',
    '/taskmanage/severe',
    '/independent/board?view=opinions',
    '/independent/board?view=opinions',
    '/law/changes/library',
  ]);
});
