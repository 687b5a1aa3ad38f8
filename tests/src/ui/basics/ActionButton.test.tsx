import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';

const button = (): HTMLButtonElement => screen.getByRole('button', { name: '保存' });

const passTime = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('ActionButton', () => {
  it('is disabled for 500 ms after a click', () => {
    const onClick = vi.fn();
    render(<ActionButton onClick={onClick}>保存</ActionButton>);
    fireEvent.click(button());
    passTime(1);
    expect(button().disabled).toBe(true);
    fireEvent.click(button());
    expect(onClick).toHaveBeenCalledTimes(1);
    passTime(498);
    expect(button().disabled).toBe(true);
    passTime(1);
    expect(button().disabled).toBe(false);
  });

  it('still submits its form with that click', () => {
    const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <ActionButton type="submit">保存</ActionButton>
      </form>,
    );
    fireEvent.click(button());
    passTime(1);
    expect(onSubmit).toHaveBeenCalledTimes(1);
    expect(button().disabled).toBe(true);
  });

  it('stays pending until its work has ended, well or not', async () => {
    let fail: (reason: Error) => void = () => undefined;
    const work = new Promise<void>((_, reject) => {
      fail = reject;
    });
    render(<ActionButton onClick={() => work}>保存</ActionButton>);
    fireEvent.click(button());
    passTime(5000);
    expect(button().disabled).toBe(true);
    expect(button().getAttribute('aria-busy')).toBe('true');
    await act(async () => {
      fail(new Error('no'));
      await work.catch(() => undefined);
    });
    expect(button().disabled).toBe(false);
  });
});
