import { useCallback, useEffect, useState } from 'react';
import { countWaiting, forgetOldAccounts, listPhoneAccounts, type PhoneAccount } from './phone-accounts.ts';

export interface PhoneAccountView extends PhoneAccount {
  /** Things that wait on this phone; undefined until they were counted. */
  waiting: number | undefined;
  /** How many of them wait for the person. */
  refused: number;
}

const notCounted = { waiting: undefined, refused: 0 };

/** Who used this phone, the last one first; `reload` after one of them tried to come in. */
export function usePhoneAccounts(): { accounts: readonly PhoneAccountView[]; reload: () => void } {
  const [accounts, setAccounts] = useState<readonly PhoneAccountView[]>([]);
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    let isCurrent = true;
    const read = async (): Promise<void> => {
      await forgetOldAccounts();
      const listed = await listPhoneAccounts();
      if (isCurrent) setAccounts((before) => listed.map((account) => ({ ...notCounted, ...before.find((one) => one.employeeId === account.employeeId), ...account })));
      const counted = await Promise.all(listed.map(async (account) => ({ ...account, ...(await countWaiting(account.employeeId)) })));
      if (isCurrent) setAccounts(counted);
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [round]);
  return { accounts, reload };
}
