import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { SelfCorrectionDetail } from '#contract/self-correction.ts';
import SelfDeptInfoPage from '@/features/self-corrections/SelfDeptInfoPage.tsx';
import ToInnovatePage from '@/features/self-corrections/ToInnovatePage.tsx';
import { paths } from '@/lib/paths.ts';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { PhotoViewer } from '@/parts/photos/PhotoViewer.tsx';
import { correctionDetailOptions } from '@/queries/work/self-correction-queries.ts';
import { itemOf } from '../../offline/correction-page.ts';
import { queriesOf, renderView, signInSomebody, storedEntries } from '../../features/my-tasks/render-view.tsx';

let rows: AccountRows;
beforeEach(() => void (rows = signInSomebody()));

const item = itemOf('i1', { photosBefore: ['b1', 'both'], measures: '已更换', responsible: '张三', photosAfter: ['both', 'a2'], revision: 1 });

function open(view: 'fillIn' | 'result', items = [item]): void {
  const detail = { id: `photos-${view}`, deptTaskId: 'd', taskId: 't', taskName: '六月自查', taskType: 3, deptName: '内科', status: 'open', dueDate: '2099-01-01', itemCount: 1, correctedCount: 0, returnedCount: 0, repeatedCount: 0, items } as unknown as SelfCorrectionDetail;
  const client = queriesOf();
  client.setQueryData(correctionDetailOptions(detail.id).queryKey, detail);
  if (view === 'fillIn') renderView(<ToInnovatePage />, { client, path: paths.toInnovate.path, at: paths.toInnovate.to(detail.id) });
  else renderView(<SelfDeptInfoPage />, { client, path: paths.selfDeptInfo.path, at: paths.selfDeptInfo.to(detail.id, detail.taskId) });
}

const heading = () => screen.getByRole('dialog').getAttribute('aria-label') ?? within(screen.getByRole('dialog')).getByRole('heading').textContent;
const caption = () => screen.getByRole('dialog').querySelector('figcaption')?.textContent;
const button = (name: string) => within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name });
/** Buttons rest for a moment after each click. */
async function press(name: string): Promise<void> {
  await waitFor(() => expect(button(name).disabled).toBe(false));
  await userEvent.click(button(name));
}

it('leads from what was found to what was done about it, and back', async () => {
  open('result');
  await userEvent.click(await screen.findByRole('button', { name: '查看整改前照片 1' }));
  await screen.findByRole('dialog');
  const seen = [[heading(), caption()]];
  for (let step = 0; step < 3; step += 1) {
    await press('下一张');
    seen.push([heading(), caption()]);
  }
  expect(seen).toEqual([
    ['整改前 1/2 · 整改后 2 张', '整改前'],
    ['整改前 2/2 · 整改后 2 张', '整改前'],
    ['整改前 2 张 · 整改后 1/2', '整改后'],
    ['整改前 2 张 · 整改后 2/2', '整改后'],
  ]);
  expect(button('下一张').disabled).toBe(true);
  await press('上一张');
  expect(heading()).toBe('整改前 2 张 · 整改后 1/2');
});

it('opens at the photo that was tapped, of whichever side', async () => {
  open('result');
  await userEvent.click(await screen.findByRole('button', { name: '查看整改后照片 2' }));
  await screen.findByRole('dialog');
  expect(heading()).toBe('整改前 2 张 · 整改后 2/2');
});

it('says of a side that it has no photos', async () => {
  open('result', [{ ...item, photosAfter: [] }]);
  await userEvent.click(await screen.findByRole('button', { name: '查看整改前照片 1' }));
  await screen.findByRole('dialog');
  expect(heading()).toBe('整改前 1/2 · 整改后没有照片');
});

it('deletes from what was done alone, also where both sides show the same photo', async () => {
  open('fillIn');
  await userEvent.click(await screen.findByRole('button', { name: '查看整改前照片 2' }));
  await screen.findByRole('dialog');
  expect(button('删除').disabled).toBe(true);
  await press('下一张');
  await press('删除');
  await userEvent.click(await within(await screen.findByRole('alertdialog')).findByRole('button', { name: '删除' }));
  await waitFor(() => expect(heading()).toBe('整改前 2 张 · 整改后 1/1'));
  await waitFor(async () => expect(await storedEntries(rows)).toMatchObject([{ payload: { value: { photosAfter: ['a2'] } } }]));
});

it('counts photos alone where there is no pair', async () => {
  renderView(<PhotoViewer shown={{ photos: ['one', 'two'], index: 1 }} onClose={vi.fn()} />, { client: queriesOf(), path: '/', at: '/' });
  expect(heading()).toBe('照片 2/2');
  expect(caption()).toBeUndefined();
  expect(screen.queryByRole('button', { name: '删除' })).toBeNull();
});
