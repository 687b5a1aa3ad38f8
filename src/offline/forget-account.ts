import { taskCacheName, type AccountLeft } from '#contract/worker-messages.ts';
import { accountRows } from './account-rows.ts';
import { removeDelivered } from './delivered-rows.ts';
import { forgetCopies } from './kept-copies.ts';
import { forgetShownPhotos, prunePhotos } from './photos.ts';
import { forgetQueries } from './query-persister.ts';
import { CREATED_KEY } from './rows.ts';

/**
 * Removes from this device what an account has read, and what of its entries the server has, for signing out, after the
 * session has ended. Laws are the same for everybody and stay; so does what waits: it goes to the server under that
 * account only.
 */
export async function forgetReadData(account: string): Promise<void> {
  navigator.serviceWorker?.controller?.postMessage({ type: 'ACCOUNT_LEFT' } satisfies AccountLeft);
  await forgetAllButWaiting(account);
}

/** As `forgetReadData`, while somebody else may use the device. Never rejects over storage. */
export async function forgetAllButWaiting(account: string): Promise<void> {
  forgetQueries(account);
  forgetShownPhotos();
  await forgetCopies(account);
  const { disk, memory } = accountRows(account);
  for (const store of [memory, disk]) await store.change(removeDelivered).catch(() => undefined);
  // Nothing is being entered any more, so no photo waits for what would take it.
  await prunePhotos(account, Infinity).catch(() => undefined);
  if ('caches' in globalThis) await caches.delete(taskCacheName(account)).catch(() => false);
}

/** Removes all that this device has of an account of which nothing waits. Never rejects over storage. */
export async function forgetAccount(account: string): Promise<void> {
  await forgetAllButWaiting(account);
  await accountRows(account)
    .disk.change(async (rows) => {
      // When the database was made tells whether the browser has lost it.
      for (const key of await rows.keys('')) if (key !== CREATED_KEY) rows.remove(key);
    })
    .catch(() => undefined);
}
