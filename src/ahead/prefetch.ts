/** Fetches all that is open ahead of need, so that what was never opened before can be filled in without a network. */
import { code } from '#contract/codes.ts';
import { ApiError } from '@/api/ApiError.ts';
import { pageTimers } from '@/lib/timers.ts';
import { type Closed, type CorrectionToCompare, deliveredIds, type FilledCopy, pruneDelivered, type TaskToCompare } from '@/offline/entries/delivered-rows.ts';
import { prunePhotos } from '@/offline/files/photos.ts';
import { getReachability, subscribeToReachability } from '@/offline/network/reachability.ts';
import { keptIds } from '@/offline/reading/kept-copies.ts';
import { accountRows } from '@/offline/storage/account-rows.ts';
import { ENTRY_PREFIX } from '@/offline/storage/rows.ts';

export interface Prefetchable<Detail> {
  /** Ids of all that the signed-in person can still fill in. */
  listOpen: (signal: AbortSignal) => Promise<string[]>;
  /**
   * Fetches one with all that it needs into every cache that serves it offline.
   * @returns what the screen shows from then on
   */
  fetchDetail: (id: string, signal: AbortSignal) => Promise<Detail>;
  /** Whether others have changed it since it was fetched, as far as is known. */
  isOutdated?: (id: string) => boolean;
}

export interface PrefetchSource {
  /** Department tasks. */
  tasks: Prefetchable<TaskToCompare>;
  /** Self-corrections. */
  corrections: Prefetchable<CorrectionToCompare>;
}

/**
 * What nobody fills in, and what may wait for all that somebody does.
 * @param pause to be awaited before each call: nobody fills in then, and it throws when the account has left
 */
export type FetchLast = (pause: () => Promise<void>) => Promise<unknown>;

/** Few at a time, so that what the person does goes first. */
const AT_ONCE = 2;
/** Not sooner: the phones of fifty thousand institutions do it. */
const AGAIN_AFTER_MS = 5 * 60 * 1000;
/** After a pass in which something failed; twice as long each time, up to that. */
const RETRY_AFTER_MS = 60 * 1000;
/** What the screen that shows it asks for itself goes first. */
const SOON_MS = 2000;
/** Without a tap for so long, a person reads rather than fills in. */
const QUIET_MS = 3000;

export interface Prefetch {
  /** To be told what the server has just shown as open: what has no copy on this phone, or an outdated one, is fetched soon. */
  noteOpen: (kind: FilledCopy, ids: readonly string[]) => void;
  /** To be told that there is news of what this person has to do: everything is looked at soon. */
  noteNews: () => void;
  end: () => void;
}

/**
 * Fetches ahead at start, when network or page come back, and while somebody looks, at most every five minutes; never while
 * somebody fills in.
 * @param account the signed-in person; end it when somebody else signs in
 * @param fetchLast after every pass; never rejects
 */
