import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { within } from '@/lib/within.ts';
import { isConflict } from './conflict.ts';
import { keyRoots } from './key-roots.ts';

/** As long as a person who saved something waits for the lists that changed with it. */
const PATIENCE_MS = 3000;

/** Reads anew what a change made old, so that the next screen shows it; over a slow network it comes later, and nobody waits for it. */
export const readAnew = (client: QueryClient, ...keys: readonly QueryKey[]): Promise<unknown> =>
  within(Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }))), PATIENCE_MS);

/** For a change of what several administrators keep: refused since somebody else was quicker, the lists show what was there before. */
export const readingAnew = (client: QueryClient, ...keys: readonly QueryKey[]) => ({
  onSuccess: () => readAnew(client, ...keys),
  onError: (error: unknown) => (isConflict(error) ? readAnew(client, ...keys) : undefined),
});

/**
 * Reads anew all that is told of tasks, to administrators and to departments. Whatever is done to one shows in all of it: a
 * return opens a task again and takes its self-correction back, a confirmed self-correction completes its task.
 */
export const readTasksAnew = (client: QueryClient, ...others: readonly QueryKey[]): Promise<unknown> =>
  readAnew(client, keyRoots.task, keyRoots.myTask, keyRoots.selfCorrection, keyRoots.home, ...others);
