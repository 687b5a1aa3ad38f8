import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Pagination } from '@/ui/lists/Pagination.tsx';

afterEach(cleanup);

function show(pageNum: number, total: number, pageSize = 10) {
  const onChange = vi.fn();
  render(<Pagination pageNum={pageNum} pageSize={pageSize} total={total} onChange={onChange} />);
  return onChange;
}

describe('Pagination', () => {
  it('shows total, sizes and jumper', () => {
    show(1, 95);
    expect(screen.getByText('共 95 条')).toBeTruthy();
    const sizes = screen.getByRole<HTMLSelectElement>('combobox', { name: '每页条数' });
    expect([...sizes.options].map((option) => option.value)).toEqual(['10', '20', '30', '50']);
    expect(screen.getByRole('textbox', { name: '前往页码' })).toBeTruthy();
  });

  it('goes to neighbours, but not beyond the ends', async () => {
    const onChange = show(1, 95);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '上一页' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: '下一页' }));
    expect(onChange).toHaveBeenCalledWith({ pageNum: 2, pageSize: 10 });
  });

  it('starts at the first page with another size', async () => {
    const onChange = show(5, 95);
    await userEvent.selectOptions(screen.getByRole('combobox'), '50');
    expect(onChange).toHaveBeenCalledWith({ pageNum: 1, pageSize: 50 });
  });

  it.each([
    ['7', 7],
    ['７', 7],
    ['99', 10],
    ['99999999999999999999', 10],
  ])('jumps to %s as page %d', async (typed, pageNum) => {
    const onChange = show(3, 95);
    await userEvent.type(screen.getByRole('textbox'), `${typed}{Enter}`);
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ pageNum, pageSize: 10 });
  });

  it.each(['abc', '-1', '1.5', '0'])('does not jump to %j, and says what is wanted', async (typed) => {
    // While one message is there, no other is shown.
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    const onChange = show(3, 95);
    await userEvent.type(screen.getByRole('textbox'), `${typed}{Enter}`);
    expect(onChange).not.toHaveBeenCalled();
    expect((await screen.findByRole('alert')).textContent).toBe('页码只能输入正整数');
  });

  it.each([0, 10])('only counts %d, which fit the smallest page', (total) => {
    show(1, total);
    screen.getByText(`共 ${total} 条`);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('keeps a larger page that was loaded by scrolling', () => {
    show(1, 150, 100);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '每页条数' }).value).toBe('100');
  });

  it('goes to the last page once when its own is gone', () => {
    const onChange = vi.fn();
    // Each drawing has its own handler, as a list's has.
    const at = (pageNum: number, total: number) => <Pagination pageNum={pageNum} pageSize={10} total={total} onChange={(page) => onChange(page)} />;
    const { rerender } = render(at(4, 31));
    expect(onChange).not.toHaveBeenCalled();
    rerender(at(4, 30));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ pageNum: 3, pageSize: 10 });
    // Until the last page has come, what was shown stays.
    rerender(at(4, 30));
    expect(onChange).toHaveBeenCalledOnce();
    rerender(at(3, 20));
    expect(onChange).toHaveBeenLastCalledWith({ pageNum: 2, pageSize: 10 });
  });
});
