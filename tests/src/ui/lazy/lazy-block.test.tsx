import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CHUNK_LIMIT_MS } from '@/lib/files/load-chunk.ts';
import { lazyBlock } from '@/ui/lazy/lazy-block.tsx';

const Drawing = ({ text }: { text: string }) => <p>{text}</p>;

/** A block that can be had only from some time on. */
function lateBlock() {
  const state = { isThere: false, tries: 0 };
  const Block = lazyBlock<{ text: string }>(
    '图表',
    () => {
      state.tries += 1;
      return state.isThere ? Promise.resolve({ default: Drawing }) : Promise.reject(new TypeError('no network'));
    },
    <p>waiting</p>,
  );
  return { state, Block };
}

test('what is not to be had says so in its own place, and 重试 brings every one of its kind', async () => {
  const { state, Block } = lateBlock();
  render(
    <>
      <input aria-label="typed" defaultValue="" />
      <Block text="one" />
      <Block text="two" />
    </>,
  );
  fireEvent.change(screen.getByLabelText('typed'), { target: { value: '已写的话' } });
  expect(await screen.findAllByText('图表没有加载出来')).toHaveLength(2);
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('已写的话');
  expect(state.tries).toBe(1);
  state.isThere = true;
  fireEvent.click(screen.getAllByRole('button', { name: '重试' })[0] as HTMLElement);
  await screen.findByText('one');
  expect(screen.getByText('two')).toBeDefined();
  expect(screen.queryByText('图表没有加载出来')).toBeNull();
  expect(state.tries).toBe(2);
});

test('it comes with the network, and with the next time that it is shown', async () => {
  const { state, Block } = lateBlock();
  const { unmount } = render(<Block text="one" />);
  await screen.findByText('图表没有加载出来');
  unmount();
  const again = render(<Block text="one" />);
  await waitFor(() => expect(state.tries).toBe(2));
  await screen.findByText('图表没有加载出来');
  state.isThere = true;
  dispatchEvent(new Event('online'));
  await screen.findByText('one');
  again.unmount();
  render(<Block text="two" />);
  expect(screen.getByText('two'), 'there at once').toBeDefined();
});

test('a load without an end is given up after 120 s', async () => {
  vi.useFakeTimers();
  try {
    const Block = lazyBlock('图表', () => new Promise<never>(() => undefined), <p>waiting</p>);
    const progress = Block.preload();
    await vi.advanceTimersByTimeAsync(CHUNK_LIMIT_MS);
    await progress;
    render(<Block />);
    expect(screen.getByText('图表没有加载出来')).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});
