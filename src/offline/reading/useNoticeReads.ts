import { useSyncExternalStore } from 'react';
import { getNoticeReads, subscribeToNoticeReads, type NoticeReads } from './notice-reads.ts';

export const useNoticeReads = (account: string): NoticeReads => useSyncExternalStore(subscribeToNoticeReads, () => getNoticeReads(account));
