import { useCallback, useSyncExternalStore } from 'react';
import { useSession } from '@/session/useSession.ts';
import { noCounts, openOutbox, type Outbox, type OutboxCounts, type OutboxEntry, type SubmitEntryRow, type SubmittedRow } from '@/offline/entries/outbox.ts';
import { getLastContactAt, subscribeToReachability } from '@/offline/network/reachability.ts';
import { isSending, subscribeToSync } from '@/offline/entries/sync-status.ts';
import { useLoaded } from '@/offline/storage/useLoaded.ts';
import { waitingSince } from './long-wait.ts';

const noEntries: readonly OutboxEntry[] = [];
const noSubmissions: ReadonlyMap<string, SubmittedRow> = new Map();

export interface OutboxView {
  /** Oldest first. */
  entries: readonly OutboxEntry[];
  /** The same, each thing once, whatever values of it wait. */
  things: readonly OutboxEntry[];
  counts: OutboxCounts;
  /** Things of the present batch that the server has confirmed. */
  deliveredCount: number;
  isSending: boolean;
  /** True for an entry that the phone refused to store. */
  isInMemory: (entryId: string) => boolean;
  /** When our server answered last, in milliseconds; null for never on this device. */
  lastContactAt: number | null;
  /** Why waiting entries could not be read from this phone; null when they were. */
  problem: string | null;
}

/** All that waits for the server under the signed-in account. For counts alone take `useOutboxCounts`. */
export function useOutbox(): OutboxView {
  const outbox = useOpenOutbox();
  const entries = useOutboxValue(outbox, (open) => open.entries(), noEntries);
  const things = useOutboxValue(outbox, (open) => open.things(), noEntries);
  const counts = useOutboxValue(outbox, (open) => open.counts(), noCounts);
  const deliveredCount = useOutboxValue(outbox, (open) => open.deliveredCount(), 0);
  const problem = useOutboxValue(outbox, (open) => open.problem(), null);
  return {
    entries,
    things,
    counts,
    deliveredCount,
    isSending: useIsSending(),
    isInMemory: useCallback((entryId: string) => outbox?.isInMemory(entryId) ?? false, [outbox]),
    lastContactAt: useSyncExternalStore(subscribeToReachability, getLastContactAt),
    problem,
  };
}

/** How many things wait, by state; cheap enough for a mark that is always on the screen. */
export function useOutboxCounts(): OutboxCounts {
  return useOutboxValue(useOpenOutbox(), (open) => open.counts(), noCounts);
}

/** True while entries are on their way. */
export const useIsSending = (): boolean => useSyncExternalStore(subscribeToSync, isSending);

/** The submission of a department task that waits for the server, or failed; undefined when there is none. */
export function useWaitingSubmit(deptTaskId: string): SubmitEntryRow | undefined {
  return useOutboxValue<SubmitEntryRow | undefined>(useOpenOutbox(), (open) => open.submitOf(deptTaskId), undefined);
}

/** By department task, submissions that the server confirmed to this phone. */
export const useSubmissions = (): ReadonlyMap<string, SubmittedRow> => useOutboxValue(useOpenOutbox(), (open) => open.submissions(), noSubmissions);

/** When the oldest entry was made; null where nothing waits. Other entries draw nothing anew. */
export const useWaitingSince = (): string | null => useOutboxValue(useOpenOutbox(), (open) => waitingSince(open.entries()), null);

/** Whether anything entered lives in this tab's memory only, since the phone refused to store it. */
export const useIsSomethingNotSaved = (): boolean => useOutboxValue(useOpenOutbox(), (open) => open.counts().notSaved > 0, false);

/** True for an entry that the phone refused to store: it lives in this tab only. */
export const useIsInMemory = (entryId: string): boolean => useOutboxValue(useOpenOutbox(), (open) => open.isInMemory(entryId), false);

function useOutboxValue<T>(outbox: Outbox | undefined, read: (outbox: Outbox) => T, otherwise: T): T {
  const subscribe = useCallback((listener: () => void) => outbox?.subscribe(listener) ?? (() => undefined), [outbox]);
  return useSyncExternalStore(subscribe, () => (outbox ? read(outbox) : otherwise));
}

function useOpenOutbox(): Outbox | undefined {
  return useLoaded(useSession().user?.employeeId, openOutbox);
}
