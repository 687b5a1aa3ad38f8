import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import type { Department } from '#contract/department.ts';
import OfficePage from '@/features/departments/OfficePage.tsx';
import { answerCalls } from '../answering-server.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';
import { pressSave } from '../press-save.ts';

/** A server with departments in their order, which sorts them where that is asked for. */
const known: Department[] = Array.from({ length: 12 }, (_, index) => ({ id: `d${index}`, deptName: `${index + 1} 病区`, leader: '', tel: '', extension: '', remark: '', sort: index, employeeCount: 12 - index, kind: 'surgery' }));
answerCalls(({ path, query, read }) => {
  if (path === apiPaths.queryCompanyDeptList.path) return { message: known };
  if (path === apiPaths.addCompanyDeptInfo.path) {
    known.push({ ...known[0]!, ...(read() as object), id: 'new', sort: 12, employeeCount: 0 });
    return { message: { id: 'new' } };
  }
  const [pageNum, pageSize] = [Number(query.get('pageNum')), Number(query.get('pageSize'))];
  const sign = query.get('sortOrder') === 'desc' ? -1 : 1;
  const sorted = query.get('sortBy') === 'employeeCount' ? known.toSorted((one, other) => sign * (one.employeeCount - other.employeeCount)) : known;
  return { message: { records: sorted.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: known.length, pageNum, pageSize } };
});
afterEach(() => {
  cleanup();
  history.replaceState(null, '');
});

it('a department that was added last is shown, however the list was sorted', async () => {
  signInSomebody();
  history.replaceState({ asked: { 'list deptName': { pageNum: 1, pageSize: 10, sortBy: 'employeeCount', sortOrder: 'asc' } } }, '');
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <OfficePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findAllByText('12 病区');
  await userEvent.click(screen.getByRole('button', { name: '新增科室等操作' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: '新增科室' }));
  await userEvent.type(await screen.findByLabelText(/^科室名称 ?\*?$/, { selector: '[role=dialog] *' }), '新病区');
  await pressSave();
  // The last page in the order of the departments.
  await waitFor(() => expect(screen.getByRole('list', { name: '科室列表' }).textContent).toMatch(/^11 病区.*12 病区.*新病区/));
});
