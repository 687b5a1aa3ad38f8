import { readStored, writeStored } from '@/lib/local-storage.ts';

const KEY = 'zyzc:last-account';

/** The account that signed in last on this device, to be filled in again; empty for none. */
export function getLastAccount(): string {
  const stored = readStored(KEY);
  return typeof stored === 'string' ? stored : '';
}

export const rememberAccount = (account: string): boolean => writeStored(KEY, account);
