import { dehydrate, QueryObserver } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import type { DeclarationDetail } from '#contract/declaration.ts';
import DocumentPage from '@/features/declarations/DocumentPage.tsx';
import { paths } from '@/lib/paths.ts';
import { persistOptions } from '@/offline/reading/query-persister.ts';
import { createQueryClient } from '@/queries/client/query-client.ts';
import { declarationArchiveOptions, declarationListOptions, declarationOptions } from '@/queries/declaration-queries.ts';
import { answerCalls } from '../answering-server.ts';
import { renderView, signInSomebody } from '../my-tasks/render-view.tsx';

/** Whether the server has the record; without it, every other answer but that of its deletion is late. */
let isThere = false;
let isSlow = false;
answerCalls(async ({ method, path }) => {
  if (path.endsWith(apiPaths.batchDeleteSelfDeclare.path) && method === apiPaths.batchDeleteSelfDeclare.method) {
    isThere = false;
    return { message: null };
  }
  if (!path.includes('/archive/') && path.endsWith(`/${record.id}`)) return isThere ? { message: record } : { code: code.notFound, message: '数据不存在' };
  if (isSlow) await new Promise((resolve) => setTimeout(resolve, 1000));
  return { message: [] };
});

const record = {
  id: 'd1', selfDeclaredType: 1, revision: 1, status: 'declared', mayChange: true, title: '三基培训', year: 2026, body: '培训的正文', trainingHours: '',
  website: '', attachments: [], signature: null, deptId: 'dept', deptName: '妇产科', createdByName: '甲', createdAt: '2026-03-01T00:00:00.000Z',
  updatedByName: '乙', updatedAt: '2026-03-01T00:00:00.000Z', declaredByName: '甲', declaredAt: '2026-03-01T00:00:00.000Z',
} as unknown as DeclarationDetail;

it('a record that this device holds and the server has no more is said to be gone, and goes from the device', async () => {
  signInSomebody();
  const client = createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  const hold = (): void => {
    client.setQueryData(declarationOptions(1, 'd1').queryKey, record, { updatedAt: 0 });
    client.setQueryData(declarationArchiveOptions(1, 'd1', 1).queryKey, []);
  };
  hold();
  renderView(<DocumentPage />, { client, path: paths.document.path, at: paths.document.to(1, 'd1') });
  expect(screen.getByText('培训的正文')).toBeDefined();
  expect(await screen.findByText('数据不存在')).toBeDefined();
  for (const words of ['培训的正文', '已申报', '编辑']) expect(screen.queryByText(words), words).toBeNull();
  expect(dehydrate(client, persistOptions('somebody').dehydrateOptions).queries).toEqual([]);
});

it('whoever deletes a record is not told that it does not exist, but led to the list', async () => {
  signInSomebody();
  isThere = true;
  const client = createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  renderView(<DocumentPage />, { client, path: paths.document.path, at: paths.document.to(1, 'd1') });
  await screen.findByText('培训的正文');
  // What is read anew after it, and waited for.
  isSlow = true;
  const others = new QueryObserver(client, { ...declarationListOptions(1, { pageNum: 1, pageSize: 10 }), staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(declarationListOptions(1, { pageNum: 1, pageSize: 10 }).queryKey, { records: [], total: 0, pageNum: 1, pageSize: 10 });
  onTestFinished(others.subscribe(() => undefined));
  const seen: string[] = [];
  const watch = setInterval(() => void (screen.queryByText('数据不存在') && seen.push('数据不存在')), 20);
  await userEvent.click(screen.getByRole('button', { name: '更多操作' }));
  await userEvent.click(await screen.findByText('删除'));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }));
  // The list's path fits that of a document here, and is none.
  await expect.poll(() => screen.queryByRole('main'), { timeout: 4000 }).toBeNull();
  clearInterval(watch);
  expect(seen).toEqual([]);
  expect(dehydrate(client, persistOptions('somebody').dehydrateOptions).queries.map(({ queryKey }) => queryKey)).not.toContainEqual(declarationOptions(1, 'd1').queryKey);
});
