// npm run test:load [-- capacity kills] [-- --rounds N] [-- --seconds N]: how many calls a second the server holds, and
// whether what it acknowledged outlives a SIGKILL. All on loopback, with databases that are gone afterwards.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { isPostgresReachable, withDatabase } from '../bench/data/database.ts';
import { undoBeforeTheEnd } from '../bench/undo.ts';
import { findCapacity } from './capacity.ts';
import { killUnderLoad } from './kills.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '50' }, seconds: { type: 'string', default: '8' } },
});
const isAsked = (part: string): boolean => positionals.length === 0 || positionals.includes(part);
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];

undoBeforeTheEnd();
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, load ${(loadavg()[0] ?? 0).toFixed(1)} beforehand; the callers run on the same machine.`);
const hasPostgres = await isPostgresReachable();
if (!hasPostgres) console.log('PostgreSQL is left out: no server answers.');

const row = (cells: readonly (string | number)[]): string => cells.map((cell, index) => (index === 0 ? String(cell).padEnd(28) : String(cell).padStart(14))).join('');
let isGood = true;

if (isAsked('capacity')) {
  console.log(`\nMixed profile at rising rates, ${seconds} s each, until the slowest hundredth takes more than 500 ms`);
  console.log(row(['', 'calls/s', 'p50 ms', 'p99 ms', 'failed']));
  const variants = [['SQLite, one process', 'sqlite', 1], ...(hasPostgres ? ([['PostgreSQL, one process', 'postgres', 1], ['PostgreSQL, two processes', 'postgres', 2]] as const) : [])] as const;
  for (const [name, dialect, processes] of variants) {
    await withDatabase(dialect, async (database) => {
      const held = await findCapacity(database, processes, seconds, (step) => console.log(row([name, step.rate, step.p50.toFixed(0), step.p99.toFixed(0), step.failed])));
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
if (!isGood) {
  console.log('\nFAILED');
  process.exitCode = 1;
}
