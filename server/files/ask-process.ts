import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';

export interface ProcessLimits {
  milliseconds: number;
  /** Of objects; with the buffers beside them, which Node limits by nothing, twice as much. */
  heapMegabytes: number;
}

const WATCH_MS = 100;

/**
 * Has bytes that somebody sent read in a process of its own, which may run out of time or memory without harm to others.
 * Not a thread: one that runs out of memory ends now and then the whole server with it.
 * @param module of the process, which answers with `answerParent`
 * @returns undefined where it ran out of time or memory
 */
export async function askProcess<Answer>(module: URL, bytes: Uint8Array, { milliseconds, heapMegabytes }: ProcessLimits): Promise<Answer | undefined> {
  const child = fork(module, {
    // It sees nothing of the configuration, passwords of databases above all.
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    // Out of memory, it would tell at length of its stack.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  const watch = setInterval(() => {
    void residentMegabytes(child.pid).then((used) => used > 2 * heapMegabytes && child.kill('SIGKILL'));
  }, WATCH_MS);
  try {
    return await new Promise<Answer | undefined>((resolve, reject) => {
      child.on('message', (answer: { answer: Answer }) => resolve(answer.answer));
      child.on('error', reject);
      // Without an answer before: by a signal, it ran out of time or memory.
      child.on('exit', (code, signal) => (signal === null ? reject(new Error(`${module.pathname} ended with ${code}`)) : resolve(undefined)));
      // A process that is gone already is told of by its end.
      child.send(bytes, () => undefined);
    });
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    child.kill('SIGKILL');
  }
}

/** 0 where it is gone, or the system does not tell. */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1] ?? 0) / 1024;
}

/** What such a process does: it answers each message with what it makes of the bytes. */
export function answerParent<Answer>(answer: (bytes: Uint8Array) => Answer | Promise<Answer>): void {
  // A server that is told to end answers what is under way, and needs this answer for it.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
  // It does not end by itself, since its end could be told before its answer.
  process.on('message', (bytes: Uint8Array) => {
    void Promise.resolve(answer(bytes)).then((found) => process.send?.({ answer: found }));
  });
}
