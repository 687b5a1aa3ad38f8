import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import type { DepartmentOption } from '#contract/department.ts';
import { KindsNotice } from '@/features/departments/KindsNotice.tsx';
import { answerCalls } from '../answering-server.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';

let known: DepartmentOption[];
answerCalls(({ path, read }) => {
  if (path === apiPaths.queryCompanyDeptList.path) return { message: known };
  const { kinds } = read() as { kinds: { id: string; kind: DepartmentOption['kind'] }[] };
  const given = new Map(kinds.map(({ id, kind }) => [id, kind]));
  const without = known.filter(({ kind }) => kind === undefined);
  known = known.map((one) => (one.kind === undefined ? { ...one, kind: given.get(one.id) } : one));
  return { message: { count: without.length } };
});
beforeEach(() => {
  signInSomebody();
  known = ['外科', '眼科', '药房'].map((deptName, index) => ({ id: `d${index}`, deptName, employeeCount: 1 }));
});
afterEach(cleanup);

it.each([
  [0, '科室类别已补上'],
  [1, '已补上 2 个科室，另有 1 个已有类别，保持不变'],
  [3, '3 个科室已有类别，保持不变'],
])('where %d of three were given a kind meanwhile, it says so and reads the list anew', async (count, said) => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KindsNotice />
    </QueryClientProvider>,
  );
  await screen.findByText('3 个科室没有科室类别');
  await userEvent.click(screen.getByRole('button', { name: '按名称补上' }));
  known = known.map((one, index) => (index < count ? { ...one, kind: 'office' } : one));
  await userEvent.click(await screen.findByRole('button', { name: '保存 3 个' }));
  await screen.findByText(said);
  await expect.poll(() => screen.queryByText(/个科室没有科室类别/)).toBeNull();
});
