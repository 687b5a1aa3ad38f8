import { afterEach, expect, test, vi } from 'vitest';
import type { Backend } from '../backend.ts';
import { beginInFreshTab } from '../fresh-tab.ts';
import { openTab, type Tab } from '../tab.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let backend: Backend;
let tab: Tab;
let end: () => void;

beginInFreshTab((...opened) => {
  [backend, tab] = opened;
});
afterEach(() => end());

async function start() {
  const reachability = await tab.load.reachability();
  end = reachability.startReachability();
  return reachability;
}
const isProbe = (path: string) => path === '/healthz';

test('is unknown until the probe has answered, then online, with the time of contact kept over a restart', async () => {
  const { getReachability, getLastContactAt } = await start();
  expect(getReachability()).toBe('unknown');
  expect(getLastContactAt()).toBeNull();
  await expect.poll(getReachability).toBe('online');
  const at = getLastContactAt();
  expect(Math.abs(Date.now() - (at ?? 0))).toBeLessThan(5000);
  end();
  tab = await openTab();
  const { getLastContactAt: next } = await tab.load.reachability();
  expect(next()).toBe(at);
});

test.each([
  ['a captive portal', { status: 200, body: '<html>ok</html>', type: 'text/html' }],
  ['another server', { status: 200, body: { status: 'ok', service: 'other' } }],
  ['a server without its database', { status: 503, body: { status: 'error', service: 'zyzc' } }],
  ['nothing', 'cutBefore'],
] as const)('is offline when %s answers', async (_name, fate) => {
  backend.proxy.decide = () => fate;
  const { getReachability } = await start();
  await expect.poll(getReachability).toBe('offline');
});

test('one lost request does not make it offline while the probe gets through', async () => {
  const { getReachability } = await start();
  await expect.poll(getReachability).toBe('online');
  backend.proxy.decide = ({ path }) => (isProbe(path) ? 'pass' : 'cutBefore');
  const seen: string[] = [];
  const reachability = await tab.load.reachability();
  reachability.subscribeToReachability(() => seen.push(reachability.getReachability()));
  const { call } = await tab.load.call();
  const probesBefore = backend.proxy.calls.filter(({ path }) => isProbe(path)).length;
  await expect(call('userInfo')).rejects.toThrow('offline');
  await expect.poll(() => backend.proxy.calls.filter(({ path }) => isProbe(path)).length).toBeGreaterThan(probesBefore);
  expect(seen).toEqual([]);
});

test('lesson 2: the result of a real request decides, whatever the probe says', async () => {
  backend.proxy.decide = ({ path }) => (isProbe(path) ? { status: 404, body: 'moved', type: 'text/plain' } : 'pass');
  const { getReachability } = await start();
  await expect.poll(getReachability).toBe('offline');
  const { call } = await tab.load.call();
  await call('userInfo');
  expect(getReachability()).toBe('online');
});

test('says offline at once when the device does, and asks again when it is back', async () => {
  const { getReachability } = await start();
  await expect.poll(getReachability).toBe('online');
  dispatchEvent(new Event('offline'));
  expect(getReachability()).toBe('offline');
  dispatchEvent(new Event('online'));
  await expect.poll(getReachability).toBe('online');
});

test('asks again by itself', async () => {
  backend.proxy.decide = () => 'cutBefore';
  const { getReachability } = await start();
  await expect.poll(getReachability).toBe('offline');
  backend.proxy.decide = () => 'pass';
  await expect.poll(getReachability, { timeout: 8000 }).toBe('online');
});

/** Probes get no answer, and fail at their limit of five seconds. */
const holdProbes = () => {
  backend.proxy.decide = ({ path }) => (isProbe(path) ? 'silentAfter' : 'pass');
};
const probes = () => backend.proxy.calls.filter(({ path }) => isProbe(path)).length;

test('a probe that began before a real answer does not overrule it', async () => {
  holdProbes();
  const before = probes();
  const { getReachability, checkNow } = await start();
  const asked = checkNow();
  await expect.poll(() => probes() - before).toBe(1);
  const { call } = await tab.load.call();
  await call('userInfo');
  expect(getReachability()).toBe('online');
  await asked;
  expect(getReachability()).toBe('online');
});

test('asks anew when the device is back, and whoever waits for the probe before gets the new answer', async () => {
  holdProbes();
  const before = probes();
  const { getReachability, checkNow } = await start();
  const asked = checkNow();
  await expect.poll(() => probes() - before).toBe(1);
  backend.proxy.decide = () => 'pass';
  dispatchEvent(new Event('online'));
  // Sooner than the first one fails.
  await expect.poll(getReachability, { timeout: 3000 }).toBe('online');
  await asked;
  expect(getReachability()).toBe('online');
});

test('asks no more after its end, whatever becomes of the probe under way', async () => {
  holdProbes();
  const before = probes();
  const { checkNow } = await start();
  const asked = checkNow();
  await expect.poll(() => probes() - before).toBe(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    end();
    await asked;
    await vi.advanceTimersByTimeAsync(60_000);
  } finally {
    vi.useRealTimers();
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(probes() - before).toBe(1);
});
