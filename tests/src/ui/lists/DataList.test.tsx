import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setWindowWidth } from '../window-width.ts';

const { DataList } = await import('@/ui/lists/DataList.tsx');

interface Row {
  id: string;
  name: string;
  count: number;
}
const rows: Row[] = [
  { id: 'a', name: '内科', count: 3 },
  { id: 'b', name: '外科', count: 12 },
];
const list = (onDelete: (id: string) => void = () => undefined) => (
  <DataList<Row>
    label="科室"
    columns={[
      { key: 'name', title: '名称', render: (row) => row.name, onPhone: 'title' },
      { key: 'count', title: '人数', render: (row) => row.count, align: 'right' },
      { key: 'id', title: '编号', render: (row) => row.id, onPhone: 'hidden' },
    ]}
    rows={rows}
    rowKey={(row) => row.id}
    rowPath={(row) => `/system/office/${row.id}`}
    menu={{ nameOf: ({ name }) => name, itemsOf: (row) => (row.id === 'a' ? [{ label: '删除', onSelect: () => onDelete(row.id) }] : []) }}
  />
);

beforeEach(() => setWindowWidth(1440));
afterEach(() => {
  cleanup();
  location.hash = '';
});

describe('DataList', () => {
  it('is a table on a desktop', () => {
    render(list());
    const table = screen.getByRole('table', { name: '科室' });
    expect(within(table).getAllByRole('columnheader').map((head) => head.textContent || head.ariaLabel)).toEqual(['名称', '人数', '编号', '操作']);
    expect(within(table).getByRole('link', { name: '外科' }).getAttribute('href')).toBe('#/system/office/b');
  });

  it('has no column of deeds where nothing can be done', () => {
    render(<DataList<Row> label="科室" columns={[{ key: 'name', title: '名称', render: (row) => row.name }]} rows={rows} rowKey={(row) => row.id} menu={{ nameOf: ({ name }) => name, itemsOf: () => [] }} />);
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['名称']);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([1440, 390])('has no box before a row that cannot be chosen, %i pixels wide', (width) => {
    setWindowWidth(width);
    const selection = { selected: new Set<string>(), onToggle: () => undefined, nameOf: ({ name }: Row) => name, isLocked: ({ id }: Row) => id === 'a' };
    render(<DataList<Row> label="科室" columns={[{ key: 'name', title: '名称', render: (row) => row.name }]} rows={rows} rowKey={(row) => row.id} selection={selection} />);
    expect(screen.getAllByRole('checkbox').map((box) => box.ariaLabel)).toEqual(['选择 外科']);
  });

  it('is ordered by a head, the other way round, and as it was', async () => {
    const onSort = vi.fn();
    const sorted = (order: 'asc' | 'desc' | undefined) => (
      <DataList<Row> label="科室" columns={[{ key: 'name', title: '名称', render: (row) => row.name, sort: { order, onSort } }]} rows={rows} rowKey={(row) => row.id} />
    );
    const { rerender } = render(sorted(undefined));
    for (const [next, spoken] of [
      ['asc', 'ascending'],
      ['desc', 'descending'],
      [undefined, undefined],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name: '名称' }));
      expect(onSort).toHaveBeenLastCalledWith(next);
      rerender(sorted(next));
      expect(screen.getByRole('columnheader').getAttribute('aria-sort') ?? undefined).toBe(spoken);
    }
  });

  it('is low rows with the same records on a phone, and follows the window', () => {
    render(list());
    act(() => setWindowWidth(390));
    expect(screen.queryByRole('table')).toBeNull();
    const cards = within(screen.getByRole('list', { name: '科室' })).getAllByRole('listitem');
    expect(cards).toHaveLength(2);
    expect(cards[1]?.textContent).toContain('人数 12');
    expect(cards[1]?.textContent).not.toContain('编号');
    expect(within(cards[1]!).getByRole('link', { name: '外科' })).toBeTruthy();
    act(() => setWindowWidth(992));
    expect(screen.getByRole('table')).toBeTruthy();
  });

  it('opens a row anywhere but on its buttons', async () => {
    const onDelete = vi.fn();
    render(list(onDelete));
    await userEvent.click(screen.getByRole('button', { name: '更多操作 内科' }));
    await userEvent.click(screen.getByRole('menuitem', { name: '删除' }));
    expect(screen.queryByRole('button', { name: '更多操作 外科' })).toBeNull();
    expect(onDelete).toHaveBeenCalledWith('a');
    expect(location.hash).toBe('');
    await userEvent.click(screen.getByText('12'));
    expect(location.hash).toBe('#/system/office/b');
  });
});
