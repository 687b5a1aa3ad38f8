import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { pauseAfter } from '@/lib/typing-pause.ts';
import { forgetDraft, keepDraft } from './form-drafts.ts';
import { currentAccount } from './outbox.ts';

export interface KeptForm {
  /** Why it is not on this phone; null while it is. */
  problem: string | null;
  isKept: boolean;
  /** Once the server has it, or the person throws it away: nothing is stored from then on. */
  forget: () => Promise<void>;
}

/**
 * Keeps what a form holds on this phone: after a pause in typing, now and then without one, and at once when the page is left.
 * @param isWanted false while there is nothing that would be lost; what was kept before is then forgotten
 * @param onKept told of what is stored for good
 */
export function useFormDraft<Data>(form: string, data: Data, isWanted: boolean, onKept?: (data: Data) => void): KeptForm {
  // A form that goes because its session ended is still its writer's.
  const [account] = useState(currentAccount);
  const isOver = useRef(false);
  const unstoredSince = useRef<number>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const [isKept, setIsKept] = useState(false);

  const store = useEffectEvent(async () => {
    unstoredSince.current = undefined;
    if (isOver.current) return;
    const found = isWanted ? await keepDraft(form, data, account) : await forgetDraft(form, account);
    setProblem(found);
    setIsKept(isWanted && found === null);
    if (isWanted && found === null) onKept?.(data);
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
    forget: async () => {
      isOver.current = true;
      await forgetDraft(form, account);
    },
  };
}
