import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { addDays, shanghaiDay } from '#contract/calendar.ts';
import type { BenchDatabase } from '../bench/data/database.ts';
import { call } from '../support/calls.ts';
import { openSite, type Site } from './site.ts';

const PHONES = 50;
const POINTS = 100;
const FIRST_RATE = 20;
const GROWTH = 1.5;
const MAX_STEPS = 16;
const P99_LIMIT_MS = 500;
const ENTRIES_PER_SAVE = 5;

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
export async function findCapacity(database: BenchDatabase, processes: number, seconds: number, onStep: (step: Step) => void): Promise<number | undefined> {
  const site = await openSite(database, { processes, phones: PHONES, points: POINTS });
  try {
    const makeCall = mixedCalls(site);
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
async function atRate(makeCall: (number: number) => Promise<unknown>, rate: number, seconds: number): Promise<Step> {
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

/** Of twenty calls nine save answers, four open a task, four list tasks, one each asks for statistics, the tasks issued and the person. */
function mixedCalls({ processes, phones, adminToken }: Site) {
  const revisions = new Map<string, number>();
  const today = shanghaiDay(new Date());
  return async (number: number): Promise<unknown> => {
    const url = processes[number % processes.length]?.url ?? '';
    const phone = phones[number % phones.length];
    if (phone === undefined) throw new Error('there are no phones');
    const { token, deptTaskId, pointIds } = phone;
    const kind = number % 20;
    if (kind < 9) {
      const entries = Array.from({ length: ENTRIES_PER_SAVE }, (_, index) => {
        const pointId = pointIds[(number + index) % pointIds.length] ?? '';
        const key = `${deptTaskId} ${pointId}`;
        const baseRevision = revisions.get(key) ?? 0;
        revisions.set(key, baseRevision + 1);
        return { id: uuidv7(), pointId, result: 'qualified' as const, remark: '', photos: [], answeredAt: new Date().toISOString(), baseRevision };
      });
      return call(url, 'saveAnswers', { body: { deptTaskId, entries } }, token);
    }
    if (kind < 13) return call(url, 'queryTaskCheckPointInfo', { params: { id: deptTaskId } }, token);
    if (kind < 17) return call(url, 'queryMyTaskCheckList', { query: {} }, token);
    if (kind === 17) return call(url, 'queryOverallSelfCheckStatList', { query: { startDate: addDays(today, -30), endDate: today } }, adminToken);
    if (kind === 18) return call(url, 'queryTaskPage', { query: {} }, adminToken);
    return call(url, 'userInfo', {}, token);
  };
}
