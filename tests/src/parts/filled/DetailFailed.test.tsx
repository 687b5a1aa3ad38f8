import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { code } from '#contract/codes.ts';
import { ApiError } from '@/api/ApiError.ts';
import { openAnswers } from '@/offline/entries/answers.ts';
import { openCorrection } from '@/offline/entries/corrections.ts';
import { DetailFailed, type DetailFailedProps } from '@/parts/filled/DetailFailed.tsx';
import { signInSomebody } from '../../features/my-tasks/render-view.tsx';

const id = '01900002-0000-7000-8000-000000000001';
const missing = new ApiError('business', '记录不存在', { status: 404, code: code.notFound });
const NOT_LOST = '已填写的内容都在，没有丢失。';

beforeEach(() => void signInSomebody());
afterEach(cleanup);

const show = (kind: DetailFailedProps['kind'], error: Error | null) => render(<DetailFailed kind={kind} id={id} error={error} onRetry={() => undefined} />);
const words = () => screen.getByRole('status').textContent;

async function answerPoint(deptTaskId: string): Promise<void> {
  const store = await openAnswers(deptTaskId, '日常自查');
  await store.set('p1', { result: 'qualified', remark: '', photos: [], answeredAt: '2026-03-05T01:02:03.000Z' }, { revision: 0, answer: null });
}

async function correctItem(correctionId: string): Promise<void> {
  const store = await openCorrection({ id: correctionId, deptTaskId: 'd1', taskName: '日常自查' });
  await store.setMany([{ id: 'i1', value: { measures: '已更换', responsible: '', photosAfter: [], correctedAt: null }, base: { revision: 0 } }]);
}

describe('what does not exist', () => {
  it.each([
    ['task', '链接可能有误，或任务不属于本科室。如有疑问，请联系本机构管理员。'],
    ['correction', '科室任务可能已被退回或撤回，或不属于本科室。如有疑问，请联系本机构管理员。'],
  ] as const)('of a %s is not said to be kept where nothing was filled in', async (kind, reason) => {
    await answerPoint('another');
    await correctItem('another');
    show(kind, missing);
    expect(words()).toContain(`记录不存在${reason}`);
  });

  it.each([
    ['task', answerPoint],
    ['correction', correctItem],
  ] as const)('of a %s is said to be kept where something waits on this phone', async (kind, fillIn) => {
    await fillIn(id);
    show(kind, missing);
    await expect.poll(words).toContain(`记录不存在${NOT_LOST}`);
  });
});

it('without a network says how to have it on this phone, and what is kept only where something is', async () => {
  show('task', null);
  expect(words()).toContain('现在没有网络，这个任务还没有保存到本机联网后打开一次，之后没有网络也可以填写。');
  expect(words()).not.toContain(NOT_LOST);
  await answerPoint(id);
  await expect.poll(words).toContain(NOT_LOST);
});

it('of a failing server says no word about what may be gone', () => {
  show('task', new ApiError('server', '服务器异常'));
  expect(words()).not.toContain('可能已被取消');
});
