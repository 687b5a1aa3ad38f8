import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';
import type { Request } from '../../support/calls.ts';
import type { NodeProcess } from '../processes.ts';
import { median } from '../sample.ts';

const CONNECTIONS = 20;
const RUNS = 3;
const WARM_UP_SECONDS = 1;

export interface Target {
  server: NodeProcess;
  request: Request;
}

export interface Throughput {
  perSecond: number;
  /** Processor time of the server's process for one request: it hardly changes with what else the machine does. */
  cpuMs: number;
}

/**
 * What each of some targets answers with 20 connections: after a warm-up the medians of three runs.
 * The targets take turns, so that whatever else the machine does meets all of them.
 */
export async function throughputs<const Targets extends readonly Target[]>(
  targets: Targets,
  seconds: number,
): Promise<{ [Index in keyof Targets]: Throughput }> {
  const measured: Throughput[][] = targets.map(() => []);
  for (const target of targets) await run(target, WARM_UP_SECONDS);
  for (let turn = 0; turn < RUNS; turn += 1) {
    for (const [index, target] of targets.entries()) measured[index]?.push(await run(target, seconds));
  }
  const middle = (runs: readonly Throughput[]): Throughput => ({
    perSecond: median(runs.map((one) => one.perSecond)),
    cpuMs: median(runs.map((one) => one.cpuMs)),
  });
  return measured.map(middle) as { [Index in keyof Targets]: Throughput };
}

async function run({ server, request: { url, headers } }: Target, duration: number): Promise<Throughput> {
  const before = await server.cpuTime();
  const result = await autocannon({ url, connections: CONNECTIONS, duration, headers });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${new URL(url).pathname} failed`);
  return { perSecond: result.requests.total / result.duration, cpuMs: ((await server.cpuTime()) - before) / result.requests.total };
}

/** Sends a request and reads the whole answer. @returns milliseconds @throws Error when the answer is not 200 */
export async function timeOf({ url, ...request }: Request): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, request);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return performance.now() - start;
}

export interface Rate {
  perSecond: number;
  seconds: number;
}

/**
 * Sends a request at a fixed rate, whether or not the ones before are answered, so that a server that stalls is not spared.
 * In a thread of its own: what the bench holds of the company makes its collections of garbage long, and they would count.
 * @returns milliseconds of each
 */
export async function timesAtRate(request: Request, rate: Rate): Promise<number[]> {
  const worker = new Worker(new URL('rate-worker.ts', import.meta.url), { workerData: { request, rate } });
  try {
    const [times] = (await once(worker, 'message')) as [number[]];
    return times;
  } finally {
    await worker.terminate();
  }
}
