// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore, persistQueryClientSave, type PersistedClient } from '@tanstack/react-query-persist-client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { accountRows } from '@/offline/storage/account-rows.ts';
import { forgetCopies } from '@/offline/reading/kept-copies.ts';
import { forgetQueries, LEFT_SIZE_LIMIT, persistOptions, serializeWithin, shrinkQueriesOfOthers } from '@/offline/reading/query-persister.ts';
import { LISTS_KEY, queriesKey, type CopyRow } from '@/offline/storage/rows.ts';
import { clearSession, storeSession } from '@/session/session-store.ts';
import { signedInAs } from '../people.ts';
import { forgetBrowser } from '../tab.ts';

// A database that the tests before opened belongs to a browser that is forgotten.
let one = '';
let other = '';
let number = 0;
beforeEach(() => {
  forgetBrowser();
  number += 1;
  [one, other] = [`one-${number}`, `other-${number}`];
  // Not the timers that IndexedDB runs on.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  clearSession();
});

async function keep(account: string, fill: (client: QueryClient) => Promise<unknown>): Promise<void> {
  storeSession(signedInAs(account));
  await save(account, fill);
  await vi.advanceTimersByTimeAsync(3000);
}
/** What is fetched is about to be written. */
async function save(account: string, fill: (client: QueryClient) => Promise<unknown>): Promise<void> {
  const client = new QueryClient();
  await fill(client);
  await persistQueryClientSave({ queryClient: client, ...persistOptions(account) });
}
async function restored(account: string): Promise<QueryClient> {
  const client = new QueryClient();
  await persistQueryClientRestore({ queryClient: client, ...persistOptions(account) });
  return client;
}
const keysOf = (text: string) => (JSON.parse(text) as PersistedClient).clientState.queries.map(({ queryKey }) => queryKey[0]);
const fetchInto = (client: QueryClient, key: string, data: unknown, isPersistent = true) =>
  client.prefetchQuery({ queryKey: [key], queryFn: () => data, ...(isPersistent ? { meta: { persist: true as const } } : {}) });

test('keeps what is marked so, for its account alone', async () => {
  await keep(one, async (client) => {
    await fetchInto(client, 'kept', { a: 1 });
    await fetchInto(client, 'passing', { b: 1 }, false);
  });
  const own = await restored(one);
  expect(own.getQueryData(['kept'])).toEqual({ a: 1 });
  expect(own.getQueryData(['passing'])).toBeUndefined();
  expect((await restored(other)).getQueryData(['kept'])).toBeUndefined();
});

test('keeps what it had when the last try to renew it failed', async () => {
  await keep(one, async (client) => {
    await fetchInto(client, 'kept', 1);
    await client.prefetchQuery({ queryKey: ['kept'], queryFn: () => Promise.reject(new Error('no network')), retry: false, meta: { persist: true } });
    expect(client.getQueryState(['kept'])?.status).toBe('error');
  });
  expect((await restored(one)).getQueryState(['kept'])).toMatchObject({ data: 1, status: 'success', error: null, isInvalidated: true });
});

test('shows what it had at once after a restart, and asks for it again however new it is', async () => {
  await keep(one, (client) => fetchInto(client, 'kept', 1));
  expect((await restored(one)).getQueryState(['kept'])).toMatchObject({ data: 1, status: 'success', isInvalidated: true });
});

test('forgets an account, and what is older than thirty days', async () => {
  await keep(one, (client) => fetchInto(client, 'kept', 1));
  await keep(other, (client) => fetchInto(client, 'kept', 2));
  forgetQueries(one);
  expect(localStorage.getItem(queriesKey(one))).toBeNull();
  expect((await restored(other)).getQueryData(['kept'])).toBe(2);
  vi.setSystemTime(Date.now() + 31 * 86_400_000);
  expect((await restored(other)).getQueryData(['kept'])).toBeUndefined();
});

