import { afterEach, expect, it, vi } from 'vitest';
import { CHUNK_LIMIT_MS, ChunkLoadError, loadAgain, loadChunk } from '@/lib/files/load-chunk.ts';

const reason = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

afterEach(() => void vi.useRealTimers());

it('gives the module', async () => {
  expect(await loadChunk(() => Promise.resolve({ default: 1 }))).toEqual({ default: 1 });
});

it('gives up after 120 s with a ChunkLoadError', async () => {
  expect(CHUNK_LIMIT_MS).toBe(120_000);
  vi.useFakeTimers();
  const failure = reason(loadChunk(() => new Promise(() => undefined)));
  let hasFailed = false;
  void failure.then(() => {
    hasFailed = true;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(hasFailed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await failure).toBeInstanceOf(ChunkLoadError);
  expect(((await failure) as Error).name).toBe('ChunkLoadError');
});

it('says that a chunk is not to be had, and keeps why', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  expect(await reason(loadChunk(() => Promise.reject(cause)))).toMatchObject({ name: 'ChunkLoadError', cause });
});

it('tries again by the same address, and knows no other one where the browser tells none', async () => {
  expect(await loadAgain(() => Promise.resolve(1), 2)).toBe(1);
  const cause = new TypeError('Importing a module script failed.');
  expect(await reason(loadAgain(() => Promise.reject(cause), 2))).toBe(cause);
});
