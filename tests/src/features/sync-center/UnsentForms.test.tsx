import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { UnsentForms } from '@/features/sync-center/UnsentForms.tsx';
import { keepDraft } from '@/offline/forms/form-drafts.ts';
import { fillDisk } from '../../offline/browser-storage.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';

it('names the forms that do not go by themselves, each with the way back, and whether they are stored', async () => {
  const { account } = signInSomebody();
  await keepDraft('declaration:0:new', { text: { title: '2026 年计划' } }, account);
  await keepDraft('declaration:5:r1', { text: { title: ' ' } }, account);
  // One of a sheet comes back with the record that it is opened from.
  await keepDraft('return:t1', { reason: '不清楚' }, account);
  const end = fillDisk('atOnce');
  await keepDraft('task:new', { taskName: '自查' }, account);
  end();
  render(<MemoryRouter><UnsentForms /></MemoryRouter>);
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('a')?.getAttribute('href'))).toEqual(
    expect.arrayContaining(['/independent/independent/0?edit=new', '/independent/independent/5?edit=r1', '/taskmanage/create']),
  );
  expect(rows).toHaveLength(3);
  const textOf = (title: string) => rows.find((row) => row.querySelector('a')?.textContent === title)?.textContent;
  expect(textOf('年度计划：2026 年计划')).toMatch(/存于本机$/);
  expect(textOf('下发任务：自查')).toBe('下发任务：自查未能存入本机，关闭页面就会丢失');
});

it('shows nothing where there are none', async () => {
  signInSomebody();
  const { container } = render(<MemoryRouter><UnsentForms /></MemoryRouter>);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(container.textContent).toBe('');
});
