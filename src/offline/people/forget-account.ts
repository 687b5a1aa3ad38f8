import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { taskCacheName, type AccountLeft } from '#contract/worker-messages.ts';
import { getUser, subscribe } from '@/session/session-store.ts';
import { accountRows } from '@/offline/storage/account-rows.ts';
import { removeDelivered } from '@/offline/entries/delivered-rows.ts';
import { forgetCopies } from '@/offline/reading/kept-copies.ts';
import { forgetShownPhotos, prunePhotos } from '@/offline/files/photos.ts';
import { forgetQueries } from '@/offline/reading/query-persister.ts';
import { CREATED_KEY } from '@/offline/storage/rows.ts';

/**
 * Removes from this device what an account has read, and what of its entries the server has, for signing out, after the
 * session has ended. Laws are the same for everybody and stay; so does what waits: it goes to the server under that
 * account only.
 */
export async function forgetReadData(account: string): Promise<void> {
  navigator.serviceWorker?.controller?.postMessage({ type: 'ACCOUNT_LEFT' } satisfies AccountLeft);
  await forgetAllButWaiting(account);
  forgetWhatIsDeliveredLater(account);
}

/** As `forgetReadData`, while somebody else may use the device. Never rejects over storage. */
export async function forgetAllButWaiting(account: string): Promise<void> {
  forgetQueries(account);
  forgetShownPhotos();
  await forgetCopies(account);
  await forgetDelivered(account);
  if ('caches' in globalThis) await caches.delete(taskCacheName(account)).catch(() => false);
}

async function forgetDelivered(account: string): Promise<void> {
  await accountRows(account).changeEverywhere(removeDelivered);
  // Nothing is being entered any more, so no photo waits for what would take it.
  await prunePhotos(account, Infinity).catch(() => undefined);
}

/** What was on its way when the person left is answered within this time. */
const LATE_MS = 2 * REQUEST_TIMEOUT_MS;

/** Ends with the next sign-in: what is delivered from then on may be shown again. */
function forgetWhatIsDeliveredLater(account: string): void {
  const endRows = accountRows(account).subscribe((changes) => {
    if (changes.some(({ row }) => row !== undefined)) void forgetDelivered(account);
  });
  const end = (): void => {
    endRows();
    endSession();
    clearTimeout(timer);
  };
  const endSession = subscribe(() => {
    if (getUser() !== undefined) end();
  });
  const timer = setTimeout(end, LATE_MS);
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
