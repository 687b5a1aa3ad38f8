import { ACCOUNT_HEADER, TASK_CACHE_PREFIX, taskCacheName } from '#contract/worker-messages.ts';

/** The account that the page made a request for; null where it named none, or none that can be. */
export function accountOf(request: Request): string | null {
  const account = request.headers.get(ACCOUNT_HEADER);
  return account !== null && /^[\w-]{1,64}$/.test(account) ? account : null;
}

let present: string | undefined;

/** Remembers who uses this device now. */
export function noteAccount(account: string): void {
  present = account;
}

/** When another person uses this device, what the one before had read is deleted. */
export async function deleteForeignTaskCaches(): Promise<void> {
  if (present === undefined) return;
  const own = taskCacheName(present);
  const foreign = (await caches.keys()).filter((name) => name.startsWith(TASK_CACHE_PREFIX) && name !== own);
  await Promise.all(foreign.map((name) => caches.delete(name)));
}
