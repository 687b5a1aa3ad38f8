import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findProgram } from './programs.ts';
import { freePort } from './server-process.ts';

const START_LIMIT_MS = 60_000;
const DEBIAN = '/usr/lib/postgresql';

/** A PostgreSQL that nobody else uses: it may be killed, and its disk may be full. */
export interface PostgresCluster {
  url: string;
  /** Safe to call when it runs. Resolves when it answers, which takes recovery after a kill. */
  start: () => Promise<void>;
  /** SIGKILL of the postmaster; what it started ends by itself when it notices. */
  kill: () => Promise<void>;
  /** The postmaster and all that it started. */
  pids: () => number[];
  /** A database whose tables lie below a folder, while the log of writes lies elsewhere. @returns its address */
  createDatabaseIn: (folder: string) => Promise<string>;
  /** Ends it and removes its files. */
  remove: () => Promise<void>;
}

/** @returns undefined where PostgreSQL's programs are not installed */
export async function createCluster(): Promise<PostgresCluster | undefined> {
  const programs = await findPrograms();
  if (programs === undefined) return undefined;
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const folder = await mkdtemp(join(tmpdir(), 'zyzc-cluster-'));
  const handOver = async (path: string): Promise<void> => {
    if (owner.uid !== undefined && owner.gid !== undefined) await chown(path, owner.uid, owner.gid);
  };
  await handOver(folder);
  const data = join(folder, 'data');
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await promisify(execFile)(programs.initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'], { ...owner, cwd: folder });

  let postmaster: ChildProcess | undefined;
  const isRunning = (): boolean => postmaster !== undefined && postmaster.exitCode === null && postmaster.signalCode === null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (postmaster === undefined || !isRunning()) return;
    const ended = once(postmaster, 'exit');
    postmaster.kill(signal);
    await ended;
  };
  const remove = async (): Promise<void> => {
    await end('SIGINT');
    await rm(folder, { recursive: true, force: true });
  };
  const start = async (): Promise<void> => {
    const deadline = Date.now() + START_LIMIT_MS;
    for (;;) {
      // What a killed postmaster left behind keeps the next one from starting until it has ended.
      if (!isRunning()) {
        const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'restart_after_crash=off', 'max_connections=50'];
        postmaster = spawn(programs.postgres, ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])], { ...owner, cwd: folder, stdio: 'ignore' });
      }
      if (await answers(url)) return;
      if (Date.now() > deadline) throw new Error(`PostgreSQL did not start within ${START_LIMIT_MS} ms`);
      await delay(50);
    }
  };
  const pids = (): number[] => {
    const { pid } = postmaster ?? {};
    if (pid === undefined) return [];
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
    return [pid, ...children.trim().split(/\s+/).map(Number)];
  };
  const createDatabaseIn = async (place: string): Promise<string> => {
    const tables = join(place, 'tables');
    await mkdir(tables);
    await handOver(tables);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(`create tablespace elsewhere location '${tables}'`);
      await client.query('create database elsewhere tablespace elsewhere');
    } finally {
      await client.end();
    }
    return Object.assign(new URL(url), { pathname: '/elsewhere' }).href;
  };
  return { url, start, kill: () => end('SIGKILL'), pids, createDatabaseIn, remove };
}

async function findPrograms(): Promise<{ initdb: string; postgres: string } | undefined> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const folders = versions.toSorted().map((version) => join(DEBIAN, version, 'bin'));
  const [initdb, postgres] = [findProgram('initdb', folders), findProgram('postgres', folders)];
  return initdb === undefined || postgres === undefined ? undefined : { initdb, postgres };
}

function idOf(flag: '-u' | '-g'): number {
  for (const name of ['postgres', 'nobody']) {
    try {
      return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    } catch {
      // The next one.
    }
  }
  throw new Error('there is neither a user postgres nor nobody, and PostgreSQL refuses to run as root');
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
