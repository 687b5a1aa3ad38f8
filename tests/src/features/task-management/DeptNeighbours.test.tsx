import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { DeptTask } from '#contract/task.ts';
import { DeptNeighbours } from '@/features/task-management/DeptNeighbours.tsx';
import { paths } from '@/lib/paths.ts';
import { taskKeys } from '@/queries/work/task-queries.ts';
import { queriesOf, renderView, signInSomebody } from '../my-tasks/render-view.tsx';

beforeEach(() => void signInSomebody());

const names: Record<string, string> = { d1: '内科', d2: '外科', d3: '儿科' };

it.each([
  ['d1', [['下一科室外科', 'd2']]],
  ['d2', [['上一科室内科', 'd1'], ['下一科室儿科', 'd3']]],
  ['d3', [['上一科室外科', 'd2']]],
  ['gone', []],
])('of %s lead to the departments beside it in its task', async (deptId, expected) => {
  const client = queriesOf();
  client.setQueryData(taskKeys.depts('t1'), Object.entries(names).map(([id, deptName]) => ({ deptId: id, deptName })) as DeptTask[]);
  renderView(<DeptNeighbours taskId="t1" deptId={deptId} />, { client, path: '/', at: '/' });
  await screen.findByRole('navigation', { name: '相邻科室' });
  expect(screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(expected.map(([words, id = '']) => [words, paths.deptInfo.to('t1', id)]));
});
