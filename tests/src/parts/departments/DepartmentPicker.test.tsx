import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DepartmentPicker } from '@/parts/departments/DepartmentPicker.tsx';

const names = ['内科一', '内科二', '外科一', ...Array.from({ length: 10 }, (_, index) => `病区${index}`)];
const departments = names.map((deptName) => ({ id: deptName, deptName, employeeCount: 1 }));
let chosen: ReadonlySet<string>;

function Picker({ first }: { first: string[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(first));
  chosen = selected;
  return <DepartmentPicker departments={departments} selected={selected} onChange={setSelected} />;
}

afterEach(cleanup);

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const search = (text: string) => userEvent.type(screen.getByLabelText('查找科室'), text);

describe('all and none among departments', () => {
  it('mean every department without a search', async () => {
    render(<Picker first={[]} />);
    await userEvent.click(button('全选科室'));
    expect(chosen.size).toBe(names.length);
    await userEvent.click(button('清空科室'));
    expect(chosen.size).toBe(0);
  });

  it('mean what is found under a search, and keep what was chosen outside it', async () => {
    render(<Picker first={['外科一']} />);
    await search('内科');
    expect(button('清空搜索结果中的科室').disabled).toBe(true);
    await userEvent.click(button('全选搜索结果中的科室'));
    expect([...chosen].toSorted()).toEqual(['内科一', '内科二', '外科一'].toSorted());
    await userEvent.click(button('清空搜索结果中的科室'));
    expect([...chosen]).toEqual(['外科一']);
  });

  it('mean nothing where nothing is found', async () => {
    render(<Picker first={['外科一']} />);
    await search('没有这样的');
    expect(button('全选搜索结果中的科室').disabled).toBe(true);
    expect(button('清空搜索结果中的科室').disabled).toBe(true);
  });
});
