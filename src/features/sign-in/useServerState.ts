import { useCallback, useEffect, useRef, useState } from 'react';
import { probe } from '@/queries/site-queries.ts';

/** `offline`: this phone has no network. `unreachable`: it has one, but our server does not answer. */
export type ServerState = 'unknown' | 'reachable' | 'offline' | 'unreachable';

const AGAIN_MS = 15_000;

/** Whether one could sign in now, asked anew while the answer is no, and when `checkAgain` is called. */
export function useServerState(): { serverState: ServerState; checkAgain: () => void } {
  const [serverState, setServerState] = useState<ServerState>('unknown');
  const check = useRef<() => void>(() => undefined);
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      clearTimeout(timer);
      const isThere = await probe();
      if (!isCurrent) return;
      setServerState(isThere ? 'reachable' : navigator.onLine ? 'unreachable' : 'offline');
      clearTimeout(timer);
      if (!isThere) timer = setTimeout(() => void ask(), AGAIN_MS);
    };
    const handleChange = (): void => void ask();
    check.current = handleChange;
    addEventListener('online', handleChange);
    addEventListener('offline', handleChange);
    void ask();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      removeEventListener('online', handleChange);
      removeEventListener('offline', handleChange);
    };
  }, []);
  return { serverState, checkAgain: useCallback(() => check.current(), []) };
}
