import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoints.ts';
import type { Notice } from '#contract/notice.ts';
import { call } from '@/api/call.ts';
import { usePagedQuery } from '@/queries/client/paged-query.ts';
import { readAnew } from '@/queries/client/read-anew.ts';
import { type NoticeFilter, noticeKeys } from './notice-queries.ts';

const noticeListOptions = (filter: NoticeFilter) =>
  queryOptions({
    queryKey: noticeKeys.list(filter),
    queryFn: async ({ signal }) => (await call('queryNoticePage', { query: filter }, { signal })).data,
    placeholderData: keepPreviousData,
    // A restart restores it as it was written, seconds late: what was published just before it is asked for.
    staleTime: 0,
    meta: { persist: true },
  });

export const readNotice = async (id: string, signal?: AbortSignal) => (await call('queryNoticeById', { params: { id } }, { signal })).data;

export const noticeDetailOptions = (id: string) =>
  queryOptions({
    queryKey: noticeKeys.detail(id),
    queryFn: ({ signal }) => readNotice(id, signal),
    // Somebody changes it: what another administrator wrote a moment ago counts.
    staleTime: 0,
  });

export const useNoticeList = (filter: NoticeFilter) => usePagedQuery(noticeListOptions, filter);
export const useNoticeDetail = (id: string) => useQuery(noticeDetailOptions(id));

/** The list, and the administrator's own bell. */
function useNoticeMutation<Input>(change: (input: Input) => Promise<unknown>, isQuiet = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    ...(isQuiet ? { meta: { quiet: true } } : {}),
    // Also after a failure: the server may have done it, and the answer was lost.
    onSettled: () => readAnew(client, noticeKeys.all),
  });
}

/** The form shows what failed itself. */
export const useAddNotice = () => useNoticeMutation((body: CallInput<'addNotice'>['body']) => call('addNotice', { body }), true);
export const useChangeNotice = () => useNoticeMutation((body: CallInput<'updateNotice'>['body']) => call('updateNotice', { body }), true);
/** As the person has seen it. */
export const usePublishNotice = () => useNoticeMutation(({ id, title, body }: Notice) => call('publishNotice', { params: { id }, body: { read: { title, body } } }));
export const useWithdrawNotice = () => useNoticeMutation((id: string) => call('withdrawNotice', { params: { id } }));
export const useDeleteNotice = () => useNoticeMutation((id: string) => call('deleteNotice', { params: { id } }));