export function startPrefetch(account: string, { tasks, corrections }: PrefetchSource, fetchLast: FetchLast, { now, after } = pageTimers): Prefetch {
  const controller = new AbortController();
  const { signal } = controller;
  const noted = new Map<string, FilledCopy>();
  let doneAt = -Infinity;
  let tapAt = -Infinity;
  let failures = 0;
  let hasNews = false;
  let isRunning = false;
  let callOff: () => void = () => undefined;

  const quiet = async (): Promise<void> => {
    for (let left = tapAt + QUIET_MS - now(); left > 0; left = tapAt + QUIET_MS - now()) await new Promise<void>((resolve) => void after(left, resolve));
  };
  const pause = async (): Promise<void> => {
    await quiet();
    if (signal.aborted) throw new DOMException('aborted', 'AbortError');
  };
  const patient = <Detail>(prefetchable: Prefetchable<Detail>): Prefetchable<Detail> => ({
    ...prefetchable,
    fetchDetail: async (id, given) => {
      await pause();
      return await prefetchable.fetchDetail(id, given);
    },
  });
  const source: PrefetchSource = { tasks: patient(tasks), corrections: patient(corrections) };

  const fetchNoted = async (): Promise<boolean> => {
    let areAllFetched = true;
    while (noted.size > 0) {
      const shown = [...noted];
      noted.clear();
      for (const kind of ['task', 'correction'] as const) {
        const kept = await keptIds(account, kind);
        const prefetchable = kind === 'task' ? source.tasks : source.corrections;
        const wanted = shown.flatMap(([id, of]) => (of === kind && (!kept.has(id) || prefetchable.isOutdated?.(id)) ? [id] : []));
        if (!(await fetchAll(wanted, prefetchable, signal))) areAllFetched = false;
      }
    }
    return areAllFetched;
  };

  let isFetchingLast = false;
  /** Beside the next pass: it holds up nothing that somebody fills in. */
  const fetchTheRest = async (): Promise<void> => {
    if (isFetchingLast || signal.aborted) return;
    isFetchingLast = true;
    await fetchLast(pause);
    isFetchingLast = false;
  };

  const run = async (): Promise<void> => {
    const isPassDue = hasNews || now() - doneAt >= AGAIN_AFTER_MS;
    if (isRunning || signal.aborted || getReachability() === 'offline' || !(isPassDue || noted.size > 0)) return;
    isRunning = true;
    hasNews = false;
    callOff();
    await quiet();
    // Somebody else may have signed in meanwhile.
    if (signal.aborted) return;
    const isPassDone = !isPassDue || (await prefetchOpen(account, source, signal));
    const isDone = (await fetchNoted()) && isPassDone;
    isRunning = false;
    failures = isDone ? 0 : failures + 1;
    if (!isDone) doneAt = -Infinity;
    else if (isPassDue) doneAt = now();
    if (isPassDue) void fetchTheRest();
    if (!signal.aborted) callOff = after(hasNews ? SOON_MS : isDone ? doneAt + AGAIN_AFTER_MS - now() : Math.min(AGAIN_AFTER_MS, RETRY_AFTER_MS * 2 ** (failures - 1)), runIfVisible);
  };
  const runIfVisible = () => {
    if (document.visibilityState === 'visible') void run();
  };
  const ends = [
    subscribeToReachability(() => void run()),
    accountRows(account).subscribe((changes) => {
      if (changes.some(({ key }) => key.startsWith(ENTRY_PREFIX))) tapAt = now();
    }),
  ];
  document.addEventListener('visibilitychange', runIfVisible);
  void run();
  return {
    noteOpen: (kind, ids) => {
      const isAwaited = noted.size > 0;
      for (const id of ids) noted.set(id, kind);
      if (!isAwaited && noted.size > 0) after(SOON_MS, () => void run());
    },
    noteNews: () => {
      hasNews = true;
      after(SOON_MS, () => void run());
    },
    end: () => {
      controller.abort();
      callOff();
      for (const end of ends) end();
      document.removeEventListener('visibilitychange', runIfVisible);
    },
  };
}

/**
 * Fetches all details once, and then removes from this phone what was delivered of things that are closed by now.
 * @returns false when anything could not be fetched; nothing is thrown, since nobody asked for it
 */
export async function prefetchOpen(account: string, { tasks, corrections }: PrefetchSource, signal: AbortSignal): Promise<boolean> {
  try {
    const openTasks = await tasks.listOpen(signal);
    const openCorrections = await corrections.listOpen(signal);
    const areTasksFetched = await fetchAll(openTasks, tasks, signal);
    const areCorrectionsFetched = await fetchAll(openCorrections, corrections, signal);
    const closedTasks = await fetchClosed(account, 'task', openTasks, tasks, signal);
    const closedCorrections = await fetchClosed(account, 'correction', openCorrections, corrections, signal);
    if (signal.aborted) return false;
    await accountRows(account).disk.change(async (rows) => {
      await pruneDelivered(rows, 'task', openTasks, closedTasks);
      await pruneDelivered(rows, 'correction', openCorrections, closedCorrections);
    });
    await prunePhotos(account);
    return areTasksFetched && areCorrectionsFetched;
  } catch {
    return false;
  }
}

async function fetchAll(ids: readonly string[], { fetchDetail }: Prefetchable<unknown>, signal: AbortSignal): Promise<boolean> {
  const waiting = [...ids];
  let areAllFetched = true;
  const fetchNext = async () => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      await fetchDetail(id, signal).catch(() => (areAllFetched = false));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  return areAllFetched;
}

/** What is not open, and of which this phone still holds something that the server confirmed; without what could not be asked for. */
async function fetchClosed<Detail extends TaskToCompare | CorrectionToCompare>(
  account: string,
  copies: FilledCopy,
  open: readonly string[],
  { fetchDetail }: Prefetchable<Detail>,
  signal: AbortSignal,
): Promise<Closed> {
  const ids = await accountRows(account).disk.read((rows) => deliveredIds(rows, copies));
  const found = new Map<string, Detail | undefined>();
  for (const id of ids) {
    if (open.includes(id)) continue;
    try {
      found.set(id, await fetchDetail(id, signal));
    } catch (error) {
      if (error instanceof ApiError && (error.code === code.notFound || error.code === code.forbidden)) found.set(id, undefined);
    }
  }
  return found;
}
