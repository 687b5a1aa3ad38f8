/** For how long something has waited to be sent. */
import { DAY_MS } from '#contract/calendar.ts';
import type { OutboxEntry } from '@/offline/storage/rows.ts';

/** Waiting longer than this is no longer a matter of a ward without signal. */
const LONG_WAIT_DAYS = 3;

/** When the oldest entry was made; null where nothing waits. */
export function waitingSince(entries: readonly OutboxEntry[]): string | null {
  let oldest: string | null = null;
  // Compared as they are written: this is asked after every tap.
  for (const { createdAt } of entries) if (oldest === null || createdAt < oldest) oldest = createdAt;
  return oldest;
}

/** For how many days something has waited, once that is long; null before. */
export function longWaitDays(since: string | null, now: Date): number | null {
  if (since === null) return null;
  const days = Math.floor((now.getTime() - Date.parse(since)) / DAY_MS);
  return days >= LONG_WAIT_DAYS ? days : null;
}
