import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Result } from '#contract/result.ts';
import type { DeptTaskDetail, DeptTaskPoint } from '#contract/task.ts';
import { ReturnSheet } from '@/features/task-management/ReturnSheet.tsx';
import { queriesOf, signInSomebody } from '../my-tasks/render-view.tsx';

beforeEach(() => void signInSomebody());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const point = (seq: number, result: Result) => ({ pointId: `p${seq}`, seq, content: `要点${seq}`, answer: { result } }) as DeptTaskPoint;
const detailOf = (...points: DeptTaskPoint[]) => ({ id: 'dt1', deptName: '内科', points }) as DeptTaskDetail;

const open = (detail: DeptTaskDetail) =>
  render(
    <QueryClientProvider client={queriesOf()}>
      <ReturnSheet isOpen detail={detail} onClose={() => undefined} />
    </QueryClientProvider>,
  );
const reason = () => screen.findByLabelText(/^退回原因/);
const listed = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent?.match(/要点\d/)?.[0]);

it('leads to the reason that is missing above a long list', async () => {
  // jsdom has no layout: everything counts as drawn.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  open(detailOf(point(1, 'unqualified')));
  const field = await reason();
  await userEvent.click(screen.getByRole('button', { name: '确认退回' }));
  await expect.poll(() => document.activeElement).toBe(field);
});

it('begins with what is not qualified, and shows all at a tap; what was chosen stays chosen', async () => {
  const detail = detailOf(point(1, 'qualified'), point(2, 'unqualified'), point(3, 'notApplicable'));
  open(detail);
  await reason();
  expect(listed()).toEqual(['要点2']);
  await userEvent.click(screen.getByRole('checkbox', { name: /要点2/ }));
  await userEvent.click(screen.getByRole('button', { name: '显示全部要点（3）' }));
  expect(listed()).toEqual(['要点1', '要点2', '要点3']);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /要点2/ }).checked).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: /要点1/ }));
  const [remark] = screen.getAllByLabelText(/^退回意见/);
  await userEvent.type(remark!, '照片不清');
  cleanup();

  // What was chosen before is in sight, also where it is qualified.
  open(detail);
  await reason();
  expect(listed()).toEqual(['要点1', '要点2', '要点3']);
});

it('shows all where everything is qualified', async () => {
  open(detailOf(point(1, 'qualified'), point(2, 'qualified')));
  await reason();
  expect(listed()).toEqual(['要点1', '要点2']);
  expect(screen.queryByRole('button', { name: /显示全部要点/ })).toBeNull();
});
