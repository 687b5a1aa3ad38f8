import type { AxiosRequestConfig } from 'axios';
import { code } from '#contract/codes.ts';
import { getToken } from '@/session/session-store.ts';
import { ApiError } from './ApiError.ts';
import { sendOnce, unreachable, type Answer, type RequestOptions } from './client.ts';
import { hooks } from './hooks.ts';
import { refreshIfDue, refreshSession } from './refresh.ts';

/** Sends a request with the session of the moment, which is renewed ahead of its end, and once after it has ended. */
export async function sendSigned(config: AxiosRequestConfig, options: RequestOptions = {}): Promise<Answer> {
  await refreshIfDue();
  const token = getToken();
  try {
    return await sendOnce(config, token, options);
  } catch (error) {
    if (!isSignedOutError(error)) throw error;
    return await sendRenewed(config, token, options, error);
  }
}

async function sendRenewed(config: AxiosRequestConfig, token: string, options: RequestOptions, ended: ApiError): Promise<Answer> {
  const renewal = await refreshSession(token);
  if (renewal === 'unreachable') throw unreachable();
  if (renewal === 'renewed') {
    try {
      return await sendOnce(config, getToken(), options);
    } catch (error) {
      if (!isSignedOutError(error)) throw error;
    }
  }
  // A late answer to a request of a session that was replaced since must not end the new one.
  if (getToken() === token || renewal === 'renewed') hooks.onSignedOut(ended.message);
  throw ended;
}

/** A 401 without an envelope comes from something between us and the server, such as a captive portal. */
const isSignedOutError = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === code.signedOut || (error.status === 401 && error.code !== null));
