import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isSameData } from '@/lib/is-same-data.ts';
import { pauseAfter } from '@/lib/typing-pause.ts';
import { currentAccount } from '@/session/current-account.ts';
import { forgetDraft, keepDraft, readDraft } from './form-drafts.ts';

export interface KeptForm<Data> {
  /** Why it is not on this phone; null while it is. */
  problem: string | null;
  isKept: boolean;
  /** Stores what the form is about to hold, without waiting for a pause. */
  keep: (data: Data) => Promise<void>;
  /** Once the server has what the form holds: what was kept of it goes, and what is typed from then on is kept. */
  settle: (data: Data) => Promise<void>;
  /** Once the server has it, or the person throws it away: nothing is stored from then on. */
  forget: () => Promise<void>;
}

interface Known<Data> {
  data: Data;
  isWanted: boolean;
  /** Whether the phone is known to hold just that, or nothing where nothing is wanted. */
  isOnPhone: boolean;
}

/**
 * Keeps what a form holds on this phone: after a pause in typing, now and then without one, and at once when the page is left.
 * A window in which nothing was changed leaves alone what another one has kept of the same form.
 * @param isWanted false while there is nothing that would be lost; what was kept before is then forgotten
 */
export function useFormDraft<Data>(form: string, data: Data, isWanted: boolean): KeptForm<Data> {
  // A form that goes because its session ended is still its writer's.
  const [account] = useState(currentAccount);
  const isOver = useRef(false);
  const unstoredSince = useRef<number>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const [isKept, setIsKept] = useState(false);

  // What this window began with, or stored last.
  const [first] = useState<Known<Data>>({ data, isWanted, isOnPhone: !isWanted });
  const known = useRef(first);

  const store = useEffectEvent(async () => {
    unstoredSince.current = undefined;
    if (isOver.current) return;
    if (isSameData(known.current.data, data) && known.current.isWanted === isWanted) {
      if (known.current.isOnPhone) return;
      // What a form begins with was kept before, or comes from elsewhere and is to be kept.
      if ((await readDraft(form, account))?.isStored === true) {
        known.current = { data, isWanted, isOnPhone: true };
        setProblem(null);
        setIsKept(true);
        return;
      }
    }
    const found = isWanted ? await keepDraft(form, data, account) : await forgetDraft(form, account);
    if (found === null) known.current = { data, isWanted, isOnPhone: true };
    setProblem(found);
    setIsKept(isWanted && found === null);
  });

  useEffect(() => {
    const { since, ms } = pauseAfter(unstoredSince.current);
    unstoredSince.current = since;
    const timer = setTimeout(() => void store(), ms);
    return () => clearTimeout(timer);
  }, [data, isWanted]);

  useEffect(() => {
    const handleLeave = (event: Event): void => {
      if (event.type === 'pagehide' || document.visibilityState === 'hidden') void store();
    };
    document.addEventListener('visibilitychange', handleLeave);
    addEventListener('pagehide', handleLeave);
    return () => {
      document.removeEventListener('visibilitychange', handleLeave);
      removeEventListener('pagehide', handleLeave);
      void store();
    };
  }, []);

  return {
    problem,
    isKept,
    keep: async (next) => void (await keepDraft(form, next, account)),
    settle: async (next) => {
      known.current = { data: next, isWanted: false, isOnPhone: true };
      await forgetDraft(form, account);
    },
    forget: async () => {
      isOver.current = true;
      setIsKept(false);
      await forgetDraft(form, account);
    },
  };
}
