import { createServer, type IncomingMessage } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export interface SiteAnswer {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body: unknown;
  delayMs?: number;
}

/** An origin with the real service worker and an API that answers what a test says. */
export interface WorkerSite {
  url: string;
  /** Answers under /api and /pdfjs; undefined cuts the line. */
  answer: (path: string, request: IncomingMessage) => SiteAnswer | undefined;
  /** Paths asked for under /api and /pdfjs, in order. */
  asked: string[];
  /** Without it nothing at all answers. */
  isUp: boolean;
  /** A later release: another worker, another shell. */
  release: (name: string) => void;
  close: () => Promise<void>;
}

const entry = fileURLToPath(new URL('../../sw/service-worker.ts', import.meta.url));

/** The worker as the build makes it, but for the list of precached files. */
async function buildWorker(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'zyzc-worker-'));
  await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir, minify: false, lib: { entry, formats: ['iife'], name: 'worker', fileName: () => 'worker.js' } },
  });
  const code = await readFile(join(outDir, 'worker.js'), 'utf8');
  await rm(outDir, { recursive: true });
  return code;
}

export async function startWorkerSite(): Promise<WorkerSite> {
  const worker = await buildWorker();
  let release = 'one';
  const site: WorkerSite = {
    url: '',
    answer: () => undefined,
    asked: [],
    isUp: true,
    release: (name) => {
      release = name;
    },
    close: () => Promise.resolve(),
  };
  const answerOf = (path: string, request: IncomingMessage): SiteAnswer | undefined => {
    if (path === '/service-worker.js') {
      const manifest = JSON.stringify([{ url: 'index.html', revision: release }]);
      return { type: 'text/javascript', body: worker.replace('self.__WB_MANIFEST', manifest) };
    }
    if (path === '/' || path === '/index.html') return { type: 'text/html', body: `<!doctype html><title>shell ${release}</title>` };
    if (!path.startsWith('/api/') && !path.startsWith('/pdfjs/')) return { status: 404, type: 'text/plain', body: 'not found' };
    site.asked.push(request.url ?? '');
    return site.answer(path, request);
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const answer = site.isUp ? answerOf(path, request) : undefined;
    if (answer === undefined) return void request.socket.destroy();
    setTimeout(() => {
      const body = typeof answer.body === 'string' || Buffer.isBuffer(answer.body) ? answer.body : JSON.stringify(answer.body);
      response.writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'application/json; charset=utf-8', 'cache-control': 'no-store', ...answer.headers });
      response.end(body);
    }, answer.delayMs ?? 0);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  site.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  return site;
}
