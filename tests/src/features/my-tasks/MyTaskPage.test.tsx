import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeptTask } from '#contract/task.ts';
import { addDays, shanghaiDay } from '#contract/calendar.ts';
import MyTaskPage from '@/features/my-tasks/MyTaskPage.tsx';
import { countWaitingWork } from '@/parts/work/useWaitingWork.ts';
import { paths } from '@/lib/paths.ts';
import { openAnswers } from '@/offline/entries/answers.ts';
import { enqueueSubmit } from '@/offline/entries/outbox.ts';
import { mergedProgress } from '@/offline/entries/progress.ts';
import { myTaskDetailOptions, myTaskListOptions } from '@/queries/work/my-task-queries.ts';
import { fillDisk } from '../../offline/browser-storage.ts';
import { deptTask, taskDetail, taskPoint } from './fixture.ts';
import { queriesOf, renderView, signInSomebody, storedEntries } from './render-view.tsx';

beforeEach(() => {
  signInSomebody();
});

const today = shanghaiDay(new Date());
const inDays = (days: number): Partial<DeptTask> => ({ startDate: addDays(today, -20), endDate: addDays(today, days) });

function open(tasks: DeptTask[], client = queriesOf()) {
  const page = { records: tasks, total: tasks.length, pageNum: 1, pageSize: 10 };
  client.setQueryData(myTaskListOptions({ status: 'open', pageNum: 1, pageSize: 10 }).queryKey, page);
  renderView(<MyTaskPage />, { client, path: paths.myTask.path, at: paths.myTask.to() });
  return client;
}

const cards = (): HTMLElement[] => within(screen.getByRole('list', { name: '我的任务' })).getAllByRole('listitem');

describe('the cards', () => {
  it('come by urgency and say how urgent they are', () => {
    open([deptTask(11, inDays(9)), deptTask(12, inDays(0)), deptTask(13, { ...inDays(-2), isOverdue: true }), deptTask(14, inDays(3))]);
    expect(cards().map((card) => card.textContent)).toEqual([
      expect.stringContaining('已逾期 2 天'),
      expect.stringContaining('今天截止'),
      expect.stringContaining('剩 3 天'),
      expect.stringContaining('剩 9 天'),
    ]);
  });

  it('lead to where a task can be filled in, or be read', () => {
    open([deptTask(21, inDays(1)), deptTask(22, { ...inDays(1), status: 'completed', submittedAt: '2026-03-01T00:00:00.000Z' })]);
    const [first, second] = screen.getAllByRole('link');
    expect(first?.getAttribute('href')).toBe(paths.toComplete.to(deptTask(21).id));
    expect(second?.getAttribute('href')).toBe(paths.seeTask.to(deptTask(22).id, deptTask(22).taskId));
  });

  it('say why a task came back', () => {
    open([deptTask(31, { ...inDays(1), status: 'returned', returnReason: '第 3 项缺照片' })]);
    expect(screen.getByText('退回原因：第 3 项缺照片')).toBeDefined();
    expect(screen.getByText('已退回')).toBeDefined();
  });

  it('count what this phone holds, and say that it waits', async () => {
    const points = [taskPoint(1), taskPoint(2), taskPoint(3)];
    const detail = taskDetail(41, points, inDays(1));
    open([deptTask(41, { ...inDays(1), pointCount: 3 })], queriesOf(detail));
    expect(within(cards()[0]!).getByText('可离线')).toBeDefined();
    const store = await openAnswers(detail.id, detail.taskName);
    const value = { photos: [], answeredAt: new Date().toISOString() };
    const base = { revision: 0, answer: null };
    await act(async () => {
      await store.set(points[0]!.pointId, { ...value, result: 'qualified', remark: '' }, base);
      await store.set(points[1]!.pointId, { ...value, result: 'unqualified', remark: '过期' }, base);
      await store.set(points[2]!.pointId, { ...value, result: 'unqualified', remark: '' }, base);
    });
    await waitFor(() => expect(within(cards()[0]!).getByText('2/3')).toBeDefined());
    expect(within(cards()[0]!).getByText('2 项待上传')).toBeDefined();
    expect(within(cards()[0]!).getByText('1 项缺说明')).toBeDefined();
    expect(within(cards()[0]!).getByText('不合格 1')).toBeDefined();
  });

  it('say that a submission waits', async () => {
    open([deptTask(51, inDays(-3))]);
    await act(async () => void (await enqueueSubmit(deptTask(51).id, '任务51')));
    expect(await screen.findByText('已提交（待上传）')).toBeDefined();
    expect(screen.queryByText('已逾期 3 天')).toBeNull();
  });

  it('say of what the phone refused to store that it is not saved, not that it waits', async () => {
    const point = taskPoint(1);
    const detail = taskDetail(52, [point], inDays(1));
    open([deptTask(52, { ...inDays(1), pointCount: 1 })], queriesOf(detail));
    const store = await openAnswers(detail.id, detail.taskName);
    const value = { result: 'qualified' as const, remark: '', photos: [], answeredAt: new Date().toISOString() };
    const makeRoom = fillDisk('atCommit');
    try {
      await act(async () => {
        await store.set(point.pointId, value, { revision: 0, answer: null });
        await enqueueSubmit(detail.id, detail.taskName);
      });
      expect(await screen.findByText('提交未保存')).toBeDefined();
      expect(screen.getByText('1 项未保存')).toBeDefined();
      expect(screen.queryByText(/待上传/)).toBeNull();
    } finally {
      makeRoom();
    }
  });
});

