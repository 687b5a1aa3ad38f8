import type { SignedIn, UserInfo } from '#contract/session.ts';
import type { Role } from '#contract/roles.ts';
import { roleOf } from '#contract/roles.ts';
import { readStored, removeStored, writeStored } from '@/lib/local-storage.ts';
import { createSignal } from '@/lib/signal.ts';

const TOKEN_COOKIE = 'zyzc_token';
const USER_KEY = 'zyzc:user';
const SESSION_KEY = 'zyzc:session';
/**
 * The cookie outlives the access token on purpose: whoever signed in within the refresh token's 30 days
 * can start the app and fill in tasks without a network, although the access token ended long ago.
 */
const COOKIE_SECONDS = 30 * 24 * 60 * 60;

export interface Renewal {
  /** Copy of the cookie, which browsers write to disk only every half minute: it is lost when the phone kills the app before. */
  accessToken: string;
  expiresTime: string;
  refreshToken: string;
  /** Server's clock minus this phone's, in milliseconds: phones are often minutes or hours off. */
  clockSkewMs: number;
  /** When the server confirmed the session: phone's clock, milliseconds. */
  storedAt: number;
  /** When this phone took the session into use; never before the one in use until then, whatever the clock says. */
  takenAt: number;
}

/** All that a restarted app needs to go on without signing in again. */
export interface StoredSession {
  user: UserInfo;
  renewal: Renewal;
}

/** What is known of the session; a new object after each change. */
export interface Session {
  /** Empty when nobody is signed in. */
  token: string;
  /** Loaded from storage by `loadUser`; undefined until then. */
  user: UserInfo | undefined;
  roles: readonly Role[] | undefined;
}

const signedOut: Session = { token: '', user: undefined, roles: undefined };
const changed = createSignal();
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
let current: Session = { ...signedOut, token: restoreTokenCookie() };
let lastTakenAt = getRenewal()?.takenAt ?? 0;

export const getSession = (): Session => current;
export const getToken = (): string => current.token;
export const getUser = (): UserInfo | undefined => current.user ?? (current.token === '' ? undefined : readUser());
export const isSignedIn = (): boolean => current.token !== '';

/** @returns a function that ends the subscription. */
export const subscribe = changed.subscribe;

/** After signing in and after each refresh. */
export function storeSession(answer: SignedIn, clockSkewMs = 0): void {
  const now = Date.now();
  const { accessToken, expiresTime, refreshToken } = answer;
  lastTakenAt = Math.max(now, lastTakenAt + 1, (getRenewal()?.takenAt ?? 0) + 1);
  writeTokenCookie(accessToken);
  writeStored(SESSION_KEY, { accessToken, expiresTime, refreshToken, clockSkewMs, storedAt: now, takenAt: lastTakenAt } satisfies Renewal);
  writeStored(USER_KEY, answer.user);
  change({ token: answer.accessToken, user: answer.user, roles: [roleOf(answer.user)] });
}

/** After the server told the user's data anew. */
export function storeUser(user: UserInfo): void {
  if (current.token === '') return;
  writeStored(USER_KEY, user);
  change({ ...current, user, roles: [roleOf(user)] });
}

/** Forgets token, roles and user; what the person entered stays on this device under the account. */
export function clearSession(): void {
  writeTokenCookie('');
  removeStored(SESSION_KEY);
  removeStored(USER_KEY);
  change(signedOut);
}

/**
 * Loads the user from storage and derives the roles.
 * @returns false when there is none that can be used.
 */
export function loadUser(): boolean {
  const user = readUser();
  if (current.token === '' || user === undefined) return false;
  change({ ...current, user, roles: [roleOf(user)] });
  return true;
}

/** What a refresh needs; undefined where it was lost. */
export function getRenewal(): Renewal | undefined {
  const stored = readStored(SESSION_KEY);
  if (!isRecord(stored)) return undefined;
  const { accessToken, refreshToken, expiresTime, clockSkewMs, storedAt, takenAt } = stored;
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string' || typeof expiresTime !== 'string') return undefined;
  const confirmedAt = typeof storedAt === 'number' ? storedAt : 0;
  return {
    accessToken,
    refreshToken,
    expiresTime,
    clockSkewMs: typeof clockSkewMs === 'number' ? clockSkewMs : 0,
    storedAt: confirmedAt,
    // The shape before did not tell the two apart.
    takenAt: typeof takenAt === 'number' ? takenAt : confirmedAt,
  };
}

/** What this tab has stored of the session; undefined when nobody is signed in. */
export function getStoredSession(): StoredSession | undefined {
  const user = readUser();
  const renewal = getRenewal();
  return current.token === '' || user === undefined || renewal === undefined ? undefined : { user, renewal };
}

/** Takes over a copy of the session that outlived this one; does nothing when it is not newer. */
export function restoreSession({ user, renewal }: StoredSession): void {
  if (renewal.takenAt <= (getRenewal()?.takenAt ?? 0)) return;
  lastTakenAt = Math.max(lastTakenAt, renewal.takenAt);
  writeTokenCookie(renewal.accessToken);
  writeStored(SESSION_KEY, renewal);
  writeStored(USER_KEY, user);
  change({ token: renewal.accessToken, user, roles: [roleOf(user)] });
}

/** Sessions taken into use until then are over: one that storage brought back after a kill ends, and a later one is later. */
export function endSessionsUntil(takenAt: number): void {
  lastTakenAt = Math.max(lastTakenAt, takenAt);
  if (current.token !== '' && (getRenewal()?.takenAt ?? 0) <= takenAt) clearSession();
}

/** Takes over what another tab changed in the cookie, for a caller that holds the refresh lock. */
export function rereadToken(): string {
  const token = readTokenCookie();
  if (token !== current.token) takeOver(token);
  return token;
}

/** With its user: another tab may have signed in somebody else, and nothing of this person may go under that token. */
function takeOver(token: string): void {
  const user = readUser();
  change(token === '' || user === undefined ? signedOut : { token, user, roles: [roleOf(user)] });
}

function change(next: Session): void {
  current = next;
  changed.tell();
}

function readUser(): UserInfo | undefined {
  const stored = readStored(USER_KEY);
  if (!isRecord(stored)) return undefined;
  const isUsable = typeof stored['employeeId'] === 'string' && stored['employeeId'] !== '' && typeof stored['isAdmin'] === 'number';
  return isUsable ? (stored as unknown as UserInfo) : undefined;
}

/** The token at start: the stored copy is never older than the cookie that survived a kill. */
function restoreTokenCookie(): string {
  const copy = getRenewal()?.accessToken ?? '';
  if (copy !== '' && copy !== readTokenCookie()) writeTokenCookie(copy);
  return readTokenCookie();
}

function readTokenCookie(): string {
  for (const part of document.cookie.split(';')) {
    const [name, value = ''] = part.trim().split('=', 2);
    if (name === TOKEN_COOKIE) return decodeURIComponent(value);
  }
  return '';
}

function writeTokenCookie(token: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = token === '' ? 0 : COOKIE_SECONDS;
  document.cookie = `${TOKEN_COOKIE}=${encodeURIComponent(token)}; Max-Age=${age}; Path=/; SameSite=Strict${secure}`;
}

// Cookies tell nobody when they change. The user's row is written last, and other tabs hear of it where it changes:
// when somebody else signs in or the person signs out, but not of a renewal, which `rereadToken` finds.
// Rows arrive in the order in which they were written; a busy browser may bring the cookie after them.
addEventListener('storage', (event) => {
  if (event.key !== USER_KEY && event.key !== null) return;
  takeOver(getRenewal()?.accessToken ?? '');
});
