import { useSyncExternalStore } from 'react';
import { serverNow, subscribeToServerClock } from '@/lib/server-clock.ts';

const MINUTE_MS = 60_000;

export function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE_MS);
  const unsubscribe = subscribeToServerClock(listener);
  // Timers stand still while a phone sleeps.
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', listener);
  };
}

function useMinute(read: () => number): Date {
  const minute = useSyncExternalStore(everyMinute, () => Math.floor(read() / MINUTE_MS));
  return new Date(minute * MINUTE_MS);
}

/** The server's time, to the minute: a page may stay open over midnight, and 今天截止 must not. */
export const useNow = (): Date => useMinute(() => serverNow().getTime());

/** The phone's own, to compare with what the phone has noted. */
export const usePhoneNow = (): Date => useMinute(Date.now);
