import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_LIMIT_MS, ChunkLoadError, lazyPage, loadChunk } from '@/app/lazy-page.ts';

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

describe('lazyPage', () => {
  let root: Root | undefined;
  const show = (page: ReturnType<typeof lazyPage>): HTMLElement => {
    const element = document.createElement('div');
    root = createRoot(element);
    root.render(createElement(page.current(), { waiting: '请稍候' }));
    return element;
  };
  /** As in a browser: `act` would take React's own pauses away. */
  const isActing = (value: boolean): void => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: value });
  beforeEach(() => isActing(false));
  afterEach(() => {
    isActing(true);
    act(() => root?.unmount());
  });

  it('shows a page whose code is there without a pause, and the next time without waiting at all', async () => {
    const page = lazyPage(() => Promise.resolve({ default: () => '页面' }));
    const shown = show(page);
    await vi.waitFor(() => expect(shown.textContent).toBe('请稍候'), { interval: 1 });
    const since = performance.now();
    await vi.waitFor(() => expect(shown.textContent).toBe('页面'), { interval: 5 });
    expect(performance.now() - since).toBeLessThan(290);

    root?.unmount();
    const again = show(page);
    const seen: (string | null)[] = [];
    new MutationObserver(() => seen.push(again.textContent)).observe(again, { childList: true, subtree: true });
    await vi.waitFor(() => expect(seen).not.toEqual([]));
    expect(seen[0]).toBe('页面');
  });

  it('fails until it is reset', async () => {
    setOnline(false);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isThere = false;
    const page = lazyPage(async () => {
      if (!isThere) await missing();
      return { default: () => '页面' };
    });
    const failures: unknown[] = [];
    const tryIt = (): HTMLElement => {
      const element = document.createElement('div');
      root = createRoot(element, { onUncaughtError: (error) => failures.push(error) });
      root.render(createElement(page.current(), { waiting: '请稍候' }));
      return element;
    };
    tryIt();
    await vi.waitFor(() => expect(failures).toEqual([expect.any(ChunkLoadError)]));
    isThere = true;
    tryIt();
    await vi.waitFor(() => expect(failures).toHaveLength(2));
    page.reset();
    const shown = tryIt();
    await vi.waitFor(() => expect(shown.textContent).toBe('页面'));
  });
});
