import { taskCacheName } from '#contract/worker-messages.ts';
import { forgetCopies } from './kept-copies.ts';
import { forgetQueries } from './query-persister.ts';

/**
 * Removes from this device what an account has read, for signing out. Laws are the same for everybody and stay;
 * so does what the person entered: it goes to the server under that account only, or waits.
 */
export async function forgetReadData(account: string): Promise<void> {
  forgetQueries(account);
  await forgetCopies(account);
  if ('caches' in globalThis) await caches.delete(taskCacheName(account)).catch(() => false);
}
