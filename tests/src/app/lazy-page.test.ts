// @vitest-environment jsdom
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPage } from '@/app/lazy-page.ts';
import { ChunkLoadError } from '@/lib/files/load-chunk.ts';
import { noteInMemory } from '@/offline/storage/in-memory.ts';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

/** A server like ours, as far as the page asks whether it is there; without one, nothing answers. */
async function startServer(): Promise<() => void> {
  const server = createServer((_, response) => response.end(JSON.stringify({ status: 'ok', service: 'zyzc' })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init));
  return () => {
    vi.unstubAllGlobals();
    server.close();
  };
}

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
});

describe('lazyPage', () => {
  let root: Root | undefined;
  const show = (page: ReturnType<typeof lazyPage>, failures: unknown[] = []): HTMLElement => {
    const element = document.createElement('div');
    root = createRoot(element, { onUncaughtError: (error) => failures.push(error) });
    root.render(createElement(page.current(), { waiting: '请稍候' }));
    return element;
  };
  /** What an element shows, from now on, and when. */
  const watch = (element: HTMLElement): { text: string | null; atMs: number }[] => {
    const seen: { text: string | null; atMs: number }[] = [];
    new MutationObserver(() => seen.push({ text: element.textContent, atMs: performance.now() })).observe(element, { childList: true, subtree: true });
    return seen;
  };
  /** As in a browser: `act` would take React's own pauses away. */
  const isActing = (value: boolean): void => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: value });
  beforeEach(() => isActing(false));
  afterEach(() => {
    isActing(true);
    act(() => root?.unmount());
  });

  it('loads once what is asked for before it is shown, and tells of a failure where it is shown', async () => {
    let loads = 0;
    const page = lazyPage(() => {
      loads += 1;
      return Promise.resolve({ default: () => '页面' });
    });
    page.preload();
    expect(loads).toBe(1);
    // Long enough for the code to be there.
    await new Promise((resolve) => setTimeout(resolve, 10));
    const shown = show(page);
    await vi.waitFor(() => expect(shown.textContent).toBe('页面'));
    expect(loads).toBe(1);
    root?.unmount();

    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const broken = lazyPage(missing);
    broken.preload();
    await new Promise((resolve) => setTimeout(resolve, 10));
    const failures: unknown[] = [];
    show(broken, failures);
    await vi.waitFor(() => expect(failures).toEqual([expect.any(ChunkLoadError)]));
    vi.unstubAllGlobals();
  });

  it('shows a page whose code is there without a pause, and the next time without waiting at all', async () => {
    const page = lazyPage(() => Promise.resolve({ default: () => '页面' }));
    const first = watch(show(page));
    await vi.waitFor(() => expect(first.map(({ text }) => text)).toEqual(['请稍候', '页面']));
    expect((first[1]?.atMs ?? NaN) - (first[0]?.atMs ?? NaN)).toBeLessThan(290);

    root?.unmount();
    const again = watch(show(page));
    await vi.waitFor(() => expect(again).not.toEqual([]));
    expect(again[0]?.text).toBe('页面');
  });

  it('fails until it is reset', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isThere = false;
    const page = lazyPage(async () => {
      if (!isThere) await missing();
      return { default: () => '页面' };
    });
    const failures: unknown[] = [];
    const tryIt = (): HTMLElement => show(page, failures);
    tryIt();
    await vi.waitFor(() => expect(failures).toEqual([expect.any(ChunkLoadError)]));
    isThere = true;
    tryIt();
    await vi.waitFor(() => expect(failures).toHaveLength(2));
    page.reset();
    const shown = tryIt();
    await vi.waitFor(() => expect(shown.textContent).toBe('页面'));
  });

  it('does not reload where the server is not there, whatever the browser thinks of its network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    const failures: unknown[] = [];
    show(lazyPage(missing), failures);
    await vi.waitFor(() => expect(failures).toEqual([expect.any(ChunkLoadError)]));
    expect(sessionStorage.length).toBe(0);
  });

  it('does not reload where something would be lost, but says what happened', async () => {
    const stop = await startServer();
    const failures: unknown[] = [];
    noteInMemory('entries worker', 1);
    show(lazyPage(missing), failures);
    await vi.waitFor(() => expect(failures).toEqual([expect.any(ChunkLoadError)]));
    expect(sessionStorage.length).toBe(0);
    noteInMemory('entries worker', 0);
    stop();
  });

  it('reloads for a stale chunk once, and then says that it is gone', async () => {
    const stop = await startServer();
    // jsdom cannot reload: it says so on the console and does nothing, which is all that this test needs.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const failures: unknown[] = [];
    const shown = show(lazyPage(missing), failures);
    await vi.waitFor(() => expect(sessionStorage.getItem('zyzc:reloaded-for-chunk')).not.toBeNull());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(failures, 'the page is about to go').toEqual([]);
    expect(shown.textContent).toBe('请稍候');
    show(lazyPage(missing), failures);
    await vi.waitFor(() => expect(failures).toEqual([expect.any(ChunkLoadError)]));
    stop();
  });
});
