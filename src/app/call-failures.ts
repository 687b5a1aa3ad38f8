import { code } from '#contract/codes.ts';
import { ApiError } from '@/api/ApiError.ts';
import { paths } from '@/lib/paths.ts';
import { isNoAnswer, sentenceOf } from '@/lib/text/error-sentence.ts';
import { LONG_TOAST_MS, notify, TOAST_MS } from '@/ui/basics/notify.ts';
import { NO_ANSWER } from './error-messages.ts';

/** Shows a call that a person started and that failed, by the specification's catalogue. */
export function showFailure(error: unknown): void {
  if (!(error instanceof ApiError)) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    notify(sentenceOf(error), 'error');
    return;
  }
  // The end of the session is told by the sign-in screen.
  if (error.code === code.signedOut) return;
  notify(error.isUnsent ? NO_ANSWER : error.message, error.kind === 'setup' ? 'warning' : 'error', error.requestId === undefined ? TOAST_MS : LONG_TOAST_MS);
  if (error.status === 403) location.hash = paths.forbidden.to();
}

/**
 * What is read that failed. No network is a state, which the page tells itself; a server that keeps a person waiting is a failure.
 * @param isRefetch behind what is on the screen, which stays: only a server that fails leaves it old without another sign
 */
export function showLoadFailure(error: unknown, isRefetch = false): void {
  if (error instanceof ApiError && error.kind === 'offline') return;
  if (!isRefetch) showFailure(error);
  else if (error instanceof ApiError && error.kind === 'server' && !isNoAnswer(error)) notify('服务器暂时出错，显示的是之前的内容', 'warning', LONG_TOAST_MS);
}
