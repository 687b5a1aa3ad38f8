import type { QueryClient } from '@tanstack/react-query';
import { startPrefetch } from '@/offline/prefetch.ts';
import { getReachability, startReachability, subscribeToReachability } from '@/offline/reachability.ts';
import { askToPersist } from '@/offline/storage-state.ts';
import { startSync } from '@/offline/sync.ts';
import { fetchAhead, fetchListAhead } from '@/queries/fetch-ahead.ts';
import { homeKeys } from '@/queries/home-queries.ts';
import { lateWorkKeys } from '@/queries/late-work-queries.ts';
import { prefetchBasisTexts, renewLaws } from '@/queries/law-queries.ts';
import { myTaskDetailOptions, myTaskKeys, myTaskListOptions } from '@/queries/my-task-queries.ts';
import { ageCorrections, correctionDetailOptions, myCorrectionListOptions } from '@/queries/self-correction-queries.ts';
import { taskKeys } from '@/queries/task-queries.ts';
import { endSession } from './end-session.ts';

/**
 * Joins the offline layer with the queries of one account: what it delivers makes queries stale, what it fetches ahead
 * fills them, and a session that is over ends here.
 * @returns a function that ends it
 */
export function startOffline(account: string, queries: QueryClient): () => void {
  const endReachability = startReachability();
  const endSync = startSync({
    onDelivered: (deptTaskIds) => {
      for (const id of deptTaskIds) {
        // Not fetched again at once: while a task is filled in, every few taps deliver something, its points may be
        // a megabyte, and the answers on this phone are laid over them anyway.
        void queries.invalidateQueries({ queryKey: myTaskKeys.detail(id), refetchType: 'none' });
        void queries.invalidateQueries({ queryKey: myTaskKeys.history(id) });
      }
      for (const queryKey of [myTaskKeys.lists(), taskKeys.all, homeKeys.all, lateWorkKeys.all]) void queries.invalidateQueries({ queryKey });
      ageCorrections(queries);
    },
    onNeedsLogin: endSession,
  });
  const endPrefetch = startPrefetch(account, {
    tasks: {
      listOpen: async () => {
        const records = await fetchListAhead(queries, (page) => myTaskListOptions({ status: 'open', ...page }));
        return records.map((task) => task.id);
      },
      fetchDetail: async (id, signal) => {
        const { points } = await fetchAhead(queries, { ...myTaskDetailOptions(id), ...detailAhead }, signal);
        await prefetchBasisTexts(
          queries,
          points.map((point) => point.basis),
        );
        return new Map(points.map(({ pointId, answer }) => [pointId, answer?.revision ?? 0]));
      },
    },
    corrections: {
      listOpen: async () => {
        const records = await fetchListAhead(queries, (page) => myCorrectionListOptions({ status: 'open', ...page }));
        return records.map((correction) => correction.id);
      },
      fetchDetail: async (id, signal) => {
        const { items } = await fetchAhead(queries, { ...correctionDetailOptions(id), ...detailAhead }, signal);
        await prefetchBasisTexts(
          queries,
          items.map((item) => item.basis),
        );
        return new Map(items.map(({ itemId, revision }) => [itemId, revision]));
      },
    },
  });
  const renewWhenReachable = (): void => {
    if (getReachability() !== 'offline') void renewLaws(queries);
  };
  let wasOffline = false;
  const endRenewal = subscribeToReachability(() => {
    renewWhenReachable();
    const isOffline = getReachability() === 'offline';
    // What could not be loaded, or renewed, is now: the server may come back without the network ever having gone.
    if (wasOffline && !isOffline) void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    wasOffline = isOffline;
  });
  renewWhenReachable();
  void askToPersist();
  return () => {
    endRenewal();
    endPrefetch();
    endSync();
    endReachability();
  };
}

/**
 * Fetched ahead of need: nobody asked, so nobody is told of a failure. Not persisted with the lists: details are large, and
 * have copies that come and go together with what is entered.
 */
const detailAhead = { meta: { quiet: true }, retry: false } as const;
