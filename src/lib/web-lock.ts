/**
 * Web Locks, which hold over all tabs. Insecure contexts lack them, and browsers that deny a site its data deny them too: the
 * request then rejects before anything was done.
 */

/**
 * Does `work` under the lock of that name; as `navigator.locks.request` in all else.
 * @param withoutLocks does it where there are no such locks
 */
export async function underWebLock<Result>(
  name: string,
  options: LockOptions,
  work: (lock: Lock | null) => Promise<Result>,
  withoutLocks: () => Promise<Result>,
): Promise<Result> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return await withoutLocks();
  try {
    return await navigator.locks.request(name, options, work);
  } catch (error) {
    if (!isDenied(error)) throw error;
  }
  return await withoutLocks();
}

/** Nothing that is done under a lock of ours fails so. */
const isDenied = (error: unknown): boolean => error instanceof DOMException && (error.name === 'SecurityError' || error.name === 'NotAllowedError');
