import { afterEach, expect, test } from 'vitest';
import { testDialect } from '../server/support/database.ts';
import { pointsFor, runFleet } from './fleet.ts';
import { startWorld, type World } from './world.ts';

const PHONES = Number(process.env['FLEET_PHONES'] ?? 12);
const ROUNDS = Number(process.env['FLEET_ROUNDS'] ?? 8);
const SEED = Number(process.env['FLEET_SEED'] ?? Date.now() % 1_000_000);
const TASKS = Math.min(100, Math.ceil(PHONES / 3));
/** Answers that wait on all phones together before they get their signal back. */
const WAITING = Number(process.env['FLEET_WAITING'] ?? PHONES * 8);
const AWAKE = Number(process.env['FLEET_AWAKE'] ?? 24);
/** PostgreSQL lets several processes share a database. */
const SERVERS = testDialect === 'postgres' ? 2 : 1;
/** A machine that is busy with something else takes its time; a fleet that never settles fails all the same. */
const SETTLE_LIMIT_MS = 180_000 + PHONES * 1000;
const LIMIT_MS = 480_000 + PHONES * 8000;

let world: World | undefined;
afterEach(async () => {
  await world?.stop();
});

test(`${PHONES} phones with ${TASKS} tasks, a bad network, crashes and killed servers leave what a plain list of taps leaves`, { timeout: LIMIT_MS }, async () => {
  const peopleEach = Math.ceil(PHONES / TASKS);
  const awayEach = Math.ceil(WAITING / PHONES);
  world = await startWorld({ departments: TASKS, peopleEach, points: pointsFor(peopleEach), awayPoints: peopleEach * awayEach, serverCount: SERVERS });
  const { findings, faults, drained, ...figures } = await runFleet(world, { rounds: ROUNDS, seed: SEED, settleLimitMs: SETTLE_LIMIT_MS, awake: AWAKE, awayEach });
  console.info(`fleet on ${testDialect}, ${SERVERS} server(s), seed ${SEED}: ${JSON.stringify(figures)}, faults ${JSON.stringify(faults)}`);
  console.info(`fleet on ${testDialect}: ${drained.answers} waiting answers arrived in ${(drained.ms / 1000).toFixed(1)} s, ${figures.awake} phones at a time`);
  expect(findings).toEqual([]);
  expect(figures.arrived).toBeGreaterThan(PHONES);
  expect(drained.answers).toBeGreaterThanOrEqual(WAITING);
  expect(faults['lost']! + faults['answerLost']! + faults['twice']!).toBeGreaterThan(0);
  for (const kind of ['cut', 'crashes', 'offlineSpells', 'serverKills']) expect(faults[kind], kind).toBeGreaterThan(0);
});
