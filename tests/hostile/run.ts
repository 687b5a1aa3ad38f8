// npm run test:hostile [-- sqlite postgres] [-- --seconds N] [-- --only WORD]: attacks a server on loopback with Debian's
// tools and by own requests. Nothing may be found, and the server has to stay well. It stops by itself.
import { parseArgs } from 'node:util';
import { isPostgresReachable, withDatabase } from '../bench/data/database.ts';
import { temporaryFolder } from '../bench/temporary-folder.ts';
import { undoBeforeTheEnd } from '../bench/undo.ts';
import { findProgram } from '../support/programs.ts';
import { bodyAttacks } from './bodies.ts';
import { insiderAttacks } from './insiders.ts';
import { ownAttacks } from './own.ts';
import { openHostileSite } from './site.ts';
import { ffufAttacks, missingPackages, slowAttacks, sqlmapAttacks, wapitiAttack } from './tools.ts';

const MEMORY_LIMIT_MIB = 1024;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '120' }, only: { type: 'string', default: '' } },
});
const seconds = Number(values.seconds);

undoBeforeTheEnd();
const nginx = findProgram('nginx');
if (nginx === undefined) console.log('Without nginx: it is not installed (apt-get install nginx-light).');
const missing = missingPackages();
if (missing.length > 0) console.log(`Left out, since it is not installed: apt-get install ${missing.join(' ')}`);

const row = (cells: readonly (string | number)[]): string => cells.map((cell, index) => (index === 0 ? String(cell).padEnd(58) : String(cell).padStart(11))).join('');
let isGood = true;

for (const dialect of ['sqlite', 'postgres'] as const) {
  if (positionals.length > 0 && !positionals.includes(dialect)) continue;
  if (dialect === 'postgres' && !(await isPostgresReachable())) {
    console.log('PostgreSQL is left out: no server answers.');
    continue;
  }
  console.log(`\n${dialect}${nginx === undefined ? '' : ', behind nginx'}; at most ${seconds} s for each target of a tool`);
  console.log(row(['', 'seconds', 'probes', 'bad', 'longest ms', 'MiB', 'found']));
  await withDatabase(dialect, async (database) => {
    const site = await openHostileSite(database, nginx);
    // Wrong passwords come last: they lock accounts.
    const attacks = [...sqlmapAttacks(dialect, seconds), wapitiAttack(seconds), ...ffufAttacks, ...slowAttacks(Math.min(60, seconds)), ...bodyAttacks, ...insiderAttacks, ...ownAttacks];
    try {
      for (const attack of attacks) {
        if (!attack.name.includes(values.only) || (attack.needs !== undefined && missing.includes(attack.needs))) continue;
        const folder = await temporaryFolder();
        const watched = await site.watch(async () => {
          try {
            return await attack.run(site, folder.path);
          } finally {
            await folder.remove();
          }
        });
        const { findings, probes, bad, longestMs, memory } = watched;
        console.log(row([attack.name, watched.seconds.toFixed(0), probes, bad, longestMs.toFixed(0), memory.toFixed(0), findings.length]));
        for (const finding of findings) console.log(`  ${finding}`);
        isGood &&= findings.length === 0 && bad === 0 && memory < MEMORY_LIMIT_MIB;
      }
    } finally {
      await site.stop();
    }
  });
}
console.log(isGood ? '\nNothing found, nothing down.' : '\nFAILED');
if (!isGood) process.exitCode = 1;
