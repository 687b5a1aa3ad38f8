import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import { call } from '@/api/call.ts';
import { keyRoots } from '@/queries/client/key-roots.ts';
import { readAnew } from '@/queries/client/read-anew.ts';
import { homeKeys } from './home-queries.ts';

const scoreLimitsKey = () => [...homeKeys.all, 'scoreLimits'] as const;

export const readScoreLimits = async (signal?: AbortSignal) => (await call('queryScoreSetting', undefined, { signal })).data;

/** Anew for each look: what is shown is about to be changed. */
export const useScoreLimits = () => useQuery(queryOptions({ queryKey: scoreLimitsKey(), queryFn: ({ signal }) => readScoreLimits(signal), staleTime: 0 }));

/** The sheet shows a failure itself. Every score that is shown has a class, so that all are read anew. */
export function useChangeScoreLimits() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<'updateScoreSetting'>['body']) => call('updateScoreSetting', { body }),
    meta: { quiet: true },
    onSuccess: () => readAnew(client, homeKeys.all, keyRoots.task, keyRoots.myTask),
  });
}
