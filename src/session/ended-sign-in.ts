import { isSameAccount } from '@/lib/is-same-account.ts';
import { readStored, removeStored, writeStored } from '@/lib/local-storage.ts';

const KEY = 'zyzc:ended';

/** Why the server ended the sign-in of an account, in words for it: whoever closes the app and opens it again has to know it still. */
export const noteEnd = (account: string, words: string): void => void writeStored(KEY, [account, words]);

/** Until that account signs in again; undefined for any other. */
export function whyEnded(account: string): string | undefined {
  const stored = readStored(KEY);
  return Array.isArray(stored) && isSameAccount(String(stored[0]), account) ? String(stored[1]) : undefined;
}

export const forgetEnd = (): void => removeStored(KEY);
