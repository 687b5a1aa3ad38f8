/**
 * Copies of what the server said last, in the account's own database, so that it opens without a network even when the
 * phone ended the app a moment after it was fetched: browsers write Cache Storage and localStorage to disk seconds late.
 */
import { code } from '#contract/codes.ts';
import { isOvertaken, isServedLater } from '#contract/served-at.ts';
import { ApiError, isTransient } from '@/api/ApiError.ts';
import type { AnswerOrigin } from '@/api/client.ts';
import { isMissing } from '@/lib/is-missing.ts';
import { within } from '@/lib/within.ts';
import { currentAccount } from '@/session/current-account.ts';
import { getUser } from '@/session/session-store.ts';
import { getReachability } from '@/offline/network/reachability.ts';
import { type AccountRows, accountRows } from '@/offline/storage/account-rows.ts';
import type { WriteRows } from '@/offline/storage/database.ts';
import { COPY_PREFIX, copyKey, copyPrefix, LISTS_KEY, type CopyKind, type CopyRow } from '@/offline/storage/rows.ts';

/** The worker answers from its cache after three seconds; a network that takes longer than both is worse than none. */
const PATIENCE_MS = 5000;

/** What a call gives. */
export interface Fetched<Data> {
  data: Data;
  origin: AnswerOrigin;
}

/** What was given to the query library last. */
interface Given {
  servedAt: string;
  /** How often in a row it did not come from the server just then. */
  timesOld: number;
}
const given = new Map<string, Given>();
const nameOf = (account: string | undefined, key: string): string => `${account} ${key}`;
const timesOld = (kind: CopyKind, id: string): number => given.get(nameOf(getUser()?.employeeId, copyKey(kind, id)))?.timesOld ?? 0;

/** False where what `freshOrKept` gave last was kept: the next occasion to ask the server is to be taken. */
export const isAsServerHasIt = (kind: CopyKind, id: string): boolean => timesOld(kind, id) === 0;

/** A server that said no for now is left alone for so long, and twice as long each time. */
const ASK_FIRST_MS = 10_000;
const ASK_CAP_MS = 60_000;

/**
 * After how long what is in sight is to be asked for again, since it was kept: a server that says no, or is slow, may be well
 * again without anything that tells. False where it is as the server has it, and without a network, whose return is told.
 */
export function askAgainAfter(kind: CopyKind, id: string): number | false {
  const times = timesOld(kind, id);
  return times === 0 || getReachability() === 'offline' ? false : Math.min(ASK_CAP_MS, ASK_FIRST_MS * 2 ** (times - 1));
}

export type LateListener = (kind: CopyKind, id: string, data: unknown) => void;
const lateListeners = new Set<LateListener>();

/** Told what the server gave after something older was given, to this tab or to another. @returns a function that ends the subscription. */
export function onLateAnswer(listener: LateListener): () => void {
  lateListeners.add(listener);
  return () => void lateListeners.delete(listener);
}

function noteGiven(account: string, key: string, { servedAt = '' }: CopyRow, isFresh: boolean): void {
  const name = nameOf(account, key);
  given.set(name, { servedAt, timesOld: isFresh ? 0 : (given.get(name)?.timesOld ?? 0) + 1 });
}

/** The same is shown by every tab: what another one has kept comes in the place of what this one was given before. */
export function followOtherTabs(account: string): () => void {
  return accountRows(account).subscribeToLarge((keys) => {
    for (const kind of ['task', 'correction'] as const) {
      const prefix = copyPrefix(kind);
      for (const key of keys.filter((one) => one.startsWith(prefix))) void takeOver(account, kind, key.slice(prefix.length));
    }
  });
}

async function takeOver(account: string, kind: CopyKind, id: string): Promise<void> {
  const key = copyKey(kind, id);
  const row = given.has(nameOf(account, key)) ? await readRow(account, key) : undefined;
  const before = given.get(nameOf(account, key));
  if (row === undefined || row.isGone || before === undefined || !isServedLater(servedAtOf(row), before.servedAt)) return;
  tellLate(account, kind, id, row);
}

