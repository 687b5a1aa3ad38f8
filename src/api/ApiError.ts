import { busyStatuses } from '#contract/codes.ts';
import type { FieldError } from '#contract/envelope.ts';

/**
 * - `offline`: nothing of ours answered.
 * - `timeout`: no answer within the limit.
 * - `server`: the server or what stands before it failed (HTTP 5xx, or an answer that is no envelope).
 * - `business`: the server refused, with a code and a sentence.
 * - `setup`: the request could not be made at all.
 */
export type ApiErrorKind = 'offline' | 'timeout' | 'server' | 'business' | 'setup';

/** Every failed call; `message` is the sentence to show. Never holds the request, whose query may contain a password. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** Application code of the envelope, where there was one. */
  readonly code: number | null;
  /** HTTP status, where there was an answer. */
  readonly status: number | null;
  readonly details: FieldError[] | undefined;
  /** Of a failure that the server does not know: what finds it in the server's log. */
  readonly requestId: string | undefined;
  /** How long whoever answered asks to wait before the next try. */
  readonly retryAfterMs: number | undefined;
  /** There was no network to send it over: nobody can have received it. */
  readonly isUnsent: boolean;

  constructor(
    kind: ApiErrorKind,
    message: string,
    facts: { code?: number | null; status?: number | null; details?: FieldError[] | undefined; requestId?: string | undefined; retryAfterMs?: number | undefined; isUnsent?: boolean } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.kind = kind;
    this.code = facts.code ?? null;
    this.status = facts.status ?? null;
    this.details = facts.details;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
    this.isUnsent = facts.isUnsent ?? false;
  }
}

/** True where trying again later may work without anybody changing anything. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'offline' || error.kind === 'timeout' || error.kind === 'server' || busyStatuses.has(error.status));
