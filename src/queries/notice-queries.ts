import { useMemo } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import type { MyNotice, MyNotices } from '#contract/notice.ts';
import { call } from '@/api/call.ts';
import { forgetNoticeReads, hasNoticeReads, type NoticeReads, sendNoticeReads } from '@/offline/reading/notice-reads.ts';
import { useNoticeReads } from '@/offline/reading/useNoticeReads.ts';

export type NoticeFilter = CallInput<'queryNoticePage'>['query'];

export const noticeKeys = {
  all: ['notice'] as const,
  mine: () => [...noticeKeys.all, 'mine'] as const,
  older: () => [...noticeKeys.all, 'older'] as const,
  lists: () => [...noticeKeys.all, 'list'] as const,
  list: (filter: NoticeFilter) => [...noticeKeys.lists(), filter] as const,
  detail: (id: string) => [...noticeKeys.all, 'detail', id] as const,
};

/** What the bell holds at once; more is asked for. */
export const BELL_SIZE = 20;
/** While the page is in sight; a hidden one asks nothing, and asks when it is shown again. */
const LOOK_EVERY_MS = 5 * 60_000;
const FRESH_MS = 2 * 60_000;

/** The newest notices of the person. What was read here goes to the server first, so that its answer knows of it. */
export const myNoticesOptions = (account: string) =>
  queryOptions({
    queryKey: noticeKeys.mine(),
    queryFn: async ({ signal }): Promise<MyNotices> => {
      const told = await sendNoticeReads(account, signal);
      const { data } = await call('queryMyNoticeList', { query: { pageNum: 1, pageSize: BELL_SIZE } }, { signal });
      forgetNoticeReads(account, told);
      return data;
    },
    // Going from view to view asks nothing, but what was read here and never told goes with the next chance.
    staleTime: () => (hasNoticeReads(account) ? 0 : FRESH_MS),
    refetchInterval: LOOK_EVERY_MS,
    meta: { persist: true, quiet: true },
  });

/** Those with what was read here laid over them. */
export function withReads(notices: readonly MyNotice[], reads: NoticeReads): MyNotice[] {
  return notices.map((notice) =>
    notice.isRead || (!reads.ids.includes(notice.id) && notice.publishedAt > reads.until) ? notice : { ...notice, isRead: true },
  );
}

/** How many are unread, of all: the server's count without those that were read here since. */
export function unreadCountOf({ records, unreadCount }: MyNotices, reads: NoticeReads): number {
  const shown = withReads(records, reads);
  const unreadShown = shown.filter((notice) => !notice.isRead).length;
  // All that stand on later pages are older than those of the first.
  const areOlderRead = reads.until !== '' && reads.until >= (records.at(-1)?.publishedAt ?? '');
  const unreadBefore = records.filter((notice) => !notice.isRead).length;
  return unreadShown + (areOlderRead ? 0 : Math.max(0, unreadCount - unreadBefore));
}

export function useMyNotices(account: string) {
  const query = useQuery(myNoticesOptions(account));
  const reads = useNoticeReads(account);
  const { data } = query;
  const shown = useMemo(() => data && { records: withReads(data.records, reads), total: data.total, unreadCount: unreadCountOf(data, reads) }, [data, reads]);
  return { ...shown, error: query.error, isFetching: query.isFetching, refetch: query.refetch };
}
