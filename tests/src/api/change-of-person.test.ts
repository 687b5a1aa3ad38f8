// In Node's own realm, where the real server lives too; see `openPage`.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import type { SignedIn } from '#contract/session.ts';
import { describeFailure } from '@/app/error-messages.ts';
import { startBackend, type Backend } from '../offline/backend.ts';

const HOUR = 60 * 60 * 1000;

let backend: Backend;
let page: Awaited<ReturnType<typeof loadPage>>;
let endings: string[] = [];

async function loadPage() {
  const { call } = await import('@/api/call.ts');
  const { configureApi } = await import('@/api/hooks.ts');
  const { changeOwnPassword } = await import('@/queries/session-calls.ts');
  const { clearSession, getRenewal, getToken, getUser, storeSession } = await import('@/session/session-store.ts');
  return { call, configureApi, changeOwnPassword, clearSession, getRenewal, getToken, getUser, storeSession };
}

beforeAll(async () => {
  backend = await startBackend();
  // The client looks at its page when it is loaded, so the page comes first.
  page = await loadPage();
});
afterAll(() => backend.stop());
beforeEach(() => {
  backend.server.clock.set(new Date());
  endings = [];
  page.configureApi({ onSignedOut: (reason) => endings.push(reason), describeFailure });
});
afterEach(() => {
  backend.proxy.decide = () => 'pass';
  page.clearSession();
});

/** Lets `deed` happen while the server is asked to renew the session. */
function whileRenewing(deed: () => void): void {
  backend.server.clock.advance(3 * HOUR);
  backend.proxy.decide = ({ path }) => {
    if (path === apiPaths.refreshToken.path) deed();
    return 'pass';
  };
}
const lawCalls = () => backend.proxy.calls.filter(({ path }) => path === apiPaths.lawTypes.path).length;
const signIn = async (account: 'staff01' | 'staff02'): Promise<SignedIn> => {
  const signedIn = await backend.signIn(account);
  page.storeSession(signedIn);
  return signedIn;
};

test('a session that is renewed while its person leaves stays left, and can still be opened again', async () => {
  const { refreshToken } = await signIn('staff01');
  whileRenewing(page.clearSession);
  await expect(page.call('lawTypes')).rejects.toThrow(/\p{Script=Han}/u);
  expect(page.getToken()).toBe('');
  expect(page.getRenewal()).toBeUndefined();
  expect(page.getUser()).toBeUndefined();
  // What was sealed for unlocking without a network: the pair that nobody took did not use it up.
  expect((await backend.server.call('refreshToken', { body: { refreshToken } })).code).toBe(1000);
});

test('a session that is renewed while the next person signs in leaves that one alone', async () => {
  await signIn('staff01');
  const next = await backend.signIn('staff02');
  whileRenewing(() => page.storeSession(next));
  const before = lawCalls();
  await expect(page.call('lawTypes')).rejects.toMatchObject({ name: 'AbortError' });
  expect(page.getToken()).toBe(next.accessToken);
  expect(page.getUser()?.account).toBe('staff02');
  expect(endings).toEqual([]);
  // The first person's call was not made again under the name of the second.
  expect(lawCalls() - before).toBe(1);
});

test('a call that waits for a renewal ahead of time is not made under the name of the next person', async () => {
  const { accessToken, refreshToken, user } = await signIn('staff01');
  page.storeSession({ accessToken, refreshToken, user, expiresTime: new Date(Date.now() + 60_000).toISOString() });
  const next = await backend.signIn('staff02');
  backend.proxy.decide = ({ path }) => {
    if (path === apiPaths.refreshToken.path) page.storeSession(next);
    return 'pass';
  };
  const before = lawCalls();
  await expect(page.call('lawTypes')).rejects.toMatchObject({ name: 'AbortError' });
  expect(lawCalls()).toBe(before);
  expect(page.getToken()).toBe(next.accessToken);
});

test('a password that is changed while the next person signs in opens nothing of that one', async () => {
  await signIn('staff01');
  const next = await backend.signIn('staff02');
  backend.proxy.decide = ({ path }) => {
    if (path === apiPaths.updateCompanyAccountPwd.path) page.storeSession(next);
    return 'pass';
  };
  await page.changeOwnPassword('staff01', 'Staff2026', 'Changed2026');
  const { listPhoneAccounts } = await import('@/offline/people/phone-accounts.ts');
  expect((await listPhoneAccounts()).filter(({ account }) => account === 'staff02')).toEqual([]);
  expect(page.getUser()?.account).toBe('staff02');
});

test('a password is changed although nothing gets through afterwards: the old one opens nothing any more', async () => {
  const signedIn = await backend.signIn('staff02');
  const { keysFor, listPhoneAccounts, parkSession, rememberPhoneAccount } = await import('@/offline/people/phone-accounts.ts');
  await rememberPhoneAccount(signedIn.user, await keysFor('staff02', 'Staff2026'));
  page.storeSession({ ...signedIn, user: { ...signedIn.user, mustChangePassword: true } });
  backend.proxy.decide = ({ path }) => (path === apiPaths.updateCompanyAccountPwd.path ? 'pass' : 'cutBefore');
  await page.changeOwnPassword('staff02', 'Staff2026', 'Changed2026');
  expect(page.getUser()).toMatchObject({ account: 'staff02', mustChangePassword: false });

  expect(await parkSession({ user: page.getUser()!, renewal: page.getRenewal()! })).toBe(true);
  page.clearSession();
  expect((await listPhoneAccounts()).find(({ account }) => account === 'staff02')?.unlockState).toBe('ready');
  const { unlock } = await import('@/offline/people/unlock.ts');
  await expect(unlock('staff02', 'Staff2026')).rejects.toThrow('密码错误');
  expect((await unlock('staff02', 'Changed2026')).user.account).toBe('staff02');
});
