// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { askToPersist, dismissLoss, getLossFoundAt, readStorageState } from '@/offline/storage/storage-state.ts';
import { refuseDatabases } from '../browser-storage.ts';
import { signedInAs } from '../people.ts';
import { forgetBrowser, openTab, unseen, valueOf } from '../tab.ts';

beforeEach(forgetBrowser);

async function visit() {
  const tab = await openTab();
  tab.signIn(signedInAs('e1'));
  return { tab, store: await tab.openAnswers('t1'), outbox: await tab.openOutbox('e1') };
}

test('lesson 16: a database that vanished with unsent answers is noticed, until the person has read of it', async () => {
  const { store } = await visit();
  await store.set('p1', valueOf(), unseen);
  expect(getLossFoundAt('e1')).toBeNull();
  // The browser clears databases, and leaves localStorage.
  globalThis.indexedDB = new (await import('fake-indexeddb')).IDBFactory();
  await visit();
  await expect.poll(() => getLossFoundAt('e1')).not.toBeNull();
  expect(getLossFoundAt('e2')).toBeNull();
  dismissLoss('e1');
  await visit();
  expect(getLossFoundAt('e1')).toBeNull();
});

test('nothing is said when nothing was unsent, or nothing vanished', async () => {
  const { store } = await visit();
  await store.set('p1', valueOf(), unseen);
  await visit();
  expect(getLossFoundAt('e1')).toBeNull();
  await store.clear(['p1']);
  globalThis.indexedDB = new (await import('fake-indexeddb')).IDBFactory();
  await visit();
  expect(getLossFoundAt('e1')).toBeNull();
});

test('lesson 29: says whether this browser can store at all', async () => {
  expect(await readStorageState()).toEqual({ usedBytes: null, allowedBytes: null, isPersisted: false, canStore: true });
  const end = refuseDatabases();
  expect((await readStorageState()).canStore).toBe(false);
  end();
  expect(await askToPersist()).toBe(false);
});

test('lesson 15: asks the browser once not to clear the data, and tells what it promised', async () => {
  let isPersisted = false;
  const persist = vi.fn<() => Promise<boolean>>(() => Promise.resolve((isPersisted = true)));
  const storage = { persist, persisted: () => Promise.resolve(isPersisted), estimate: () => Promise.resolve({ usage: 5, quota: 10 }) };
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage });
  expect((await readStorageState()).isPersisted).toBe(false);
  expect(await askToPersist()).toBe(true);
  expect(await askToPersist()).toBe(true);
  expect(persist).toHaveBeenCalledOnce();
  expect(await readStorageState()).toEqual({ usedBytes: 5, allowedBytes: 10, isPersisted: true, canStore: true });
  persist.mockImplementation(() => Promise.resolve((isPersisted = false)));
  isPersisted = false;
  expect(await askToPersist()).toBe(false);
  Reflect.deleteProperty(navigator, 'storage');
});
