// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignedIn } from '#contract/session.ts';

/** The environment's own. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

async function load() {
  vi.resetModules();
  return await import('@/session/session-store.ts');
}

const signedIn = (over: Partial<SignedIn['user']> = {}): SignedIn => ({
  accessToken: 'token+/=1',
  expiresTime: '2026-06-15T04:00:00.000Z',
  refreshToken: 'refresh-1',
  user: {
    employeeId: 'e1', roleId: 1, avator: '', compName: '示例市第一医院', siteTitle: '', employeeName: '李护士', compNo: 'A001', specCode: '', isAdmin: 0,
    account: 'staff01', sex: '女', tel: '138****1234', email: '', idCard: '', deptId: 'd1', deptName: '内科', mustChangePassword: false, ...over,
  },
});

beforeEach(() => {
  localStorage.clear();
  document.cookie = 'zyzc_token=; Max-Age=0; Path=/';
});

describe('session', () => {
  it.each([
    ['http://localhost', false],
    ['https://localhost', true],
  ])('keeps the cookie to this site, and to HTTPS where the page came by it: %s', async (url, isSecure) => {
    const { storeSession } = await load();
    jsdom.reconfigure({ url });
    const written = vi.spyOn(document, 'cookie', 'set');
    storeSession(signedIn());
    const cookie = String(written.mock.calls.at(-1)?.[0]);
    written.mockRestore();
    jsdom.reconfigure({ url: 'http://localhost' });
    expect(cookie).toContain('; SameSite=Strict');
    expect(cookie.endsWith('; Secure')).toBe(isSecure);
  });

  it('is nobody at first', async () => {
    const { getSession, getUser, isSignedIn } = await load();
    expect(getSession()).toEqual({ token: '', user: undefined, roles: undefined });
    expect(isSignedIn()).toBe(false);
    expect(getUser()).toBeUndefined();
  });

  it('keeps the token in a cookie and the user in local storage, with roles at hand', async () => {
    const { getSession, storeSession } = await load();
    storeSession(signedIn());
    expect(document.cookie).toContain('zyzc_token=token%2B%2F%3D1');
    expect(JSON.parse(localStorage.getItem('zyzc:user') ?? '')).toMatchObject({ account: 'staff01' });
    expect(localStorage.getItem('zyzc:user')).not.toContain('token');
    expect(getSession()).toMatchObject({ token: 'token+/=1', roles: ['user'] });
  });

  it('derives the roles after a restart only when the user is loaded', async () => {
    (await load()).storeSession(signedIn({ isAdmin: 1 }));
    const { getSession, loadUser } = await load();
    expect(getSession()).toEqual({ token: 'token+/=1', user: undefined, roles: undefined });
    expect(loadUser()).toBe(true);
    expect(getSession()).toMatchObject({ user: { account: 'staff01' }, roles: ['admin'] });
  });

  it.each([undefined, '{broken', 'null', '"text"', '{"account":"x"}', '{"employeeId":"","isAdmin":1}'])('does not load a user from %s', async (stored) => {
    (await load()).storeSession(signedIn());
    if (stored === undefined) localStorage.removeItem('zyzc:user');
    else localStorage.setItem('zyzc:user', stored);
    const { getSession, loadUser } = await load();
    expect(loadUser()).toBe(false);
    expect(getSession().roles).toBeUndefined();
  });

  it('does not load a user without a token', async () => {
    localStorage.setItem('zyzc:user', JSON.stringify(signedIn().user));
    expect((await load()).loadUser()).toBe(false);
  });

  it('clears cookie, roles and user', async () => {
    const { clearSession, getRenewal, getSession, storeSession } = await load();
    storeSession(signedIn());
    clearSession();
    expect(document.cookie).not.toContain('zyzc_token');
    expect(localStorage.length).toBe(0);
    expect(getSession()).toEqual({ token: '', user: undefined, roles: undefined });
    expect(getRenewal()).toBeUndefined();
  });

  it('keeps what a refresh needs', async () => {
    const { getRenewal, storeSession } = await load();
    storeSession(signedIn(), -3000);
    expect(getRenewal()).toMatchObject({ expiresTime: '2026-06-15T04:00:00.000Z', refreshToken: 'refresh-1', clockSkewMs: -3000 });
  });

  it('follows another tab that signs out, and one that signs in', async () => {
    const { getSession, storeSession, subscribe } = await load();
    storeSession(signedIn());
    const listener = vi.fn();
    subscribe(listener);
    // No cookie changes: it may come after the rows.
    localStorage.removeItem('zyzc:session');
    localStorage.removeItem('zyzc:user');
    dispatchEvent(new StorageEvent('storage', { key: 'zyzc:user' }));
    expect(getSession().token).toBe('');
    localStorage.setItem('zyzc:session', JSON.stringify({ ...signedIn(), accessToken: 'other', storedAt: 1, takenAt: 1 }));
    localStorage.setItem('zyzc:user', JSON.stringify(signedIn({ employeeId: 'e2', isAdmin: 1 }).user));
    dispatchEvent(new StorageEvent('storage', { key: 'zyzc:user' }));
    expect(getSession()).toMatchObject({ token: 'other', user: { employeeId: 'e2' }, roles: ['admin'] });
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
