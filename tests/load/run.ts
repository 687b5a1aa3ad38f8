// npm run test:load [-- capacity kills soak] [-- --rounds N] [-- --seconds N] [-- --minutes N]: how many calls a second the server holds, and
// whether what it acknowledged outlives a SIGKILL. All on loopback, with databases that are gone afterwards.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { isPostgresReachable, withDatabase } from '../bench/data/database.ts';
import { undoable, undoBeforeTheEnd } from '../bench/undo.ts';
import { findCapacity } from './capacity.ts';
import { createCluster } from '../support/postgres-cluster.ts';
import { findProgram } from '../support/programs.ts';
import { countSyncs, type DurabilityReport } from './durability.ts';
import { killUnderLoad } from './kills.ts';
import { soak } from './soak.ts';

const DATABASE_KILLS = 10;
/** MiB a minute: two kilobytes for each call. */
const MAX_GROWTH = 1;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '50' }, seconds: { type: 'string', default: '8' }, minutes: { type: 'string', default: '10' } },
});
const isAsked = (part: string): boolean => positionals.length === 0 || positionals.includes(part);
const [rounds, seconds, minutes] = [Number(values.rounds), Number(values.seconds), Number(values.minutes)];
const nginx = findProgram('nginx');

undoBeforeTheEnd();
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, load ${(loadavg()[0] ?? 0).toFixed(1)} beforehand; the callers run on the same machine.`);
const hasPostgres = await isPostgresReachable();
if (!hasPostgres) console.log('PostgreSQL is left out: no server answers.');

const row = (cells: readonly (string | number)[]): string => cells.map((cell, index) => (index === 0 ? String(cell).padEnd(28) : String(cell).padStart(14))).join('');
let isGood = true;

if (isAsked('capacity')) {
  console.log(`\nMixed profile at rising rates, ${seconds} s each, until the slowest hundredth takes more than 500 ms`);
  console.log(row(['', 'calls/s', 'p50 ms', 'p99 ms', 'failed']));
  const variants = [['SQLite, one process', 'sqlite', 1], ...(hasPostgres ? ([['PostgreSQL, one process', 'postgres', 1], [nginx === undefined ? 'PostgreSQL, two processes' : 'PostgreSQL, two behind nginx', 'postgres', 2]] as const) : [])] as const;
  for (const [name, dialect, processes] of variants) {
    await withDatabase(dialect, async (database) => {
      const held = await findCapacity(database, { processes, seconds, ...(processes > 1 ? { nginx } : {}) }, (step) => console.log(row([name, step.rate, step.p50.toFixed(0), step.p99.toFixed(0), step.failed])));
      console.log(row([`${name}: holds`, held ?? 'none']));
      isGood &&= held !== undefined;
    });
  }
}

if (isAsked('kills')) {
  console.log(`\nSIGKILL of the server under load, ${rounds} times: what was acknowledged is there, and nothing twice`);
  console.log(row(['', 'kills', 'acknowledged', 'resent', 'lost', 'twice']));
  for (const dialect of hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)) {
    await withDatabase(dialect, async (database) => {
      const { kills, acknowledged, resent, lost, twice } = await killUnderLoad(database, rounds);
      console.log(row([dialect, kills, acknowledged, resent, lost, twice]));
      isGood &&= lost === 0 && twice === 0 && acknowledged > 0 && resent > 0;
    });
  }
}

if (isAsked('kills')) {
  const cluster = await createCluster();
  const removeCluster = cluster && undoable(cluster.remove);
  if (cluster === undefined) console.log('\nSIGKILL of PostgreSQL itself is left out: initdb and postgres are not installed.');
  else {
    console.log(`\nSIGKILL of PostgreSQL itself under load, ${DATABASE_KILLS} times, in a cluster of this run: the server goes on`);
    console.log(row(['', 'kills', 'acknowledged', 'resent', 'lost', 'twice']));
    await cluster.start();
    const report = await withDatabase('postgres', (database) => killUnderLoad(database, DATABASE_KILLS, cluster), cluster.url);
    console.log(row(['postgres', report.kills, report.acknowledged, report.resent, report.lost, report.twice]));
    isGood &&= report.lost === 0 && report.twice === 0 && report.acknowledged > 0 && report.resent > 0;
  }
  const strace = findProgram('strace');
  if (strace === undefined) console.log('\nCounting fdatasync is left out: strace is not installed.');
  else {
    console.log('\nfdatasync and fsync while one phone saves, one call after the other: at least one for each');
    console.log(row(['', 'acknowledged', 'syncs']));
    const judge = (name: string, { acknowledged, syncs }: DurabilityReport): void => {
      console.log(row([name, acknowledged, syncs]));
      isGood &&= syncs >= acknowledged;
    };
    judge('sqlite', await withDatabase('sqlite', (database) => countSyncs(strace, database)));
    if (cluster !== undefined) judge('postgres', await withDatabase('postgres', (database) => countSyncs(strace, database, cluster.pids), cluster.url));
  }
  await removeCluster?.();
}

if (positionals.includes('soak')) {
  console.log(`\nMixed profile at ten calls a second for ${minutes} minutes: the memory has to stay flat`);
  console.log(row(['', 'minutes', 'RSS MiB', 'heap MiB', 'failed']));
  for (const dialect of hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)) {
    await withDatabase(dialect, async (database) => {
      const report = await soak(database, minutes, ({ minutes: at, rss, heap, failed }) => console.log(row([dialect, at.toFixed(1), rss.toFixed(0), heap.toFixed(1), failed])));
      console.log(row([`${dialect}: MiB a minute`, '', report.rssSlope.toFixed(2), report.heapSlope.toFixed(2), report.failed]));
      isGood &&= report.failed === 0 && report.heapSlope < MAX_GROWTH && report.rssSlope < MAX_GROWTH;
    });
  }
}

if (!isGood) {
  console.log('\nFAILED');
  process.exitCode = 1;
}
