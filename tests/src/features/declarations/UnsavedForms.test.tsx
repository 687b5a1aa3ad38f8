import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { declarationKinds } from '@/features/declarations/declaration-kinds.ts';
import { newForm } from '@/features/declarations/declaration-form.ts';
import { UnsavedForms } from '@/features/declarations/UnsavedForms.tsx';
import { keepDraft, readDraft } from '@/offline/forms/form-drafts.ts';
import { currentAccount } from '@/session/current-account.ts';
import { fillDisk } from '../../offline/browser-storage.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';

beforeEach(() => void signInSomebody());

it('throws away what nobody wants any more, after it was asked', async () => {
  const [plan] = declarationKinds;
  await keepDraft('declaration:0:d1', { ...newForm(plan!, 'd1', '2026', '示例市第一医院'), revision: 1 }, currentAccount());
  render(<UnsavedForms kind={plan!} />);
  await userEvent.click(await screen.findByRole('button', { name: '丢弃 2026年度计划' }));
  expect(await readDraft('declaration:0:d1')).toBeDefined();
  await userEvent.click(await screen.findByRole('button', { name: '丢弃' }));
  await expect.poll(() => screen.queryByRole('list', { name: '未保存的填写' })).toBeNull();
  expect(await readDraft('declaration:0:d1')).toBeUndefined();
});

it('tells what the phone refused to store from what it has', async () => {
  const [plan] = declarationKinds;
  const form = newForm(plan!, 'd1', '2026', '示例市第一医院');
  await keepDraft('declaration:0:d1', { ...form, revision: 1 }, currentAccount());
  const makeRoom = fillDisk('atCommit');
  await keepDraft('declaration:0:new', form, currentAccount());
  makeRoom();
  render(<UnsavedForms kind={plan!} />);
  const words = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(words).toEqual([expect.stringMatching(/修改未保存，.+ 存于本机/), expect.stringContaining('新增未保存，未能存入本机，关闭页面就会丢失')]);
});

it('does not call new what has become a record since, wherever it began', async () => {
  const [plan] = declarationKinds;
  await keepDraft('declaration:0:new', { ...newForm(plan!, 'd1', '2026', '示例市第一医院'), revision: 1 }, currentAccount());
  render(<UnsavedForms kind={plan!} />);
  expect((await screen.findByRole('listitem')).textContent).toContain('修改未保存');
});
