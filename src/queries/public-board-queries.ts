import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import type { Opinion } from '#contract/public-board.ts';
import { call } from '@/api/call.ts';
import { usePagedQuery } from './client/paged-query.ts';
import { readOneOf } from './client/read-one-of.ts';
import { readAnew } from './client/read-anew.ts';

export type BoardFilter = NonNullable<CallInput<'queryPublicBoard'>['query']>;
export type OpinionFilter = NonNullable<CallInput<'queryOpinionPage'>['query']>;

const boardKeys = {
  all: ['public-board'] as const,
  records: (filter: BoardFilter) => [...boardKeys.all, 'records', filter] as const,
  opinions: () => [...boardKeys.all, 'opinions'] as const,
  opinionList: (filter: OpinionFilter) => [...boardKeys.opinions(), filter] as const,
};

const boardOptions = (filter: BoardFilter) =>
  queryOptions({
    queryKey: boardKeys.records(filter),
    queryFn: async ({ signal }) => (await call('queryPublicBoard', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { persist: true },
  });

/** Not kept on the phone: an administrator's holds what everybody wrote. */
const opinionListOptions = (filter: OpinionFilter) =>
  queryOptions({
    queryKey: boardKeys.opinionList(filter),
    queryFn: async ({ signal }) => (await call('queryOpinionPage', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const usePublicBoard = (filter: BoardFilter) => usePagedQuery(boardOptions, filter);
export const useOpinions = (filter: OpinionFilter) => usePagedQuery(opinionListOptions, filter);

/** An opinion as the server has it now; undefined where it is gone. */
export const readOpinion = (id: string): Promise<Opinion | undefined> => readOneOf<Opinion>(id, async (page) => (await call('queryOpinionPage', { query: page })).data);

/** The sheet shows what failed itself. */
function useOpinionMutation<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, meta: { quiet: true }, onSettled: () => readAnew(client, boardKeys.opinions()) });
}

export const useAddOpinion = () => useOpinionMutation((body: CallInput<'addOpinion'>['body']) => call('addOpinion', { body }));
export const useAnswerOpinion = () => useOpinionMutation((body: CallInput<'answerOpinion'>['body']) => call('answerOpinion', { body }));
