import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { DeptTaskPoint } from '#contract/task.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

export interface PlainSite {
  url: string;
  /** Adds the points that `?points=N` asks for. */
  offer: (points: readonly DeptTaskPoint[]) => void;
  close: () => Promise<void>;
}

/** Builds the plain form for production and serves it compressed, from memory. */
export async function servePlainForm(): Promise<PlainSite> {
  const folder = await temporaryFolder();
  const outDir = folder.path;
  const files = new Map<string, { type: string; bytes: Buffer }>();
  const add = (path: string, content: Buffer): void => {
    files.set(path, { type: types[extname(path)] ?? 'application/octet-stream', bytes: gzipSync(content) });
  };
  try {
    await build({
      configFile: false,
      root: fileURLToPath(new URL('.', import.meta.url)),
      base: './',
      logLevel: 'warn',
      plugins: [react()],
      build: { outDir, emptyOutDir: true, target: 'es2022' },
    });
    for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      add(path.slice(outDir.length), await readFile(path));
    }
  } finally {
    await folder.remove();
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = files.get(pathname === '/' ? '/index.html' : pathname);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'gzip', 'content-length': file.bytes.length }).end(file.bytes);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    offer: (points) => add(`/points-${points.length}.json`, Buffer.from(JSON.stringify(points))),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
