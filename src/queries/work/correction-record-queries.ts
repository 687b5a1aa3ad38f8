import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import { call } from '@/api/call.ts';
import { readCorrectionLedger } from '@/api/workbooks.ts';
import { usePagedQuery } from '@/queries/client/paged-query.ts';
import { readTasksAnew } from '@/queries/client/read-anew.ts';
import { type CorrectionRecordFilter, selfCorrectionKeys } from './self-correction-queries.ts';

const recordListOptions = (filter: CorrectionRecordFilter) =>
  queryOptions({
    queryKey: selfCorrectionKeys.recordList(filter),
    queryFn: async ({ signal }) => (await call('queryCompDeptSelfCorrectPageList', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { persist: true },
  });

const recordOptions = (id: string) =>
  queryOptions({
    queryKey: selfCorrectionKeys.record(id),
    queryFn: async ({ signal }) => (await call('queryCompDeptSelfCorrectById', { params: { id } }, { signal })).data,
    meta: { detail: true },
  });

export const useCorrectionRecordList = (filter: CorrectionRecordFilter) => usePagedQuery(recordListOptions, filter);
export const useCorrectionRecord = (id: string) => useQuery(recordOptions(id));

export const useCorrectionLedger = () => useMutation({ mutationFn: readCorrectionLedger });

/** @param isQuiet the screen shows a failure itself */
function useReview<Input, Answer>(review: (input: Input) => Promise<Answer>, isQuiet = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: review,
    ...(isQuiet ? { meta: { quiet: true } } : {}),
    onSettled: () => readTasksAnew(client),
  });
}

export const useConfirmCorrection = () => useReview((body: CallInput<'confirmSelfCorrect'>['body']) => call('confirmSelfCorrect', { body }));

export const useConfirmCorrections = () => useReview((body: CallInput<'confirmSelfCorrectList'>['body']) => call('confirmSelfCorrectList', { body }), true);

export const useReturnCorrectionItems = () =>
  useReview((body: CallInput<'returnSelfCorrectItems'>['body']) => call('returnSelfCorrectItems', { body }), true);
