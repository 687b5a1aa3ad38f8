/**
 * Notices that were read on this device, until the server has said so in a list: the bell counts down at a tap, without
 * a network too. What is lost here shows once more as unread, no more.
 */
import { ApiError, isTransient } from '@/api/ApiError.ts';
import { call } from '@/api/call.ts';
import { readStored, writeStored } from '@/lib/local-storage.ts';
import { createSignal } from '@/lib/signal.ts';

export interface NoticeReads {
  ids: readonly string[];
  /** All that was published up to then; empty when not all were read at once. */
  until: string;
}

const nothingRead: NoticeReads = { ids: [], until: '' };
/** More than anybody opens without a network. */
const MOST_IDS = 200;

const keyOf = (account: string): string => `zyzc-notice-reads-v1:${account}`;
const held = new Map<string, NoticeReads>();
const changed = createSignal();

/** The same object until something changes. */
export function getNoticeReads(account: string): NoticeReads {
  let reads = held.get(account);
  if (reads === undefined) {
    const stored = readStored(keyOf(account));
    reads = isReads(stored) ? stored : nothingRead;
    held.set(account, reads);
  }
  return reads;
}

/** Whether there is something that the server has not been told, as far as is known here. */
export function hasNoticeReads(account: string): boolean {
  const { ids, until } = getNoticeReads(account);
  return ids.length > 0 || until !== '';
}

function isReads(value: unknown): value is NoticeReads {
  if (typeof value !== 'object' || value === null || !('ids' in value) || !('until' in value)) return false;
  return Array.isArray(value.ids) && value.ids.every((id) => typeof id === 'string') && typeof value.until === 'string';
}

function setReads(account: string, reads: NoticeReads): void {
  held.set(account, reads);
  writeStored(keyOf(account), reads);
  changed.tell();
}

/** @returns a function that ends the subscription. */
export const subscribeToNoticeReads = changed.subscribe;

export function noteNoticeRead(account: string, id: string): void {
  const reads = getNoticeReads(account);
  if (!reads.ids.includes(id)) setReads(account, { ...reads, ids: [...reads.ids, id].slice(-MOST_IDS) });
}

/** @param until when the latest notice that the person has seen was published */
export function noteAllNoticesRead(account: string, until: string): void {
  const reads = getNoticeReads(account);
  if (until > reads.until) setReads(account, { ...reads, until });
}

/**
 * Tells the server what was read here.
 * @returns what it knows now: forget it once a list has said so
 * @throws ApiError when it cannot be told now; it stays, and is told with the next list
 */
export async function sendNoticeReads(account: string, signal: AbortSignal): Promise<NoticeReads> {
  const reads = getNoticeReads(account);
  if (reads.until !== '') await call('readAllNotices', { body: { until: reads.until } }, { signal });
  for (const id of reads.ids) {
    try {
      await call('readNotice', { params: { id } }, { signal });
    } catch (error) {
      // Refused, as of a notice that was withdrawn meanwhile: asking again would change nothing.
      if (!(error instanceof ApiError) || isTransient(error)) throw error;
    }
  }
  return reads;
}

export function forgetNoticeReads(account: string, told: NoticeReads): void {
  const reads = getNoticeReads(account);
  if (told.ids.length === 0 && told.until === '') return;
  setReads(account, { ids: reads.ids.filter((id) => !told.ids.includes(id)), until: reads.until === told.until ? '' : reads.until });
}
