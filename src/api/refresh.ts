import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import type { Envelope } from '#contract/envelope.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import type { SignedIn } from '#contract/session.ts';
import { underWebLock } from '@/lib/web-lock.ts';
import { getRenewal, getToken, isSignedIn, rereadToken, storeSession, type Renewal } from '@/session/session-store.ts';
import { ApiError } from './ApiError.ts';
import { sendOnce } from './client.ts';

/** Renewed this long before the access token ends. */
const AHEAD_MS = 5 * 60 * 1000;
/** After a renewal ahead of time that failed, calls go out with the token that is still good. */
const PAUSE_MS = 60 * 1000;
/** For a localStorage that is behind the cookie; one that stays so was not writable, and has all there is. */
const BEHIND_LIMIT_MS = 3000;
const LOOK_EVERY_MS = 50;
const LOCK = 'zyzc-refresh';
/** Longer than another tab needs to renew, so that only one that the system froze is waited for in vain. */
const LOCK_LIMIT_MS = REQUEST_TIMEOUT_MS + BEHIND_LIMIT_MS + 2000;

/** `ended`: the server refused the refresh token. `unreachable`: it could not be asked. */
export type Renewed = 'renewed' | 'ended' | 'unreachable';

let pausedUntil = 0;
let waiting: Promise<unknown> = Promise.resolve();

/** Renews the session when it is about to end. Never fails: the call that follows tells. */
export async function refreshIfDue(): Promise<void> {
  if (!isSignedIn() || Date.now() < pausedUntil || !isDue()) return;
  const token = getToken();
  if ((await refreshSession(token)) !== 'renewed') pausedUntil = Date.now() + PAUSE_MS;
}

/**
 * Renews the session that `oldToken` belongs to, once over all tabs: whoever comes second takes over the result.
 * A second use of one refresh token would end the whole session on the server.
 */
export async function refreshSession(oldToken: string): Promise<Renewed> {
  return await underLock(async () => {
    const token = rereadToken();
    if (token === '') return 'ended';
    if (token !== oldToken) return 'renewed';
    const renewal = await renewalOf(token);
    if (renewal === undefined) return 'ended';
    try {
      const { method, path } = apiPaths.refreshToken;
      const answer = await sendOnce({ method, url: path, data: { refreshToken: renewal.refreshToken } }, token);
      const envelope = answer.body as Envelope<SignedIn>;
      // The person left meanwhile, or another one came. The server has ended the session, or takes the refresh token, which
      // the phone may have sealed, once more: the pair that it was exchanged for is used by nobody.
      if (rereadToken() !== token) return isSignedIn() ? 'renewed' : 'ended';
      storeSession(envelope.message, answer.clockSkewMs);
      return 'renewed';
    } catch (error) {
      const isRefused = error instanceof ApiError && (error.code === code.signedOut || (error.kind === 'business' && isFinal(error.status)));
      return isRefused ? 'ended' : 'unreachable';
    }
  });
}

/** Too many requests and time-outs pass; any other refusal stays. */
const isFinal = (httpStatus: number | null): boolean => httpStatus !== 429 && httpStatus !== 408;

/**
 * What renews that token. Browsers show a cookie to another tab at once, but localStorage a little later: until then it
 * has the refresh token of the session before, whose second use would end them all.
 */
async function renewalOf(token: string): Promise<Renewal | undefined> {
  const end = Date.now() + BEHIND_LIMIT_MS;
  while (getRenewal()?.accessToken !== token && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  return getRenewal();
}

function isDue(): boolean {
  const renewal = getRenewal();
  if (renewal === undefined || renewal.accessToken !== getToken()) return false;
  const ends = Date.parse(renewal.expiresTime);
  return !Number.isNaN(ends) && ends - (Date.now() + renewal.clockSkewMs) < AHEAD_MS;
}

/** Where there is no lock over all tabs, one at a time within this tab has to do. */
async function underLock(work: () => Promise<Renewed>): Promise<Renewed> {
  const withinTab = async (): Promise<Renewed> => {
    const next = waiting.then(work, work);
    waiting = next;
    return await next;
  };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), LOCK_LIMIT_MS);
  try {
    return await underWebLock(LOCK, { signal: limit.signal }, work, withinTab);
  } catch (error) {
    if (!limit.signal.aborted) throw error;
    return 'unreachable';
  } finally {
    clearTimeout(timer);
  }
}
