import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { BenchDatabase } from '../bench/data/database.ts';
import { temporaryFolder } from '../bench/temporary-folder.ts';
import { call } from '../support/calls.ts';
import { openSite } from './site.ts';

const SAVES = 100;
const ATTACH_LIMIT_MS = 10_000;

export interface DurabilityReport {
  acknowledged: number;
  /** Calls to fdatasync and fsync while they were saved. */
  syncs: number;
}

/**
 * Counts how often the kernel was asked to bring data to the disk while one phone saved, one call after the other: at least
 * once for each call, or what was acknowledged is only in memory.
 * @param writers who writes to the database; the server processes if absent
 */
export async function countSyncs(strace: string, database: BenchDatabase, writers?: () => number[]): Promise<DurabilityReport> {
  const site = await openSite(database, { processes: 1, phones: 1, points: 40 });
  const folder = await temporaryFolder();
  try {
    const [phone] = site.phones;
    const url = site.processes[0]?.url ?? '';
    if (phone === undefined) throw new Error('there is no phone');
    const save = (number: number): Promise<unknown> => {
      const pointId = phone.pointIds[number % phone.pointIds.length] ?? '';
      const baseRevision = Math.floor(number / phone.pointIds.length);
      const entry = { id: uuidv7(), pointId, result: 'qualified' as const, remark: '', photos: [], answeredAt: new Date().toISOString(), baseRevision };
      return call(url, 'saveAnswers', { body: { deptTaskId: phone.deptTaskId, entries: [entry] } }, phone.token);
    };
    await save(0);
    const pids = writers === undefined ? site.processes.flatMap((one) => one.pid() ?? []) : writers();
    const output = join(folder.path, 'strace');
    const tracer = spawn(strace, ['-f', '-e', 'trace=fdatasync,fsync', '-o', output, ...pids.flatMap((pid) => ['-p', String(pid)])], { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = once(tracer, 'exit');
    let said = '';
    tracer.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
    for (const deadline = Date.now() + ATTACH_LIMIT_MS; !said.includes('attached'); await delay(20)) {
      if (tracer.exitCode !== null || Date.now() > deadline) throw new Error(`strace did not attach: ${said}`);
    }
    await delay(500);
    for (let number = 1; number <= SAVES; number += 1) await save(number);
    tracer.kill('SIGINT');
    await ended;
    const lines = (await readFile(output, 'utf8')).split('\n');
    // A call that another one interrupts has two lines; the first has the bracket.
    return { acknowledged: SAVES, syncs: lines.filter((line) => /\bf(data)?sync\(/.test(line)).length };
  } finally {
    await site.stop();
    await folder.remove();
  }
}
