import { expect, it } from 'vitest';
import { longWaitDays, waitingSince } from '@/offline/sending/long-wait.ts';
import { answerEntry } from '../../features/sync-center/entries.ts';

it('notices what waits for days, by the oldest entry', () => {
  const at = (days: number) => new Date(Date.parse('2026-03-01T01:00:00.000Z') + days * 86_400_000);
  const made = (days: number) => answerEntry('me', { createdAt: at(days).toISOString() });
  expect(longWaitDays(waitingSince([made(0)]), at(2.9))).toBeNull();
  expect(longWaitDays(waitingSince([made(3), made(0), made(2)]), at(4.5))).toBe(4);
  expect(longWaitDays(waitingSince([]), at(9))).toBeNull();
});
