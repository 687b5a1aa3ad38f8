import type { AxiosRequestConfig } from 'axios';
import { code } from '#contract/codes.ts';
import { getToken, getUser } from '@/session/session-store.ts';
import { ApiError } from './ApiError.ts';
import { sendOnce, unreachable, type Answer, type RequestOptions } from './client.ts';
import { hooks } from './hooks.ts';
import { refreshIfDue, refreshSession } from './refresh.ts';

/**
 * Sends a request with the session of the moment, which is renewed ahead of its end, and once after it has ended.
 * @throws ApiError; a DOMException named AbortError also where another person signed in before it could be sent.
 */
export async function sendSigned(config: AxiosRequestConfig, options: RequestOptions = {}): Promise<Answer> {
  const person = getUser()?.employeeId;
  await refreshIfDue();
  refuseOther(person);
  const token = getToken();
  try {
    return await sendOnce(config, token, options);
  } catch (error) {
    if (!isSignedOutError(error)) throw error;
    return await sendRenewed(config, token, options, { error, person });
  }
}

interface Ended {
  error: ApiError;
  /** Who began the call. */
  person: string | undefined;
}

async function sendRenewed(config: AxiosRequestConfig, token: string, options: RequestOptions, ended: Ended): Promise<Answer> {
  const renewal = await refreshSession(token);
  refuseOther(ended.person);
  if (renewal === 'unreachable') throw unreachable();
  if (renewal === 'renewed') {
    try {
      return await sendOnce(config, getToken(), options);
    } catch (error) {
      if (!isSignedOutError(error)) throw error;
    }
  }
  // A late answer to a request of a session that was replaced since must not end the new one.
  if (getToken() === token || renewal === 'renewed') hooks.onSignedOut(ended.error.message, ended.error.details !== undefined);
  throw ended.error;
}

/** What one person began is not done under the name of another, who may be signed in by now, in another tab too. */
function refuseOther(person: string | undefined): void {
  const now = getUser()?.employeeId;
  if (person !== undefined && now !== undefined && now !== person) throw new DOMException('another person is signed in', 'AbortError');
}

/** A 401 without an envelope comes from something between us and the server, such as a captive portal. */
const isSignedOutError = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === code.signedOut || (error.status === 401 && error.code !== null));
