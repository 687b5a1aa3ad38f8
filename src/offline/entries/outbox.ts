/**
 * What this phone holds that the server has not confirmed: a live view of one account's entries,
 * and what a person can do with them. Sending is sync.ts's business.
 */
import { v7 as uuidv7 } from 'uuid';
import { CLEARED } from '#contract/result.ts';
import { currentAccount } from '@/session/current-account.ts';
import { accountRows, onLostDatabase, type AccountRows, type RowNews } from '@/offline/storage/account-rows.ts';
import type { ReadRows, WriteRows } from '@/offline/storage/database.ts';
import { noteInMemory } from '@/offline/storage/in-memory.ts';
import { newMark } from '@/offline/storage/known-rows.ts';
import {
  CREATED_KEY,
  DELIVERED_KEY,
  ENTRY_PREFIX,
  entryKey,
  SUBMITTED_PREFIX,
  submittedKey,
  type AnswerEntryRow,
  type DeliveredRow,
  type EntryState,
  type HeldEntry,
  type HeldRow,
  type MarkRow,
  type OutboxEntry,
  type SubmitEntryRow,
  type SubmitPayload,
  type SubmittedRow,
} from '@/offline/storage/rows.ts';
import { noteLoss, noteUnsent, wasUnsentNoted } from '@/offline/storage/storage-state.ts';
import { kindOf } from './entry-kinds.ts';
import { getHeldRow, isRefused, isUnknown, putHeldRow, refusalOf, restoreConfirmed, submitsOf } from './held-change.ts';
import { heldKindOf, isHeldEntry } from './held-kinds.ts';
import { thingsOf } from './held-view.ts';
import { requestSync } from './sync-status.ts';
import { createLaterSignal } from './told-later.ts';

onLostDatabase(() => import('./lost-database.ts'));

export type { OutboxEntry, SubmitEntryRow, SubmittedRow } from '@/offline/storage/rows.ts';

/**
 * Things that wait, by state. Of the waiting ones, `incomplete` are not sent before the person has finished them, such as a 不合格
 * without a remark; `notSaved` are those of all that live in this tab's memory only.
 */
export type OutboxCounts = Record<EntryState, number> & { total: number; incomplete: number; notSaved: number };

export const noCounts: OutboxCounts = { waiting: 0, sending: 0, failed: 0, needsLogin: 0, conflict: 0, total: 0, incomplete: 0, notSaved: 0 };

/** Waits for the person and not for the network. */
export const isIncomplete = (entry: OutboxEntry): boolean => entry.state === 'waiting' && !kindOf(entry).isReady(entry);

