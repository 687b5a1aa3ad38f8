import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, shanghaiDay } from '#contract/calendar.ts';
import type { SelfCorrectionDetail } from '#contract/self-correction.ts';
import type { DeptTask } from '#contract/task.ts';
import { StaffHome } from '@/features/home/StaffHome.tsx';
import { paths } from '@/lib/paths.ts';
import { openAnswers } from '@/offline/entries/answers.ts';
import { openCorrection } from '@/offline/entries/corrections.ts';
import { enqueueSubmit } from '@/offline/entries/outbox.ts';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { myTaskListOptions } from '@/queries/work/my-task-queries.ts';
import { correctionDetailOptions, myCorrectionListOptions } from '@/queries/work/self-correction-queries.ts';
import { correctionOf, itemOf } from '../../offline/correction-page.ts';
import { answerEntry, rowsOf } from '../sync-center/entries.ts';
import { deptTask, taskDetail, taskPoint } from '../my-tasks/fixture.ts';
import { queriesOf, renderView, signInSomebody } from '../my-tasks/render-view.tsx';

let rows: AccountRows;
beforeEach(() => {
  rows = signInSomebody();
});

const today = shanghaiDay(new Date());
const dates: Partial<DeptTask> = { startDate: addDays(today, -20), endDate: addDays(today, 3) };

async function open(task: DeptTask, client = queriesOf()): Promise<void> {
  const page = { total: 1, pageNum: 1, pageSize: 10 };
  client.setQueryData(myTaskListOptions({ status: 'open', pageNum: 1, pageSize: 10 }).queryKey, { ...page, records: [task] });
  client.setQueryData(myCorrectionListOptions({ status: 'open', pageNum: 1, pageSize: 10 }).queryKey, { ...page, total: 0, records: [] });
  renderView(<StaffHome />, { client, path: paths.home.path, at: paths.home.to() });
  // Where the person was last is read first.
  await screen.findByRole('link', { name: new RegExp(task.taskName) });
}
const card = (name: string): HTMLElement => screen.getByRole('link', { name: new RegExp(name) });

it('counts what this phone holds of a task, and leaves out what was submitted here', async () => {
  const points = [taskPoint(1), taskPoint(2)];
  const detail = taskDetail(81, points, dates);
  await open(deptTask(81, { ...dates, pointCount: 2 }), queriesOf(detail));
  expect(within(card('任务81')).getByText('0', { exact: false })).toBeDefined();
  const store = await openAnswers(detail.id);
  await act(async () => {
    for (const { pointId } of points) await store.set(pointId, { result: 'qualified', remark: '', photos: [], answeredAt: '' }, { revision: 0, answer: null });
  });
  await waitFor(() => expect(card('任务81').textContent).toContain('100%'));
  await act(async () => void (await enqueueSubmit(detail.id, detail.taskName)));
  await screen.findByText('没有待完成的自查任务和自纠，辛苦了。');
  expect(screen.queryByRole('link', { name: /任务81/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /^全部/ })).toBeNull();
  expect(screen.getByRole('link', { name: '3 项待上传，已保存在本机' })).toBeDefined();
});

it('shows tasks together with the corrections that may be more urgent, and alone where those take long', async () => {
  const client = queriesOf();
  const task = deptTask(86, dates);
  client.setQueryData(myTaskListOptions({ status: 'open', pageNum: 1, pageSize: 10 }).queryKey, { total: 1, pageNum: 1, pageSize: 10, records: [task] });
  void client.fetchQuery({ ...myCorrectionListOptions({ status: 'open', pageNum: 1, pageSize: 10 }), queryFn: () => new Promise<never>(() => undefined) });
  renderView(<StaffHome />, { client, path: paths.home.path, at: paths.home.to() });
  expect(screen.queryByRole('link', { name: /任务86/ })).toBeNull();
  await screen.findByRole('link', { name: /任务86/ }, { timeout: 5000 });
});

describe('self-corrections that are all 已整改 here', () => {
  const detail: SelfCorrectionDetail = {
    id: 'c1', deptTaskId: 'd1', taskId: 't1', taskName: '六月自查', taskType: 3, deptId: 'dept', deptName: '内科',
    status: 'open', isOverdue: false, isLate: false, dueDate: addDays(today, 6), itemCount: 2, correctedCount: 1, returnedCount: 1, repeatedCount: 0,
    submittedAt: '2026-06-01T00:00:00.000Z', correctedAt: null, confirmedAt: null, confirmedByName: null, cancelReason: null, version: 1,
    items: [itemOf('i1', { ...correctionOf(), revision: 1 }), itemOf('i2', { returnReason: '请重拍', returnedAt: '2026-06-03T00:00:00.000Z', revision: 2 })],
  }; // prettier-ignore
  const { items: _items, version: _version, ...correction } = detail;
  const mark = (correctedAt: string | null) =>
    act(async () => void (await (await openCorrection(detail)).setMany([{ id: 'i2', value: correctionOf({ correctedAt }), base: { revision: 2 } }])));

  it('are not to do any more, and counted as what waits, wherever their list does so', async () => {
    const client = queriesOf();
    const page = { pageNum: 1, pageSize: 10 };
    client.setQueryData(myTaskListOptions({ status: 'open', ...page }).queryKey, { ...page, total: 0, records: [] });
    client.setQueryData(myCorrectionListOptions({ status: 'open', ...page }).queryKey, { ...page, total: 2, records: [correction, { ...correction, id: 'c2', taskName: '五月自查' }] });
    client.setQueryData(correctionDetailOptions('c1').queryKey, detail);
    renderView(<StaffHome />, { client, path: paths.home.path, at: paths.home.to() });
    await screen.findByRole('link', { name: /六月自查/ });
    expect(screen.getByRole('link', { name: /^我的自纠 ?2 份待整改$/ })).toBeDefined();
    await mark(new Date().toISOString());
    await waitFor(() => expect(screen.queryByRole('link', { name: /六月自查/ })).toBeNull());
    expect(card('五月自查')).toBeDefined();
    expect(screen.getByRole('link', { name: /^我的自纠 ?1 份待整改，\s?1 份待上传$/ })).toBeDefined();
    await mark(null);
    await screen.findByRole('link', { name: /六月自查/ });
  });
});

