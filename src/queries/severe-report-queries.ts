import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import type { SevereReport } from '#contract/severe-report.ts';
import { call } from '@/api/call.ts';
import { readSevereFile } from '@/api/files.ts';
import { usePagedQuery } from './client/paged-query.ts';
import { readOneOf } from './client/read-one-of.ts';
import { readAnew } from './client/read-anew.ts';
import { useQuietCall } from './client/useQuietCall.ts';

export type SevereFilter = NonNullable<CallInput<'querySeverePage'>['query']>;

const severeKeys = {
  all: ['severe-report'] as const,
  list: (filter: SevereFilter) => [...severeKeys.all, filter] as const,
};

const severeListOptions = (filter: SevereFilter) =>
  queryOptions({
    queryKey: severeKeys.list(filter),
    queryFn: async ({ signal }) => (await call('querySeverePage', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  });

export const useSevereReports = (filter: SevereFilter) => usePagedQuery(severeListOptions, filter);

/** A report as the server has it now. */
export const readSevereReport = (id: string): Promise<SevereReport | undefined> => readOneOf<SevereReport>(id, async (page) => (await call('querySeverePage', { query: page })).data);

/** The sheet shows what failed itself. */
function useSevereMutation<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, meta: { quiet: true }, onSettled: () => readAnew(client, severeKeys.all) });
}

export const useReportSevere = () => useSevereMutation((body: CallInput<'reportSevere'>['body']) => call('reportSevere', { body }));
export const useCloseSevere = () => useSevereMutation((body: CallInput<'closeSevere'>['body']) => call('closeSevere', { body }));
export const useReadSevereFile = () => useQuietCall((fileId: string) => readSevereFile(fileId));
