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
import { accountRows } from '@/offline/storage/account-rows.ts';
import type { WriteRows } from '@/offline/storage/database.ts';
import { COPY_PREFIX, copyKey, copyPrefix, LISTS_KEY, type CopyKind, type CopyRow } from '@/offline/storage/rows.ts';

/** The worker answers from its cache after three seconds; a network that takes longer than both is worse than none. */
const PATIENCE_MS = 5000;

/** What a call gives. */
export interface Fetched<Data> {
  data: Data;
  origin: AnswerOrigin;
}

/** Of what the query library was given last something that did not come from the server just then. */
const givenOld = new Set<string>();
const nameOf = (account: string | undefined, key: string): string => `${account} ${key}`;

/** False where what `freshOrKept` gave last was kept: the next occasion to ask the server is to be taken. */
export const isAsServerHasIt = (kind: CopyKind, id: string): boolean => !givenOld.has(nameOf(getUser()?.employeeId, copyKey(kind, id)));

export type LateListener = (kind: CopyKind, id: string, data: unknown) => void;
const lateListeners = new Set<LateListener>();

/** Told what the server gave after the copy was given in its place. @returns a function that ends the subscription. */
export function onLateAnswer(listener: LateListener): () => void {
  lateListeners.add(listener);
  return () => void lateListeners.delete(listener);
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
    if (isFresh) givenOld.delete(nameOf(account, key));
    else givenOld.add(nameOf(account, key));
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
  const tellLate = ({ row, isFresh }: { row: CopyRow; isFresh: boolean }): void => {
    if (!isFresh || row.isGone || getUser()?.employeeId !== account) return;
    givenOld.delete(nameOf(account, key));
    for (const listener of lateListeners) listener(kind, id, row.data);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const kept = new Promise<{ row: CopyRow; isFresh: boolean }>((resolve) => {
    timer = setTimeout(() => {
      void readRow(account, key).then((row) => {
        if (row === undefined) return;
        resolve({ row, isFresh: false });
        void fresh.then(tellLate, () => undefined);
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
  const { disk, memory } = accountRows(account);
  for (const store of [memory, disk]) {
    await store
      .change(async (rows) => {
        for (const key of await rows.keys(COPY_PREFIX)) rows.remove(key);
      })
      .catch(() => undefined);
  }
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
  const { changeSomewhere, memory } = accountRows(account);
  const { result, problem } = await changeSomewhere(async (rows) => {
    const copy = await rows.get<CopyRow>(key);
    if (copy !== undefined && isOvertaken(servedAtOf(answer), servedAtOf(copy))) return copy;
    putCopy(rows, account, key, answer);
    return answer;
  });
  if (problem === null && (await memory.read((rows) => rows.get(key))) !== undefined) await memory.change(async (rows) => rows.remove(key));
  return result;
}

/** Never rejects: without the note it is asked for once more. */
async function noteGone(account: string, key: string): Promise<void> {
  const { disk, memory } = accountRows(account);
  for (const store of [memory, disk]) {
    await store
      .change(async (rows) => {
        const row = await rows.get<CopyRow>(key);
        if (row) rows.put(key, { ...row, isGone: true });
      })
      .catch(() => undefined);
  }
}

const readCopy = async <Data>(account: string, key: string): Promise<Data | undefined> => (await readRow(account, key))?.data as Data | undefined;

async function readRow(account: string, key: string): Promise<CopyRow | undefined> {
  const { disk, memory } = accountRows(account);
  const [stored, refused] = await Promise.all([
    disk.read((rows) => rows.get<CopyRow>(key)).catch(() => undefined),
    memory.read((rows) => rows.get<CopyRow>(key)),
  ]);
  // Another tab may have stored one since.
  return stored !== undefined && refused !== undefined && isLater(stored, refused) ? stored : (refused ?? stored);
}

/** What has a copy on this phone. Never rejects. */
export async function keptIds(account: string, kind: CopyKind): Promise<ReadonlySet<string>> {
  const prefix = copyPrefix(kind);
  const keys = await accountRows(account)
    .disk.read((rows) => rows.keys(prefix))
    .catch(() => []);
  return new Set(keys.map((key) => key.slice(prefix.length)));
}
