import { act, render, screen } from '@testing-library/react';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
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

it('what is shown of something that somebody else deleted has the choices in sight read anew, and itself not', async () => {
  const client = createQueryClient({ onQueryError: showLoadFailure, onMutationError: showFailure });
  const gone = new ApiError('business', '记录不存在', { code: code.notFound, status: 404 });
  const reads = { choices: 0, figures: 0, others: 0 };
  const watch = (name: keyof typeof reads, queryFn: () => Promise<string>) => {
    const counted = () => ((reads[name] += 1), queryFn());
    onTestFinished(new QueryObserver(client, { queryKey: [name], queryFn: counted }).subscribe(() => undefined));
  };
  watch('choices', () => Promise.resolve('科室'));
  await vi.waitFor(() => expect(client.getQueryData(['choices'])).toBe('科室'));
  watch('figures', () => Promise.reject(gone));
  watch('others', () => Promise.reject(gone));
  await vi.waitFor(() => expect(client.getQueryState(['others'])?.status).toBe('error'));
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(reads).toEqual({ choices: 3, figures: 1, others: 1 });
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

  const reopen = async (meta: { detail?: true | 'kept' }, error: ApiError = missing) => {
    const client = createQueryClient({ onQueryError: showLoadFailure, onMutationError: showFailure });
    for (const key of [['one'], ['one', 'files'], ['list']]) client.setQueryData(key, 'held');
    await expect(client.fetchQuery({ queryKey: ['one'], queryFn: () => Promise.reject(error), meta, staleTime: 0, retry: false })).rejects.toBe(error);
    return { held: [['one'], ['one', 'files'], ['list']].map((key) => client.getQueryData(key)), isListOld: client.getQueryState(['list'])?.isInvalidated };
  };

  it('is held no longer, nor what belongs to it, and lists that have it are read anew', async () => {
    expect(await reopen({ detail: true })).toEqual({ held: [undefined, undefined, 'held'], isListOld: true });
    expect(toasts()).toEqual([]);
  });

  it('is held where what was filled in belongs to it, and after any other failure', async () => {
    expect(await reopen({ detail: 'kept' })).toEqual({ held: ['held', 'held', 'held'], isListOld: false });
    expect(await reopen({ detail: true }, failure('server'))).toMatchObject({ held: ['held', 'held', 'held'] });
    expect(await reopen({ detail: true }, failure('offline'))).toMatchObject({ held: ['held', 'held', 'held'] });
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

describe('a refetch behind what is on the screen', () => {
  const fails = (facts: { code: number | null; status: number }) => new ApiError('server', '服务器发生错误，请检查服务器。', facts);
  const OLD = '服务器暂时出错，显示的是之前的内容';
  /** Tries that often to read anew what is in sight. */
  const readAnew = async (error: ApiError, tries: number): Promise<{ answer: (rows: string) => Promise<unknown>; fail: () => Promise<unknown> }> => {
    const client = createQueryClient({ onQueryError: showLoadFailure, onMutationError: showFailure });
    let answered: string | undefined;
    const queryFn = (): Promise<string> => (answered === undefined ? Promise.reject(error) : Promise.resolve(answered));
    client.setQueryData(['list'], '示例');
    const observer = new QueryObserver(client, { queryKey: ['list'], queryFn, retry: false, refetchOnMount: false });
    const leave = observer.subscribe(() => undefined);
    onTestFinished(leave);
    for (let count = 0; count < tries; count += 1) await observer.refetch();
    return {
      answer: (rows) => ((answered = rows), observer.refetch()),
      fail: () => ((answered = undefined), observer.refetch()),
    };
  };

  it('is told where the server fails, once until what is there is read anew', async () => {
    const { answer, fail } = await readAnew(fails({ code: 500, status: 500 }), 1);
    expect(toasts()).toEqual([OLD]);
    await act(() => vi.runAllTimersAsync());
    await fail();
    expect(toasts()).toEqual([]);
    await answer('新的');
    await fail();
    expect(toasts()).toEqual([OLD]);
  });

  it('fails without a word where there is another sign, or the next try may bring it', async () => {
    await readAnew(failure('timeout'), 1);
    await readAnew(failure('offline'), 1);
    await readAnew(fails({ code: null, status: 502 }), 1);
    // Nobody looks at it.
    await load('timeout', '示例');
    expect(toasts()).toEqual([]);
  });
});

it('the page that did not load says what happened', () => {
  const { rerender } = render(<LoadFailed error={failure('timeout')} onRetry={() => undefined} />);
  expect(screen.getByRole('status').textContent).toContain('服务器链接超时');
  rerender(<LoadFailed error={failure('offline')} onRetry={() => undefined} />);
  expect(screen.getByRole('status').textContent).toContain('暂时连不上服务器，这些内容还没有保存到本机');
});
