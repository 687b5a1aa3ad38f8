import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import type { ChangedCitation } from '#contract/law-change.ts';
import { call } from '@/api/call.ts';
import { usePagedQuery } from '@/queries/client/paged-query.ts';
import { readAnew } from '@/queries/client/read-anew.ts';
import { checkPointKeys } from './enabled-points.ts';

export type LawChangeFilter = CallInput<'lawChanges'>['query'];
export type CitationFilter = CallInput<'lawCitations'>['query'];

const lawChangeKeys = {
  all: ['law-change'] as const,
  list: (filter: LawChangeFilter) => [...lawChangeKeys.all, 'list', filter] as const,
  detail: (id: string) => [...lawChangeKeys.all, 'detail', id] as const,
  citations: (id: string, filter: CitationFilter) => [...lawChangeKeys.detail(id), 'citations', filter] as const,
};

// What another administrator decided a moment ago counts.
const lawChangeListOptions = (filter: LawChangeFilter) =>
  queryOptions({
    queryKey: lawChangeKeys.list(filter),
    queryFn: async ({ signal }) => (await call('lawChanges', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { persist: true, quiet: true },
  });

const lawChangeOptions = (id: string) =>
  queryOptions({
    queryKey: lawChangeKeys.detail(id),
    queryFn: async ({ signal }) => (await call('lawChange', { params: { id } }, { signal })).data,
    staleTime: 0,
    meta: { detail: true },
  });

const citationListOptions = (id: string, filter: CitationFilter) =>
  queryOptions({
    queryKey: lawChangeKeys.citations(id, filter),
    queryFn: async ({ signal }) => (await call('lawCitations', { params: { id }, query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useLawChanges = (filter: LawChangeFilter) => usePagedQuery(lawChangeListOptions, filter);
export const useLawChange = (id: string) => useQuery(lawChangeOptions(id));
export const useLawCitations = (id: string, filter: CitationFilter) => usePagedQuery((asked: CitationFilter) => citationListOptions(id, asked), filter);

/** One of them as it is now; undefined where it is no more. */
export async function readCitation(lawId: string, { pointId, place }: ChangedCitation): Promise<ChangedCitation | undefined> {
  const { records } = (await call('lawCitations', { params: { id: lawId }, query: { pointId } })).data;
  return records.find((each) => each.place === place);
}

/** The screen shows a failure itself. */
export function useDecideCitations() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CallInput<'decideCitations'>['body']) => (await call('decideCitations', { body })).data,
    meta: { quiet: true },
    // After a refusal too: what was shown may be out of date.
    onSettled: () => readAnew(client, lawChangeKeys.all, checkPointKeys.all),
  });
}
