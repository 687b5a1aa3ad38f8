import { dehydrate, QueryClient, QueryClientProvider, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { freshOrKept } from '@/offline/reading/kept-copies.ts';
import { persistOptions } from '@/offline/reading/query-persister.ts';
import { myTaskDetailOptions, myTaskListOptions, useMyTaskDetailAtHand } from '@/queries/work/my-task-queries.ts';
import { correctionDetailOptions, useCorrectionDetailAtHand } from '@/queries/work/self-correction-queries.ts';
import { storeSession } from '@/session/session-store.ts';
import { answered, keptByWorker } from '../../offline/answered.ts';
import { signedInAs } from '../../offline/people.ts';

/** A client that was just started and fetches nothing. */
function startClient() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  return { client, wrapper };
}

test('a new page has every detail that was kept, before any server was asked, and takes it for old', async () => {
  act(() => storeSession(signedInAs('keeper')));
  const task = { id: 't1', points: [{ pointId: 'p1' }] };
  const correction = { id: 'c1', items: [{ itemId: 'i1' }] };
  await freshOrKept('task', 't1', () => Promise.resolve(answered(task)));
  await freshOrKept('correction', 'c1', () => Promise.resolve(answered(correction)));

  const { client, wrapper } = startClient();
  const { result } = renderHook(() => ({ task: useMyTaskDetailAtHand('t1'), correction: useCorrectionDetailAtHand('c1'), other: useMyTaskDetailAtHand('t2') }), { wrapper });
  await waitFor(() => expect(result.current).toMatchObject({ task, correction }));
  expect(result.current.other).toBeUndefined();
  expect(client.getQueryCache().find({ queryKey: myTaskDetailOptions('t1').queryKey })?.isStaleByTime(30_000)).toBe(true);
});

test('what the server said meanwhile is not replaced by the copy', async () => {
  act(() => storeSession(signedInAs('late-keeper')));
  await freshOrKept('task', 't1', () => Promise.resolve(answered({ id: 't1', remark: 'kept' })));
  const { client, wrapper } = startClient();
  const { result } = renderHook(() => useMyTaskDetailAtHand('t1'), { wrapper });
  act(() => void client.setQueryData(['my-task', 'detail', 't1'], { id: 't1', remark: 'fresh' }));
  await act(async () => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(result.current).toMatchObject({ remark: 'fresh' });
});

test('details are left out of what is written to localStorage, lists are not', async () => {
  const { client } = startClient();
  const fetched = async (options: { queryKey: readonly unknown[]; meta?: { persist?: true } | undefined }): Promise<void> => {
    await client.fetchQuery({ queryKey: options.queryKey, ...(options.meta ? { meta: options.meta } : {}), queryFn: () => ({ id: 'x' }) });
  };
  await fetched(myTaskListOptions({}));
  await fetched(myTaskDetailOptions('t1'));
  await fetched(correctionDetailOptions('c1'));
  const { queries } = dehydrate(client, persistOptions('keeper').dehydrateOptions);
  expect(queries.map(({ queryKey }) => queryKey)).toEqual([myTaskListOptions({}).queryKey]);
});

test('what is in sight as it was kept is asked for again by itself until the server has said it', async () => {
  act(() => storeSession(signedInAs('waiter')));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { client } = startClient();
  const answers = [keptByWorker({ id: 't1', remark: 'kept' }, 1), keptByWorker({ id: 't1', remark: 'kept' }, 1), answered({ id: 't1', remark: 'fresh' }, 2)];
  const options = { ...myTaskDetailOptions('t1'), queryFn: () => freshOrKept('task', 't1', () => Promise.resolve(answers.shift()!)) };
  const observer = new QueryObserver<unknown>(client, options as QueryObserverOptions<unknown>);
  const end = observer.subscribe(() => undefined);
  const left = async (count: number) => await vi.waitFor(() => expect([answers.length, observer.getCurrentResult().fetchStatus]).toEqual([count, 'idle']));
  await left(2);
  await vi.advanceTimersByTimeAsync(10_000);
  await left(1);
  await vi.advanceTimersByTimeAsync(19_000);
  await left(1);
  await vi.advanceTimersByTimeAsync(1000);
  await left(0);
  expect(observer.getCurrentResult().data).toMatchObject({ remark: 'fresh' });
  // Another would find no answer.
  await vi.advanceTimersByTimeAsync(120_000);
  end();
  vi.useRealTimers();
});
