import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DepartmentFilter } from '@/parts/departments/DepartmentFilter.tsx';
import { departmentOptionsOptions } from '@/queries/department-queries.ts';
import { answerCalls } from '../../features/answering-server.ts';
import { queriesOf, renderView } from '../../features/my-tasks/render-view.tsx';

let asked = '';
function Filter() {
  const [value, setValue] = useState('d2');
  asked = value;
  return <DepartmentFilter value={value} onChange={setValue} />;
}
const known = (...ids: string[]) => ids.map((id) => ({ id, deptName: `科室${id}`, employeeCount: 0 }));

/** What the server has. */
let there: readonly string[] = [];
answerCalls(async () => ({ message: known(...there) }));

it('keeps a department that exists, and leaves one that does not any more with a word', async () => {
  const client = queriesOf();
  const { queryKey } = departmentOptionsOptions();
  there = ['d1'];
  client.setQueryData(queryKey, known('d1', 'd2'));
  renderView(<Filter />, { client, path: '/', at: '/' });
  expect(screen.getByLabelText<HTMLSelectElement>('科室').value).toBe('d2');
  expect(screen.queryByRole('status')).toBeNull();
  act(() => void client.setQueryData(queryKey, known('d1')));
  expect((await screen.findByRole('status')).textContent).toBe('所选科室已被删除，已改为全部科室');
  expect(asked).toBe('');
  expect(screen.getByLabelText<HTMLSelectElement>('科室').value).toBe('');
});

it('does not take one for gone that is newer than the list', async () => {
  const client = queriesOf();
  there = ['d1', 'd2'];
  client.setQueryData(departmentOptionsOptions().queryKey, known('d1'));
  renderView(<Filter />, { client, path: '/', at: '/' });
  expect(screen.getByLabelText<HTMLSelectElement>('科室').selectedOptions[0]?.textContent).toBe('所选科室');
  await screen.findByRole('option', { name: '科室d2' });
  expect(screen.getByLabelText<HTMLSelectElement>('科室').value).toBe('d2');
  expect(asked).toBe('d2');
});
