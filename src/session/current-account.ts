import { getUser } from './session-store.ts';

/** The account whose rows on this phone are used; nothing of an account is touched when it is not signed in. */
export function currentAccount(): string {
  const account = getUser()?.employeeId;
  if (account === undefined) throw new Error('nobody is signed in');
  return account;
}

/** Whether it is the one that is signed in. */
export const isCurrentAccount = (account: string): boolean => getUser()?.employeeId === account;