it('counts a submission that waits beside the tasks that are to do, as their list does', async () => {
  const client = queriesOf();
  const page = { pageNum: 1, pageSize: 10 };
  const tasks = [91, 92, 93, 94, 95].map((number) => deptTask(number, dates));
  client.setQueryData(myTaskListOptions({ status: 'open', ...page }).queryKey, { ...page, total: 5, records: tasks });
  client.setQueryData(myCorrectionListOptions({ status: 'open', ...page }).queryKey, { ...page, total: 0, records: [] });
  renderView(<StaffHome />, { client, path: paths.home.path, at: paths.home.to() });
  await screen.findByRole('link', { name: '查看全部待完成任务（5）' });
  await act(async () => void (await enqueueSubmit(tasks[0]!.id, '任务91')));
  await screen.findByRole('link', { name: '查看全部待完成任务（4，另有 1 项待上传）' });
});

describe('without a task to do', () => {
  const ALL_DONE = '没有待完成的自查任务和自纠，辛苦了。';
  const none = { total: 0, pageNum: 1, pageSize: 10, records: [] };
  const corrections = myCorrectionListOptions({ status: 'open', pageNum: 1, pageSize: 10 });
  const toDo = () => within(screen.getByRole('region', { name: '现在要做' }));
  function openWithoutTasks(client = queriesOf()) {
    client.setQueryData(myTaskListOptions({ status: 'open', pageNum: 1, pageSize: 10 }).queryKey, none);
    renderView(<StaffHome />, { client, path: paths.home.path, at: paths.home.to() });
    return client;
  }
  afterEach(() => void vi.useRealTimers());

  // There is no server behind these tests.
  it('does not say that all is done where the corrections could not be read, and reads them again at a tap', async () => {
    const client = openWithoutTasks();
    await userEvent.click(await toDo().findByRole('button', { name: '重试' }));
    await waitFor(() => expect(client.getQueryState(corrections.queryKey)?.errorUpdateCount).toBe(2));
    expect(screen.queryByText(ALL_DONE)).toBeNull();
    act(() => void client.setQueryData(corrections.queryKey, none));
    await toDo().findByText(ALL_DONE);
  });

  it('does not say that all is done before the corrections came, however long they take', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const client = queriesOf();
    void client.fetchQuery({ ...corrections, queryFn: () => new Promise<never>(() => undefined) });
    openWithoutTasks(client);
    act(() => void vi.advanceTimersByTime(60_000));
    vi.useRealTimers();
    expect(screen.queryByText(ALL_DONE)).toBeNull();
    expect(toDo().getByRole('status', { name: '加载中' })).toBeDefined();
    act(() => void client.setQueryData(corrections.queryKey, none));
    await toDo().findByText(ALL_DONE);
  });
});

it('says that a task came back', async () => {
  await open(deptTask(82, { ...dates, status: 'returned', returnReason: '缺照片' }));
  expect(within(card('任务82')).getByText('已退回')).toBeDefined();
});

it('says how much of a task that came back is to be changed, less what is changed here', async () => {
  const answer = { result: 'qualified', remark: '', photos: [], answeredBy: 'x', answeredByName: '王芳', answeredAt: '', savedAt: '', revision: 3 } as const;
  const points = [1, 2, 3].map((seq) =>
    taskPoint(seq, { returnRemark: seq === 3 ? null : '请拍清楚', answer: { ...answer, photos: [], pointId: taskPoint(seq).pointId } }),
  );
  const returned: Partial<DeptTask> = { ...dates, status: 'returned', returnReason: '缺照片', pointCount: 3, answeredCount: 3 };
  const detail = taskDetail(84, points, returned);
  await open(deptTask(84, returned), queriesOf(detail));
  await within(card('任务84')).findByText('退回 2 项待修改');
  const store = await openAnswers(detail.id);
  const change = ({ pointId, answer: before }: (typeof points)[number]) =>
    act(async () => void (await store.set(pointId, { result: 'unqualified', remark: '照片补上了', photos: [], answeredAt: '' }, { revision: 3, answer: before })));
  await change(points[0]!);
  await within(card('任务84')).findByText('退回 1 项待修改');
  await change(points[1]!);
  await within(card('任务84')).findByText('已退回');
  expect(within(card('任务84')).getByText('待重新提交')).toBeDefined();
});

it('does not say that something waits where it was refused', async () => {
  const put = (entries: ReturnType<typeof answerEntry>[]) =>
    rows.disk.change(async (write) => {
      for (const [key, row] of rowsOf(entries)) write.put(key, row);
    });
  await put([answerEntry(rows.account)]);
  await open(deptTask(83, dates));
  await screen.findByRole('link', { name: '1 项待上传，已保存在本机' });
  await act(() => put([answerEntry(rows.account, { state: 'failed', attempts: 1, lastError: '任务已取消' })]));
  await screen.findByRole('link', { name: '1 项未能上传' });
});
