import { type FetchQueryOptions, matchQuery, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Basis } from '#contract/check-point.ts';
import type { MyNotices } from '#contract/notice.ts';
import type { Page } from '#contract/paging.ts';
import type { SelfCorrection, SelfCorrectionDetail } from '#contract/self-correction.ts';
import type { DeptTask, DeptTaskDetail } from '#contract/task.ts';
import { isOpen } from '#contract/task-status.ts';
import { savesData } from '@/offline/network/save-data.ts';
import { followOtherTabs, isAsServerHasIt, onLateAnswer } from '@/offline/reading/kept-copies.ts';
import type { CopyKind } from '@/offline/storage/rows.ts';
import { countReplaced, subscribeToStorage } from '@/offline/storage/storage-state.ts';
import { noticeKeys } from '@/queries/notice-queries.ts';
import { ageDetailsBehind, myTaskDetailOptions, myTaskKeys, myTaskListOptions } from '@/queries/work/my-task-queries.ts';
import { ageCorrectionsBehind, correctionDetailOptions, myCorrectionListOptions, selfCorrectionKeys } from '@/queries/work/self-correction-queries.ts';
import { agePostdated, fetchAhead, fetchListAhead } from './fetch-ahead.ts';
import { type FetchLast, type PrefetchSource, startPrefetch } from './prefetch.ts';

/**
 * Keeps what one account has to fill in at hand: fetches its open tasks and corrections ahead, and again when a list,
 * a notice or the server tells that they have changed. After them come the texts of the laws.
 * @returns a function that ends it
 */
