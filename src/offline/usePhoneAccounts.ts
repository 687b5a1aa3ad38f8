import { useCallback, useEffect, useState } from 'react';
import { countWaiting, forgetOldAccounts, listPhoneAccounts, type PhoneAccount } from './phone-accounts.ts';

export interface PhoneAccountView extends PhoneAccount {
  /** Entries that wait on this phone; undefined until they were counted. */
  waiting: number | undefined;
}

/** Who used this phone, the last one first; `reload` after one of them tried to come in. */
export function usePhoneAccounts(): { accounts: readonly PhoneAccountView[]; reload: () => Promise<void> } {
  const [accounts, setAccounts] = useState<readonly PhoneAccountView[]>([]);
  const reload = useCallback(async () => {
    const listed = await listPhoneAccounts();
    setAccounts((before) => listed.map((account) => ({ ...account, waiting: before.find((one) => one.employeeId === account.employeeId)?.waiting })));
    const counted = await Promise.all(listed.map(async (account) => ({ ...account, waiting: await countWaiting(account.employeeId) })));
    setAccounts(counted);
  }, []);
  useEffect(() => {
    void forgetOldAccounts().then(reload);
  }, [reload]);
  return { accounts, reload };
}
