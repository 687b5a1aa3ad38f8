import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, normalize, sep } from 'node:path';
import type { Plugin } from 'vite';
import { integrityOf } from './file-integrity.ts';

const require = createRequire(import.meta.url);
const packageFile = require.resolve('pdfjs-dist/package.json');
const packageDirectory = dirname(packageFile);
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

export const pdfjsVersion = (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;

/**
 * pdf.js fetches character maps, standard fonts, decoders and colour profiles at run time, by address. They are
 * emitted under `pdfjs/<version>/`, so that the service worker may keep them for ever, with a record of what each of them
 * holds, and served there in dev.
 */
export function pdfjsAssets(): Plugin {
  const prefix = `pdfjs/${pdfjsVersion}`;
  return {
    name: 'pdfjs-assets',
    generateBundle() {
      const integrity: Record<string, string> = {};
      for (const folder of folders) {
        for (const name of readdirSync(join(packageDirectory, folder))) {
          const source = readFileSync(join(packageDirectory, folder, name));
          this.emitFile({ type: 'asset', fileName: `${prefix}/${folder}/${name}`, source });
          integrity[`${folder}/${name}`] = integrityOf(source);
        }
      }
      this.emitFile({ type: 'asset', fileName: `${prefix}/integrity.json`, source: JSON.stringify(integrity) });
    },
    configureServer(server) {
      server.middlewares.use(`/${prefix}`, (request, response, next) => {
        const path = normalize(decodeURIComponent(request.url?.split('?', 1)[0] ?? '')).slice(1);
        const file = join(packageDirectory, path);
        const isServed = folders.includes(path.split(sep, 1)[0] ?? '') && existsSync(file) && statSync(file).isFile();
        if (!isServed) return next();
        createReadStream(file).pipe(response);
      });
    },
  };
}