export function startAhead(account: string, queries: QueryClient): () => void {
  const withTexts = new WeakSet<object>();
  /** Once for what has not changed: it asks for the library each time. The first screen need not wait for the code of the laws. */
  const readTexts = async (cited: readonly { basis: Basis; furtherBases?: Basis[] | undefined }[]): Promise<void> => {
    if (withTexts.has(cited)) return;
    const laws = await import('@/queries/laws/law-queries.ts').catch(() => undefined);
    const isRead = await laws?.prefetchBasisTexts(
      queries,
      cited.flatMap(({ basis, furtherBases = [] }) => [basis, ...furtherBases]),
    );
    if (isRead) withTexts.add(cited);
  };
  /** Ids of tasks and corrections that others changed after their detail was fetched. */
  const outdated = new Set<string>();
  const isOutdated = (kind: CopyKind, id: string): boolean => outdated.has(id) || !isAsServerHasIt(kind, id);
  const noteOutdated = (ids: readonly string[]): void => {
    for (const id of ids) outdated.add(id);
  };
  const isFrom = (queryKey: QueryKey, before: number): boolean => (queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < before;
  /** Since then nothing is kept of what was fetched before. */
  let replacedAt = 0;
  const fetchDetailAhead = async <Data, Key extends QueryKey>(id: string, options: FetchQueryOptions<Data, Error, Data, Key>, kind: CopyKind, signal: AbortSignal): Promise<Data> => {
    const detail = await fetchAhead(queries, { ...options, ...detailAhead, ...(isOutdated(kind, id) || isFrom(options.queryKey, replacedAt) ? { staleTime: 0 } : {}) }, signal);
    outdated.delete(id);
    // As if it had failed: it is asked for again soon.
    if (!isAsServerHasIt(kind, id)) throw new Error(`${kind} ${id} is as it was kept`);
    return detail;
  };
  let lawsDoneAt = -Infinity;
  const keepLaws: FetchLast = async (pause) => {
    if (performance.now() - lawsDoneAt < LAWS_AGAIN_AFTER_MS) return;
    const laws = await import('@/queries/laws/held-law-queries.ts').catch(() => undefined);
    if (await laws?.keepLawsAhead(queries, { isSparing: savesData(), pause })) lawsDoneAt = performance.now();
  };
  const source: PrefetchSource = {
    tasks: {
      listOpen: async () => {
        agePostdated(queries);
        const records = await fetchListAhead(queries, (page) => myTaskListOptions({ status: 'open', ...page }));
        noteOutdated(ageDetailsBehind(queries, records));
        return records.map((task) => task.id);
      },
      fetchDetail: async (id, signal) => {
        const detail = await fetchDetailAhead(id, myTaskDetailOptions(id), 'task', signal);
        await readTexts(detail.points);
        return detail;
      },
      isOutdated: (id) => isOutdated('task', id),
    },
    corrections: {
      listOpen: async () => {
        const records = await fetchListAhead(queries, (page) => myCorrectionListOptions({ status: 'open', ...page }));
        noteOutdated(ageCorrectionsBehind(queries, records));
        return records.map((correction) => correction.id);
      },
      fetchDetail: async (id, signal) => {
        const detail = await fetchDetailAhead(id, correctionDetailOptions(id), 'correction', signal);
        await readTexts(detail.items);
        return detail;
      },
      isOutdated: (id) => isOutdated('correction', id),
    },
  };
  const prefetch = startPrefetch(account, source, keepLaws);
  const newestOf = ({ records }: MyNotices): string => records[0]?.id ?? '';
  // Lists that were restored are older than this page; the screens may have been answered before this began.
  const notices = queries.getQueryState<MyNotices>(noticeKeys.mine());
  let newestNotice = notices?.data && notices.dataUpdatedAt > performance.timeOrigin ? newestOf(notices.data) : undefined;
  const endLists = queries.getQueryCache().subscribe((event) => {
    // What is laid into a list by hand was not answered by the server.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const { query } = event;
    const idsOf = <Row extends { id: string }>(rows: readonly Row[]) => rows.map(({ id }) => id);
    if (matchQuery({ queryKey: myTaskKeys.lists() }, query)) {
      const open = (query.state.data as Page<DeptTask>).records.filter(({ status }) => isOpen(status));
      noteOutdated(ageDetailsBehind(queries, open));
      prefetch.noteOpen('task', idsOf(open));
    }
    if (matchQuery({ queryKey: selfCorrectionKeys.lists() }, query)) {
      const open = (query.state.data as Page<SelfCorrection>).records.filter(({ status }) => status === 'open');
      noteOutdated(ageCorrectionsBehind(queries, open));
      prefetch.noteOpen('correction', idsOf(open));
    }
    if (matchQuery({ queryKey: noticeKeys.mine() }, query)) {
      const newest = newestOf(query.state.data as MyNotices);
      if (newestNotice !== undefined && newest !== newestNotice) {
        for (const queryKey of [myTaskKeys.lists(), selfCorrectionKeys.lists()]) void queries.invalidateQueries({ queryKey });
        prefetch.noteNews();
      }
      newestNotice = newest;
    }
  });
  const endLate = onLateAnswer((kind, id, data) => {
    if (kind === 'task') queries.setQueryData(myTaskKeys.detail(id), data as DeptTaskDetail);
    if (kind === 'correction') queries.setQueryData(correctionDetailOptions(id).queryKey, data as SelfCorrectionDetail);
  });
  const endOthers = followOtherTabs(account);
  let replaced = countReplaced();
  const endStorage = subscribeToStorage(() => {
    if (countReplaced() === replaced) return;
    replaced = countReplaced();
    replacedAt = Date.now();
    lawsDoneAt = -Infinity;
    prefetch.noteNews();
  });
  return () => {
    endStorage();
    endOthers();
    endLate();
    endLists();
    prefetch.end();
  };
}

/** Laws change once in a while, and a list of thousands takes long on a weak signal. */
const LAWS_AGAIN_AFTER_MS = 6 * 60 * 60_000;

/** What a list does not show to have changed is fetched again after so long, and nothing that was fetched just now. */
const STALE_AHEAD_MS = 30 * 60_000;
const RECENT_MS = 4 * 60_000;

/**
 * Fetched ahead of need: nobody asked, so nobody is told of a failure. Not persisted with the lists: details are large, and
 * have copies that come and go together with what is entered.
 */
const detailAhead = {
  meta: { quiet: true },
  retry: false,
  // Static even if it counts as old: each delivery of what is filled in makes it so.
  staleTime: ({ state }: Pick<Query, 'state'>) => (Date.now() - state.dataUpdatedAt < RECENT_MS ? ('static' as const) : STALE_AHEAD_MS),
} as const;
