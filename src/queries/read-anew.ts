import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { within } from '@/lib/within.ts';

/** As long as a person who saved something waits for the lists that changed with it. */
const PATIENCE_MS = 3000;

/** Reads anew what a change made old, so that the next screen shows it; over a slow network it comes later, and nobody waits for it. */
export const readAnew = (client: QueryClient, ...keys: readonly QueryKey[]): Promise<unknown> =>
  within(Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }))), PATIENCE_MS);
