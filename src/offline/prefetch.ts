/** Fetches all that is open ahead of need, so that what was never opened before can be filled in without a network. */
import { code } from '#contract/codes.ts';
import { ApiError } from '@/api/ApiError.ts';
import { accountRows } from './account-rows.ts';
import type { WriteRows } from './database.ts';
import { prunePhotos } from './photos.ts';
import { getReachability, subscribeToReachability } from './reachability.ts';
import { ANSWER_PREFIX, answerKey, copyPrefix, CORRECTION_PREFIX, correctionKey, type AnswerRow, type CopyKind, type CopyRow, type CorrectionRow } from './rows.ts';

export interface Prefetchable {
  /** Ids of all that the signed-in person can still fill in. */
  listOpen: (signal: AbortSignal) => Promise<string[]>;
  /**
   * Fetches one with all that it needs into every cache that serves it offline.
   * @returns the revision of each check point or item in what the screen shows from then on
   */
  fetchDetail: (id: string, signal: AbortSignal) => Promise<Revisions>;
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
const AGAIN_AFTER_MS = 5 * 60 * 1000;
const CLOSED_STAYS_MS = 24 * 60 * 60 * 1000;

/**
 * Fetches ahead at start, and when network or page come back, at most every five minutes.
 * @param account the signed-in person; end it when somebody else signs in
 * @returns a function that ends it
 */
export function startPrefetch(account: string, source: PrefetchSource): () => void {
  const controller = new AbortController();
  let doneAt = -Infinity;
  let isRunning = false;

  const run = async () => {
    if (isRunning || getReachability() === 'offline' || performance.now() - doneAt < AGAIN_AFTER_MS) return;
    isRunning = true;
    try {
      if (await prefetchOpen(account, source, controller.signal)) doneAt = performance.now();
    } finally {
      isRunning = false;
    }
  };
  const handleVisible = () => {
    if (document.visibilityState === 'visible') void run();
  };
  const endReachability = subscribeToReachability(() => void run());
  document.addEventListener('visibilitychange', handleVisible);
  void run();
  return () => {
    controller.abort();
    endReachability();
    document.removeEventListener('visibilitychange', handleVisible);
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
