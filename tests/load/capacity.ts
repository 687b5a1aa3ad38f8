import { setTimeout as delay } from 'node:timers/promises';
import type { BenchDatabase } from '../bench/data/database.ts';
import { MIX, mixedCalls, prepareMix } from './mixed-calls.ts';
import { openSite } from './site.ts';

const FIRST_RATE = 20;
const GROWTH = 1.5;
const MAX_STEPS = 16;
const P99_LIMIT_MS = 500;

export interface Step {
  rate: number;
  p50: number;
  p99: number;
  failed: number;
}

/**
 * Raises the rate until the slowest hundredth of calls takes too long or one fails.
 * @returns the last rate that was held; undefined when not even the first was
 */
export async function findCapacity(
  database: BenchDatabase,
  { processes, nginx, seconds }: { processes: number; nginx?: string | undefined; seconds: number },
  onStep: (step: Step) => void,
): Promise<number | undefined> {
  await prepareMix(database);
  const site = await openSite(database, { processes, nginx, ...MIX });
  try {
    const makeCall = await mixedCalls(site);
    await atRate(makeCall, FIRST_RATE, 2);
    let held: number | undefined;
    for (let index = 0, rate = FIRST_RATE; index < MAX_STEPS; index += 1, rate = Math.round(rate * GROWTH)) {
      const step = await atRate(makeCall, rate, seconds);
      onStep(step);
      if (step.failed > 0 || step.p99 > P99_LIMIT_MS) break;
      held = rate;
    }
    return held;
  } finally {
    await site.stop();
  }
}

/** Calls go out at their time whether or not those before are answered, so that a server that stalls is not spared. */
export async function atRate(makeCall: (number: number) => Promise<unknown>, rate: number, seconds: number): Promise<Step> {
  const times: number[] = [];
  let failed = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: Math.round(rate * seconds) }, async (_, index) => {
      const due = (index * 1000) / rate;
      await delay(due);
      // From when it was due: callers that are late themselves do not make the server look quick.
      await makeCall(index).catch(() => (failed += 1));
      times.push(performance.now() - start - due);
    }),
  );
  times.sort((one, other) => one - other);
  const quantile = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { rate, p50: quantile(0.5), p99: quantile(0.99), failed };
}
