import { apiPaths } from '#contract/api-paths.ts';
import { LOGIN_TYPE } from '#contract/limits.ts';
import type { Envelope } from '#contract/envelope.ts';
import type { SignedIn, Tokens, UserInfo } from '#contract/session.ts';
import { isSameAccount } from '@/lib/is-same-account.ts';
import { getUser, restoreSession, storeSession, storeUser } from '@/session/session-store.ts';
import { forgetEnd, whyEnded } from '@/session/ended-sign-in.ts';
import { rememberAccount } from '@/session/last-account.ts';
import { keysFor, listPhoneAccounts, rememberPhoneAccount } from '@/offline/people/phone-accounts.ts';
import { unlock } from '@/offline/people/unlock.ts';
import { ApiError } from '@/api/ApiError.ts';
import { call, request } from '@/api/call.ts';
import { sendOnce } from '@/api/client.ts';

/**
 * Signs in, stores the session, and makes what opens the account on this phone without a network. @throws ApiError.
 * @param timeoutMs for somebody who need not wait for a server, see `unlockOffline`
 */
export async function signIn(account: string, password: string, timeoutMs?: number): Promise<UserInfo> {
  const userNo = account.trim();
  const making = keysFor(userNo, password);
  const answer = await request('login', { body: { userNo, password, loginType: LOGIN_TYPE } }, timeoutMs === undefined ? {} : { timeoutMs });
  const signedIn = (answer.body as Envelope<SignedIn>).message;
  const replaced = await rememberPhoneAccount(signedIn.user, await making);
  rememberAccount(userNo);
  if (whyEnded(userNo)) forgetEnd();
  storeSession(signedIn, answer.clockSkewMs);
  if (replaced) void signOutOnServer(replaced.renewal);
  return signedIn.user;
}

/** Long enough for a slow network; whoever can go on without one need not wait for a dead one. */
const UNLOCKABLE_LIMIT_MS = 8000;

/**
 * Signs in. Where no server answers, an account that was left on this phone is taken into use again instead.
 * @param isServerThere false when that is known already
 * @throws ApiError, UnlockError
 */
export async function signInOrUnlock(account: string, password: string, isServerThere: boolean): Promise<void> {
  const found = (await listPhoneAccounts()).find((one) => isSameAccount(one.account, account));
  const mayUnlock = found?.unlockState === 'ready';
  if (mayUnlock && !isServerThere) return await unlockOffline(account, password);
  try {
    await signIn(account, password, mayUnlock ? UNLOCKABLE_LIMIT_MS : undefined);
  } catch (error) {
    // Who was never here cannot be let in, and is told so where no network is the reason.
    if (!isUnreachable(error) || (found === undefined && navigator.onLine)) throw error;
    await unlockOffline(account, password);
  }
}

/** Nobody answered, or something else than our server, such as a proxy without it. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'offline' || error.kind === 'timeout' || (error.kind === 'server' && error.code === null));

/** Takes an account into use again that was left on this phone. @throws UnlockError, StorageError */
export async function unlockOffline(account: string, password: string): Promise<void> {
  const session = await unlock(account, password);
  rememberAccount(session.user.account);
  restoreSession(session);
}

const SIGN_OUT_LIMIT_MS = 4000;

/**
 * Tells the server that a session is no longer used, by both of its tokens, since either may be older than the server
 * knows; whether it heard is of no consequence to the person who leaves.
 */
export async function signOutOnServer({ accessToken, refreshToken }: Pick<Tokens, 'accessToken' | 'refreshToken'>): Promise<void> {
  const { method, path } = apiPaths.signOut;
  try {
    await sendOnce({ method, url: path, data: { refreshToken } }, accessToken, { timeoutMs: SIGN_OUT_LIMIT_MS });
  } catch {
    // Offline, or the session had ended already.
  }
}

/**
 * Own password; ends every other session of the account. A forced change is done then, and no further call is needed to
 * know it: its failure would look as if the password were the old one still.
 * @throws ApiError where the password was not changed
 */
export async function changeOwnPassword(account: string, oldPwd: string, pwd: string): Promise<void> {
  const known = getUser();
  const making = keysFor(account, pwd);
  await call('updateCompanyAccountPwd', { body: { account, oldPwd, pwd } });
  if (known === undefined || !isSameAccount(known.account, account)) return;
  const user = { ...known, mustChangePassword: false };
  await rememberPhoneAccount(user, await making);
  // Somebody else may have signed in meanwhile.
  if (getUser()?.employeeId === user.employeeId) storeUser(user);
}

/** Takes over what an administrator has changed of the signed-in person since the sign-in, such as the department. @throws ApiError */
export async function renewUser(): Promise<void> {
  const { data } = await call('userInfo');
  const known = getUser();
  // Somebody else may have signed in meanwhile.
  if (known?.employeeId === data.employeeId && JSON.stringify(known) !== JSON.stringify(data)) storeUser(data);
}
