import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { DepartmentField } from '@/parts/departments/DepartmentField.tsx';

afterEach(cleanup);

let chosen = '';
function Field({ count }: { count: number }) {
  const [value, setValue] = useState('');
  chosen = value;
  const departments = Array.from({ length: count }, (_, index) => ({ id: `d${index}`, deptName: `病区${index}` }));
  return <DepartmentField label="科室" departments={departments} value={value} onChange={setValue} emptyLabel="全部科室" />;
}
const field = () => screen.getByLabelText<HTMLInputElement>('科室');

it('is a list where there are few departments', async () => {
  render(<Field count={5} />);
  await userEvent.selectOptions(field(), '病区3');
  expect(chosen).toBe('d3');
});

it('is typed in where there are many, says how many, and keeps what was chosen', async () => {
  render(<Field count={200} />);
  expect(field().placeholder).toContain('共 200 个');
  await userEvent.type(field(), '病区150');
  expect(chosen).toBe('d150');
  await userEvent.clear(field());
  expect(chosen).toBe('');
  await userEvent.type(field(), '区199');
  await userEvent.tab();
  expect([chosen, field().value]).toEqual(['d199', '病区199']);
  await userEvent.type(field(), '没有');
  await userEvent.tab();
  expect([chosen, field().value]).toEqual(['d199', '病区199']);
  expect(screen.getByRole('alert').textContent).toBe('没有名称含“病区199没有”的科室');
});

it('says why nothing was chosen where several fit', async () => {
  render(<Field count={200} />);
  await userEvent.type(field(), '区19');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await userEvent.tab();
  expect([chosen, field().value]).toEqual(['', '']);
  expect(screen.getByText('有 11 个科室的名称含“区19”，请选择其中一个').getAttribute('role')).toBe('alert');
});
