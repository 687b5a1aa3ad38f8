import { dehydrate, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { persistOptions } from '@/offline/reading/query-persister.ts';
import { lateWorkKeys, type LateWorkFilter, useLateWork } from '@/queries/work/late-work-queries.ts';
import { answerCalls } from '../../features/answering-server.ts';
import { queriesOf, signInSomebody } from '../../features/my-tasks/render-view.tsx';

answerCalls(({ query }) => ({ message: { records: [], total: 4, pageNum: 1, pageSize: Number(query.get('pageSize')) } }));
beforeEach(() => void signInSomebody());

test('what waits for a decision is counted on the home screen after a restart without a network; long lists are not kept', async () => {
  const client = queriesOf();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const home: LateWorkFilter = { pageNum: 1, pageSize: 10, status: 'waiting' };
  for (const filter of [home, { pageNum: 1, pageSize: 50 }, { taskId: 't1', status: 'waiting' as const, pageSize: 100 }]) {
    const { result } = renderHook(() => useLateWork(filter), { wrapper });
    await waitFor(() => expect(result.current.data?.total).toBe(4));
  }
  const kept = dehydrate(client, persistOptions('u1').dehydrateOptions ?? {}).queries;
  expect(kept.map(({ queryKey }) => queryKey)).toEqual([lateWorkKeys.list(home)]);
});
