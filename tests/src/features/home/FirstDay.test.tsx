import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Institution } from '#contract/institution.ts';
import type { Law } from '#contract/law.ts';
import type { TaskRow } from '#contract/task.ts';
import { FirstDay } from '@/features/home/FirstDay.tsx';
import { firstSteps } from '@/features/home/first-steps.ts';
import { paths } from '@/lib/paths.ts';
import { departmentOptionsOptions } from '@/queries/department-queries.ts';
import { institutionOptions } from '@/queries/institution-queries.ts';
import { lawLibraryOptions } from '@/queries/laws/law-queries.ts';
import { taskListOptions } from '@/queries/work/task-queries.ts';
import { queriesOf, renderView, signInSomebody } from '../my-tasks/render-view.tsx';

const dept = (id: string, employeeCount: number) => ({ id, deptName: `科室${id}`, employeeCount });
const doneOf = (found: Parameters<typeof firstSteps>[0]) => firstSteps(found).filter(({ isDone }) => isDone).map(({ title }) => title);

describe('the first steps', () => {
  it('tick themselves off by what is there, and a clinic stays with one department', () => {
    expect(doneOf({ departments: [dept('1', 1)], lawCount: 0, hasProfile: false })).toEqual([]);
    expect(doneOf({ departments: [dept('1', 1), dept('2', 0)], lawCount: 3, hasProfile: false })).toEqual(['科室', '法规']);
    expect(doneOf({ departments: [dept('1', 2)], lawCount: 3, hasProfile: true })).toEqual(['科室', '人员', '法规', '要点']);
  });
});

describe('the list of an empty 首页', () => {
  let client: ReturnType<typeof queriesOf>;
  const page = (tasks: TaskRow[]) => ({ records: tasks, total: tasks.length, pageNum: 1, pageSize: 10 });
  const listKey = taskListOptions({ pageNum: 1, pageSize: 10 }).queryKey;
  beforeEach(() => {
    signInSomebody();
    client = queriesOf();
    client.setQueryData(departmentOptionsOptions().queryKey, [dept('1', 1), dept('2', 0)]);
    client.setQueryData(institutionOptions().queryKey, { compName: '新医院', siteTitle: '', profile: null, revision: 0 } satisfies Institution);
    client.setQueryData(lawLibraryOptions().queryKey, [{} as Law]);
    client.setQueryData(listKey, page([]));
  });
  const show = () => renderView(<FirstDay otherwise={<p>otherwise</p>} />, { client, path: paths.home.path, at: paths.home.to() });

  it('leads to each screen, and is gone with the first task', async () => {
    show();
    expect(screen.getByText('已完成 2/5')).toBeDefined();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/system/office', '/system/user', '/law/index', '/system/company', '/taskmanage/create']);
    act(() => void client.setQueryData(listKey, page([{} as TaskRow])));
    await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
  });

  it('is gone for good when it is dismissed', async () => {
    const { unmount } = show();
    await userEvent.click(screen.getByRole('button', { name: '不再显示' }));
    expect(screen.queryByRole('link')).toBeNull();
    unmount();
    show();
    expect(screen.getByText('otherwise')).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
  });
});
