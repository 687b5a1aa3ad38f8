import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Page } from '#contract/paging.ts';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import type { Loading } from '@/ui/lists/Loaded.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';

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
      <PagedList of={{ data: undefined, error: null, fetchStatus: 'fetching', refetch: () => undefined, ...answer }} asked={asked} noMatch="没有符合条件的" none={<p>还没有</p>}>
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
    await userEvent.type(screen.getByLabelText('名称'), ' 甲 ');
    await userEvent.click(screen.getByRole('button', { name: '搜索' }));
    screen.getByText('没有符合条件的');
    expect(asked()).toEqual({ pageNum: 1, pageSize: 10, status: 'open', name: '甲' });
    await userEvent.click(screen.getAllByRole('button', { name: '重置' })[1] as HTMLElement);
    screen.getByText('还没有');
    // As it was asked for at first: a list has one key.
    expect(asked()).toEqual({ pageNum: 1, pageSize: 10, status: 'open' });
  });

  it('searches from the first page, and for nothing that is wrong', async () => {
    render(<Names answer={page(['甲'], 21)} />);
    await userEvent.click(screen.getByRole('button', { name: '第 3 页' }));
    expect(asked()).toEqual({ pageNum: 3, pageSize: 10, status: 'open' });
    await userEvent.type(screen.getByLabelText('名称'), '一二三四五六');
    await userEvent.click(screen.getByRole('button', { name: '搜索' }));
    expect(asked()).toEqual({ pageNum: 3, pageSize: 10, status: 'open' });
    await userEvent.clear(screen.getByLabelText('名称'));
    await userEvent.type(screen.getByLabelText('名称'), '乙');
    // A button takes no second tap at once.
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '搜索' }).disabled).toBe(false));
    await userEvent.click(screen.getByRole('button', { name: '搜索' }));
    expect(asked()).toEqual({ pageNum: 1, pageSize: 10, status: 'open', name: '乙' });
  });
});
