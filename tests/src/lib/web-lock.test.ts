import { afterEach, expect, test, vi } from 'vitest';
import { underWebLock } from '@/lib/web-lock.ts';

const instead = (): Promise<string> => Promise.resolve('without');
afterEach(() => void vi.restoreAllMocks());

const deny = () => vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('Access to the Locks API is denied in this context.', 'SecurityError'));

test('what is done under a lock is done once, and what comes of it comes through', async () => {
  expect(await underWebLock('web-lock-a', {}, () => Promise.resolve('under'), instead)).toBe('under');
  await expect(underWebLock('web-lock-a', {}, () => Promise.reject(new Error('broken')), instead)).rejects.toThrow('broken');
});

test('a browser that denies its locks is as good as one that has none', async () => {
  deny();
  const work = vi.fn<() => Promise<string>>();
  expect(await underWebLock('web-lock-b', {}, work, instead)).toBe('without');
  expect(work).not.toHaveBeenCalled();
});

test('who no longer wants to wait is not given the work without a lock', async () => {
  const limit = new AbortController();
  let release!: () => void;
  const first = underWebLock('web-lock-c', {}, () => new Promise<string>((resolve) => (release = () => resolve('first'))), instead);
  const second = underWebLock('web-lock-c', { signal: limit.signal }, () => Promise.resolve('second'), instead);
  limit.abort();
  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  release();
  expect(await first).toBe('first');
});
