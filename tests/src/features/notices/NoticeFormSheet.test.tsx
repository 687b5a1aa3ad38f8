import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import type { NoticeDetail } from '#contract/notice.ts';
import { noticeForm, type NoticeInput } from '@/features/notices/notice-draft.ts';
import { NoticeFormSheet } from '@/features/notices/NoticeFormSheet.tsx';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { draftKey, type DraftRow } from '@/offline/storage/rows.ts';
import { departmentOptionsOptions } from '@/queries/department-queries.ts';
import { noticeDetailOptions } from '@/queries/notice-management-queries.ts';
import { answerCalls } from '../answering-server.ts';
import { queriesOf, signInSomebody } from '../my-tasks/render-view.tsx';

type Said = 'done' | 'lost' | 'gone';
/** Each notice that was sent, with what ends its wait. */
const sent: { id: string; isPublished: number; answer: (said: Said) => void }[] = [];
/** As the server has it by now, where somebody else has changed it, and how changes of it were sent. */
let now: NoticeDetail | undefined;
const changes: { title?: string; body?: string; read: { title: string } }[] = [];
answerCalls(async ({ method, path, read }) => {
  if (now !== undefined && path === apiPaths.updateNotice.path) {
    const change = read() as (typeof changes)[number];
    changes.push(change);
    return change.read.title === now.title ? { message: '' } : { code: code.conflict, message: '公告的标题已被修改，请查看最新内容后再保存，您填写的内容没有丢失' };
  }
  if (method === 'GET') return now && { message: now };
  const { id, isPublished } = read() as { id: string; isPublished: number };
  const said = await new Promise<Said>((answer) => sent.push({ id, isPublished, answer }));
  if (said === 'gone') return { code: code.notFound, message: '记录不存在' };
  return said === 'done' ? { message: '' } : undefined;
});

let rows: AccountRows;
beforeEach(() => {
  rows = signInSomebody();
  sent.length = 0;
  now = undefined;
});
afterEach(cleanup);

const detail = (changes: Partial<NoticeDetail> = {}) =>
  ({ id: 'n1', title: '消防演练', body: '周五下午', audience: 'all', deptIds: [], status: 'draft', ...changes }) as NoticeDetail;

async function open(notice?: NoticeDetail, depts = ['内科', '外科'], onClose = (): void => undefined, surgeryClosedFrom?: string): Promise<void> {
  const client = queriesOf();
  client.setQueryData(departmentOptionsOptions().queryKey, depts.map((deptName) => ({ id: deptName, deptName, employeeCount: 1, ...(deptName === '外科' && surgeryClosedFrom && { closedFrom: surgeryClosedFrom }) })));
  if (notice !== undefined) {
    client.setQueryDefaults(noticeDetailOptions(notice.id).queryKey, { enabled: false });
    client.setQueryData(noticeDetailOptions(notice.id).queryKey, notice);
  }
  render(
    <QueryClientProvider client={client}>
      <NoticeFormSheet notice={notice} onClose={onClose} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText(/标题/);
}

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const dept = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(name) });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const isRestored = (): boolean => screen.queryByText('已恢复上次填写而未保存的内容') !== null;
const stored = async (id?: string) => (await rows.disk.read((read) => read.get<DraftRow>(draftKey(noticeForm(id)))))?.data as NoticeInput | undefined;

it('a new notice is there again with its readers and under the same id, without a department that is gone', async () => {
  await open();
  await userEvent.type(field(/标题/), '停电通知');
  await userEvent.click(field(/指定科室/));
  await userEvent.click(dept('内科'));
  await userEvent.click(dept('外科'));
  await expect.poll(async () => (await stored())?.readers?.deptIds).toEqual(['内科', '外科']);
  const id = (await stored())?.id;
  cleanup();

  await open(undefined, ['内科']);
  expect(isRestored()).toBe(true);
  expect(field(/标题/).value).toBe('停电通知');
  expect(dept('内科').checked).toBe(true);
  expect(screen.getByText(/已选/).textContent).toBe('已选 1 / 1 个科室');
  await userEvent.type(field(/内容/), '周六');
  await expect.poll(async () => (await stored())?.words).toEqual({ title: '停电通知', body: '周六' });
  expect((await stored())?.id).toBe(id);

  await userEvent.click(screen.getByRole('button', { name: '丢弃，重新填写' }));
  await userEvent.click(await screen.findByRole('button', { name: '丢弃' }));
  await expect.poll(() => field(/标题/).value).toBe('');
  await userEvent.type(field(/标题/), '停水通知');
  await expect.poll(async () => (await stored())?.words).toEqual({ title: '停水通知' });
  expect((await stored())?.id).not.toBe(id);
});

