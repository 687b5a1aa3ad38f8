import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readAnew } from '@/queries/client/read-anew.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A list on the screen; each reading takes as long as the next of `times`, and brings its number. */
async function listRead(times: number[]) {
  const client = new QueryClient();
  let readings = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: async () => {
      const reading = (readings += 1);
      await new Promise((resolve) => setTimeout(resolve, times[reading - 1]));
      return reading;
    },
  });
  const end = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(times[0] ?? 0);
  return { client, shown: () => observer.getCurrentResult().data, end };
}

/** @returns after how many milliseconds what was saved counted as done, and what the list showed then */
async function save(times: number[]): Promise<{ ms: number; shown: number | undefined }> {
  const { client, shown, end } = await listRead(times);
  const start = Date.now();
  const done = readAnew(client, ['list']).then(() => ({ ms: Date.now() - start, shown: shown() }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown()).toBe(2);
  end();
  return done;
}

test('what was saved counts as done when the list shows it', async () => {
  expect(await save([10, 400])).toEqual({ ms: 400, shown: 2 });
});

test('nobody waits long for a list over a network that is slow; it comes later', async () => {
  expect(await save([10, 30_000])).toEqual({ ms: 3000, shown: 1 });
});
