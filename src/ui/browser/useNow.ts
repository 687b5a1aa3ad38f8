import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

export function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE_MS);
  // Timers stand still while a phone sleeps.
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** The time, to the minute: a page may stay open over midnight, and 今天截止 must not. */
export function useNow(): Date {
  const minute = useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / MINUTE_MS));
  return new Date(minute * MINUTE_MS);
}
