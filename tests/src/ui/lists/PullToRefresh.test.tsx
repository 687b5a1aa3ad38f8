import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PullToRefresh } from '@/ui/lists/PullToRefresh.tsx';

afterEach(cleanup);

function show() {
  let finish: () => void = () => undefined;
  const onRefresh = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  render(
    <div data-scroll data-testid="scroller">
      <PullToRefresh onRefresh={onRefresh}>列表</PullToRefresh>
    </div>,
  );
  const scroller = screen.getByTestId('scroller');
  const pull = (from: number, to: number): void => {
    fireEvent.touchStart(scroller, { touches: [{ clientY: from }] });
    fireEvent.touchMove(scroller, { touches: [{ clientY: to }] });
  };
  return { onRefresh, scroller, pull, release: () => fireEvent.touchEnd(scroller, { touches: [] }), finish: () => finish() };
}

describe('PullToRefresh', () => {
  it('refreshes once when it is pulled far enough and let go', async () => {
    const { onRefresh, pull, release, finish } = show();
    pull(100, 160);
    expect(screen.getByRole('status').textContent).toBe('下拉刷新');
    pull(100, 240);
    expect(screen.getByRole('status').textContent).toBe('松开刷新');
    expect(onRefresh).not.toHaveBeenCalled();
    release();
    expect(screen.getByRole('status').textContent).toBe('正在刷新…');
    pull(100, 300);
    release();
    expect(onRefresh).toHaveBeenCalledTimes(1);
    await act(async () => finish());
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('does nothing when it is let go early, or not at the top', () => {
    const { onRefresh, scroller, pull, release } = show();
    pull(100, 180);
    release();
    scroller.scrollTop = 30;
    pull(100, 400);
    release();
    expect(onRefresh).not.toHaveBeenCalled();
  });
});