function tellLate(account: string, kind: CopyKind, id: string, row: CopyRow): void {
  if (row.isGone || getUser()?.employeeId !== account) return;
  noteGiven(account, copyKey(kind, id), row, true);
  for (const listener of lateListeners) listener(kind, id, row.data);
}

/**
 * What `fetch` brings, which is kept from then on; or the copy, when there is no network or it takes too long. Of two
 * answers the one holds that the server gave later, in whichever order they come: what the worker had of an earlier one
 * shows only where there is no copy, or an older one, and is never kept over it.
 * @throws what `fetch` throws, when there is no copy or the server itself refused; that it knows of no such thing holds without
 * a network too, until it has it again
 */
export async function freshOrKept<Data>(kind: CopyKind, id: string, fetch: () => Promise<Fetched<Data>>): Promise<Data> {
  const account = currentAccount();
  const key = copyKey(kind, id);
  const give = (row: CopyRow, isFresh: boolean): Data => {
    noteGiven(account, key, row, isFresh);
    return dataOf<Data>(row);
  };
  const fresh = fetch().then(
    async ({ data, origin: { isKept, servedAt } }) => {
      const answer: CopyRow = { v: 1, data, keptAt: new Date().toISOString(), servedAt };
      return { row: isKept ? laterOf(answer, await readRow(account, key)) : await keepAnswer(account, key, answer), isFresh: !isKept };
    },
    async (error: Error) => {
      if (isMissing(error)) await noteGone(account, key);
      throw error;
    },
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const kept = new Promise<{ row: CopyRow; isFresh: boolean }>((resolve) => {
    timer = setTimeout(() => {
      void readRow(account, key).then((row) => {
        if (row === undefined) return;
        resolve({ row, isFresh: false });
        void fresh.then(
          (late) => {
            if (late.isFresh) tellLate(account, kind, id, late.row);
          },
          () => undefined,
        );
      });
    }, PATIENCE_MS);
  });
  try {
    const { row, isFresh } = await Promise.race([fresh, kept]);
    return give(row, isFresh);
  } catch (error) {
    const row = isTransient(error) ? await readRow(account, key) : undefined;
    if (row === undefined) throw error;
    return give(row, false);
  } finally {
    clearTimeout(timer);
  }
}

const servedAtOf = ({ servedAt = '' }: CopyRow): string => servedAt;
const isLater = (one: CopyRow, other: CopyRow): boolean => isServedLater(servedAtOf(one), servedAtOf(other));

/** What the worker had, or the copy. */
const laterOf = (answer: CopyRow, copy: CopyRow | undefined): CopyRow => (copy !== undefined && (copy.isGone || !isLater(answer, copy)) ? copy : answer);

function dataOf<Data>({ data, isGone }: CopyRow): Data {
  if (isGone) throw new ApiError('business', '记录不存在', { code: code.notFound, status: 404 });
  return data as Data;
}

/** What `freshOrKept` kept for the signed-in person; undefined when there is nothing. Never rejects. */
export const readKeptCopy = <Data>(kind: CopyKind, id: string): Promise<Data | undefined> => readCopy<Data>(currentAccount(), copyKey(kind, id));

/** Ids of the department tasks whose check points are on this phone. Never rejects. */
export const keptTaskIds = (): Promise<ReadonlySet<string>> => keptIds(currentAccount(), 'task');

/** Ids of the self-corrections that are on this phone. Never rejects. */
export const keptCorrectionIds = (): Promise<ReadonlySet<string>> => keptIds(currentAccount(), 'correction');

/** For signing out, after the session has ended: nothing is kept from then on. Never rejects: a phone that does not store has no copies. */
export async function forgetCopies(account: string): Promise<void> {
  await accountRows(account).changeEverywhere(async (rows) => {
    for (const key of await rows.keys(COPY_PREFIX)) rows.remove(key);
  });
}

/** Keeps the lists of an account, in the form that `readKeptLists` gives back. Never rejects. */
export async function keepLists(account: string, text: string): Promise<void> {
  await accountRows(account)
    .disk.change(async (rows) => putCopy(rows, account, LISTS_KEY, { v: 1, data: text, keptAt: new Date().toISOString() }))
    .catch(() => undefined);
}

/** @returns undefined when there are none, or when this phone does not tell within `limitMs`. Never rejects. */
export const readKeptLists = (account: string, limitMs: number): Promise<string | undefined> => within(readCopy<string>(account, LISTS_KEY), limitMs);

/** Asked for before the person signed out, it may arrive after all copies were removed. */
function putCopy(rows: WriteRows, account: string, key: string, row: CopyRow): void {
  if (getUser()?.employeeId === account) rows.put(key, row);
}

/**
 * Keeps an answer unless it was overtaken; in this page's memory where the phone refuses, so that an older copy does not
 * come back before the page goes.
 * @returns what holds now
 */
async function keepAnswer(account: string, key: string, answer: CopyRow): Promise<CopyRow> {
  const { result } = await accountRows(account).changeSomewhere(async (rows) => {
    const copy = await rows.get<CopyRow>(key);
    if (copy !== undefined && isOvertaken(servedAtOf(answer), servedAtOf(copy))) return copy;
    putCopy(rows, account, key, answer);
    return answer;
  });
  return result;
}

/** Stores what a full phone refused, as far as it takes it by now, unless another tab has kept a later answer. */
export async function moveCopies(rows: AccountRows): Promise<void> {
  for (const key of rows.unsaved.keysUnder(COPY_PREFIX)) {
    const isMoved = await rows.move<CopyRow>(key, async (disk, copy) => {
      const stored = await disk.get<CopyRow>(key);
      if (stored === undefined || !isLater(stored, copy)) putCopy(disk, rows.account, key, copy);
    });
    if (!isMoved) return;
  }
}

/**
 * Lays over a copy what the server said of the thing when it did something to it: holds until the thing is fetched again.
 * @param servedAt of that answer
 */
export async function amendCopy<Data>(kind: CopyKind, id: string, amend: (data: Data) => Data, servedAt: string): Promise<void> {
  const account = currentAccount();
  const key = copyKey(kind, id);
  const row = await readRow(account, key);
  if (row === undefined || row.isGone || !isServedLater(servedAt, servedAtOf(row))) return;
  tellLate(account, kind, id, await keepAnswer(account, key, { ...row, data: amend(row.data as Data), servedAt }));
}

/** The server has it no more. */
export const forgetCopy = (kind: CopyKind, id: string): Promise<void> => noteGone(currentAccount(), copyKey(kind, id));

/** Never rejects: without the note it is asked for once more. */
async function noteGone(account: string, key: string): Promise<void> {
  await accountRows(account).changeEverywhere(async (rows) => {
    const row = await rows.get<CopyRow>(key);
    if (row) rows.put(key, { ...row, isGone: true });
  });
}

const readCopy = async <Data>(account: string, key: string): Promise<Data | undefined> => (await readRow(account, key))?.data as Data | undefined;

async function readRow(account: string, key: string): Promise<CopyRow | undefined> {
  const rows = accountRows(account);
  const stored = await rows.disk.read((read) => read.get<CopyRow>(key)).catch(() => undefined);
  const unsaved = rows.unsaved.get<CopyRow>(key);
  // Another tab may have stored one since.
  return stored !== undefined && unsaved !== undefined && isLater(stored, unsaved) ? stored : (unsaved ?? stored);
}

/** What has a copy on this phone. Never rejects. */
export async function keptIds(account: string, kind: CopyKind): Promise<ReadonlySet<string>> {
  const prefix = copyPrefix(kind);
  const keys = await accountRows(account)
    .disk.read((rows) => rows.keys(prefix))
    .catch(() => []);
  return new Set(keys.map((key) => key.slice(prefix.length)));
}
