import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { LawText } from '#contract/law.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import { pdfjsAssets, pdfjsVersion } from '../../../vite/pdfjs-assets.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

export interface PlainSite {
  url: string;
  /** Adds the points that `?points=N` asks for. */
  offer: (points: readonly DeptTaskPoint[]) => void;
  /** Puts the law there that `?law` asks for. */
  offerLaw: (law: LawText) => void;
  /** Puts the file there that `pdf.html` shows. */
  offerPdf: (pdf: Buffer) => void;
  close: () => Promise<void>;
}

/** Builds the plain pages for production and serves them compressed, from memory. */
export async function servePlainSite(): Promise<PlainSite> {
  const folder = await temporaryFolder();
  const outDir = folder.path;
  const files = new Map<string, { type: string; bytes: Buffer }>();
  const add = (path: string, content: Buffer): void => {
    files.set(path, { type: types[extname(path)] ?? 'application/octet-stream', bytes: gzipSync(content) });
  };
  const root = fileURLToPath(new URL('.', import.meta.url));
  try {
    await build({
      configFile: false,
      root,
      base: './',
      logLevel: 'warn',
      plugins: [react(), pdfjsAssets()],
      define: { __PDFJS__: JSON.stringify(pdfjsVersion) },
      // The same build of pdf.js as in the product.
      resolve: { alias: [{ find: /^pdfjs-dist$/, replacement: 'pdfjs-dist/legacy/build/pdf.min.mjs' }] },
      build: { outDir, emptyOutDir: true, target: 'es2022', rolldownOptions: { input: [join(root, 'index.html'), join(root, 'pdf.html')] } },
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
    offerLaw: (law) => add('/law.json', Buffer.from(JSON.stringify(law))),
    offerPdf: (pdf) => add('/law.pdf', pdf),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