it('says kindly that there is nothing to do', () => {
  open([]);
  expect(screen.getByText('没有待完成的任务')).toBeDefined();
});

it('knows a detail that is older than its row in the list', () => {
  const detail = taskDetail(61, [taskPoint(1)], inDays(1));
  const client = open([deptTask(61, { ...inDays(1), status: 'returned', returnReason: '重做' })], queriesOf(detail));
  expect(client.getQueryState(myTaskDetailOptions(detail.id).queryKey)?.isInvalidated).toBe(true);
  const same = taskDetail(62, [taskPoint(1)], inDays(1));
  const other = open([deptTask(62, { ...inDays(1), pointCount: 1 })], queriesOf(same));
  expect(other.getQueryState(myTaskDetailOptions(same.id).queryKey)?.isInvalidated).toBe(false);
});

const answerOf = (result: 'qualified' | 'unqualified') => ({ result, remark: '', photos: [], answeredAt: '' });

const deliveredOf = (result: 'qualified' | 'unqualified') => ({ value: { ...answerOf(result), remark: '缺' }, saveState: 'delivered' as const, revision: 1, entryId: null });

describe('mergedProgress', () => {
  it('believes whoever says more: a colleague on the server, or this phone', async () => {
    const points = [taskPoint(1), taskPoint(2)];
    const store = await openAnswers(deptTask(71).id);
    const task = { status: 'inProgress', answeredCount: 2, unqualifiedCount: 1, pointCount: 2 } as const;
    expect(mergedProgress(task, points, store)).toEqual({ answered: 2, unqualified: 1 });
    await store.set(points[0]!.pointId, { result: 'unqualified', remark: '缺', photos: [], answeredAt: '' }, { revision: 0, answer: null });
    expect(mergedProgress({ ...task, answeredCount: 0, unqualifiedCount: 0 }, points, store)).toEqual({ answered: 1, unqualified: 1 });
    expect(mergedProgress(task, undefined, store)).toEqual({ answered: 2, unqualified: 1 });
  });

  it.each(['submitted', 'cancelled'] as const)('counts what the server has once a task is %s: the rest came too late', async (status) => {
    const points = [taskPoint(1), taskPoint(2)];
    const store = await openAnswers(deptTask(73).id);
    await store.set(points[0]!.pointId, answerOf('qualified'), { revision: 0, answer: null });
    expect(mergedProgress({ status, answeredCount: 0, unqualifiedCount: 0, pointCount: 2 }, points, store)).toEqual({ answered: 0, unqualified: 0 });
  });

  it('counts what the server took before, where the list does not know of it yet', async () => {
    const points = [taskPoint(1), taskPoint(2, { answer: { ...answerOf('qualified'), pointId: taskPoint(2).pointId, answeredBy: 'x', answeredByName: '王芳', savedAt: '', revision: 1 } })];
    const store = await openAnswers(deptTask(74).id);
    expect(mergedProgress({ status: 'submitted', answeredCount: 0, unqualifiedCount: 0, pointCount: 2 }, points, store)).toEqual({ answered: 1, unqualified: 0 });
    const delivered = { ...store, get: (id: string) => (id === points[0]!.pointId ? deliveredOf('unqualified') : undefined) };
    expect(mergedProgress({ status: 'submitted', answeredCount: 0, unqualifiedCount: 0, pointCount: 2 }, points, delivered)).toEqual({ answered: 2, unqualified: 1 });
  });

  it('counts a 不合格 without its remark as the task itself does: neither 已查 nor 不合格, whatever the server still counts', async () => {
    const answer = { ...answerOf('unqualified'), remark: '缺', answeredBy: 'x', answeredByName: '王芳', savedAt: '', revision: 1 };
    const points = [1, 2, 3].map((seq) => taskPoint(seq, { answer: { ...answer, pointId: taskPoint(seq).pointId } }));
    const store = await openAnswers(deptTask(72).id);
    await store.set(points[0]!.pointId, answerOf('unqualified'), { revision: 1, answer: points[0]!.answer });
    expect(mergedProgress({ status: 'inProgress', answeredCount: 3, unqualifiedCount: 3, pointCount: 4 }, points, store)).toEqual({ answered: 2, unqualified: 2 });
    expect(mergedProgress({ status: 'inProgress', answeredCount: 4, unqualifiedCount: 4, pointCount: 4 }, points, store), 'a colleague went on').toEqual({ answered: 3, unqualified: 3 });
  });
});

it('counts waiting work by task', async () => {
  const rows = signInSomebody();
  const store = await openAnswers('t1');
  await store.set('p1', { result: 'qualified', remark: '', photos: [], answeredAt: '' }, { revision: 0, answer: null });
  await store.set('p2', { result: 'unqualified', remark: '', photos: [], answeredAt: '' }, { revision: 0, answer: null });
  await enqueueSubmit('t2', '');
  const entries = await storedEntries(rows);
  const failed = { ...entries[0]!, state: 'failed' as const };
  expect(countWaitingWork([...entries, failed], 'task', () => false)).toEqual(
    new Map([
      ['t1', { pending: 1, incomplete: 1, unsaved: 0, problems: 1, submit: null }],
      ['t2', { pending: 0, incomplete: 0, unsaved: 0, problems: 0, submit: 'saved' }],
    ]),
  );
  expect(countWaitingWork(entries, 'task', () => true)).toEqual(
    new Map([
      ['t1', { pending: 0, incomplete: 0, unsaved: 2, problems: 0, submit: null }],
      ['t2', { pending: 0, incomplete: 0, unsaved: 0, problems: 0, submit: 'unsaved' }],
    ]),
  );
});
