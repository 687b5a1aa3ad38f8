import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import type { ComparedLateWork, LateWorkDecided } from '#contract/late-work.ts';
import { LateWorkList } from '@/features/task-management/LateWorkList.tsx';
import { answerCalls } from '../answering-server.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';

const lateWork = (number: number, status: ComparedLateWork['status']): Extract<ComparedLateWork, { kind: 'answer' }> => ({
  kind: 'answer',
  id: `late-${number}`,
  taskId: 't1',
  taskName: '内科日常自查',
  deptTaskId: 'dt1',
  deptId: 'd1',
  deptName: '内科',
  content: `要点${number}`,
  enteredByName: '张内一',
  importedByName: null,
  receivedAt: '2026-03-02T01:00:00.000Z',
  lateReason: '任务已取消',
  recordOnly: '',
  status,
  decidedByName: status === 'waiting' ? null : '李主任',
  decidedAt: status === 'waiting' ? null : '2026-03-03T01:00:00.000Z',
  decisionReason: '',
  value: { result: 'qualified', remark: '', photos: [], answeredAt: '2026-03-01T01:00:00.000Z' },
  current: null,
  isAddedProblem: false,
});

/** A server that knows these, and answers a decision with these outcomes. */
let known: ComparedLateWork[] = [];
let outcomes: LateWorkDecided['outcomes'] = [];
/** Of a list: the page that cannot be read. */
let brokenPage = 0;
/** What was decided last. */
let decision: unknown;
answerCalls(({ path, query, read }) => {
  if (path === apiPaths.decideLateWork.path) decision = read();
  const pageNum = Number(query.get('pageNum') ?? 1);
  const pageSize = Number(query.get('pageSize'));
  const records = known.slice((pageNum - 1) * pageSize, pageNum * pageSize);
  if (path === apiPaths.queryLateWorkPage.path && pageNum === brokenPage) return { code: code.internal, message: '服务器发生错误' };
  return { message: path === apiPaths.decideLateWork.path ? { outcomes } : { records, total: known.length, pageNum, pageSize } };
});
beforeEach(() => void signInSomebody());

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LateWorkList filter={{}} />
    </QueryClientProvider>,
  );

/** Types the reason why nothing of what is chosen is accepted. */
async function reject(reason: string): Promise<void> {
  await userEvent.type(await screen.findByLabelText(/^不采纳的原因/), reason);
  await userEvent.click(screen.getByRole('button', { name: '确认不采纳' }));
}

