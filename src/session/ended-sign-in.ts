import { isSameAccount } from '@/lib/is-same-account.ts';
import { readStored, removeStored, writeStored } from '@/lib/local-storage.ts';

const KEY = 'zyzc:ended';

/** Why the server ended the sign-in of an account, in its words: whoever closes the app and opens it again has to know it still. */
export const noteEnd = (account: string, why: string): void => void writeStored(KEY, { account, why });

/** Until that account signs in again; undefined for any other. */
export function whyEnded(account: string): string | undefined {
  const stored = readStored(KEY) as { account?: unknown; why?: unknown } | null | undefined;
  return typeof stored?.account === 'string' && typeof stored.why === 'string' && isSameAccount(stored.account, account) ? stored.why : undefined;
}

export function forgetEnd(account: string): void {
  if (whyEnded(account) !== undefined) removeStored(KEY);
}
