import { useCallback, useEffect } from 'react';
import { keepPreviousData, queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import type { SelfCorrection } from '#contract/self-correction.ts';
import { call } from '@/api/call.ts';
import { freshOrKept } from '@/offline/reading/kept-copies.ts';
import { freshOnceHeard } from '@/queries/client/kept-fresh.ts';
import { keyRoots } from '@/queries/client/key-roots.ts';
import { usePagedQuery } from '@/queries/client/paged-query.ts';
import { useKeptCopy } from '@/queries/client/useKeptCopy.ts';

export type MyCorrectionFilter = CallInput<'queryCompanySelfCorrectList'>['query'];
export type CorrectionRecordFilter = CallInput<'queryCompDeptSelfCorrectPageList'>['query'];

export const selfCorrectionKeys = {
  all: keyRoots.selfCorrection,
  lists: () => [...selfCorrectionKeys.all, 'list'] as const,
  list: (filter: MyCorrectionFilter) => [...selfCorrectionKeys.lists(), filter] as const,
  details: () => [...selfCorrectionKeys.all, 'detail'] as const,
  detail: (id: string) => [...selfCorrectionKeys.details(), id] as const,
  records: () => [...selfCorrectionKeys.all, 'record'] as const,
  /** With its history, as the department reads it. */
  ownRecord: (id: string) => [...selfCorrectionKeys.records(), 'own', id] as const,
  /** As an administrator reads it. */
  record: (id: string) => [...selfCorrectionKeys.records(), 'any', id] as const,
  recordLists: () => [...selfCorrectionKeys.all, 'record-list'] as const,
  recordList: (filter: CorrectionRecordFilter) => [...selfCorrectionKeys.recordLists(), filter] as const,
};

export const myCorrectionListOptions = (filter: MyCorrectionFilter) =>
  queryOptions({
    queryKey: selfCorrectionKeys.list(filter),
    queryFn: async ({ signal }) => (await call('queryCompanySelfCorrectList', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { persist: true },
  });

/**
 * A self-correction with its items as the server holds them. What this phone has not sent yet is laid over it
 * by `mergedCorrection`; nothing here ever replaces it.
 */
export const correctionDetailOptions = (id: string) =>
  queryOptions({
    queryKey: selfCorrectionKeys.detail(id),
    queryFn: ({ signal }) => freshOrKept('correction', id, () => call('queryCompanySelfCorrectById', { params: { id } }, { signal })),
    // The worker answers from its cache when the network is slow or gone: the first try must not wait for a network.
    networkMode: 'offlineFirst',
    ...freshOnceHeard('correction', id),
    meta: { detail: 'kept' },
  });

const ownRecordOptions = (id: string) =>
  queryOptions({
    queryKey: selfCorrectionKeys.ownRecord(id),
    queryFn: async ({ signal }) => (await call('selfCorrectDetail', { params: { id } }, { signal })).data,
    meta: { quiet: true },
  });

export const useMyCorrectionList = (filter: MyCorrectionFilter) => usePagedQuery(myCorrectionListOptions, filter);
export function useCorrectionDetail(id: string) {
  const options = correctionDetailOptions(id);
  useKeptCopy('correction', id, options.queryKey);
  return useQuery(options);
}
/** The detail as far as it is at hand; fetches nothing. */
export function useCorrectionDetailAtHand(id: string) {
  const options = correctionDetailOptions(id);
  useKeptCopy('correction', id, options.queryKey);
  return useQuery({ ...options, enabled: false }).data;
}
/** Every value that the items ever had, and every return; undefined while there is no network to ask. */
export const useCorrectionHistory = (id: string) => useQuery(ownRecordOptions(id)).data?.history;

/** Fetches a self-correction anew that turned out to be another than this phone thought. */
export function useRefreshCorrection(id: string): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: selfCorrectionKeys.detail(id) });
    void client.invalidateQueries({ queryKey: selfCorrectionKeys.lists() });
  }, [client, id]);
}

/**
 * A list may know better than a detail that was fetched before it: returned, confirmed, corrected by a colleague.
 * Such details count as old from then on, and are fetched again when they are opened.
 */
export function useAgeCorrectionsBehind(corrections: readonly SelfCorrection[] | undefined): void {
  const client = useQueryClient();
  useEffect(() => void ageCorrectionsBehind(client, corrections ?? []), [client, corrections]);
}

/** As `useAgeCorrectionsBehind`. @returns ids of those that others have changed, as by a return: what this phone delivers changes counts, and the due date where items have several */
export function ageCorrectionsBehind(client: QueryClient, corrections: readonly SelfCorrection[]): string[] {
  return corrections.flatMap((correction) => {
    const detail = client.getQueryData(correctionDetailOptions(correction.id).queryKey);
    if (detail === undefined) return [];
    const isChanged = detail.status !== correction.status || detail.dueDate !== correction.dueDate || detail.itemCount !== correction.itemCount || detail.returnedCount < correction.returnedCount;
    if (isChanged || detail.correctedCount !== correction.correctedCount || detail.returnedCount !== correction.returnedCount) {
      void client.invalidateQueries({ queryKey: selfCorrectionKeys.detail(correction.id), refetchType: 'none' });
    }
    return isChanged ? [correction.id] : [];
  });
}

/** What a delivered answer or correction makes old: a submission opens a self-correction, a correction completes a task. */
export function ageCorrections(client: QueryClient): void {
  // Details are not fetched again at once: what is on this phone is laid over them anyway.
  void client.invalidateQueries({ queryKey: selfCorrectionKeys.details(), refetchType: 'none' });
  for (const queryKey of [selfCorrectionKeys.lists(), selfCorrectionKeys.records(), selfCorrectionKeys.recordLists()]) {
    void client.invalidateQueries({ queryKey });
  }
}
