/**
 * Which queries survive a restart: for whom, how long, and within which size. Nothing that a person entered goes this way.
 * They lie in localStorage and, since Chromium writes that to disk about once a minute only, in the account's database too.
 */
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { PersistedClient, PersistQueryClientOptions } from '@tanstack/react-query-persist-client';
import { CONTRACT_VERSION } from '#contract/limits.ts';
import { getUser } from '@/session/session-store.ts';
import { queriesKey } from '@/offline/storage/rows.ts';
import { keepLists, readKeptLists } from './kept-copies.ts';

/** Characters; localStorage ends at about five million for the whole app. */
const SIZE_LIMIT = 2 * 1024 * 1024;
/** Of an account that was left on a shared phone: lists and what is small. Tasks have their copies in IndexedDB. */
export const LEFT_SIZE_LIMIT = 200 * 1024;
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
const WRITE_EVERY_MS = 2000;
/** For a database that hangs; what localStorage has is shown then, and written over the copy. */
const READ_LIMIT_MS = 2000;

/** What `readListsAhead` asked for, until it is restored. */
let ahead: { account: string; lists: Promise<string | undefined> } | undefined;

/** Begins to read what an account's `persistOptions` restore: before its screens are made, so that they begin with it. */
export function readListsAhead(account: string): void {
  ahead = { account, lists: readKeptLists(account, READ_LIMIT_MS) };
}

function readLists(account: string): Promise<string | undefined> {
  const asked = ahead?.account === account ? ahead.lists : readKeptLists(account, READ_LIMIT_MS);
  ahead = undefined;
  return asked;
}

/** Options for `PersistQueryClientProvider`; give the provider a key of the account, so that nobody restores another's. */
export function persistOptions(account: string): Omit<PersistQueryClientOptions, 'queryClient'> {
  const persister = createSyncStoragePersister({
    storage: storageFor(account),
    key: queriesKey(account),
    throttleTime: WRITE_EVERY_MS,
    serialize: (client) => serializeWithin(withoutFailures(client), SIZE_LIMIT),
  });
  return {
    persister: {
      ...persister,
      restoreClient: async () => {
        const stored = await persister.restoreClient();
        const kept = await readLists(account);
        const copy = kept === undefined ? undefined : (JSON.parse(kept) as PersistedClient);
        // If both were written at the same moment, use the copy: the other may have been shrunk for somebody else.
        const newest = copy !== undefined && copy.timestamp >= (stored?.timestamp ?? 0) ? copy : stored;
        return newest && asOld(newest);
      },
    },
    maxAge: MAX_AGE_MS,
    buster: CONTRACT_VERSION,
    dehydrateOptions: {
      // What there is, whether or not the last try to renew it failed: without a network every try does.
      shouldDehydrateQuery: (query) => query.state.data !== undefined && query.meta?.['persist'] === true,
      shouldDehydrateMutation: () => false,
    },
  };
}

/** For signing out, after the session has ended: forgets what was persisted for an account, and nothing is from then on. */
export function forgetQueries(account: string): void {
  ahead = undefined;
  availableStorage()?.removeItem(queriesKey(account));
}

type PersistedQuery = PersistedClient['clientState']['queries'][number];

const mapStates = (client: PersistedClient, change: (state: PersistedQuery['state']) => PersistedQuery['state']): PersistedClient => ({
  ...client,
  clientState: { ...client.clientState, queries: client.clientState.queries.map((query) => ({ ...query, state: change(query.state) })) },
});

/** A failure is of the moment: the next start tries anew. */
const withoutFailures = (client: PersistedClient): PersistedClient =>
  mapStates(client, (state) => (state.status === 'error' ? { ...state, status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null } : state));

/** What changed in the last moment before a restart was not written any more: however new it is, all is asked for again. */
const asOld = (client: PersistedClient): PersistedClient => mapStates(client, (state) => ({ ...state, isInvalidated: true }));

/** Makes room for an account beside all those that were left on this phone. */
export function shrinkQueriesOfOthers(account: string): void {
  const storage = availableStorage();
  const keys = storage === undefined ? [] : Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys.filter((one) => one.startsWith(queriesKey('')) && one !== queriesKey(account))) {
    const text = storage?.getItem(key) ?? '';
    if (text.length <= LEFT_SIZE_LIMIT) continue;
    try {
      storage?.setItem(key, serializeWithin(JSON.parse(text) as PersistedClient, LEFT_SIZE_LIMIT));
    } catch {
      storage?.removeItem(key);
    }
  }
}

/** As JSON of at most `limit` characters: the oldest queries are left out first, and of equally old ones the biggest. */
export function serializeWithin(client: PersistedClient, limit: number): string {
  const whole = JSON.stringify(client);
  if (whole.length <= limit) return whole;
  const measured = client.clientState.queries.map((query) => ({ query, size: JSON.stringify(query).length + 1 }));
  let size = whole.length;
  const leaving = [...measured].sort((one, other) => day(one.query) - day(other.query) || other.size - one.size);
  const left = new Set<unknown>();
  for (const { query, size: querySize } of leaving) {
    if (size <= limit) break;
    left.add(query);
    size -= querySize;
  }
  const queries = client.clientState.queries.filter((query) => !left.has(query));
  return JSON.stringify({ ...client, clientState: { ...client.clientState, queries } });
}

const day = (query: PersistedQuery): number => Math.floor(query.state.dataUpdatedAt / (24 * 60 * 60 * 1000));

function storageFor(account: string): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const storage = availableStorage();
  let keptContent = '';
  return {
    getItem: (key) => storage?.getItem(key) ?? null,
    setItem: (key, text) => {
      // A write waits up to two seconds: the person may have signed out meanwhile, in another window too.
      if (getUser()?.employeeId !== account) return;
      const content = contentOf(text);
      if (content !== keptContent) void keepLists(account, text);
      keptContent = content;
      storage?.setItem(key, text);
    },
    removeItem: (key) => storage?.removeItem(key),
  };
}

/** Without the time of writing, which changes though nothing else does. */
const contentOf = (text: string): string => text.slice(text.indexOf('"clientState"'));

/** Undefined where the browser refuses localStorage: nothing fails then. */
function availableStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
