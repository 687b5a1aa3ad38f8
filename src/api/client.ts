import axios, { AxiosError, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { busyStatuses, code } from '#contract/codes.ts';
import type { Envelope, FieldError } from '#contract/envelope.ts';
import { REQUEST_ID_HEADER, REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { SERVED_AT_HEADER } from '#contract/served-at.ts';
import { ACCOUNT_HEADER, KEPT_HEADER } from '#contract/worker-messages.ts';
import { noteClockSkew } from '@/lib/server-clock.ts';
import { getUser } from '@/session/session-store.ts';
import { ApiError, type ApiErrorKind } from './ApiError.ts';
import { reportCall } from './call-events.ts';
import { hooks } from './hooks.ts';

export const unreachable = (): ApiError => new ApiError('offline', hooks.describeFailure('offline', null));

const NO_CONTENT = 204;

/** What is longer is a trace or a page, and nothing for a toast. */
const SENTENCE_MAX = 200;

/** Addresses that something else than our server has answered. The browser may remember that, and has to be passed by. */
const distrusted = new Set<string>();

/** Status is judged here and not by axios, so that no failure carries the request's address. */
const http = axios.create({ baseURL: '', timeout: REQUEST_TIMEOUT_MS, validateStatus: () => true });

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  onProgress?: (sent: number, total: number) => void;
}

export interface Answer {
  status: number;
  body: unknown;
  /** Server's clock minus this phone's. */
  clockSkewMs: number;
  origin: AnswerOrigin;
}

/** Where an answer is from: what is kept of answers goes by it. */
export interface AnswerOrigin {
  /** Out of the worker's cache, and no sign of what the server holds now. */
  isKept: boolean;
  /** When the server began with it, an instant by its own clock; empty where it did not say. */
  servedAt: string;
}

/**
 * Sends a request once and returns the body of its answer, whatever it is, unless status or envelope say failure.
 * @throws ApiError; a DOMException named AbortError after `signal` aborted.
 */
export async function sendOnce(config: AxiosRequestConfig, token: string, options: RequestOptions = {}): Promise<Answer> {
  const account = getUser()?.employeeId;
  const headers: Record<string, string> = { accessToken: token };
  if (token !== '' && account !== undefined) headers[ACCOUNT_HEADER] = account;
  const read = config.method === 'GET' ? http.getUri(config) : undefined;
  if (read !== undefined && distrusted.has(read)) headers['cache-control'] = 'no-cache';
  // Undefined where there is no browser.
  const hasNoNetwork = navigator.onLine === false;
  let response: AxiosResponse<unknown>;
  try {
    response = await http.request<unknown>({
      ...config,
      headers: { ...(config.headers as Record<string, string> | undefined), ...headers },
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
      ...(options.onProgress === undefined
        ? {}
        : { onUploadProgress: ({ loaded, total }) => options.onProgress?.(loaded, total ?? loaded) }),
    });
  } catch (error) {
    throw toApiError(error, hasNoNetwork);
  }
  const answer = await judge(response).catch((error: unknown) => {
    if (read !== undefined && error instanceof ApiError && error.status !== null && error.code === null) distrusted.add(read);
    throw error;
  });
  if (read !== undefined) distrusted.delete(read);
  return answer;
}

/**
 * Answers that carry no envelope come from something else than our server, such as a captive portal or a proxy
 * whose server is down; a file is told apart by its response type.
 */
async function judge(response: AxiosResponse<unknown>): Promise<Answer> {
  const { status } = response;
  // Seconds, as our server and the proxies before it give it.
  const retryAfterMs = Number(response.headers['retry-after']) * 1000 || undefined;
  const isOk = status >= 200 && status < 300;
  if (response.data instanceof Blob && isOk && !/^(text\/html|application\/json)/.test(response.data.type)) return settled(response);
  const body = response.data instanceof Blob ? parseJson(await response.data.text()) : response.data;
  if (!isEnvelope(body)) {
    reportCall('unreachable');
    // 204 has no body ever: no portal answers so.
    const kind = isOk && status !== NO_CONTENT ? 'offline' : 'server';
    // A proxy may say why, such as that the server is being maintained.
    throw new ApiError(kind, (isOk ? undefined : sentenceIn(body)) ?? hooks.describeFailure(kind, status), { status, retryAfterMs });
  }
  if (isOk && body.code === code.success) return settled(response);
  reportCall(status >= 500 || busyStatuses.has(status) ? 'failing' : 'answered');
  const kind = status >= 500 ? 'server' : 'business';
  const message = sentenceIn(body) ?? hooks.describeFailure(kind, status);
  const requestId = body.code === code.internal ? (response.headers[REQUEST_ID_HEADER] as string | undefined) : undefined;
  throw new ApiError(kind, message, { code: body.code, status, details: body.details, requestId, retryAfterMs });
}

function settled(response: AxiosResponse<unknown>): Answer {
  const origin: AnswerOrigin = { isKept: response.headers[KEPT_HEADER] !== undefined, servedAt: String(response.headers[SERVED_AT_HEADER] ?? '') };
  if (!origin.isKept) reportCall('answered');
  const date = Date.parse(String(response.headers['date'] ?? ''));
  const clockSkewMs = Number.isNaN(date) ? 0 : date - Date.now();
  // What a browser remembers has the date of that day.
  if (!origin.isKept && String(response.headers['cache-control']).includes('no-store')) noteClockSkew(clockSkewMs);
  return { status: response.status, body: response.data, clockSkewMs, origin };
}

function toApiError(error: unknown, hadNoNetwork: boolean): unknown {
  if (axios.isCancel(error)) return new DOMException('aborted', 'AbortError');
  if (!(error instanceof AxiosError)) return new ApiError('setup', hooks.describeFailure('setup', null));
  const isTimeout = error.code === AxiosError.ECONNABORTED || error.code === AxiosError.ETIMEDOUT;
  const kind: ApiErrorKind = isTimeout ? 'timeout' : error.request === undefined ? 'setup' : 'offline';
  if (kind !== 'setup') reportCall('unreachable');
  const isUnsent = hadNoNetwork && kind === 'offline';
  return new ApiError(kind, hooks.describeFailure(kind, null, isUnsent), { isUnsent });
}

/** The message of a body, where it is one for people. */
function sentenceIn(body: unknown): string | undefined {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' && message.trim() !== '' && message.length <= SENTENCE_MAX ? message : undefined;
}

const isEnvelope = (body: unknown): body is Envelope & { details?: FieldError[] } =>
  typeof body === 'object' && body !== null && typeof (body as Envelope).code === 'number';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
