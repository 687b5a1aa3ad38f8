import { useState, useSyncExternalStore } from 'react';
import { today } from '@/lib/dates.ts';
import { everyMinute } from './useNow.ts';

/**
 * Calls back while rendering, once, when a view is drawn on another day of Shanghai than before: views stay open for days,
 * and what was suggested by the day is then old.
 * @param onNewDay gets an instant of the day before, and one of today
 */
export function useNewDay(onNewDay: (before: Date, now: Date) => void): void {
  const day = useSyncExternalStore(everyMinute, () => today());
  const [last, setLast] = useState(day);
  if (day === last) return;
  setLast(day);
  onNewDay(noonOf(last), noonOf(day));
}

const noonOf = (day: string): Date => new Date(`${day}T12:00:00+08:00`);
