import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Activity } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import type { DepartmentOption } from '#contract/department.ts';
import type { TaskInput } from '@/features/task-management/task-draft.ts';
import TaskCreatePage from '@/features/task-management/TaskCreatePage.tsx';
import { NEW_TASK } from '@/lib/form-names.ts';
import { paths } from '@/lib/paths.ts';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { draftKey, type DraftRow } from '@/offline/storage/rows.ts';
import { deptPointSwitchesOptions } from '@/queries/department-queries.ts';
import { checkItemTreeOptions } from '@/queries/laws/check-point-queries.ts';
import { enabledPointsOptions } from '@/queries/laws/enabled-points.ts';
import { taskDepartmentsOptions } from '@/queries/work/task-queries.ts';
import { answerCalls } from '../answering-server.ts';
import { queriesOf, signInSomebody } from '../my-tasks/render-view.tsx';
import { checkItems, checkPoints } from './fixture.ts';

let rows: AccountRows;
beforeEach(() => {
  rows = signInSomebody();
  // jsdom draws nothing and scrolls nothing.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  Element.prototype.scrollIntoView = scrollIntoView;
});
afterEach(() => {
  scrollIntoView.mockClear();
  vi.restoreAllMocks();
  cleanup();
});

const scrollIntoView = vi.fn<() => void>();

/** Ends the wait of each task that the server was asked to issue. */
const issued: (() => void)[] = [];
answerCalls(async ({ path }) => {
  if (path !== apiPaths.issueTask.path) return undefined;
  await new Promise<void>((resolve) => issued.push(resolve));
  return { message: '' };
});

