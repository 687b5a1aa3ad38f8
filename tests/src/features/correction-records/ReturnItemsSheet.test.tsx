import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addDays } from '#contract/calendar.ts';
import type { CorrectionItem, SelfCorrectionRecord } from '#contract/self-correction.ts';
import { configureApi } from '@/api/hooks.ts';
import { ReturnItemsSheet } from '@/features/correction-records/ReturnItemsSheet.tsx';
import { today } from '@/lib/dates.ts';
import { draftKey, type DraftRow } from '@/offline/storage/rows.ts';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { queriesOf, signInSomebody } from '../my-tasks/render-view.tsx';

let rows: AccountRows;
beforeEach(() => {
  rows = signInSomebody();
});
afterEach(cleanup);

const item = (seq: number, isCorrected = true) => ({ itemId: `i${seq}`, seq, content: `要点${seq}`, correctedAt: isCorrected ? '2026-03-01T00:00:00.000Z' : null }) as CorrectionItem;
const record = (...items: CorrectionItem[]) => ({ id: 'r1', deptName: '内科', dueDate: '2026-02-20', correctDays: 15, items }) as SelfCorrectionRecord;
function open(of: SelfCorrectionRecord, first: CorrectionItem) {
  const client = queriesOf();
  const sheet = (shown: SelfCorrectionRecord) => (
    <QueryClientProvider client={client}>
      <ReturnItemsSheet record={shown} first={first} onClose={() => undefined} />
    </QueryClientProvider>
  );
  const { rerender } = render(sheet(of));
  return { readAnew: (now: SelfCorrectionRecord) => rerender(sheet(now)) };
}
const box = (seq: number) => screen.findByRole<HTMLInputElement>('checkbox', { name: `${seq}. 要点${seq}` });
const reasons = () => screen.queryAllByLabelText<HTMLTextAreaElement>(/退回原因/).map(({ value }) => value);
const stored = async () => (await rows.disk.read((read) => read.get<DraftRow>(draftKey('return-items:r1'))))?.data;

it('reasons for several items are there again, from whichever item the sheet is opened, but not of what was returned meanwhile', async () => {
  open(record(item(1), item(2), item(3), item(4)), item(1));
  await userEvent.click(await box(2));
  const [first, second] = screen.getAllByLabelText(/退回原因/);
  await userEvent.type(first!, '照片看不清');
  await userEvent.type(second!, '缺少负责人');
  await expect.poll(stored).toEqual({ reasons: new Map([['i1', '照片看不清'], ['i2', '缺少负责人']]), dueDate: addDays(today(), 15) });
  cleanup();

  open(record(item(1, false), item(2), item(3), item(4)), item(3));
  expect((await box(2)).checked).toBe(true);
  expect((await box(3)).checked).toBe(true);
  expect((await box(4)).checked).toBe(false);
  expect(reasons()).toEqual(['缺少负责人', '']);
  expect(screen.getByText('已恢复上次填写而未提交的内容')).toBeDefined();

  await userEvent.click(screen.getByRole('button', { name: '丢弃，重新填写' }));
  await userEvent.click(await screen.findByRole('button', { name: '丢弃' }));
  await expect.poll(reasons).toEqual(['']);
  expect((await box(3)).checked).toBe(true);
  await expect.poll(stored).toBeUndefined();
});

it('asks for a 整改期限, which is the old one while that lies ahead', async () => {
  const ahead = addDays(today(), 20);
  for (const one of [{ ...record(item(1)), dueDate: ahead }, record({ ...item(1), dueDate: ahead })]) {
    open(one, one.items[0]!);
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^整改期限/ });
    expect(field.value).toBe(ahead);
    cleanup();
  }

  open(record(item(1)), item(1));
  const late = await screen.findByRole<HTMLInputElement>('textbox', { name: /^整改期限/ });
  expect(late.value).toBe(addDays(today(), 15));
  expect(screen.getByText('原为 2026-02-20，只改退回的整改项的期限')).toBeDefined();
  await userEvent.clear(late);
  await userEvent.type(late, addDays(today(), -1));
  await userEvent.type(screen.getByLabelText(/退回原因/), '照片看不清');
  await userEvent.click(screen.getByRole('button', { name: '退回 1 项' }));
  expect(await screen.findByText('整改期限不能早于今天')).toBeDefined();
});

it('says in its place why it was refused, and keeps what was typed', async () => {
  configureApi({ onSignedOut: () => undefined, describeFailure: () => '无法连接服务器' });
  const { readAnew } = open(record(item(1), item(2)), item(1));
  await userEvent.type((await screen.findAllByLabelText(/退回原因/))[0]!, '照片看不清');
  await userEvent.click(screen.getByRole('button', { name: '退回 1 项' }));
  // There is no server.
  expect(await screen.findByText('没有收到结果（无法连接服务器），请再试一次，不会重复', { selector: '[data-problem]' })).toBeDefined();
  expect(reasons()).toEqual(['照片看不清']);
  // It was done, as the record says that is read anew: what the next try is about stays in sight.
  readAnew(record(item(1, false), item(2)));
  expect(reasons()).toEqual(['照片看不清']);
  expect((await box(1)).checked).toBe(true);
});

it('leads to the first reason that is missing', async () => {
  // jsdom has no layout: everything counts as drawn.
  const drawn = vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  open(record(item(1)), item(1));
  const field = await screen.findByLabelText(/退回原因/);
  await userEvent.click(screen.getByRole('button', { name: '退回 1 项' }));
  await expect.poll(() => document.activeElement).toBe(field);
  drawn.mockRestore();
});
