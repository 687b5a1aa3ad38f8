import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { AnswerEntry } from '#contract/answer.ts';
import type { BenchDatabase } from '../bench/data/database.ts';
import { call } from '../support/calls.ts';
import { openSite, type Phone, type Site } from './site.ts';

const PHONES = 8;
const POINTS = 40;
const ENTRIES_PER_SAVE = 5;
const SHORTEST_RUN_MS = 100;
const LONGEST_RUN_MS = 800;
const RECOVERY_LIMIT_MS = 30_000;

export interface KillReport {
  kills: number;
  /** Entries that the server said it has saved. */
  acknowledged: number;
  /** Entries that were sent again, since the answer to them did not come. */
  resent: number;
  /** Acknowledged and not in the database, or not the value that holds. */
  lost: number;
  /** In effect more than once. */
  twice: number;
}

/** What a phone knows: what it may send next, what waits for an answer, and what was acknowledged. */
interface Outbox extends Phone {
  revisions: Map<string, number>;
  waiting: AnswerEntry[];
  acknowledged: AnswerEntry[];
  resent: number;
}

/** What is killed. */
export interface Victim {
  /** Resolves when it works again; safe to call when it does. */
  start: () => Promise<void>;
  kill: () => Promise<void>;
}

/**
 * Kills again and again while phones save, lets them send again what was not answered, and counts what is there.
 * @param victim the server processes if absent
 */
export async function killUnderLoad(database: BenchDatabase, rounds: number, victim?: Victim): Promise<KillReport> {
  const site = await openSite(database, { processes: 1, phones: PHONES, points: POINTS });
  const killed: Victim = victim ?? {
    start: async () => {
      for (const one of site.processes) await one.start();
    },
    kill: async () => {
      for (const one of site.processes) await one.kill();
    },
  };
  const outboxes = site.phones.map((phone): Outbox => ({ ...phone, revisions: new Map(), waiting: [], acknowledged: [], resent: 0 }));
  try {
    for (let round = 0; round < rounds; round += 1) await oneRound(site, outboxes, killed);
    await startAll(site, killed);
    for (const outbox of outboxes) if (outbox.waiting.length > 0) await send(site, outbox);
  } finally {
    await site.stop();
  }
  const all = outboxes.flatMap(({ acknowledged }) => acknowledged);
  return { kills: rounds, acknowledged: all.length, resent: outboxes.reduce((sum, outbox) => sum + outbox.resent, 0), ...(await count(database, outboxes)) };
}

/** Resolves when the site is well, which a server has to become by itself when its database was killed. */
async function startAll({ processes }: Site, killed: Victim): Promise<void> {
  await killed.start();
  const deadline = Date.now() + RECOVERY_LIMIT_MS;
  for (const { url } of processes) {
    for (;;) {
      const health = await fetch(`${url}/healthz`);
      if (health.ok) break;
      if (Date.now() > deadline) throw new Error(`the server did not recover: ${await health.text()}`);
      await delay(50);
    }
  }
}

async function oneRound(site: Site, outboxes: readonly Outbox[], killed: Victim): Promise<void> {
  await startAll(site, killed);
  let isOver = false;
  const running = outboxes.map(async (outbox) => {
    while (!isOver) {
      try {
        await send(site, outbox);
      } catch (error) {
        // What is refused stays refused; only a server that is gone is a reason to go on.
        if (!isOver) throw error;
      }
    }
  });
  await delay(SHORTEST_RUN_MS + Math.random() * (LONGEST_RUN_MS - SHORTEST_RUN_MS));
  isOver = true;
  await killed.kill();
  await Promise.all(running);
}

/** Sends what waits, or something new. It waits until it is answered. */
async function send(site: Site, outbox: Outbox): Promise<void> {
  if (outbox.waiting.length > 0) outbox.resent += outbox.waiting.length;
  else outbox.waiting = newEntries(outbox);
  const { outcomes } = await call(site.processes[0]?.url ?? '', 'saveAnswers', { body: { deptTaskId: outbox.deptTaskId, entries: outbox.waiting } }, outbox.token);
  for (const [index, { outcome }] of outcomes.entries()) {
    if (outcome !== 'saved') throw new Error(`entry ${outbox.waiting[index]?.id ?? ''} was answered with ${outcome}`);
  }
  outbox.acknowledged.push(...outbox.waiting);
  outbox.waiting = [];
}

function newEntries({ pointIds, revisions }: Outbox): AnswerEntry[] {
  const first = Math.floor(Math.random() * pointIds.length);
  return Array.from({ length: ENTRIES_PER_SAVE }, (_, index) => {
    const pointId = pointIds[(first + index) % pointIds.length] ?? '';
    const baseRevision = revisions.get(pointId) ?? 0;
    revisions.set(pointId, baseRevision + 1);
    return { id: uuidv7(), pointId, result: 'qualified', remark: '', photos: [], answeredAt: new Date().toISOString(), baseRevision };
  });
}

/** Each entry took its point from one revision to the next: one that took effect twice leaves a number too many. */
const count = (database: BenchDatabase, outboxes: readonly Outbox[]): Promise<Pick<KillReport, 'lost' | 'twice'>> =>
  database.fill(async ({ db }) => {
    const history = await db.selectFrom('answer_history').select(['entry_id', 'revision', 'is_conflict']).execute();
    const answers = await db.selectFrom('answer').select(['dept_task_id', 'point_id', 'revision']).where('revision', '>', 0).execute();
    const kept = new Map(history.map((entry) => [entry.entry_id, entry]));
    const held = new Map(answers.map((answer) => [`${answer.dept_task_id} ${answer.point_id}`, answer.revision]));
    const known = new Set(outboxes.flatMap(({ acknowledged }) => acknowledged.map(({ id }) => id)));
    let lost = 0;
    let twice = history.length - kept.size + history.filter((entry) => !known.has(entry.entry_id)).length;
    for (const { deptTaskId, acknowledged, revisions } of outboxes) {
      for (const { id, baseRevision } of acknowledged) if (kept.get(id)?.revision !== baseRevision + 1) lost += 1;
      for (const [pointId, revision] of revisions) {
        const difference = (held.get(`${deptTaskId} ${pointId}`) ?? 0) - revision;
        if (difference < 0) lost -= difference;
        else twice += difference;
      }
    }
    return { lost, twice };
  });