describe('LateWorkList', () => {
  it('keeps the reason, and says no success, where the server refused', async () => {
    known = [lateWork(1, 'waiting')];
    outcomes = [{ id: 'late-1', outcome: 'refused', reason: '已由 李主任 处理' }];
    open();
    await userEvent.click(await screen.findByRole('button', { name: '不采纳' }));
    await reject('重复');
    expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toBe('已由 李主任 处理');
    // As long as closing the sheet would take.
    await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(screen.queryByText(/^未采纳/)).toBeNull();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^不采纳的原因/).value).toBe('重复');
    expect(screen.getAllByText('已由 李主任 处理')).toHaveLength(2);
  });

  it('shows everybody again where nothing is left of who was filtered by', async () => {
    known = [lateWork(1, 'waiting'), { ...lateWork(2, 'waiting'), enteredByName: '钱护士' }];
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    render(
      <QueryClientProvider client={client}>
        <LateWorkList filter={{}} />
      </QueryClientProvider>,
    );
    await userEvent.click(await screen.findByRole('button', { name: '钱护士' }));
    expect(screen.getAllByRole('button', { name: '采纳' })).toHaveLength(1);
    known = [lateWork(1, 'waiting')];
    await act(() => client.invalidateQueries());
    expect(await screen.findByText('迟到的填写（' + lateWork(1, 'waiting').enteredByName + '）')).toBeDefined();
  });

  it('says how many were decided where the server refused some', async () => {
    known = [lateWork(1, 'waiting'), lateWork(2, 'waiting'), lateWork(3, 'waiting')];
    outcomes = [{ id: 'late-1', outcome: 'decided' }, ...['late-2', 'late-3'].map((id) => ({ id, outcome: 'refused' as const, reason: '已由 李主任 处理' }))];
    open();
    await userEvent.click(await screen.findByRole('button', { name: '选择本页' }));
    await userEvent.click(screen.getAllByRole('button', { name: '不采纳' })[0]!);
    await reject('重复');
    expect(await screen.findByText('1 项未采纳，2 项未能处理：已由 李主任 处理')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('tells what it showed beside each, so that nothing newer is replaced', async () => {
    const at = '2026-03-01T01:00:00.000Z';
    const by = { answeredBy: 'e2', answeredByName: '李内二', answeredAt: at, savedAt: at };
    const current = { pointId: 'p2', result: 'unqualified' as const, remark: '锐器盒已满', photos: [], ...by, revision: 3 };
    known = [lateWork(1, 'waiting'), { ...lateWork(2, 'waiting'), current }];
    outcomes = [{ id: 'late-1', outcome: 'decided' }, { id: 'late-2', outcome: 'decided' }];
    open();
    await userEvent.click(await screen.findByRole('button', { name: '选择本页' }));
    await userEvent.click(screen.getAllByRole('button', { name: '采纳' })[0]!);
    const question = await screen.findByRole('alertdialog', { name: '采纳迟到的填写' });
    expect(question.textContent).toContain('采纳后替换现在的 1 项结果，原来的留在历史里。');
    await userEvent.click(within(question).getByRole('button', { name: '采纳' }));
    await waitFor(() => expect(decision).toEqual({ ids: ['late-1', 'late-2'], revisions: [0, 3], decision: 'accepted', reason: '' }));
  });

  it('says how many become the result, and how many are only kept on record', async () => {
    const at = '2026-03-01T01:00:00.000Z';
    const current = { pointId: 'p2', result: 'qualified' as const, remark: '', photos: [], answeredBy: 'e2', answeredByName: '李内二', answeredAt: at, savedAt: at, revision: 1 };
    known = [lateWork(1, 'waiting'), { ...lateWork(2, 'waiting'), current }, { ...lateWork(3, 'waiting'), recordOnly: '任务已取消', current }];
    outcomes = known.map(({ id }) => ({ id, outcome: 'decided' as const }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: '选择本页' }));
    await userEvent.click(screen.getAllByRole('button', { name: '采纳' })[0]!);
    const question = await screen.findByRole('alertdialog', { name: '采纳迟到的填写' });
    expect(question.textContent).toContain('这 3 项填写。1 项仅留作记录，其余 2 项采纳后替换现在的 1 项结果，原来的留在历史里。');
    await userEvent.click(within(question).getByRole('button', { name: '采纳' }));
    expect(await screen.findByText('已采纳 3 项，其中 1 项仅留作记录')).toBeDefined();
  });

  it('says that a 不合格 of a submitted task goes into its self-correction and changes the score, for good', async () => {
    known = [{ ...lateWork(1, 'waiting'), isAddedProblem: true }];
    open();
    await userEvent.click(await screen.findByRole('button', { name: '采纳' }));
    const question = await screen.findByRole('alertdialog', { name: '采纳迟到的填写' });
    expect(question.textContent).toContain('采纳后成为现在的结果。1 项不合格将列入科室的自纠（没有自纠的会开启），评分随之改变。采纳后不能撤销。');
    await userEvent.click(within(question).getByRole('button', { name: '取消' }));
  });

  it('leads to the department, where what is in the way can be done', async () => {
    known = [lateWork(1, 'waiting')];
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <LateWorkList filter={{}} isAcrossTasks />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    expect((await screen.findByRole('link', { name: '内科' })).getAttribute('href')).toBe('/taskmanage/index/t1/d1');
  });

  it('leads to what does not fit on a page, also where nothing waits any more', async () => {
    known = Array.from({ length: 120 }, (_, index) => lateWork(index + 1, 'rejected'));
    open();
    expect(await screen.findByText('要点1')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: '下一页' }));
    await userEvent.click(await screen.findByRole('button', { name: '下一页' }));
    expect(await screen.findByText('要点120')).toBeDefined();
  });

  it('says that a page could not be read, and reads it at a tap', async () => {
    known = Array.from({ length: 60 }, (_, index) => lateWork(index + 1, 'rejected'));
    brokenPage = 2;
    open();
    await userEvent.click(await screen.findByRole('button', { name: '下一页' }));
    const again = await screen.findByRole('button', { name: '重试' });
    brokenPage = 0;
    await userEvent.click(again);
    expect(await screen.findByText('要点60')).toBeDefined();
  });
});
