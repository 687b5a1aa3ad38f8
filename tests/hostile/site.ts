import { execFileSync } from 'node:child_process';
import { apiPaths, fillPath } from '#contract/api-paths.ts';
import { seedDemonstration } from '../../server/commands/seed-demonstration.ts';
import type { BenchDatabase } from '../bench/data/database.ts';
import { temporaryFolder } from '../bench/temporary-folder.ts';
import { undoable } from '../bench/undo.ts';
import { call, signIn } from '../support/calls.ts';
import { type LoopProbe, loopProbe } from '../support/loop-hold.ts';
import { startNginx } from '../support/nginx.ts';
import { freePort, serverProcess } from '../support/server-process.ts';

const PROBE_EVERY_MS = 250;
const PROBE_LIMIT_MS = 5000;

export interface HostileSite {
  /** Through nginx where it is installed. */
  url: string;
  /** The server's own. */
  serverUrl: string;
  adminToken: string;
  /** Of a person of another institution than the administrator's. */
  strangerToken: string;
  /** Identifiers that are the administrator's institution's. */
  taskId: string;
  /** Of the server's loop and memory. */
  loop: Pick<LoopProbe, 'held' | 'kept'>;
  /** Does something, and looks meanwhile whether the server stays well. */
  watch: (work: () => Promise<string[]>) => Promise<Watched>;
  stop: () => Promise<void>;
}

export interface Watched {
  /** What was found; nothing if empty. */
  findings: string[];
  seconds: number;
  /** Health was asked for so many times, and was bad so many. */
  probes: number;
  bad: number;
  longestMs: number;
  /** Resident memory of the server at most, in MiB. */
  memory: number;
}

/** The demonstration's institutions in production, as an operator runs them. */
export async function openHostileSite(database: BenchDatabase, nginx: string | undefined): Promise<HostileSite> {
  await database.fill(seedDemonstration);
  const probe = await loopProbe();
  const server = await serverProcess({
    nodeOptions: probe.nodeOptions,
    dataDir: database.env.DATA_DIR,
    env: { NODE_ENV: 'production', DATABASE_URL: database.env.DATABASE_URL, TRUST_PROXY: 'loopback', LOG_LEVEL: 'error', ...probe.env },
  });
  const closing: (() => Promise<unknown>)[] = [server.stop];
  const stop = undoable(async () => {
    for (const close of closing.toReversed()) await close();
  });
  await server.start();
  let url = server.url;
  if (nginx !== undefined) {
    const folder = await temporaryFolder();
    closing.push(folder.remove);
    const port = await freePort();
    const proxy = await startNginx({ program: nginx, directory: folder.path, port, upstreams: [server.port], isUnlimited: true });
    closing.push(proxy.stop);
    url = `http://127.0.0.1:${port}`;
  }
  const adminToken = await signIn(server.url, { userNo: 'admin01', password: 'Admin2026' });
  const strangerToken = await signIn(server.url, { userNo: 'admin91', password: 'Admin2026' });
  const { records } = await call(server.url, 'queryTaskPage', { query: {} }, adminToken);
  const pid = server.pid();

  const watch: HostileSite['watch'] = async (work) => {
    const watched: Watched = { findings: [], seconds: 0, probes: 0, bad: 0, longestMs: 0, memory: 0 };
    let isOver = false;
    const probing = (async () => {
      while (!isOver) {
        const start = performance.now();
        const isWell = await fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) }).then(
          (response) => response.ok,
          () => false,
        );
        watched.probes += 1;
        if (!isWell) watched.bad += 1;
        watched.longestMs = Math.max(watched.longestMs, performance.now() - start);
        if (server.pid() !== undefined) watched.memory = Math.max(watched.memory, memoryOf(server.pid()));
        await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
      }
    })();
    const start = performance.now();
    try {
      watched.findings = await work();
    } finally {
      isOver = true;
      await probing;
      watched.seconds = (performance.now() - start) / 1000;
    }
    if (server.pid() !== pid) watched.findings.push('the server process ended');
    const said = server.output().split('\n').filter((line) => line.includes('unexpected failure'));
    if (said.length > 0) watched.findings.push(`${said.length} unexpected failures so far, the first: ${said[0]?.slice(0, 300) ?? ''}`);
    return watched;
  };
  return { url, serverUrl: server.url, adminToken, strangerToken, taskId: records[0]?.id ?? '', loop: probe, watch, stop };
}

const memoryOf = (pid: number | undefined): number => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

/** Every address of the contract, with an identifier where one is due. */
export const knownPaths = (id: string): string[] =>
  Object.values(apiPaths).map(({ path }) => fillPath(path, Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', id]))));
