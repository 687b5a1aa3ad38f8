/**
 * Copies of what the server said last, in the account's own database, so that it opens without a network even when the
 * phone ended the app a moment after it was fetched: browsers write Cache Storage and localStorage to disk seconds late.
 */
import { code } from '#contract/codes.ts';
import { ApiError, isTransient } from '@/api/ApiError.ts';
import { isMissing } from '@/lib/is-missing.ts';
import { within } from '@/lib/within.ts';
import { getUser } from '@/session/session-store.ts';
import { accountRows } from './account-rows.ts';
import { currentAccount } from './outbox.ts';
import { COPY_PREFIX, copyKey, copyPrefix, LISTS_KEY, type CopyKind, type CopyRow } from './rows.ts';

/** The worker answers from its cache after three seconds; a network that takes longer than both is worse than none. */
const PATIENCE_MS = 5000;

/**
 * What `fetch` brings, which is kept from then on; or the copy, when there is no network or it takes too long.
 * @throws what `fetch` throws, when there is no copy or the server itself refused; that it knows of no such thing holds without
 * a network too, until it has it again
 */
export async function freshOrKept<Data>(kind: CopyKind, id: string, fetch: () => Promise<Data>): Promise<Data> {
  const account = currentAccount();
  const key = copyKey(kind, id);
  const fresh = fetch().then(
    async (data) => {
      await keepCopy(account, key, data);
      return data;
    },
    async (error: Error) => {
      if (isMissing(error)) await noteGone(account, key);
      throw error;
    },
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const kept = new Promise<CopyRow>((resolve) => {
    timer = setTimeout(() => {
      void readRow(account, key).then((row) => {
        if (row !== undefined) resolve(row);
      });
    }, PATIENCE_MS);
  });
  try {
    return await Promise.race([fresh, kept.then(dataOf<Data>)]);
  } catch (error) {
    const row = isTransient(error) ? await readRow(account, key) : undefined;
    if (row === undefined) throw error;
    return dataOf<Data>(row);
  } finally {
    clearTimeout(timer);
  }
}

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
  await accountRows(account)
    .disk.change(async (rows) => {
      for (const key of await rows.keys(COPY_PREFIX)) rows.remove(key);
    })
    .catch(() => undefined);
}

/** Keeps the lists of an account, in the form that `readKeptLists` gives back. Never rejects. */
export const keepLists = (account: string, text: string): Promise<void> => keepCopy(account, LISTS_KEY, text);

/** @returns undefined when there are none, or when this phone does not tell within `limitMs`. Never rejects. */
export const readKeptLists = (account: string, limitMs: number): Promise<string | undefined> => within(readCopy<string>(account, LISTS_KEY), limitMs);

/** Never rejects: what is not kept now is kept next time. */
async function keepCopy(account: string, key: string, data: unknown): Promise<void> {
  const row: CopyRow = { v: 1, data, keptAt: new Date().toISOString() };
  await accountRows(account)
    .disk.change(async (rows) => {
      // Asked for before the person signed out, it may arrive after all copies were removed.
      if (getUser()?.employeeId === account) rows.put(key, row);
    })
    .catch(() => undefined);
}

/** Never rejects: without the note it is asked for once more. */
async function noteGone(account: string, key: string): Promise<void> {
  await accountRows(account)
    .disk.change(async (rows) => {
      const row = await rows.get<CopyRow>(key);
      if (row) rows.put(key, { ...row, isGone: true });
    })
    .catch(() => undefined);
}

const readCopy = async <Data>(account: string, key: string): Promise<Data | undefined> => (await readRow(account, key))?.data as Data | undefined;

const readRow = (account: string, key: string): Promise<CopyRow | undefined> =>
  accountRows(account)
    .disk.read((rows) => rows.get<CopyRow>(key))
    .catch(() => undefined);

/** What has a copy on this phone. Never rejects. */
export async function keptIds(account: string, kind: CopyKind): Promise<ReadonlySet<string>> {
  const prefix = copyPrefix(kind);
  const keys = await accountRows(account)
    .disk.read((rows) => rows.keys(prefix))
    .catch(() => []);
  return new Set(keys.map((key) => key.slice(prefix.length)));
}