it('a change is there again on top of what somebody else saved meanwhile, until it is thrown away', async () => {
  await open(detail());
  await userEvent.type(field(/内容/), '三点');
  await expect.poll(async () => (await stored('n1'))?.words).toEqual({ body: '周五下午三点' });
  cleanup();

  await open(detail({ title: '消防疏散演练', body: '周四' }));
  expect(isRestored()).toBe(true);
  expect([field(/标题/).value, field(/内容/).value]).toEqual(['消防疏散演练', '周五下午三点']);
  await userEvent.click(screen.getByRole('button', { name: '丢弃，重新填写' }));
  await userEvent.click(await screen.findByRole('button', { name: '丢弃' }));
  await expect.poll(() => field(/内容/).value).toBe('周四');
  expect(isRestored()).toBe(false);
  await expect.poll(() => stored('n1')).toBeUndefined();
});

it('a change leaves it to a department that was closed since', async () => {
  await open(detail({ audience: 'depts', deptIds: ['内科', '外科'] }), ['内科', '外科'], undefined, '2026-01-01');
  await screen.findByText(/已停用/);
  await userEvent.type(field(/内容/), '三点');
  await expect.poll(async () => (await stored('n1'))?.words).toEqual({ body: '周五下午三点' });
  expect((await stored('n1'))?.readers).toBeUndefined();
  expect(screen.getByText(/已选/).textContent).toBe('已选 2 / 2 个科室');
});

it('a change is saved on top of what somebody else saved meanwhile, after that was shown, put back to what it was too', async () => {
  let isClosed = false;
  await open(detail(), undefined, () => (isClosed = true));
  await userEvent.type(field(/标题/), '通知');
  now = detail({ title: '疏散演练', body: '周四', audience: 'depts', deptIds: ['内科'], deptNames: ['内科'], deptCount: 1 });
  await userEvent.click(button('保存'));
  await screen.findByRole('region', { name: '最新的公告' });
  expect([field(/标题/).value, field(/内容/).value, field(/指定科室/).checked]).toEqual(['消防演练通知', '周四', true]);
  await userEvent.clear(field(/标题/));
  await userEvent.type(field(/标题/), '消防演练');
  await expect.poll(() => button('保存').disabled).toBe(false);
  await userEvent.click(button('保存'));
  await expect.poll(() => isClosed).toBe(true);
  expect(changes.at(-1)).toEqual({ id: 'n1', title: '消防演练', read: { title: '疏散演练', body: '周四', audience: 'depts', deptIds: ['内科'], status: 'draft' } });
});

it('is saved once at a time, as a draft or published', async () => {
  await open();
  await userEvent.type(field(/标题/), '停电通知');
  await userEvent.type(field(/内容/), '周六');
  await userEvent.click(button('存为草稿'));
  await expect.poll(() => sent.length).toBe(1);
  expect(button('发布').disabled).toBe(true);
  expect(field(/内容/).closest('[inert]')).not.toBeNull();
  sent[0]!.answer('done');
});

it.each([
  ['存为草稿', 0],
  ['发布', 1],
])('may be repeated where the answer to %s was lost, and is closed once it is saved', async (name, isPublished) => {
  let isClosed = false;
  await open(undefined, [], () => (isClosed = true));
  await userEvent.type(field(/标题/), '停电通知');
  await userEvent.type(field(/内容/), '周六');
  for (const [index, said] of (['lost', 'done'] as const).entries()) {
    await userEvent.click(button(name));
    await expect.poll(() => sent.length).toBe(index + 1);
    sent[index]!.answer(said);
    if (said === 'lost') {
      expect(await screen.findByText(/没有收到结果.*请再试一次，不会重复/)).toBeDefined();
      // Whoever closes it is not told that it is not saved.
      await userEvent.click(button('关闭'));
      await screen.findByText(/没有收到结果，可能已经完成：再试一次不会重复/);
      await userEvent.click(await screen.findByRole('button', { name: '继续填写' }));
    }
    await expect.poll(() => button(name).disabled).toBe(false);
  }
  await expect.poll(() => isClosed).toBe(true);
  expect(sent.map((notice) => notice.isPublished)).toEqual([isPublished, isPublished]);
});

it('says what is missing: words, and a department where only some read it', async () => {
  await open();
  await userEvent.click(field(/指定科室/));
  await userEvent.click(button('发布'));
  expect(await screen.findByText('请选择科室')).toBeDefined();
  expect(screen.getAllByText('必填项不能为空')).toHaveLength(2);
  expect(sent).toEqual([]);
});

it('of one that somebody else has deleted, what was written can become a new one', async () => {
  let isClosed = false;
  await open(detail(), [], () => (isClosed = true));
  await userEvent.type(field(/内容/), '三点');
  await userEvent.click(button('保存'));
  await expect.poll(() => sent.length).toBe(1);
  sent[0]!.answer('gone');
  expect(await screen.findByText('这条公告已被其他管理员删除。填写的内容还在，可以作为新公告发布，或存为草稿')).toBeDefined();
  await userEvent.click(await screen.findByRole('button', { name: '存为草稿' }));
  await expect.poll(() => sent.length).toBe(2);
  sent[1]!.answer('done');
  await expect.poll(() => isClosed).toBe(true);
  expect(sent[1]).toMatchObject({ isPublished: 0 });
  expect(sent[1]!.id).not.toBe('n1');
});
