// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import type { SignedIn } from '#contract/session.ts';

const answer = {
  accessToken: 'access-1',
  expiresTime: '2026-11-21T04:00:00.000Z',
  refreshToken: 'refresh-1',
  user: { employeeId: 'e1', account: 'staff01', isAdmin: 0 },
} as SignedIn;

const dropCookie = (): void => {
  document.cookie = 'zyzc_token=; Max-Age=0; Path=/';
};
/** The module as a browser loads it anew. */
const start = async () => {
  vi.resetModules();
  return await import('@/session/session-store.ts');
};

beforeEach(() => {
  localStorage.clear();
  dropCookie();
});

test('lesson 21: a cookie that was lost when the browser was killed is made again, so that nobody is locked out offline', async () => {
  (await start()).storeSession(answer);
  dropCookie();
  const again = await start();
  expect(again.getToken()).toBe('access-1');
  expect(document.cookie).toContain('zyzc_token=access-1');
  expect(again.loadUser()).toBe(true);
});

test('a cookie older than the stored session is replaced', async () => {
  const store = await start();
  store.storeSession(answer);
  store.storeSession({ ...answer, accessToken: 'access-2', refreshToken: 'refresh-2' });
  document.cookie = 'zyzc_token=access-1; Path=/';
  expect((await start()).getToken()).toBe('access-2');
});

test('after signing out nothing is made again', async () => {
  const store = await start();
  store.storeSession(answer);
  store.clearSession();
  expect((await start()).getToken()).toBe('');
  expect(document.cookie).not.toContain('zyzc_token');
});

test('a copy that outlived localStorage brings the session back, an older one does not', async () => {
  const store = await start();
  store.storeSession(answer);
  const kept = store.getStoredSession();
  if (kept === undefined) throw new Error('nothing was stored');
  localStorage.clear();
  dropCookie();
  const again = await start();
  again.restoreSession(kept);
  expect(again.getToken()).toBe('access-1');
  expect(again.loadUser()).toBe(true);
  expect(again.getRenewal()?.refreshToken).toBe('refresh-1');

  again.restoreSession({ ...kept, renewal: { ...kept.renewal, accessToken: 'access-0', storedAt: kept.renewal.storedAt - 1 } });
  expect(again.getToken()).toBe('access-1');
});
