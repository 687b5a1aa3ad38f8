import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { PointPicker } from '@/features/task-management/PointPicker.tsx';
import { groupPoints } from '@/features/task-management/point-selection.ts';
import { checkItems, checkPoints } from './fixture.ts';

const categories = groupPoints(checkItems, checkPoints);
let chosen: ReadonlySet<string>;

function Picker({ first }: { first: string[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(first));
  chosen = selected;
  return <PointPicker categories={categories} selected={selected} onChange={setSelected} />;
}

afterEach(cleanup);

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const search = (text: string) => userEvent.type(screen.getByLabelText('查找要点'), text);

describe('all and none in the point tree', () => {
  it('mean every point without a search', async () => {
    render(<Picker first={[]} />);
    expect(button('清空要点').disabled).toBe(true);
    await userEvent.click(button('全选要点'));
    expect([...chosen].toSorted()).toEqual(['p1', 'p2', 'p3']);
    await userEvent.click(button('清空要点'));
    expect(chosen.size).toBe(0);
  });

  it('mean what is found under a search, and keep what was chosen outside it', async () => {
    render(<Picker first={['p1']} />);
    await search('及时');
    expect(button('清空搜索结果中的要点').disabled).toBe(true);
    await userEvent.click(button('全选搜索结果中的要点'));
    expect([...chosen].toSorted()).toEqual(['p1', 'p3']);
    await userEvent.click(button('清空搜索结果中的要点'));
    expect([...chosen]).toEqual(['p1']);
  });

  it('mean nothing where nothing is found', async () => {
    render(<Picker first={['p1']} />);
    await search('没有这样的');
    expect(button('全选搜索结果中的要点').disabled).toBe(true);
    expect(button('清空搜索结果中的要点').disabled).toBe(true);
  });
});
