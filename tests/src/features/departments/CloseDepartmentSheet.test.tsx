import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { code } from '#contract/codes.ts';
import type { Department } from '#contract/department.ts';
import { CloseDepartmentSheet } from '@/features/departments/CloseDepartmentSheet.tsx';
import { answerCalls } from '../answering-server.ts';
import { queriesOf, signInSomebody } from '../my-tasks/render-view.tsx';

const TOLD = '刚刚被其他管理员改为“2026-12-01”，再次保存以您填写的为准';

const reads: unknown[] = [];
answerCalls(({ method, read }) => {
  if (method === 'GET') return { message: { records: [{ id: 'd1', closedFrom: '2026-12-01' }], total: 1, pageNum: 1, pageSize: 100 } };
  const body = read() as { read?: { from: string } };
  reads.push(body.read);
  return body.read?.from === '2026-12-01' ? { message: '' } : { code: code.conflict, message: '刚刚被其他管理员修改', details: [{ field: 'from', message: TOLD }] };
});

afterEach(cleanup);

function open(employeeCount = 0): void {
  signInSomebody();
  render(
    <QueryClientProvider client={queriesOf()}>
      <CloseDepartmentSheet department={{ id: 'd1', deptName: '外科', employeeCount } as Department} onClose={() => undefined} />
    </QueryClientProvider>,
  );
}

it('says how many people are still in it', () => {
  open(3);
  expect(screen.getByText('科室下还有 3 名在用人员，停用后仍可登录，请将需要调动的人员移到其他科室。')).toBeDefined();
  cleanup();
  open(0);
  expect(screen.queryByText(/名在用人员/)).toBeNull();
});

it('says once from when another administrator has closed it meanwhile', async () => {
  open();
  const button = screen.getByRole('button', { name: '确认停用' });
  await userEvent.click(button);
  await screen.findByText(TOLD);
  // A button pauses after a click.
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
  await expect.poll(() => reads).toEqual([{ from: '' }, { from: '2026-12-01' }]);
});
