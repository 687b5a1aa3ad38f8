import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import { call } from '@/api/call.ts';
import { taskKeys } from './task-queries.ts';

export type LateAnswerFilter = CallInput<'queryLateAnswerPage'>['query'];

export const lateAnswerKeys = {
  all: ['late-answer'] as const,
  mine: () => [...lateAnswerKeys.all, 'mine'] as const,
  lists: () => [...lateAnswerKeys.all, 'list'] as const,
  list: (filter: LateAnswerFilter) => [...lateAnswerKeys.lists(), filter] as const,
};

/** What this person handed in as late work, the latest fifty: what is still undecided comes first. */
const myLateAnswersOptions = () =>
  queryOptions({
    queryKey: lateAnswerKeys.mine(),
    queryFn: async ({ signal }) => (await call('queryMyLateAnswers', { query: { pageSize: 50 } }, { signal })).data,
    // Decided elsewhere: whoever opens the screen wants to know what holds now.
    staleTime: 0,
    // Read beside what waits on the phone, with and without a network.
    meta: { persist: true, quiet: true },
  });

const lateAnswersOptions = (filter: LateAnswerFilter) =>
  queryOptions({
    queryKey: lateAnswerKeys.list(filter),
    queryFn: async ({ signal }) => (await call('queryLateAnswerPage', { query: filter }, { signal })).data,
    meta: { quiet: true },
  });

export const useMyLateAnswers = () => useQuery(myLateAnswersOptions());
export const useLateAnswers = (filter: LateAnswerFilter) => useQuery(lateAnswersOptions(filter));

/** What is accepted may change the answers of its task. */
export function useDecideLateAnswer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: CallInput<'decideLateAnswer'>['body']) => call('decideLateAnswer', { body: decision }),
    // Also after a refusal: somebody else may have decided.
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: lateAnswerKeys.all }), client.invalidateQueries({ queryKey: taskKeys.all })]),
  });
}
