import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_LIMIT_MS, ChunkLoadError, loadChunk } from '@/app/lazy-page.ts';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const setOnline = (isOnline: boolean): void => void vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
const reason = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('loadChunk', () => {
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

  it('does not reload without a network', async () => {
    setOnline(false);
    expect(await reason(loadChunk(missing))).toBeInstanceOf(ChunkLoadError);
    expect(sessionStorage.length).toBe(0);
  });

  it('reloads for a stale chunk once, and then says that it is gone', async () => {
    setOnline(true);
    vi.useFakeTimers();
    // jsdom cannot reload: it says so on the console and does nothing, which is all that this test needs.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isSettled = false;
    void reason(loadChunk(missing)).then(() => {
      isSettled = true;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(sessionStorage.getItem('zyzc:reloaded-for-chunk')).not.toBeNull();
    expect(isSettled, 'the page is about to go').toBe(false);
    expect(await reason(loadChunk(missing))).toBeInstanceOf(ChunkLoadError);
  });
});