export interface Outbox {
  readonly account: string;
  get(entryId: string): OutboxEntry | undefined;
  /** True for an entry that the phone refused to store. */
  isInMemory(entryId: string): boolean;
  /** Oldest first; the same array until something changes. */
  entries(): readonly OutboxEntry[];
  /** As `entries`, each thing once, whatever values of it wait: see `thingsOf`. */
  things(): readonly OutboxEntry[];
  /** The same object until a count changes. */
  counts(): OutboxCounts;
  /** How many things of the present batch the server has confirmed; the batch begins anew once all of it was. */
  deliveredCount(): number;
  /** The submission of a department task that is queued or failed. */
  submitOf(deptTaskId: string): SubmitEntryRow | undefined;
  /** By department task, submissions that the server confirmed; the same object until there is another. */
  submissions(): ReadonlyMap<string, SubmittedRow>;
  /** Why the entries on this phone could not be read, as a sentence; null when they were. */
  problem(): string | null;
  /** Calls back soon after a change, once for several. @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

const opened = new Map<string, Promise<Outbox>>();

/** The outbox of an account, loaded; the same object for the same account. */
export function openOutbox(account: string): Promise<Outbox> {
  let outbox = opened.get(account);
  if (!outbox) opened.set(account, (outbox = loadOutbox(accountRows(account))));
  return outbox;
}

interface Held {
  entry: OutboxEntry;
  isStored: boolean;
}

async function loadOutbox(rows: AccountRows): Promise<Outbox> {
  const held = new Map<string, Held>();
  const submits = new Map<string, SubmitEntryRow>();
  let submissions: ReadonlyMap<string, SubmittedRow> = new Map();
  const changed = createLaterSignal();
  let counts = noCounts;
  let sorted: readonly OutboxEntry[] = [];
  let things: readonly OutboxEntry[] = [];
  let delivered: DeliveredRow | undefined;
  let problem: string | null = null;

  const isInMemory = (entryId: string): boolean => held.get(entryId)?.isStored === false;

  const apply = (news: RowNews[]) => {
    let hasChanged = false;
    for (const { key, row, isStored } of news) {
      if (key === DELIVERED_KEY) delivered = row as DeliveredRow | undefined;
      // One that is removed is in the copy by then, and what this page shows may be older.
      if (key.startsWith(SUBMITTED_PREFIX) && row) {
        submissions = new Map(submissions).set(key.slice(SUBMITTED_PREFIX.length), row as SubmittedRow);
        changed.tell();
      }
      if (!key.startsWith(ENTRY_PREFIX)) continue;
      hasChanged = true;
      const id = key.slice(ENTRY_PREFIX.length);
      const old = held.get(id);
      if (old?.entry.kind === 'submit') submits.delete(old.entry.deptTaskId);
      if (row === undefined) held.delete(id);
      else held.set(id, { entry: row as OutboxEntry, isStored });
      const now = held.get(id);
      if (now?.entry.kind === 'submit') submits.set(now.entry.deptTaskId, now.entry);
    }
    if (!hasChanged) return;
    sorted = [...held.values()].map(({ entry }) => entry).sort((one, other) => (one.id < other.id ? -1 : 1));
    things = thingsOf(sorted, isInMemory);
    const next = countsOf(things, isInMemory);
    if (next.notSaved !== counts.notSaved) noteInMemory(`entries ${rows.account}`, next.notSaved);
    noteUnsent(rows.account, next.total > 0);
    counts = next;
    changed.tell();
  };

  const hadUnsent = wasUnsentNoted(rows.account);
  await rows.follow([DELIVERED_KEY, SUBMITTED_PREFIX, ENTRY_PREFIX], apply, async (sentence) => {
    problem = sentence;
    changed.tell();
    if (sentence !== null) return;
    await noteDatabase(rows, hadUnsent);
    void rows.know();
  });

  return {
    account: rows.account,
    get: (entryId) => held.get(entryId)?.entry,
    isInMemory,
    submitOf: (deptTaskId) => submits.get(deptTaskId),
    submissions: () => submissions,
    entries: () => sorted,
    things: () => things,
    counts: () => counts,
    deliveredCount: () => (delivered === undefined || (delivered.isWhole && counts.total > 0) ? 0 : delivered.count),
    problem: () => problem,
    subscribe: changed.subscribe,
  };
}

/** A database without its mark is new: made for the first time, or again after it vanished. */
async function noteDatabase(rows: AccountRows, hadUnsent: boolean): Promise<void> {
  const isNew = await rows.disk
    .change(async (change) => {
      if ((await change.get<MarkRow>(CREATED_KEY)) !== undefined) return false;
      change.put(CREATED_KEY, newMark());
      return true;
    })
    // A phone that is full has an old database, or the first answer will say what is wrong.
    .catch(() => false);
  if (isNew && hadUnsent) noteLoss(rows.account, new Date());
}

function countsOf(things: readonly OutboxEntry[], isInMemory: (entryId: string) => boolean): OutboxCounts {
  const counts = { ...noCounts, total: things.length };
  for (const thing of things) {
    counts[thing.state] += 1;
    if (isIncomplete(thing)) counts.incomplete += 1;
    if (isInMemory(thing.id)) counts.notSaved += 1;
  }
  return counts;
}

/**
 * Queues the submission of a department task; it is sent once all answers of the task are confirmed.
 * Safe to call twice: a task has one submission waiting at most.
 * @param seen of the return and the withdrawal that the person has seen, and whether the person stands by what is unchanged since
 * @returns isSaved false when the phone refused to store it: it is then sent from this tab, if that stays open.
 */
export async function enqueueSubmit(
  deptTaskId: string,
  taskName: string,
  seen: Partial<Omit<SubmitPayload, 'submittedAt'>> = {},
  now = Date.now(),
): Promise<{ isSaved: boolean; error?: string }> {
  const account = currentAccount();
  const entry: SubmitEntryRow = {
    v: 1,
    id: uuidv7(),
    account,
    kind: 'submit',
    deptTaskId,
    taskName,
    payload: { returnedAt: null, ...seen, submittedAt: new Date(now).toISOString() },
    photoIds: [],
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    splits: 0,
    after: null,
    createdAt: new Date(now).toISOString(),
  };
  const { problem } = await accountRows(account).changeSomewhere(async (rows) => {
    const existing = await submitsOf(rows, deptTaskId);
    // Whoever submits is past undoing: answers held back for that go at once.
    for (const answer of await answerEntriesOf(rows, deptTaskId)) {
      if (answer.attempts === 0 && answer.nextAttemptAt > 0) rows.put(entryKey(answer.id), { ...answer, nextAttemptAt: 0 });
    }
    if (existing.some((submit) => submit.state !== 'failed')) return;
    for (const failed of existing) rows.remove(entryKey(failed.id));
    rows.put(entryKey(entry.id), entry);
  });
  return problem ? { isSaved: false, error: problem.message } : { isSaved: true };
}

/** `onItsWay`: the server may have it. `gone`: it waits no longer, since it was delivered, or taken back in another tab. */
export type TakenBack = 'done' | 'onItsWay' | 'gone';

/** @throws StorageError */
export async function withdrawSubmit(deptTaskId: string): Promise<TakenBack> {
  const account = currentAccount();
  const submit = (await openOutbox(account)).submitOf(deptTaskId);
  if (!submit) return 'gone';
  return await takeBackSubmit(account, submit, isUnknown);
}

const takeBackSubmit = (account: string, { id }: SubmitEntryRow, mayGo: (entry: OutboxEntry) => boolean): Promise<TakenBack> =>
  accountRows(account).changeEntry(id, (rows) => takeBack(rows, id, mayGo));


const wasNeverSent = ({ attempts }: OutboxEntry): boolean => attempts === 0;

/** @param uncover shows what was there before the value that the entry carried */
async function takeBack(rows: WriteRows, entryId: string, mayGo: (entry: OutboxEntry) => boolean, uncover = restoreConfirmed): Promise<TakenBack> {
  const entry = await rows.get<OutboxEntry>(entryKey(entryId));
  if (!entry) return 'gone';
  if (!mayGo(entry)) return 'onItsWay';
  const carried = await rowCarriedBy(rows, entry);
  rows.remove(entryKey(entryId));
  if (carried) uncover(rows, carried.key, carried.row);
  return 'done';
}

/** Once the server has taken it back: what this phone has from before would be shown as submitted. Never rejects. */
export async function forgetSubmission(deptTaskId: string): Promise<void> {
  await accountRows(currentAccount()).changeEverywhere(async (rows) => rows.remove(submittedKey(deptTaskId)));
}

/**
 * Gives up a submission of a task that takes none any more, by a file neither, unless the server may have it from this phone.
 * @throws StorageError
 */
export const dropSubmit = (submit: SubmitEntryRow): Promise<TakenBack> =>
  submit.state === 'failed' ? dismissFailed(submit.id) : takeBackSubmit(currentAccount(), submit, wasNeverSent);

/** Entries of a department task about answers, of whatever state. */
const answerEntriesOf = async (rows: ReadRows, deptTaskId: string): Promise<AnswerEntryRow[]> =>
  (await rows.list<OutboxEntry>(ENTRY_PREFIX)).filter((entry): entry is AnswerEntryRow => entry.kind === 'answer' && entry.deptTaskId === deptTaskId);

/** A person's decision about an entry, where it is. After what the person has entered before: that may have replaced it. */
const decide = <T>({ turns, changeEntry }: AccountRows, entryId: string, work: (rows: WriteRows) => Promise<T>): Promise<T> =>
  turns.take(() => changeEntry(entryId, work));

/**
 * Sends a failed entry again, or one that waits for its next try at once, under the same id: what the server
 * may have stored of an earlier try is not stored twice. A conflict is not retried but resolved.
 * @throws StorageError
 */
export async function retry(entryId: string): Promise<void> {
  await decide(accountRows(currentAccount()), entryId, async (rows) => {
    const entry = await rows.get<OutboxEntry>(entryKey(entryId));
    if (entry) wake(rows, entry);
  });
  requestSync();
}

/**
 * As `retry`, for every entry, and whatever the phone refuses: what is in memory has to go before the tab does.
 * @returns why entries on the phone could not be noted for another try, as a sentence; null when there is nothing to say
 */
export async function retryAll(): Promise<string | null> {
  const refusal = await accountRows(currentAccount()).changeEverywhere(async (rows) => {
    for (const entry of await rows.list<OutboxEntry>(ENTRY_PREFIX)) wake(rows, entry);
  });
  requestSync();
  // A browser without a database has no entries in it.
  return refusal === null || refusal.problem === 'unavailable' ? null : refusal.message;
}

function wake(rows: WriteRows, entry: OutboxEntry): void {
  const isRetryable = entry.state === 'failed' || entry.state === 'needsLogin' || (entry.state === 'waiting' && entry.attempts > 0);
  if (!isRetryable) return;
  const { lastError: _reason, failure: _failure, ...rest } = entry;
  rows.put(entryKey(entry.id), { ...rest, ...(entry.state === 'failed' && { refusal: refusalOf(entry) }), state: 'waiting', nextAttemptAt: 0 });
}

/**
 * Gives up a failed entry, after the person read why, or what took its place since: the screen shows the server's value again.
 * @throws StorageError
 */
export async function dismissFailed(entryId: string): Promise<TakenBack> {
  const own = accountRows(currentAccount());
  const outbox = await openOutbox(own.account);
  return await own.turns.take(async () => {
    const id = (outbox.get(entryId) ?? goingOnFrom(entryId, outbox.entries()))?.id ?? entryId;
    // What was typed into it while the phone was full.
    const above = following(id, outbox.entries()).find((entry) => outbox.isInMemory(entry.id));
    const isAboveSent = above && (await own.changeUnsaved((rows) => takeBack(rows, above.id, wasNeverSent, (_, key) => rows.remove(key)))) === 'onItsWay';
    return isAboveSent ? 'onItsWay' : await own.changeEntry(id, (rows) => takeBack(rows, id, isRefused));
  });
}

const following = (entryId: string, entries: readonly OutboxEntry[]): OutboxEntry[] => entries.filter(({ after }) => after === entryId);

const goingOnFrom = (refusedId: string, entries: readonly OutboxEntry[]): OutboxEntry | undefined => entries.find(({ refusal }) => refusal?.id === refusedId);

/** What was refused can go to an administrator; what only lacks a photo can still be put right, and an answer taken back says nothing. */
export const isForAdministrator = (entry: OutboxEntry): boolean =>
  isHeldEntry(entry) && (entry.failure ?? entry.refusal?.failure) === undefined && !(entry.kind === 'answer' && entry.payload.value.result === CLEARED);

export const canHandIn = (entry: OutboxEntry): boolean => entry.state === 'failed' && isForAdministrator(entry);

/**
 * Sends refused answers and corrections as late work, each under its id, by which the server knows what it has; an
 * administrator decides on them. The screen of the task shows the server's values again.
 * @returns how many were there still: what was typed into one goes the usual way first
 * @throws StorageError, at the first that the phone does not let be changed
 */
export async function handInLate(entryIds: readonly string[]): Promise<number> {
  // There may be many: the session may end before the last.
  const own = accountRows(currentAccount());
  let count = 0;
  for (const entryId of entryIds) {
    const isHandedIn = await decide(own, entryId, async (rows) => {
      const entry = await rows.get<OutboxEntry>(entryKey(entryId));
      if (!entry || !isHeldEntry(entry) || !canHandIn(entry)) return false;
      const { lastError: _reason, ...rest } = entry;
      const carried = await rowCarriedBy(rows, entry);
      if (carried) restoreConfirmed(rows, carried.key, carried.row);
      rows.put(entryKey(entryId), { ...rest, kind: heldKindOf(entry).lateKind, state: 'waiting', nextAttemptAt: 0, splits: 0, after: null } as OutboxEntry);
      return true;
    });
    if (isHandedIn) count += 1;
  }
  requestSync();
  return count;
}

/**
 * Ends a conflict. `mine` is sent again as a decision that knows of theirs, under a new id, since the server
 * answers the old one with the conflict for ever; `theirs` is taken over. @throws StorageError
 */
export async function resolveConflict(entryId: string, choice: 'mine' | 'theirs', now = Date.now()): Promise<void> {
  const newId = uuidv7();
  await decide(accountRows(currentAccount()), entryId, async (rows) => {
    const entry = await rows.get<OutboxEntry>(entryKey(entryId));
    if (!entry || !isHeldEntry(entry) || entry.state !== 'conflict' || !entry.theirs) return;
    const { theirs, lastError: _reason, ...rest } = entry;
    const carried = await rowCarriedBy(rows, entry);
    rows.remove(entryKey(entryId));
    if (choice === 'mine') {
      rows.put(entryKey(newId), {
        ...rest,
        id: newId,
        payload: { ...entry.payload, baseRevision: theirs.revision },
        state: 'waiting',
        attempts: 0,
        nextAttemptAt: 0,
        splits: 0,
        after: null,
        createdAt: new Date(now).toISOString(),
      } as HeldEntry);
      if (carried) putHeldRow(rows, carried.key, { ...carried.row, entryId: newId });
    } else if (carried) {
      const value = heldKindOf(entry).valueOf(theirs);
      putHeldRow(rows, carried.key, { ...carried.row, value, entryId: null, confirmed: { value, revision: theirs.revision } });
    }
  });
}

/** The row whose value an entry carries, unless a newer entry carries it by now. */
async function rowCarriedBy(rows: WriteRows, entry: OutboxEntry): Promise<{ key: string; row: HeldRow } | undefined> {
  if (!isHeldEntry(entry)) return undefined;
  const key = heldKindOf(entry).keyOf(entry);
  const row = await getHeldRow(rows, key);
  return row?.entryId === entry.id ? { key, row } : undefined;
}
