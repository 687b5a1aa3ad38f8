import { taskCacheName, type AccountLeft } from '#contract/worker-messages.ts';
import { forgetCopies } from './kept-copies.ts';
import { forgetQueries } from './query-persister.ts';

/**
 * Removes from this device what an account has read, for signing out, after the session has ended. Laws are the same for everybody and stay;
 * so does what the person entered: it goes to the server under that account only, or waits.
 */
export async function forgetReadData(account: string): Promise<void> {
  forgetQueries(account);
  await forgetCopies(account);
  navigator.serviceWorker?.controller?.postMessage({ type: 'ACCOUNT_LEFT' } satisfies AccountLeft);
  if ('caches' in globalThis) await caches.delete(taskCacheName(account)).catch(() => false);
}
