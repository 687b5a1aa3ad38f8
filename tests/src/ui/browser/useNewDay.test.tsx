import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { today } from '@/lib/dates.ts';
import { useNewDay } from '@/ui/browser/useNewDay.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-31T15:58:00.000Z') }));
afterEach(() => void vi.useRealTimers());

function Days() {
  const [days, setDays] = useState<string[]>([]);
  useNewDay((before, now) => setDays([...days, `${today(before)} ${today(now)}`]));
  return <p>{days.join(', ')}</p>;
}

it('tells once of each new day in Shanghai, also when the phone slept over several', () => {
  render(<Days />);
  const words = (): string => screen.getByRole('paragraph').textContent;
  act(() => void vi.advanceTimersByTime(60_000));
  expect(words()).toBe('');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(words()).toBe('2026-12-31 2027-01-01');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(words()).toBe('2026-12-31 2027-01-01');
  vi.setSystemTime(new Date('2027-01-09T01:00:00.000Z'));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(words()).toBe('2026-12-31 2027-01-01, 2027-01-01 2027-01-09');
});
