import { ACCOUNT_HEADER, type AccountLeft, TASK_CACHE_PREFIX, taskCacheName } from '#contract/worker-messages.ts';

/** The account that the page made a request for; null where it named none, or none that can be. */
export function accountOf(request: Request): string | null {
  const account = request.headers.get(ACCOUNT_HEADER);
  return account !== null && /^[\w-]{1,64}$/.test(account) ? account : null;
}

/** Null when whoever used this device has signed out; undefined when this worker has heard of nobody yet. */
let present: string | null | undefined;

/** Remembers who uses this device now. */
export function noteAccount(account: string): void {
  present = account;
}

/** Nobody uses this device any more: what was read is deleted, now and when the answer to a request of before arrives. */
export function forgetAccount(event: ExtendableMessageEvent): void {
  if ((event.data as Partial<AccountLeft> | null)?.type !== 'ACCOUNT_LEFT') return;
  present = null;
  event.waitUntil(deleteForeignTaskCaches());
}

/** When another person uses this device, or nobody, what the one before had read is deleted. */
export async function deleteForeignTaskCaches(): Promise<void> {
  if (present === undefined) return;
  const own = present === null ? undefined : taskCacheName(present);
  const foreign = (await caches.keys()).filter((name) => name.startsWith(TASK_CACHE_PREFIX) && name !== own);
  await Promise.all(foreign.map((name) => caches.delete(name)));
}
