import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { shanghaiDay } from '#contract/calendar.ts';
import { configureApi } from '@/api/hooks.ts';
import { describeFailure } from '@/app/error-messages.ts';
import { AdminHome } from '@/features/home/AdminHome.tsx';
import { daysOfMonths } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { taskCountFigureOptions, unqualifiedFigureOptions } from '@/queries/home-queries.ts';
import { lateWorkKeys } from '@/queries/work/late-work-queries.ts';
import { myTaskListOptions } from '@/queries/work/my-task-queries.ts';
import { selfCorrectionKeys } from '@/queries/work/self-correction-queries.ts';
import { queriesOf, renderView, signInSomebody } from '../my-tasks/render-view.tsx';

beforeEach(() => {
  configureApi({ onSignedOut: () => undefined, describeFailure });
  signInSomebody();
});

/** As 今年至今 has it on every screen: to the end of this month. */
const thisYear = () => daysOfMonths({ from: `${shanghaiDay(new Date()).slice(0, 4)}-01`, to: shanghaiDay(new Date()).slice(0, 7) });

// There is no server behind these tests.
it('says of every part that it could not be loaded, and tries it again at a tap', async () => {
  const client = queriesOf();
  renderView(<AdminHome />, { client, path: paths.home.path, at: paths.home.to() });
  const part = (name: string) => within(screen.getByRole('region', { name }));
  const names = ['检查任务', '全面自查', '不合格情况', '逾期未提交的科室', '最常不合格的要点'];
  for (const name of names) await part(name).findByRole('button', { name: '重试' });
  expect(screen.queryByRole('status', { name: '加载中' })).toBeNull();
  expect(part('逾期未提交的科室').getByRole('link', { name: '查看已逾期的任务' })).toBeDefined();

  const { queryKey } = taskCountFigureOptions({ ...thisYear(), dept: 'all' });
  await userEvent.click(part('逾期未提交的科室').getByRole('button', { name: '重试' }));
  await waitFor(() => expect(client.getQueryState(queryKey)?.errorUpdateCount).toBe(2));

  const byStatus = { notStarted: 0, inProgress: 0, completed: 1, overdue: 0, cancelled: 0 };
  act(() => void client.setQueryData(queryKey, { total: 1, byStatus, lateDepartments: [{ deptId: 'd1', deptName: '内科', count: 2 }], months: [] }));
  expect(await part('逾期未提交的科室').findByText('2 项')).toBeDefined();
  expect(part('逾期未提交的科室').queryByRole('button', { name: '重试' })).toBeNull();
});

it('counts what the own department has to do, and leads there', async () => {
  const client = queriesOf();
  const page = { pageNum: 1, pageSize: 10 };
  client.setQueryData(myTaskListOptions({ ...page, status: 'open' }).queryKey, { ...page, total: 2, records: [] });
  client.setQueryData(selfCorrectionKeys.list({ ...page, status: 'open' }), { ...page, total: 1, records: [] });
  renderView(<AdminHome />, { client, path: paths.home.path, at: paths.home.to() });
  expect((await screen.findByRole('link', { name: '本科室 2 项任务待完成' })).getAttribute('href')).toBe(paths.myTask.to());
  expect(screen.getByRole('link', { name: '本科室 1 份自纠待整改' }).getAttribute('href')).toBe(paths.selfInnovate.to());
});

it('counts what waits for an administrator, and leads there', async () => {
  const client = queriesOf();
  const page = { pageNum: 1, pageSize: 10 };
  client.setQueryData(selfCorrectionKeys.recordList({ ...page, status: 'corrected' }), { ...page, total: 0, records: [] });
  client.setQueryData(lateWorkKeys.list({ ...page, status: 'waiting' }), { ...page, total: 12, records: [] });
  renderView(<AdminHome />, { client, path: paths.home.path, at: paths.home.to() });
  expect(screen.queryByRole('link', { name: /待确认$/ })).toBeNull();
  expect((await screen.findByRole('link', { name: '12 项迟到的填写待处理' })).getAttribute('href')).toBe(paths.lateWork.to());
});

const byStatus = { notStarted: 0, inProgress: 2, completed: 12_345, overdue: 3, cancelled: 0 };

it('leads from each number of tasks to those that it counts', async () => {
  const client = queriesOf();
  const { from, to } = thisYear();
  client.setQueryData(taskCountFigureOptions({ from, to, dept: 'all' }).queryKey, { total: 12_350, byStatus, lateDepartments: [], months: [{ month: to.slice(0, 7), due: 2, submitted: 1 }] });
  renderView(<AdminHome />, { client, path: paths.home.path, at: paths.home.to() });
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByRole('link', { name: '检查任务 12,350 项，查看' });
  expect(link('检查任务 12,350 项，查看')).toBe(`/taskmanage/index?startDate=${from}&endDate=${to}`);
  expect(link('检查任务 已完成 12,345，查看')).toBe(`/taskmanage/index?status=completed&startDate=${from}&endDate=${to}`);
  expect(link('检查任务 已逾期 3，查看')).toBe(`/taskmanage/index?status=overdue&startDate=${from}&endDate=${to}`);
});

it('draws no empty chart, says what each figure counts, and leads to the first task', async () => {
  const client = queriesOf();
  const none = Object.fromEntries(Object.keys(byStatus).map((status) => [status, 0])) as typeof byStatus;
  const period = { ...thisYear(), dept: 'all' };
  client.setQueryData(taskCountFigureOptions(period).queryKey, { total: 0, byStatus: none, lateDepartments: [], months: [] });
  client.setQueryData(unqualifiedFigureOptions(period).queryKey, { checked: 0, judged: 0, unqualified: 0, corrected: 0, score: { value: null, scoreClass: null, failedVetoes: 0 }, months: [], topPoints: [] });
  renderView(<AdminHome />, { client, path: paths.home.path, at: paths.home.to() });
  const part = (name: string) => within(screen.getByRole('region', { name }));
  expect((await part('检查任务').findByRole('link', { name: '下发任务' })).getAttribute('href')).toBe(paths.taskCreate.to());
  expect(part('检查任务').getByText('起止日期与统计时间重合的任务')).toBeDefined();
  expect(part('不合格情况').getByText('这段时间没有提交自查结果')).toBeDefined();
  expect(screen.queryByRole('img', { name: /^各月/ })).toBeNull();
});
