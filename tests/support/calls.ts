import { apiPaths, type CallName, fillPath } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import type { CallAnswer, CallInput } from '#contract/endpoints.ts';
import { LOGIN_TYPE } from '#contract/limits.ts';

export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** A call of the contract as it goes over the wire. */
export function requestOf<Name extends CallName>(base: string, name: Name, input: CallInput<Name>, token?: string): Request {
  const { method, path } = apiPaths[name];
  const { params, query, body } = input as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
  const url = new URL(fillPath(path, params), base);
  for (const [field, value] of Object.entries(query ?? {})) if (value !== undefined) url.searchParams.set(field, String(value as string | number | boolean));
  const headers = { ...(token === undefined ? {} : { accessToken: token }), ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) };
  return { method, url: url.href, headers, ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? null) }) };
}

/** @throws Error when the answer is anything but a success */
export async function call<Name extends CallName>(base: string, name: Name, input: CallInput<Name>, token?: string): Promise<CallAnswer<Name>> {
  const { url, ...request } = requestOf(base, name, input, token);
  const response = await fetch(url, request);
  const envelope = (await response.json()) as { code: number; message: unknown };
  if (envelope.code !== code.success) throw new Error(`${name}: ${response.status} ${JSON.stringify(envelope).slice(0, 500)}`);
  return envelope.message as CallAnswer<Name>;
}

/** @returns the access token */
export async function signIn(base: string, account: { userNo: string; password: string }): Promise<string> {
  return (await call(base, 'login', { body: { ...account, loginType: LOGIN_TYPE } })).accessToken;
}
