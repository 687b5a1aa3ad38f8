import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import { call } from '@/api/call.ts';
import { keyRoots } from '@/queries/client/key-roots.ts';
import { readTasksAnew } from '@/queries/client/read-anew.ts';

export type LateWorkFilter = CallInput<'queryLateWorkPage'>['query'];

export const lateWorkKeys = {
  all: keyRoots.lateWork,
  mine: () => [...lateWorkKeys.all, 'mine'] as const,
  lists: () => [...lateWorkKeys.all, 'list'] as const,
  list: (filter: LateWorkFilter) => [...lateWorkKeys.lists(), filter] as const,
};

/** What this person handed in as late work, the latest fifty: what is still undecided comes first. */
const myLateWorkOptions = () =>
  queryOptions({
    queryKey: lateWorkKeys.mine(),
    queryFn: async ({ signal }) => (await call('queryMyLateWork', { query: { pageSize: 50 } }, { signal })).data,
    // Decided elsewhere: whoever opens the screen wants to know what holds now.
    staleTime: 0,
    // Read beside what waits on the phone, with and without a network.
    meta: { persist: true, quiet: true },
  });

/** What the home screen tells the number of, without a network too. The other lists hold much, and nothing can be decided without one. */
const isHomeCount = ({ status, taskId, deptId }: LateWorkFilter): boolean => status === 'waiting' && taskId === undefined && deptId === undefined;

const lateWorkOptions = (filter: LateWorkFilter) =>
  queryOptions({
    queryKey: lateWorkKeys.list(filter),
    queryFn: async ({ signal }) => (await call('queryLateWorkPage', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { quiet: true, ...(isHomeCount(filter) ? { persist: true as const } : {}) },
  });

export const useMyLateWork = () => useQuery(myLateWorkOptions());
export const useLateWork = (filter: LateWorkFilter) => useQuery(lateWorkOptions(filter));

/** What is accepted may change the answers of its task, or its self-correction. */
export function useDecideLateWork() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: CallInput<'decideLateWork'>['body']) => call('decideLateWork', { body: decision }),
    // Also after a refusal: somebody else may have decided.
    onSettled: () => readTasksAnew(client, lateWorkKeys.all),
  });
}

/** Reads anew what an import may have changed, which is nearly everything about tasks. */
export function useRefreshAfterImport() {
  const client = useQueryClient();
  return () => readTasksAnew(client, lateWorkKeys.all);
}
