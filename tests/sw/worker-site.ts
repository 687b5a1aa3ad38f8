import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { integrityOf } from '../../vite/file-integrity.ts';
import { workerCode } from '../support/worker-code.ts';

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
  /** Files of the shell that were asked for, in order. */
  askedFiles: string[];
  /** Without it nothing at all answers. */
  isUp: boolean;
  /** Which worker the site has: the one that is built now, or one of before files were compared with what was built. */
  worker: 'present' | 'unchecking';
  /** What something on the way answers in place of a file of the shell; undefined where nothing does. */
  foreign: (file: string) => SiteAnswer | undefined;
  /** A later release: another worker, another shell. */
  release: (name: string) => void;
  close: () => Promise<void>;
}

const PDFJS_FOLDER = '/pdfjs/6.3.289/';
/** What pdf.js fetches, by name, as the build made it. */
export const pdfjsFiles: Readonly<Record<string, string>> = { 'cmaps/good.bcmap': 'map', 'cmaps/portal.bcmap': 'other map' };

interface ShellFile {
  type: string;
  body: string;
  revision: string | null;
}

/** The shell of a release, by address: the script changes its name with its content, the style stays as it is. */
const shellOf = (release: string): Record<string, ShellFile> => ({
  'index.html': { type: 'text/html', body: `<!doctype html><title>shell ${release}</title><div id="root"></div>`, revision: release },
  [`assets/screen-${release}.js`]: { type: 'text/javascript', body: `export const screen = '${release}';`, revision: null },
  'assets/style-11111111.css': { type: 'text/css', body: 'body { margin: 0 }', revision: null },
  [`${PDFJS_FOLDER.slice(1)}integrity.json`]: {
    type: 'application/json',
    body: JSON.stringify(Object.fromEntries(Object.entries(pdfjsFiles).map(([name, body]) => [name, integrityOf(body)]))),
    revision: '1',
  },
});

export async function startWorkerSite(): Promise<WorkerSite> {
  const workers = { present: await workerCode('present'), unchecking: await workerCode('unchecking') };
  let release = 'one';
  const site: WorkerSite = {
    url: '',
    answer: () => undefined,
    isUp: true,
    worker: 'present',
    foreign: () => undefined,
    asked: [],
    askedFiles: [],
    release: (name) => {
      release = name;
    },
    close: () => Promise.resolve(),
  };
  const answerOf = (path: string, request: IncomingMessage): SiteAnswer | undefined => {
    const shell = shellOf(release);
    if (path === '/service-worker.js') {
      const manifest = Object.entries(shell).map(([url, { body, revision }]) => ({ url, revision, integrity: integrityOf(body) }));
      return { type: 'text/javascript', body: workers[site.worker].replace('self.__WB_MANIFEST', JSON.stringify(manifest)) };
    }
    const name = path === '/' ? 'index.html' : path.slice(1);
    if (name in shell) {
      site.askedFiles.push(name);
      return site.foreign(name) ?? shell[name];
    }
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
