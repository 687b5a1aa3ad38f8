import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { code } from '#contract/codes.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { ApiError, type ApiErrorKind } from '@/api/ApiError.ts';
import { showFailure, showLoadFailure } from '@/app/call-failures.ts';
import { describeFailure } from '@/app/error-messages.ts';
import { createQueryClient } from '@/queries/client/query-client.ts';
import { LoadFailed } from '@/ui/lists/LoadFailed.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const failure = (kind: ApiErrorKind) => new ApiError(kind, describeFailure(kind, null));
const toasts = () => screen.queryAllByRole('alert').map((toast) => toast.textContent);

/** What a screen's first load shows when it fails in that way, and how often it was tried. */
async function load(kind: ApiErrorKind, held?: string): Promise<number> {
  let tries = 0;
  const client = createQueryClient({ onQueryError: showLoadFailure, onMutationError: showFailure });
  if (held !== undefined) client.setQueryData(['list'], held);
  const queryFn = (): Promise<string> => {
    tries += 1;
    return Promise.reject(failure(kind));
  };
  await expect(client.fetchQuery({ queryKey: ['list'], queryFn, staleTime: 0, ...(kind === 'offline' ? { retry: false } : {}) })).rejects.toThrow('服务器链接超时');
  return tries;
}

it('what somebody else deleted goes from the lists in sight too', async () => {
  const client = createQueryClient({ onQueryError: showLoadFailure, onMutationError: showFailure });
  client.setQueryData(['list'], ['科室']);
  const gone = new ApiError('business', '记录不存在', { code: code.notFound, status: 404 });
  await client.getMutationCache().build(client, { mutationFn: () => Promise.reject(gone) }).execute(undefined).catch(() => undefined);
  expect(client.getQueryState(['list'])?.isInvalidated).toBe(true);
});

describe('a first load', () => {
  it('that the server leaves without an answer says 服务器链接超时, and nobody waits a second time', async () => {
    expect(REQUEST_TIMEOUT_MS).toBe(30_000);
    expect(await load('timeout')).toBe(1);
    expect(toasts()).toEqual(['服务器链接超时']);
  });

  it('without a network is told by the page alone', async () => {
    await load('offline');
    expect(toasts()).toEqual([]);
  });
});

describe('what does not exist', () => {
  const missing = new ApiError('business', '记录不存在', { status: 404, code: code.notFound });
  const open = async (error: ApiError, meta: { detail?: true }): Promise<void> => {
    const client = createQueryClient({ onQueryError: showLoadFailure, onMutationError: showFailure });
    await expect(client.fetchQuery({ queryKey: ['one'], queryFn: () => Promise.reject(error), meta })).rejects.toBe(error);
  };

  it('is told by the page of a detail alone', async () => {
    await open(missing, { detail: true });
    expect(toasts()).toEqual([]);
  });

  it('is told by a toast anywhere else, as is whatever else a detail fails by', async () => {
    await open(missing, {});
    expect(toasts()).toEqual(['记录不存在']);
    await act(() => vi.runAllTimersAsync());
    await open(failure('timeout'), { detail: true });
    expect(toasts()).toEqual(['服务器链接超时']);
  });
});

describe('a change whose screen shows the failure itself', () => {
  const save = async (error: ApiError): Promise<void> => {
    const client = createQueryClient({ onQueryError: showLoadFailure, onMutationError: showFailure });
    const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(error), meta: { quiet: true } });
    await expect(mutation.execute(undefined)).rejects.toBe(error);
  };
  beforeEach(() => void (location.hash = '#/system/user'));

  it('stays there with what the server refuses', async () => {
    await save(new ApiError('business', '账号已存在', { status: 409, code: code.conflict }));
    expect(location.hash).toBe('#/system/user');
    expect(toasts()).toEqual([]);
  });

  it('leads to the forbidden page where the person may not do it any more', async () => {
    await save(new ApiError('business', '没有权限执行此操作', { status: 403, code: code.forbidden }));
    expect(location.hash).toBe('#/403');
    expect(toasts()).toEqual(['没有权限执行此操作']);
  });
});

it('a refetch behind what is on the screen fails without a word', async () => {
  await load('timeout', '示例');
  expect(toasts()).toEqual([]);
});

it('the page that did not load says what happened', () => {
  const { rerender } = render(<LoadFailed error={failure('timeout')} onRetry={() => undefined} />);
  expect(screen.getByRole('status').textContent).toContain('服务器链接超时');
  rerender(<LoadFailed error={failure('offline')} onRetry={() => undefined} />);
  expect(screen.getByRole('status').textContent).toContain('暂时连不上服务器，这些内容还没有保存到本机');
});
