import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import { call } from '@/api/call.ts';
import { usePagedQuery } from '@/queries/client/paged-query.ts';
import { readAnew } from '@/queries/client/read-anew.ts';
import { checkPointKeys } from './enabled-points.ts';

export type RewordingFilter = CallInput<'rewordings'>['query'];

const rewordingKeys = {
  all: ['rewording'] as const,
  list: (filter: RewordingFilter) => [...rewordingKeys.all, filter] as const,
};

// What another administrator decided a moment ago counts.
const rewordingListOptions = (filter: RewordingFilter) =>
  queryOptions({
    queryKey: rewordingKeys.list(filter),
    queryFn: async ({ signal }) => (await call('rewordings', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { persist: true, quiet: true },
  });

export const useRewordings = (filter: RewordingFilter) => usePagedQuery(rewordingListOptions, filter);

/** The screen shows a failure itself. */
export function useDecideRewordings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CallInput<'decideRewordings'>['body']) => (await call('decideRewordings', { body })).data,
    meta: { quiet: true },
    // After a refusal too: what was shown may be out of date.
    onSettled: () => readAnew(client, rewordingKeys.all, checkPointKeys.all),
  });
}
