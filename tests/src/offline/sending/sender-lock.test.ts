import { afterEach, expect, test, vi } from 'vitest';
import { createSenderLock, createTabLock, SILENCE_MS } from '@/offline/sending/sender-lock.ts';

afterEach(() => void vi.restoreAllMocks());

const forever = () => new Promise<void>(() => undefined);

test('only one holds the lock, and the next gets it afterwards', async () => {
  const [one, other] = [createSenderLock(), createSenderLock()];
  let release = () => undefined as void;
  const first = one('lock-a', () => new Promise<void>((resolve) => (release = resolve)));
  await expect.poll(async () => await other('lock-a', () => Promise.resolve())).toBe(false);
  expect(await other('lock-b', () => Promise.resolve())).toBe(true);
  release();
  expect(await first).toBe(true);
  expect(await other('lock-a', () => Promise.resolve())).toBe(true);
});

test('where the browser denies its locks, one at a time within this tab', async () => {
  vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('denied in this context', 'SecurityError'));
  const lock = createSenderLock();
  let release = () => undefined as void;
  const first = lock('lock-z', () => new Promise<void>((resolve) => (release = resolve)));
  await expect.poll(async () => await lock('lock-z', () => Promise.resolve())).toBe(false);
  release();
  expect(await first).toBe(true);
  expect(await lock('lock-z', () => Promise.resolve())).toBe(true);
});

test('a failure frees the lock and comes through', async () => {
  const lock = createSenderLock();
  await expect(lock('lock-c', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await lock('lock-c', () => Promise.resolve())).toBe(true);
});

test('lesson 4: the lock of a frozen tab is taken over after a long silence, and the tab is told when it wakes', async () => {
  let now = 1000;
  const frozen = createSenderLock(() => now);
  const waiting = createSenderLock(() => now);
  const told = vi.fn<() => void>();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const held = frozen('lock-d', (signal) => {
    signal.addEventListener('abort', told);
    return forever();
  });
  await expect.poll(async () => await waiting('lock-d', () => Promise.resolve())).toBe(false);
  now += SILENCE_MS - 1;
  expect(await waiting('lock-d', () => Promise.resolve())).toBe(false);
  now += 2;
  const work = vi.fn<() => Promise<void>>(() => Promise.resolve());
  expect(await waiting('lock-d', work)).toBe(true);
  expect(work).toHaveBeenCalledOnce();
  expect(await held).toBe(false);
  expect(told).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test('a tab that gives signs of life keeps its lock however long it takes', async () => {
  let now = 1000;
  const busy = createSenderLock(() => now);
  const waiting = createSenderLock(() => now);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  void busy('lock-e', forever);
  await expect.poll(async () => await waiting('lock-e', () => Promise.resolve())).toBe(false);
  for (let round = 0; round < 5; round += 1) {
    now += SILENCE_MS - 1000;
    await vi.advanceTimersByTimeAsync(10_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await waiting('lock-e', () => Promise.resolve())).toBe(false);
  }
  vi.useRealTimers();
});

test('the sender of another account keeps no frozen one alive', async () => {
  let now = 1000;
  const clock = () => now;
  const [frozen, other, waiting] = [createSenderLock(clock), createSenderLock(clock), createSenderLock(clock)];
  // A frozen tab runs no timers: it holds its lock before any of them goes.
  void frozen('lock-f', forever).catch(() => undefined);
  await expect.poll(async () => await waiting('lock-f', () => Promise.resolve())).toBe(false);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  void other('lock-g', forever);
  await expect.poll(async () => await waiting('lock-g', () => Promise.resolve())).toBe(false);
  now += SILENCE_MS + 1;
  await vi.advanceTimersByTimeAsync(10_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await waiting('lock-f', () => Promise.resolve())).toBe(true);
  expect(await waiting('lock-g', () => Promise.resolve())).toBe(false);
  vi.useRealTimers();
});

test('without Web Locks one tab still sends one thing at a time', async () => {
  const lock = createTabLock();
  void lock('a', forever);
  expect(await lock('a', () => Promise.resolve())).toBe(false);
  expect(await lock('b', () => Promise.resolve())).toBe(true);
});