test('forgets what is about to be written, until the account is back', async () => {
  storeSession(signedInAs(one));
  await save(one, (client) => fetchInto(client, 'kept', 1));
  clearSession();
  forgetQueries(one);
  await vi.advanceTimersByTimeAsync(3000);
  expect(localStorage.getItem(queriesKey(one))).toBeNull();
  await keep(one, (again) => fetchInto(again, 'kept', 2));
  expect((await restored(one)).getQueryData(['kept'])).toBe(2);
});

test('forgets what is about to be written here when the person signs out in another window', async () => {
  storeSession(signedInAs(one));
  await save(one, (client) => fetchInto(client, 'kept', 1));
  vi.resetModules();
  const otherWindow = { ...(await import('@/session/session-store.ts')), ...(await import('@/offline/reading/query-persister.ts')) };
  otherWindow.clearSession();
  otherWindow.forgetQueries(one);
  dispatchEvent(new StorageEvent('storage', { key: 'zyzc:user' }));
  await vi.advanceTimersByTimeAsync(3000);
  expect(localStorage.getItem(queriesKey(one))).toBeNull();
});

test('of accounts that were left only the small ones stay, so that there is room for the next', async () => {
  for (const account of [one, other]) {
    await keep(account, async (client) => {
      await fetchInto(client, 'list', 'x'.repeat(1000));
      await fetchInto(client, 'detail', 'x'.repeat(LEFT_SIZE_LIMIT));
    });
  }
  localStorage.setItem(queriesKey('broken'), '{'.repeat(LEFT_SIZE_LIMIT + 1));
  shrinkQueriesOfOthers(other);
  expect(keysOf(localStorage.getItem(queriesKey(one)) ?? '')).toEqual(['list']);
  expect(keysOf(localStorage.getItem(queriesKey(other)) ?? '')).toEqual(['list', 'detail']);
  expect(localStorage.getItem(queriesKey('broken'))).toBeNull();
});

describe('of the person who is signed in', () => {
  beforeEach(() => keep(one, (client) => fetchInto(client, 'kept', 'older')));
  const lists = async () => (await restored(one)).getQueryData(['kept']);

  test('lists outlive a localStorage that was not written to disk in time', async () => {
    const behind = localStorage.getItem(queriesKey(one)) ?? '';
    await keep(one, (client) => fetchInto(client, 'kept', 'newer'));
    localStorage.setItem(queriesKey(one), behind);
    expect(await lists()).toBe('newer');
    localStorage.clear();
    expect(await lists()).toBe('newer');
  });

  test('lists of localStorage are shown where the database is behind', async () => {
    const rows = accountRows(one).disk;
    const behind = (await rows.read((read) => read.get<CopyRow>(LISTS_KEY))) as CopyRow;
    await keep(one, (client) => fetchInto(client, 'kept', 'newer'));
    await rows.change((write) => Promise.resolve(write.put(LISTS_KEY, behind)));
    expect(await lists()).toBe('newer');
  });

  test('lists are forgotten with their account', async () => {
    forgetQueries(one);
    clearSession();
    await forgetCopies(one);
    expect(await lists()).toBeUndefined();
  });
});

describe('the size guard', () => {
  const query = (key: string, size: number, dataUpdatedAt: number) =>
    ({ queryKey: [key], queryHash: key, state: { data: 'x'.repeat(size), dataUpdatedAt } }) as unknown as PersistedClient['clientState']['queries'][number];
  const client = (queries: PersistedClient['clientState']['queries']): PersistedClient => ({ timestamp: 1, buster: '1', clientState: { mutations: [], queries } });
  const day = 86_400_000;

  test('leaves out the oldest first, of one day the biggest, and stays below the limit', () => {
    const queries = [query('old-small', 100, day), query('new-big', 5000, 3 * day + 5), query('new-small', 100, 3 * day), query('newest', 3000, 4 * day)];
    expect(keysOf(serializeWithin(client(queries), 100_000))).toHaveLength(4);
    const text = serializeWithin(client(queries), 5000);
    expect(keysOf(text)).toEqual(['new-small', 'newest']);
    expect(text.length).toBeLessThanOrEqual(5000);
  });

  test('leaves out everything rather than too much', () => {
    expect(keysOf(serializeWithin(client([query('huge', 10_000, day)]), 1000))).toEqual([]);
  });
});
