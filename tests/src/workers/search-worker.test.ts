import { expect, test, vi } from 'vitest';
import type { FromSearchWorker, ToSearchWorker } from '@/lib/text/search-messages.ts';

/** What the browser gives a worker; texts are read from its caches, as slowly as the test wants. */
const inbox = new EventTarget();
const told: FromSearchWorker[] = [];
const readings: (() => void)[] = [];
vi.stubGlobal('caches', { match: () => new Promise<undefined>((resolve) => readings.push(() => resolve(undefined))) });
vi.stubGlobal('self', Object.assign(inbox, { postMessage: (message: FromSearchWorker) => void told.push(message), caches }));
// By its address: the compiler knows its file as a worker's, and this one as a page's.
await import(/* @vite-ignore */ new URL('../../../src/workers/search-worker.ts', import.meta.url).href);

const ask = (data: ToSearchWorker) => inbox.dispatchEvent(new MessageEvent('message', { data }));
const law = (title: string) => ({ id: title, version: 'v', title, status: 'effective' as const, effectiveDate: null });
const limits = { laws: 5, points: 5, articlesPerLaw: 1, wholeLaws: [] };

test('a build that was asked for earlier and is ready later takes no newer one\'s place', async () => {
  ask({ type: 'build', request: 1, laws: [law('旧条例')], points: [], texts: [] });
  ask({ type: 'build', request: 2, laws: [], points: [], texts: [] });
  await expect.poll(() => told).toMatchObject([{ type: 'built', request: 2 }]);
  await expect
    .poll(() => {
      for (const go of readings.splice(0)) go();
      return told.length;
    })
    .toBe(2);
  ask({ type: 'find', request: 3, query: '旧条例', limits });
  expect(told.at(-1)).toMatchObject({ type: 'found', result: { lawCount: 0 } });
});
