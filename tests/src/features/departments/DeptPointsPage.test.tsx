import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import type { CheckPoint } from '#contract/check-point.ts';
import DeptPointsPage from '@/features/departments/DeptPointsPage.tsx';
import { departmentOptionsOptions, deptPointSwitchesOptions } from '@/queries/department-queries.ts';
import { enabledPointsOptions } from '@/queries/laws/enabled-points.ts';
import { answerCalls } from '../answering-server.ts';
import { queriesOf, renderView, signInSomebody } from '../my-tasks/render-view.tsx';

const sent: unknown[] = [];
answerCalls(({ path, read }) => {
  if (path !== apiPaths.switchDeptPoints.path) return { message: [] };
  sent.push(read());
  return { message: { count: 1 } };
});
afterEach(cleanup);

it('says what the person means, and leaves it to the server what the kind of the department says by then', async () => {
  signInSomebody();
  const client = queriesOf();
  const point = { id: 'p1', content: '手术安全核查', kinds: ['surgery'] } as unknown as CheckPoint;
  client.setQueryData(departmentOptionsOptions().queryKey, [{ id: 'd1', deptName: '外科', kind: 'surgery', employeeCount: 1 }]);
  client.setQueryData(deptPointSwitchesOptions().queryKey, [{ deptId: 'd1', pointId: 'p1', isAsked: false }]);
  client.setQueryData(enabledPointsOptions().queryKey, [point] as never);
  renderView(<DeptPointsPage />, { client, path: '/points/:id', at: '/points/d1' });
  await userEvent.click(await screen.findByRole('button', { name: '手动调整 1' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /^手术安全核查/ }));
  await screen.findByText('已列入本科室自查');
  expect(sent).toEqual([{ deptId: 'd1', pointIds: ['p1'], choice: 'asked' }]);
});
