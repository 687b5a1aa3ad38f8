import { afterEach, expect, test } from 'vitest';
import { testDialect } from '../server/support/database.ts';
import { pointsFor, runFleet } from './fleet.ts';
import { startWorld, type World } from './world.ts';

const PHONES = Number(process.env['FLEET_PHONES'] ?? 12);
const ROUNDS = Number(process.env['FLEET_ROUNDS'] ?? 8);
const SEED = Number(process.env['FLEET_SEED'] ?? Date.now() % 1_000_000);
const TASKS = Math.min(100, Math.ceil(PHONES / 3));
/** PostgreSQL lets several processes share a database. */
const SERVERS = testDialect === 'postgres' ? 2 : 1;
/** A machine that is busy with something else takes its time; a fleet that never settles fails all the same. */
const SETTLE_LIMIT_MS = 180_000 + PHONES * 1000;
const LIMIT_MS = 480_000 + PHONES * 4000;

let world: World | undefined;
afterEach(async () => {
  await world?.stop();
});

test(`${PHONES} phones with ${TASKS} tasks, a bad network, crashes and killed servers leave what a plain list of taps leaves`, { timeout: LIMIT_MS }, async () => {
  const peopleEach = Math.ceil(PHONES / TASKS);
  world = await startWorld({ departments: TASKS, peopleEach, points: pointsFor(peopleEach), serverCount: SERVERS });
  const { findings, faults, ...figures } = await runFleet(world, { rounds: ROUNDS, seed: SEED, settleLimitMs: SETTLE_LIMIT_MS });
  console.info(`fleet on ${testDialect}, ${SERVERS} server(s), seed ${SEED}: ${JSON.stringify(figures)}, faults ${JSON.stringify(faults)}`);
  expect(findings).toEqual([]);
  expect(figures.arrived).toBeGreaterThan(PHONES);
  expect(faults['lost']! + faults['answerLost']! + faults['twice']!).toBeGreaterThan(0);
  for (const kind of ['cut', 'crashes', 'offlineSpells', 'serverKills']) expect(faults[kind], kind).toBeGreaterThan(0);
});