function clientOf(departments: Partial<DepartmentOption>[] = [{ deptName: '内科' }, { deptName: '外科' }], points = checkPoints): QueryClient {
  const client = queriesOf();
  client.setQueryData(checkItemTreeOptions().queryKey, checkItems);
  client.setQueryData(enabledPointsOptions().queryKey, points);
  client.setQueryData(deptPointSwitchesOptions().queryKey, []);
  client.setQueryData(
    taskDepartmentsOptions().queryKey,
    departments.map(({ deptName = '', ...fields }) => ({ id: deptName, deptName, employeeCount: 1, ...fields })),
  );
  return client;
}
function visit(client = clientOf()): void {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <TaskCreatePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const remark = () => screen.findByLabelText<HTMLTextAreaElement>(/任务说明/);
const section = (name: string) => screen.getByRole('region', { name });
const dept = (name: string) => screen.getByRole('checkbox', { name: new RegExp(name) });
const isRestored = (): boolean => screen.queryByText('已恢复上次填写而未下发的内容') !== null;
const storedRemark = async () => ((await rows.disk.read((read) => read.get<DraftRow>(draftKey(NEW_TASK))))?.data as TaskInput | undefined)?.remark;

describe('what was filled in and not issued', () => {
  it('is told to be restored where the page starts anew', async () => {
    visit();
    await userEvent.type(await remark(), '请护士长组织');
    await expect.poll(storedRemark).toBe('请护士长组织');
    cleanup();
    visit();
    await remark();
    expect(isRestored()).toBe(true);
  });

  it('is not told to be restored in a form that was only hidden meanwhile', async () => {
    const client = clientOf();
    const viewIn = (mode: 'visible' | 'hidden') => (
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Activity mode={mode}>
            <TaskCreatePage />
          </Activity>
        </MemoryRouter>
      </QueryClientProvider>
    );
    const { rerender } = render(viewIn('visible'));
    await userEvent.type(await remark(), '请护士长组织');
    await expect.poll(storedRemark).toBe('请护士长组织');
    rerender(viewIn('hidden'));
    rerender(viewIn('visible'));
    // As long as the phone takes to read it once more.
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect((await remark()).value).toBe('请护士长组织');
    expect(isRestored()).toBe(false);
  });

  it('is there to the last letter where the page starts anew at once', async () => {
    visit();
    await userEvent.type(await remark(), '请护士长组织');
    cleanup();
    visit();
    expect((await remark()).value).toBe('请护士长组织');
  });
});

describe('the preview', () => {
  const preview = async (): Promise<void> => {
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '预览' }).disabled).toBe(false));
    await userEvent.click(screen.getByRole('button', { name: '预览' }));
  };
  const isLedTo = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

  it('leads to the first of what is missing, in the order of the page', async () => {
    visit();
    const name = await screen.findByLabelText<HTMLInputElement>(/任务名称/);
    const words = name.value;
    await userEvent.clear(name);
    await preview();
    await isLedTo(name);
    expect(new Set(scrollIntoView.mock.contexts)).toEqual(new Set([name.closest('[data-field]')]));
    scrollIntoView.mockClear();

    await userEvent.type(name, words);
    await preview();
    await isLedTo(section('自查科室'));
    expect(scrollIntoView.mock.contexts).toEqual([section('自查科室')]);
    expect(section('自查科室').getAttribute('aria-describedby')).toBe(screen.getByText('请选择科室', { selector: 'section p' }).id);

    await userEvent.click(dept('内科'));
    expect(section('自查科室').getAttribute('aria-describedby')).toBeNull();
    await preview();
    await isLedTo(section('检查要点'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  const departments = async (client: QueryClient): Promise<string | undefined> => {
    visit(client);
    await userEvent.click(await screen.findByRole('radio', { name: '全面自查' }));
    await preview();
    return (await screen.findByText(/^科室（/, { selector: 'dt' })).nextElementSibling?.textContent;
  };

  it('says how many points each department gets where they differ, and that one without a kind gets all', async () => {
    const points = checkPoints.map((point, index) => (index === 0 ? { ...point, kinds: ['surgery' as const] } : point));
    const kinds = [{ deptName: '内科', kind: 'internalMedicine' }, { deptName: '外科', kind: 'surgery' }, { deptName: '国医堂三楼病区' }] as const;
    expect(await departments(clientOf([...kinds], points))).toBe('内科（2 个要点）、外科（3 个要点）、国医堂三楼病区（没有科室类别，全部 3 个要点）');
  });

  it('names the departments alone where all get all points', async () => {
    expect(await departments(clientOf())).toBe('内科、外科');
  });
});

it('按科室适用 says how many points the departments get, once there are some', async () => {
  visit();
  const hint = () => screen.getByText(/各科室/, { selector: 'small' }).textContent;
  await remark();
  for (const name of ['内科', '外科']) await userEvent.click(dept(name));
  expect(hint()).toBe('选择检查要点后显示各科室的要点数');
  await userEvent.click(screen.getByRole('radio', { name: '全面自查' }));
  expect(hint()).toBe('各科室 3 个要点，合计 6 项');
});

describe('issuing', () => {
  /** The page in a view of its own, where another one may be in front. */
  function Views({ isShown }: { isShown: boolean }) {
    return (
      <>
        <p>{useLocation().pathname}</p>
        <Activity mode={isShown ? 'visible' : 'hidden'}>
          <TaskCreatePage />
        </Activity>
      </>
    );
  }

  it.each([
    { where: 'leads to the list of tasks', isShown: true, address: paths.taskManage.to() },
    { where: 'leaves whoever went on to another view there', isShown: false, address: '/' },
  ])('$where', async ({ isShown, address }) => {
    const client = clientOf();
    const views = (isPageShown: boolean) => (
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Views isShown={isPageShown} />
        </MemoryRouter>
      </QueryClientProvider>
    );
    const { rerender } = render(views(true));
    await userEvent.click(await screen.findByRole('radio', { name: '全面自查' }));
    await userEvent.click(screen.getByRole('button', { name: '预览' }));
    await userEvent.click(await screen.findByRole('button', { name: '确认下发' }));
    await expect.poll(() => issued.length).toBe(1);
    rerender(views(isShown));
    await act(async () => issued.pop()?.());
    await screen.findByText('任务已下发');
    // The form begins anew; by then whoever is led away is away.
    await expect.poll(() => screen.getByRole<HTMLInputElement>('radio', { name: '全面自查', hidden: true }).checked).toBe(false);
    await screen.findByText(address);
  });
});

describe('a form that stays open over midnight', () => {
  afterEach(() => void vi.useRealTimers());
  const goTo = (instant: string): void => {
    vi.setSystemTime(new Date(instant));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  const day = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(label) }).value;

  it('begins today as long as nobody has typed into it, and keeps the days of somebody who has', async () => {
    vi.setSystemTime(new Date('2026-06-30T15:00:00.000Z'));
    visit();
    await remark();
    expect([day('开始日期'), day('结束日期'), day('任务名称')]).toEqual(['2026-06-30', '2026-07-06', '2026年第二季度日常自查']);
    goTo('2026-06-30T16:00:00.000Z');
    await vi.waitFor(() => expect([day('开始日期'), day('结束日期'), day('任务名称')]).toEqual(['2026-07-01', '2026-07-07', '2026年第三季度日常自查']));
    await userEvent.type(await remark(), '迎检');
    goTo('2026-07-03T01:00:00.000Z');
    expect([day('开始日期'), day('结束日期')]).toEqual(['2026-07-01', '2026-07-07']);
    await userEvent.click(screen.getByRole('radio', { name: '全面自查' }));
    expect([day('开始日期'), day('结束日期'), day('任务名称')]).toEqual(['2026-07-01', '2026-07-30', '2026年度全面自查']);
  });
});
