import { useCallback, useEffect } from 'react';
import { keepPreviousData, queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import type { DeptTask, DeptTaskDetail } from '#contract/task.ts';
import { call } from '@/api/call.ts';
import { withSubmission } from '@/offline/entries/submission-view.ts';
import { freshOrKept } from '@/offline/reading/kept-copies.ts';
import { useSubmissions } from '@/offline/sending/useOutbox.ts';
import { freshOnceHeard } from '@/queries/client/kept-fresh.ts';
import { keyRoots } from '@/queries/client/key-roots.ts';
import { useKeptCopy } from '@/queries/client/useKeptCopy.ts';
import { useSession } from '@/session/useSession.ts';

export type MyTaskFilter = CallInput<'queryMyTaskCheckList'>['query'];

export const myTaskKeys = {
  all: keyRoots.myTask,
  lists: () => [...myTaskKeys.all, 'list'] as const,
  list: (filter: MyTaskFilter) => [...myTaskKeys.lists(), filter] as const,
  details: () => [...myTaskKeys.all, 'detail'] as const,
  detail: (deptTaskId: string) => [...myTaskKeys.details(), deptTaskId] as const,
  histories: () => [...myTaskKeys.all, 'history'] as const,
  history: (deptTaskId: string) => [...myTaskKeys.histories(), deptTaskId] as const,
};

export const myTaskListOptions = (filter: MyTaskFilter) =>
  queryOptions({
    queryKey: myTaskKeys.list(filter),
    queryFn: async ({ signal }) => (await call('queryMyTaskCheckList', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    meta: { persist: true },
  });

/**
 * A department task with its points as the server holds them; kept in IndexedDB, since up to a megabyte that is written
 * anew to localStorage after every change would stop the page. What this phone has not sent yet is laid over it
 * by `mergedAnswer`; nothing here ever replaces it.
 */
export const myTaskDetailOptions = (deptTaskId: string) =>
  queryOptions({
    queryKey: myTaskKeys.detail(deptTaskId),
    queryFn: ({ signal }) => freshOrKept('task', deptTaskId, () => call('queryTaskCheckPointInfo', { params: { id: deptTaskId } }, { signal })),
    // The worker answers from its cache when the network is slow or gone: the first try must not wait for a network.
    networkMode: 'offlineFirst',
    ...freshOnceHeard('task', deptTaskId),
    meta: { detail: 'kept' },
  });

/** As the server holds it, but for a submission from this phone that it does not know of yet. */
export function useMyTaskDetail(deptTaskId: string) {
  const options = myTaskDetailOptions(deptTaskId);
  useKeptCopy('task', deptTaskId, options.queryKey);
  const submitted = useSubmissions().get(deptTaskId);
  const name = useSession().user?.employeeName ?? '';
  const select = useCallback((detail: DeptTaskDetail) => withSubmission(detail, submitted, name), [submitted, name]);
  return useQuery({ ...options, ...(submitted && { select }) });
}

/** The detail as far as it is at hand; fetches nothing. */
export function useMyTaskDetailAtHand(deptTaskId: string) {
  const options = myTaskDetailOptions(deptTaskId);
  useKeptCopy('task', deptTaskId, options.queryKey);
  return useQuery({ ...options, enabled: false }).data;
}

/** Every value that the points of a department task ever had. */
export const answerHistoryOptions = (deptTaskId: string) =>
  queryOptions({
    queryKey: myTaskKeys.history(deptTaskId),
    queryFn: async ({ signal }) => (await call('queryMyTaskAnswerCheckPoint', { query: { deptTaskId } }, { signal })).data,
    meta: { quiet: true },
  });

export const useAnswerHistory = (deptTaskId: string) => useQuery(answerHistoryOptions(deptTaskId));

/** Fetches a task anew that turned out to be another than this phone thought. */
export function useRefreshTask(deptTaskId: string): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: myTaskKeys.detail(deptTaskId) });
    void client.invalidateQueries({ queryKey: myTaskKeys.lists() });
  }, [client, deptTaskId]);
}

/**
 * A list may know better than a detail that was fetched before it: returned, submitted by a colleague, cancelled.
 * Such details count as old from then on, and are fetched again when they are opened.
 */
export function useAgeDetailsBehind(tasks: readonly DeptTask[] | undefined): void {
  const client = useQueryClient();
  useEffect(() => void ageDetailsBehind(client, tasks ?? []), [client, tasks]);
}

/** As `useAgeDetailsBehind`. @returns ids of those that others have changed, as by a return: what this phone delivers changes counts alone */
export function ageDetailsBehind(client: QueryClient, tasks: readonly DeptTask[]): string[] {
  return tasks.flatMap((task) => {
    const detail = client.getQueryData(myTaskDetailOptions(task.id).queryKey);
    if (detail === undefined) return [];
    const isChanged = detail.status !== task.status || detail.endDate !== task.endDate;
    if (isChanged || detail.answeredCount !== task.answeredCount || detail.unqualifiedCount !== task.unqualifiedCount) {
      void client.invalidateQueries({ queryKey: myTaskKeys.detail(task.id), refetchType: 'none' });
    }
    return isChanged ? [task.id] : [];
  });
}
