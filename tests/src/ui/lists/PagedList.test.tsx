import { setTimeout as pause } from 'node:timers/promises';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Page } from '#contract/paging.ts';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import type { Loading } from '@/ui/lists/Loaded.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { setWindowWidth } from '../window-width.ts';

const { PagedList } = await import('@/ui/lists/PagedList.tsx');

beforeEach(() => setWindowWidth(1440));
afterEach(cleanup);

interface Filter {
  name?: string;
  status?: 'open';
}

type Answer = Partial<Loading<Page<string>>>;
const page = (records: string[], total = records.length): Answer => ({ data: { records, total, pageNum: 1, pageSize: 10 } });

/** What was asked for is shown as text. */
function Names({ answer }: { answer: Answer }) {
  const asked = useListFilter<Filter>({ name: { maxLength: 5 } }, { status: 'open' });
  return (
    <>
      <output>{JSON.stringify(asked.filter)}</output>
      <SearchBar {...asked.bar}>
        <TextField label="名称" {...asked.fields.bind('name')} />
      </SearchBar>
      <PagedList of={{ data: undefined, error: null, fetchStatus: 'fetching', refetch: () => undefined, readPage: () => Promise.reject(new Error('不读')), ...answer }} asked={asked} noMatch="没有符合条件的" none={<p>还没有</p>}>
        {(names) => names.map((name) => <p key={name}>{name}</p>)}
      </PagedList>
    </>
  );
}

const asked = (): unknown => JSON.parse(document.querySelector('output')?.textContent ?? '');

describe('PagedList', () => {
  it('shows its shape while it comes, and why it is not here', () => {
    const { rerender } = render(<Names answer={{}} />);
    screen.getByLabelText('加载中');
    rerender(<Names answer={{ fetchStatus: 'paused' }} />);
    screen.getByText('现在没有网络，这一页还没有保存到本机');
    rerender(<Names answer={{ error: new Error('坏了') }} />);
    screen.getByText('坏了');
    screen.getByRole('button', { name: '重试' });
  });

  it('shows rows with their pages, also when reading them anew failed', () => {
    render(<Names answer={{ ...page(['甲'], 21), error: new Error('坏了') }} />);
    screen.getByText('甲');
    screen.getByText('共 21 条');
    expect(screen.queryByText('坏了')).toBeNull();
  });

  it('tells an empty list from a search without a match, which can be reset', async () => {
    render(<Names answer={page([])} />);
    screen.getByText('还没有');
    await userEvent.type(screen.getByLabelText('名称'), ' 甲 {Enter}');
    screen.getByText('没有符合条件的');
    expect(asked()).toEqual({ pageNum: 1, pageSize: 10, status: 'open', name: '甲' });
    await userEvent.click(screen.getAllByRole('button', { name: '重置' })[1] as HTMLElement);
    screen.getByText('还没有');
    // As it was asked for at first: a list has one key.
    expect(asked()).toEqual({ pageNum: 1, pageSize: 10, status: 'open' });
  });

  it('searches as one types, from the first page, and for nothing that is wrong', async () => {
    render(<Names answer={page(['甲'], 21)} />);
    await userEvent.click(screen.getByRole('button', { name: '第 3 页' }));
    expect(asked()).toEqual({ pageNum: 3, pageSize: 10, status: 'open' });
    await userEvent.type(screen.getByLabelText('名称'), '一二三四五六');
    await pause(400);
    expect(asked()).toEqual({ pageNum: 3, pageSize: 10, status: 'open' });
    await userEvent.clear(screen.getByLabelText('名称'));
    await userEvent.type(screen.getByLabelText('名称'), '乙');
    await waitFor(() => expect(asked()).toEqual({ pageNum: 1, pageSize: 10, status: 'open', name: '乙' }));
    await userEvent.clear(screen.getByLabelText('名称'));
    await waitFor(() => expect(asked()).toEqual({ pageNum: 1, pageSize: 10, status: 'open' }));
  });

  it('is asked for the same after a reload, and for nothing of it at the next visit', async () => {
    const { unmount } = render(<Names answer={page(['甲'], 21)} />);
    await userEvent.type(screen.getByLabelText('名称'), '乙{Enter}');
    await userEvent.click(screen.getByRole('button', { name: '第 2 页' }));
    unmount();
    const again = render(<Names answer={page(['甲'], 21)} />);
    expect(asked()).toEqual({ pageNum: 2, pageSize: 10, status: 'open', name: '乙' });
    expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('乙');
    again.unmount();
    history.pushState({ key: 'next' }, '');
    render(<Names answer={page(['甲'], 21)} />);
    expect(asked()).toEqual({ pageNum: 1, pageSize: 10, status: 'open' });
  });

  it('does not search for letters of which an input method makes characters', async () => {
    render(<Names answer={page(['甲'], 21)} />);
    const field = screen.getByLabelText('名称');
    fireEvent.compositionStart(field);
    fireEvent.change(field, { target: { value: 'yi' } });
    await pause(400);
    expect(asked()).toEqual({ pageNum: 1, pageSize: 10, status: 'open' });
    fireEvent.change(field, { target: { value: '乙' } });
    fireEvent.compositionEnd(field);
    await waitFor(() => expect(asked()).toEqual({ pageNum: 1, pageSize: 10, status: 'open', name: '乙' }));
  });

  it('has no pages where all fits, and only counts', () => {
    render(<Names answer={page(['甲', '乙'])} />);
    screen.getByText('共 2 条');
    expect(screen.queryByRole('combobox', { name: '每页条数' })).toBeNull();
    expect(screen.queryByRole('button', { name: '下一页' })).toBeNull();
  });
});

describe('on a phone', () => {
  /** What comes into sight. */
  let comeIntoSight: () => void;
  beforeEach(() => {
    setWindowWidth(390);
    vi.stubGlobal(
      'IntersectionObserver',
      class extends IntersectionObserver {
        constructor(tell: IntersectionObserverCallback) {
          super(tell);
          comeIntoSight = () => act(() => tell([{ isIntersecting: true }] as IntersectionObserverEntry[], this));
        }
      },
    );
  });
  afterEach(() => vi.unstubAllGlobals());

  const sized = (pageSize: number, total: number): Answer => ({ data: { records: ['甲'], total, pageNum: 1, pageSize } });

  it.each([
    [10, 20],
    [20, 50],
    [50, 100],
  ])('shows more than %d rows once their end is in sight', (shown, next) => {
    render(<Names answer={sized(shown, 1000)} />);
    expect(screen.queryByRole('navigation', { name: '分页' })).toBeNull();
    comeIntoSight();
    expect(asked()).toEqual({ pageNum: 1, pageSize: next, status: 'open' });
  });

  it('has pages beyond the largest one', () => {
    render(<Names answer={sized(100, 1000)} />);
    screen.getByRole('button', { name: '下一页' });
  });

  it('says what is missing without a network, or could not be read', () => {
    const { rerender } = render(<Names answer={{ ...sized(10, 21), fetchStatus: 'paused' }} />);
    screen.getByText('现在没有网络，其余 20 条联网后显示');
    rerender(<Names answer={{ ...sized(10, 21), error: new Error('坏了') }} />);
    screen.getByRole('button', { name: '其余 20 条没有读到，重试' });
  });
});
