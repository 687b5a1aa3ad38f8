import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { dayStart, shanghaiTime } from '#contract/calendar.ts';
import type { BackupPlan, Config } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { findLastDone, runDaily } from '../modules/jobs/job-service.ts';
import { listBackups, readManifest } from './backup-folder.ts';

const JOB = 'backup';
/** How long a stop of the server, and a sign of life to other processes, may have to wait. */
const STEP_MS = 2000;
/** A full disk is not freed by trying again each minute. */
const RETRY_AFTER_MS = 30 * 60_000;
/** Prometheus gives up on an answer after ten seconds unless it is told otherwise. */
const LOOK_UP_LIMIT_MS = 2000;

/** Makes the day's backup once its time has come, in a process of its own, so that the server answers as ever. */
export function createDailyBackup(context: ServerContext, backup: BackupPlan, place: Pick<Config, 'dataDir' | 'databaseUrl'>, log: FastifyBaseLogger) {
  let retryAt = new Date(0);
  return async (isStopping: () => boolean): Promise<void> => {
    const now = context.now();
    if (now < retryAt || shanghaiTime(now).slice(11, 16) < backup.at) return;
    let running: ReturnType<typeof startBackup> | undefined;
    const step = async (): Promise<boolean> => {
      running ??= startBackup(backup, place);
      const exitCode = await Promise.race([running.ended, delay(STEP_MS)]);
      if (exitCode === undefined) return true;
      if (exitCode !== 0) throw new Error(`the backup ended with ${exitCode}: ${running.output()}`);
      const output = running.output();
      log[output.includes('警告') ? 'warn' : 'info']({ output }, 'backup made');
      return false;
    };
    try {
      await runDaily(context, JOB, [step], isStopping);
    } catch (error) {
      retryAt = new Date(now.getTime() + RETRY_AFTER_MS);
      throw error;
    } finally {
      running?.kill();
    }
  };
}

/**
 * When the latest complete backup was made, at the earliest: one in the folder, or the daily one that the database knows
 * of, which another machine may have put into a folder of its own. What cannot be read, or not in time, knows of none: who
 * asks is told of much else, and an alarm has to work above all when something hangs.
 */
export async function findLatestBackup(context: ServerContext, { directory, at }: BackupPlan): Promise<Date | undefined> {
  const known = await Promise.all([
    inTime(lookInto(directory)),
    inTime(findLastDone(context, JOB).then((day) => (day === undefined ? undefined : timeOf(day, at)))),
  ]);
  return known.filter((time) => time !== undefined).toSorted((one, other) => one.getTime() - other.getTime()).at(-1);
}

const looking = new Map<string, Promise<Date | undefined>>();

/** One look at a time: each into a folder that hangs keeps a thread that the file store needs as well. */
function lookInto(directory: string): Promise<Date | undefined> {
  const begun = looking.get(directory) ?? findLastIn(directory).finally(() => looking.delete(directory));
  looking.set(directory, begun);
  return begun;
}

async function findLastIn(directory: string): Promise<Date | undefined> {
  const name = (await listBackups(directory)).at(-1);
  return name === undefined ? undefined : new Date((await readManifest(join(directory, name))).createdAt);
}

/** @returns undefined where the look-up fails or takes longer than who asks for metrics may have to wait */
const inTime = (lookUp: Promise<Date | undefined>): Promise<Date | undefined> =>
  Promise.race([lookUp.catch(() => undefined), delay(LOOK_UP_LIMIT_MS, undefined, { ref: false })]);

function timeOf(day: string, at: string): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  return new Date(dayStart(day).getTime() + (hours * 60 + minutes) * 60_000);
}

function startBackup({ directory, keep }: BackupPlan, { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) {
  const command = fileURLToPath(new URL('../commands/backup.ts', import.meta.url));
  const child = spawn(process.execPath, [command, directory, '--keep', String(keep)], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (piece: Buffer): void => {
    output += piece.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 1));
  });
  return { ended, output: () => output.trim(), kill: () => child.kill() };
}
