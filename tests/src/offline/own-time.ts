import type { Timers } from '@/lib/timers.ts';

/** Time that only the test lets pass, however slow the machine is. */
export function ownTime() {
  let now = 1000;
  const waiting = new Set<{ at: number; work: () => void }>();
  const after: Timers['after'] = (ms, work) => {
    const timer = { at: now + ms, work };
    waiting.add(timer);
    return () => void waiting.delete(timer);
  };
  const pass = (ms: number): void => {
    now += ms;
    for (const timer of [...waiting].filter(({ at }) => at <= now)) {
      waiting.delete(timer);
      timer.work();
    }
  };
  return { timers: { now: () => now, after } satisfies Timers, pass };
}
