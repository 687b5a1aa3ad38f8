/** Fetches all that is open ahead of need, so that what was never opened before can be filled in without a network. */
import { code } from '#contract/codes.ts';
import { ApiError } from '@/api/ApiError.ts';
import { pageTimers } from '@/lib/timers.ts';
import { accountRows } from './account-rows.ts';
import type { WriteRows } from './database.ts';
import { keptIds } from './kept-copies.ts';
import { prunePhotos } from './photos.ts';
import { getReachability, subscribeToReachability } from './reachability.ts';
import { ANSWER_PREFIX, answerKey, copyPrefix, CORRECTION_PREFIX, correctionKey, ENTRY_PREFIX, type AnswerRow, type CopyKind, type CopyRow, type CorrectionRow } from './rows.ts';

export interface Prefetchable {
  /** Ids of all that the signed-in person can still fill in. */
  listOpen: (signal: AbortSignal) => Promise<string[]>;
  /**
   * Fetches one with all that it needs into every cache that serves it offline.
   * @returns the revision of each check point or item in what the screen shows from then on
   */
  fetchDetail: (id: string, signal: AbortSignal) => Promise<Revisions>;
  /** Whether others have changed it since it was fetched, as far as is known. */
  isOutdated?: (id: string) => boolean;
}

/** By the id of a check point, or of an item; 0 for one that nobody has filled in. */
export type Revisions = ReadonlyMap<string, number>;

export interface PrefetchSource {
  /** Department tasks. */
  tasks: Prefetchable;
  /** Self-corrections. */
  corrections: Prefetchable;
}

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
const CLOSED_STAYS_MS = 24 * 60 * 60 * 1000;

export interface Prefetch {
  /** To be told what the server has just shown as open: what has no copy on this phone, or an outdated one, is fetched soon. */
  noteOpen: (kind: CopyKind, ids: readonly string[]) => void;
  /** To be told that there is news of what this person has to do: everything is looked at soon. */
  noteNews: () => void;
  end: () => void;
}

/**
 * Fetches ahead at start, when network or page come back, and while somebody looks, at most every five minutes; never while
 * somebody fills in.
 * @param account the signed-in person; end it when somebody else signs in
 */
export function startPrefetch(account: string, { tasks, corrections }: PrefetchSource, { now, after } = pageTimers): Prefetch {
  const controller = new AbortController();
  const { signal } = controller;
  const noted = new Map<string, CopyKind>();
  let doneAt = -Infinity;
  let tapAt = -Infinity;
  let failures = 0;
  let hasNews = false;
  let isRunning = false;
  let callOff: () => void = () => undefined;

  const quiet = async (): Promise<void> => {
    for (let left = tapAt + QUIET_MS - now(); left > 0; left = tapAt + QUIET_MS - now()) await new Promise<void>((resolve) => void after(left, resolve));
  };
  const patient = (prefetchable: Prefetchable): Prefetchable => ({
    ...prefetchable,
    fetchDetail: async (id, given) => {
      await quiet();
      if (given.aborted) throw new DOMException('aborted', 'AbortError');
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

type FilledRow = AnswerRow | CorrectionRow;

/** What is fetched ahead, and how this phone holds what was entered into it. */
interface PrefetchKind<Stored extends FilledRow> {
  rowPrefix: string;
  copies: CopyKind;
  /** The task, or the self-correction, that a row is about. */
  idOf(row: Stored): string;
  /** The check point, or the item. */
  subjectOf(row: Stored): string;
  keyOf(row: Stored): string;
}

const taskKind: PrefetchKind<AnswerRow> = {
  rowPrefix: ANSWER_PREFIX,
  copies: 'task',
  idOf: (row) => row.deptTaskId,
  subjectOf: (row) => row.pointId,
  keyOf: (row) => answerKey(row.deptTaskId, row.pointId),
};

const correctionKind: PrefetchKind<CorrectionRow> = {
  rowPrefix: CORRECTION_PREFIX,
  copies: 'correction',
  idOf: (row) => row.correctionId,
  subjectOf: (row) => row.itemId,
  keyOf: (row) => correctionKey(row.correctionId, row.itemId),
};

/** By id, what the server has of closed things; of one that it shows no more, undefined. */
type Closed = ReadonlyMap<string, Revisions | undefined>;

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
    const closedTasks = await fetchClosed(await deliveredIds(account, taskKind, openTasks), tasks, signal);
    const closedCorrections = await fetchClosed(await deliveredIds(account, correctionKind, openCorrections), corrections, signal);
    if (signal.aborted) return false;
    await accountRows(account).disk.change(async (rows) => {
      await prune(rows, taskKind, openTasks, closedTasks);
      await prune(rows, correctionKind, openCorrections, closedCorrections);
    });
    await prunePhotos(account);
    return areTasksFetched && areCorrectionsFetched;
  } catch {
    return false;
  }
}

async function fetchAll(ids: readonly string[], { fetchDetail }: Prefetchable, signal: AbortSignal): Promise<boolean> {
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

/** What this phone still holds something of that the server confirmed, and that is not open. */
async function deliveredIds<Stored extends FilledRow>(account: string, { rowPrefix, idOf }: PrefetchKind<Stored>, open: readonly string[]): Promise<string[]> {
  const rows = await accountRows(account).disk.read((read) => read.list<Stored>(rowPrefix));
  return [...new Set(rows.filter((row) => row.entryId === null).map(idOf))].filter((id) => !open.includes(id));
}

/** Those that could not be asked for are left out. */
async function fetchClosed(ids: readonly string[], { fetchDetail }: Prefetchable, signal: AbortSignal): Promise<Closed> {
  const found = new Map<string, Revisions | undefined>();
  for (const id of ids) {
    try {
      found.set(id, await fetchDetail(id, signal));
    } catch (error) {
      if (error instanceof ApiError && (error.code === code.notFound || error.code === code.forbidden)) found.set(id, undefined);
    }
  }
  return found;
}

/**
 * Only what the server has confirmed goes, and only where the server's copy that shows instead is not older: it may have
 * been fetched before the last value was delivered. Anything that waits, failed or is in conflict stays, whatever became
 * of its task, and so does the copy that it is read with.
 */
async function prune<Stored extends FilledRow>(rows: WriteRows, kind: PrefetchKind<Stored>, open: readonly string[], closed: Closed): Promise<void> {
  const needed = new Set(open);
  for (const row of await rows.list<Stored>(kind.rowPrefix)) {
    if (row.entryId !== null) needed.add(kind.idOf(row));
    else if (isShownWithout(row, kind, closed)) rows.remove(kind.keyOf(row));
  }
  await pruneCopies(rows, copyPrefix(kind.copies), needed);
}

function isShownWithout<Stored extends FilledRow>(row: Stored, { idOf, subjectOf }: PrefetchKind<Stored>, closed: Closed): boolean {
  if (!closed.has(idOf(row))) return false;
  const revisions = closed.get(idOf(row));
  return revisions === undefined || (revisions.get(subjectOf(row)) ?? 0) >= (row.confirmed?.revision ?? 0);
}

/** What was just closed may be opened, and even changed, once more: its copy stays for a day. */
async function pruneCopies(rows: WriteRows, prefix: string, needed: ReadonlySet<string>): Promise<void> {
  const since = new Date(Date.now() - CLOSED_STAYS_MS).toISOString();
  for (const key of await rows.keys(prefix)) {
    if (needed.has(key.slice(prefix.length))) continue;
    const copy = await rows.get<CopyRow>(key);
    if (copy === undefined || copy.keptAt < since) rows.remove(key);
  }
}
