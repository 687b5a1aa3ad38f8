/** What the opened bell needs besides the newest notices, which every screen counts. */
import { useMemo } from 'react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { MyNotice } from '#contract/notice.ts';
import { call } from '@/api/call.ts';
import { noteAllNoticesRead, noteNoticeRead } from '@/offline/reading/notice-reads.ts';
import { useNoticeReads } from '@/offline/reading/useNoticeReads.ts';
import { BELL_SIZE, noticeKeys, withReads } from './notice-queries.ts';

/** The pages after the first, once they are wanted; nothing of them is kept. */
export function useOlderNotices(account: string, isWanted: boolean) {
  const query = useInfiniteQuery({
    queryKey: noticeKeys.older(),
    queryFn: async ({ pageParam, signal }) => (await call('queryMyNoticeList', { query: { pageNum: pageParam, pageSize: BELL_SIZE } }, { signal })).data,
    initialPageParam: 2,
    getNextPageParam: ({ pageNum, pageSize, total }) => (pageNum * pageSize < total ? pageNum + 1 : undefined),
    enabled: isWanted,
    gcTime: 0,
  });
  const reads = useNoticeReads(account);
  const { data } = query;
  const records = useMemo(() => withReads(data?.pages.flatMap((page) => page.records) ?? [], reads), [data, reads]);
  return { records, hasMore: query.hasNextPage, isFetching: query.isFetching, fetchMore: query.fetchNextPage };
}

/** Takes effect at once, with and without a network. */
export function useReadNotices(account: string) {
  const client = useQueryClient();
  const tell = (): void => void client.invalidateQueries({ queryKey: noticeKeys.mine() });
  return {
    readOne: (notice: MyNotice): void => {
      if (notice.isRead) return;
      noteNoticeRead(account, notice.id);
      tell();
    },
    readAll: (until: string): void => {
      noteAllNoticesRead(account, until);
      tell();
    },
  };
}
