import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { code } from '#contract/codes.ts';
import type { SelfCorrectionDetail } from '#contract/self-correction.ts';
import { ApiError } from '@/api/ApiError.ts';
import SelfDeptInfoPage from '@/features/self-corrections/SelfDeptInfoPage.tsx';
import ToInnovatePage from '@/features/self-corrections/ToInnovatePage.tsx';
import { paths } from '@/lib/paths.ts';
import { openCorrection } from '@/offline/entries/corrections.ts';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { correctionDetailOptions } from '@/queries/work/self-correction-queries.ts';
import { itemOf } from '../../offline/correction-page.ts';
import { queriesOf, renderView, signInSomebody, storedEntries } from '../my-tasks/render-view.tsx';

let rows: AccountRows;
let number = 0;
beforeEach(() => {
  rows = signInSomebody();
  number += 1;
});

const detailOf = (fields: Partial<SelfCorrectionDetail> = {}): SelfCorrectionDetail => ({
  id: `c${number}`,
  deptTaskId: `d${number}`,
  taskId: `t${number}`,
  taskName: '六月自查',
  taskType: 3,
  deptId: 'd1',
  deptName: '内科',
  status: 'open',
  isOverdue: false,
  isLate: false,
  dueDate: '2099-01-01',
  itemCount: 1,
  correctedCount: 0,
  returnedCount: 0,
  repeatedCount: 0,
  submittedAt: '2026-06-01T00:00:00.000Z',
  correctedAt: null,
  confirmedAt: null,
  confirmedByName: null,
  cancelReason: null,
  version: 1,
  items: [itemOf('i1')],
  ...fields,
});

function open(view: 'fillIn' | 'result', detail: SelfCorrectionDetail) {
  const client = queriesOf();
  const { queryKey } = correctionDetailOptions(detail.id);
  client.setQueryData(queryKey, detail);
  if (view === 'fillIn') renderView(<ToInnovatePage />, { client, path: paths.toInnovate.path, at: paths.toInnovate.to(detail.id) });
  else renderView(<SelfDeptInfoPage />, { client, path: paths.selfDeptInfo.path, at: paths.selfDeptInfo.to(detail.id, detail.taskId) });
  return {
    isOutdated: () => client.getQueryState(queryKey)?.isInvalidated,
    /** And the screen has heard of it. */
    failWith: (error: ApiError) =>
      act(async () => {
        client.getQueryCache().find({ queryKey })?.setState({ error, status: 'error' });
        await new Promise((resolve) => setTimeout(resolve));
      }),
    answer: () => act(() => void client.setQueryData(queryKey, { ...detail })),
  };
}
const returnedItem = () => itemOf('i1', { measures: '已更换', responsible: '张三', returnReason: '照片看不清', returnedAt: '2026-06-03T00:00:00.000Z', revision: 2 });
const gone = () => new ApiError('business', '记录不存在', { status: 404, code: code.notFound });

it('cannot be filled in any more where the server knows of no such self-correction of this person, and keeps what was typed', async () => {
  const { failWith, answer } = open('fillIn', detailOf());
  await userEvent.setup().type(await screen.findByRole('textbox', { name: '整改措施' }), '已补登记录');
  await failWith(gone());
  const notice = (await screen.findByText('不能再填写这份自纠')).parentElement;
  expect(notice?.textContent).toContain('您已不在内科');
  expect(screen.getByRole('link', { name: '离线与同步' }).getAttribute('href')).toBe(paths.sync.to());
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('link', { name: '去整改' })).toBeNull();
  await waitFor(async () => expect(await storedEntries(rows)).toMatchObject([{ kind: 'correction', payload: { value: { measures: '已补登记录' } } }]));
  expect(await screen.findByText('已补登记录')).toBeDefined();

  await failWith(new ApiError('offline', '网络连接失败'));
  expect(screen.getByText('不能再填写这份自纠')).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  answer();
  expect(await screen.findByRole('textbox', { name: '整改措施' })).toHaveProperty('value', '已补登记录');
  expect(screen.queryByText('不能再填写这份自纠')).toBeNull();
});

it('is told of where it is read, too, and nothing asks to go on with it', async () => {
  const { failWith } = open('result', detailOf({ returnedCount: 1, items: [returnedItem()] }));
  expect(await screen.findByRole('link', { name: '去整改' })).toBeDefined();
  expect(screen.getByText('1 项被退回，请重新整改')).toBeDefined();
  await failWith(gone());
  await screen.findByText('不能再填写这份自纠');
  expect(screen.queryByRole('link', { name: '去整改' })).toBeNull();
  expect(screen.queryByText(/请重新整改/)).toBeNull();
});

it('says with an item until when it has to be corrected, where that is another day than that of the whole', async () => {
  open('fillIn', detailOf({ itemCount: 3, items: [itemOf('i1'), { ...itemOf('i2'), dueDate: null }, { ...itemOf('i3'), dueDate: '2099-02-01' }] }));
  const cards = await screen.findAllByRole('group', { name: /./ });
  const days = cards.filter((card) => card.dataset['point'] !== undefined).map((card) => /整改期限 ?(\S{10})/.exec(card.textContent ?? '')?.[1]);
  expect(days).toEqual([undefined, undefined, '2099-02-01']);
});

