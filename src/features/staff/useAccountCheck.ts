import { useEffect, useState } from 'react';
import { useIsAccountFree } from '@/queries/staff-queries.ts';

/** Between two keys of somebody who types. */
const PAUSE_MS = 400;

/** `idle`: nothing to ask about. `unknown`: the server could not be asked, and decides when it is saved. */
export type AccountCheck = 'idle' | 'checking' | 'free' | 'taken' | 'unknown';

/** Whether an account is free, asked while it is typed. What it says is always about the text as it stands. */
export function useAccountCheck(text: string, isRight: boolean): AccountCheck {
  const account = text.trim();
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(account), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [account]);
  const asked = useIsAccountFree(isRight ? settled : '');
  if (account === '' || !isRight) return 'idle';
  if (settled !== account || asked.isFetching) return 'checking';
  if (asked.data === undefined) return 'unknown';
  return asked.data ? 'free' : 'taken';
}
