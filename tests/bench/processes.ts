import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/server-process.ts';
import { undoable } from './undo.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const START_LIMIT_MS = 60_000;
const POLL_MS = 5;

export interface NodeProcess {
  url: string;
  /** From the start of the process to its first answer. */
  readyMs: number;
  /** Resident memory in bytes. */
  memory: () => Promise<number>;
  /** Processor time that it used so far, in milliseconds. */
  cpuTime: () => Promise<number>;
  stop: () => Promise<void>;
}

/** Runs a script of the project with Node on a port of its own, and waits until it answers with 200. */
export async function startNode(script: string, options: { env: Record<string, string>; readyPath: string; nodeOptions?: readonly string[] }): Promise<NodeProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { DATABASE_URL: _ofThisRun, ...inherited } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), script], {
    cwd: root,
    env: { ...inherited, HOST: '127.0.0.1', PORT: String(port), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);

  const stop = undoable(() => end(child));
  while (!(await answers(`${url}${options.readyPath}`))) {
    if (child.exitCode !== null) {
      await stop();
      throw new Error(`${script} ended with ${child.exitCode}:\n${output}`);
    }
    if (performance.now() - startedAt > START_LIMIT_MS) {
      await stop();
      throw new Error(`${script} did not answer within ${START_LIMIT_MS} ms:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return {
    url,
    readyMs: performance.now() - startedAt,
    memory: () => residentMemory(child.pid),
    cpuTime: () => processorTime(child.pid),
    stop,
  };
}

/** The real server on a prepared database. @param script what an operator starts, or the server itself */
export const startProduct = (env: Record<string, string>, script = 'server/main.ts', nodeOptions: readonly string[] = []): Promise<NodeProcess> =>
  startNode(script, { env: { ...env, NODE_ENV: 'production', LOG_LEVEL: 'warn' }, readyPath: '/healthz', nodeOptions });

const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on('error', () => resolve(false));
  });

/** Linux only, as the machines that figures are compared on. */
async function residentMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kibibytes === undefined) throw new Error('the resident memory of the process is not to be had');
  return Number(kibibytes) * 1024;
}

/** Told in hundredths of a second. */
async function processorTime(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in front may hold blanks; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