it('asks for nothing any more once its task is cancelled', async () => {
  const returned = itemOf('i2', { returnReason: '照片看不清', returnedAt: '2026-06-03T00:00:00.000Z' });
  for (const view of ['fillIn', 'result'] as const) {
    open(view, detailOf({ status: 'cancelled', cancelReason: '与省级专项检查合并', itemCount: 2, returnedCount: 1, items: [itemOf('i1'), returned] }));
    expect(await screen.findByText('任务已取消，不用再整改')).toBeDefined();
    const cards = [...document.querySelectorAll('[data-point]')].map(({ textContent }) => textContent);
    expect(cards).toEqual([expect.stringContaining('已取消'), expect.stringContaining('曾被退回：照片看不清')]);
    expect(document.body.textContent).not.toMatch(/待整改|已退回/);
    cleanup();
  }
});

it('asks for what was returned until this phone has it corrected, whatever the server has heard', async () => {
  open('fillIn', detailOf({ returnedCount: 1, items: [returnedItem()] }));
  expect(await screen.findByText('1 项被退回，请重新整改')).toBeDefined();
  await userEvent.setup().click(screen.getByRole('checkbox', { name: '已整改' }));
  await waitFor(() => expect(screen.queryByText(/请重新整改/)).toBeNull());
  expect(screen.getByText('已整改 1/1')).toBeDefined();
});

it('says that all is 已整改 while the server does not know of it, and asks for nothing more', async () => {
  open('fillIn', detailOf({ items: [itemOf('i1', { measures: '已更换', responsible: '张三', revision: 1 })] }));
  const submit = await screen.findByRole('button', { name: '提交整改' });
  expect(screen.getByText(/^剩 \d+ 天$/)).toBeDefined();
  const user = userEvent.setup();
  await user.click(submit);
  await user.click(await screen.findByRole('button', { name: '提交 1 项' }));
  const notice = (await screen.findByText('已全部整改（待上传）')).parentElement;
  expect(notice?.textContent).toContain('联网后自动上传');
  expect(screen.getByText('已整改（待上传）')).toBeDefined();
  expect(screen.queryByText(/^剩 \d+ 天$/)).toBeNull();
  await waitFor(() => expect(submit).toHaveProperty('disabled', true));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('checkbox', { name: '已整改' }));
  await screen.findByText(/^剩 \d+ 天$/);
  expect(screen.queryByText(/待上传/)).toBeNull();
});

it('marks only what is filled in by then, though another window emptied it behind the open sheet', async () => {
  const detail = detailOf({ items: [itemOf('i1', { measures: '已更换', responsible: '张三', revision: 1 })] });
  open('fillIn', detail);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: '提交整改' }));
  await screen.findByRole('button', { name: '提交 1 项' });
  const store = await openCorrection(detail);
  const value = { measures: '', responsible: '张三', photosAfter: [], correctedAt: null };
  await act(async () => void (await store.setMany([{ id: 'i1', value, base: { revision: 1 } }])));
  expect(await screen.findByRole('button', { name: '没有可提交的' })).toHaveProperty('disabled', true);
  expect(screen.getByText(/^缺少整改措施或责任人/)).toBeDefined();
});

it('has no bar whose buttons nobody can use once the server has all of it, and one again for what is taken back', async () => {
  const corrected = itemOf('i1', { measures: '已更换', responsible: '张三', revision: 1, correctedAt: '2026-06-02T00:00:00.000Z' });
  open('fillIn', detailOf({ status: 'corrected', correctedCount: 1, correctedAt: '2026-06-02T00:00:00.000Z', items: [corrected] }));
  const mark = await screen.findByRole('checkbox', { name: '已整改' });
  expect(screen.queryByRole('button', { name: /下一项待整改|提交整改/ })).toBeNull();
  await userEvent.setup().click(mark);
  expect(await screen.findByRole('button', { name: '提交整改' })).toHaveProperty('disabled', false);
});

const correctedItem = (itemId: string) => itemOf(itemId, { measures: '已更换', responsible: '张三', revision: 1, correctedAt: '2026-06-02T00:00:00.000Z' });

it('is open again as soon as an emptied text takes a mark back, and says at the card that the new text is not marked', async () => {
  open('fillIn', detailOf({ status: 'corrected', itemCount: 2, correctedCount: 2, correctedAt: '2026-06-02T00:00:00.000Z', items: [correctedItem('i1'), correctedItem('i2')] }));
  const measures = (await screen.findAllByRole('textbox', { name: '整改措施' }))[0]!;
  expect(screen.getByText('已全部整改，等待管理员确认')).toBeDefined();
  expect(screen.queryByText(/标记后才算/)).toBeNull();
  const user = userEvent.setup();
  await user.clear(measures);
  await user.tab();
  expect(await screen.findByText('已整改 1/2')).toBeDefined();
  expect(screen.queryByText(/已全部整改/)).toBeNull();
  expect(screen.getByText(/^剩 \d+ 天$/)).toBeDefined();
  await user.type(measures, '已补登记录');
  await user.tab();
  expect(await screen.findByText('已填写，标记后才算整改完成')).toBeDefined();
  expect(screen.getByText('已整改 1/2')).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: '已整改', checked: false }));
  expect(await screen.findByText('已全部整改（待上传）')).toBeDefined();
  expect(screen.queryByText(/等待管理员确认/)).toBeNull();
  expect(screen.queryByText(/标记后才算/)).toBeNull();
});

it.each([
  ['open', [itemOf('i1')], false],
  ['corrected', [correctedItem('i1')], false],
  ['open', [correctedItem('i1')], true],
  ['corrected', [itemOf('i1')], true],
] as const)('asks the server anew where it said %s of what has become something else', async (status, items, isAsked) => {
  const { isOutdated } = open('fillIn', detailOf({ status, items: [...items] }));
  await screen.findByRole('textbox', { name: '整改措施' });
  await waitFor(() => expect(isOutdated()).toBe(isAsked));
});
