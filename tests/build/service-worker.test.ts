import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { integrityOf } from '../../vite/file-integrity.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const isBuilt = existsSync(join(dist, 'service-worker.js'));
if (!isBuilt) console.warn('The built service worker was NOT checked: there is no dist; run `npm run build`.');

const read = (name: string): string => readFileSync(join(dist, name), 'utf8');

interface Precached {
  url: string;
  revision: string | null;
  integrity: string;
}

/** What the built worker fetches when it is installed. */
const precached = (): Precached[] => [...read('service-worker.js').matchAll(/\{"integrity":[^{}]*\}/g)].map(([entry]) => JSON.parse(entry) as Precached);

describe.runIf(isBuilt)('the built service worker', () => {
  const urls = () => precached().map(({ url }) => url);

  test('precaches the shell: page, manifest and every icon that it names', () => {
    const manifest = JSON.parse(read('manifest.webmanifest')) as { icons: { src: string }[]; shortcuts?: { icons?: { src: string }[] }[] };
    const icons = [...manifest.icons, ...(manifest.shortcuts ?? []).flatMap((shortcut) => shortcut.icons ?? [])].map(({ src }) => src.replace(/^\.?\//, ''));
    expect(icons.length).toBeGreaterThan(0);
    expect(urls()).toEqual(expect.arrayContaining(['index.html', 'manifest.webmanifest', ...icons]));
  });

  test('precaches every chunk, the lazy ones, the workers and the styles too', () => {
    const assets = readdirSync(join(dist, 'assets'), { recursive: true })
      .map((name) => `assets/${String(name)}`)
      .filter((name) => /\.(?:m?js|css|woff2)$/.test(name));
    expect(assets.length).toBeGreaterThan(10);
    expect(assets.filter((name) => !urls().includes(name))).toEqual([]);
  });

  test('precaches each file once, and only files that exist', () => {
    expect(new Set(urls()).size).toBe(urls().length);
    expect(urls().filter((url) => !existsSync(join(dist, url)))).toEqual([]);
  });

  test('knows what each of them holds, so that nothing else is kept in its place', () => {
    for (const { url, integrity } of precached()) expect(integrity, url).toBe(integrityOf(readFileSync(join(dist, url))));
  });

  test('knows it of what pdf.js fetches later on as well', () => {
    const record = urls().find((url) => /^pdfjs\/[\d.]+\/integrity\.json$/.test(url)) ?? '';
    const known = JSON.parse(read(record)) as Record<string, string>;
    const folder = join(dist, dirname(record));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !/\.(?:br|gz)$|^integrity\.json$/.test(entry.name));
    expect(files.length).toBeGreaterThan(180);
    for (const entry of files) {
      const path = join(entry.parentPath, entry.name);
      expect(known[relative(folder, path)], path).toBe(integrityOf(readFileSync(path)));
    }
  });

  test('precaches neither answers of the API nor what is only for some', () => {
    expect(urls().filter((url) => /^\/?(?:api\/|pdfjs\/(?!.*integrity\.json$)|splash\/)|service-worker|build\.json|\.(?:br|gz|map|pdf)$/.test(url))).toEqual([]);
  });

  test('knows a new version of every file that keeps its name', () => {
    const unversioned = precached().filter(({ url, revision }) => revision === null && !/-[\w-]{8,}\.\w+$/.test(url));
    expect(unversioned).toEqual([]);
  });

  test('leaves API and health check out of the navigation fallback', () => {
    const code = read('service-worker.js');
    expect(code).toContain(String.raw`/\/api(\/|$)/`);
    expect(code).toContain(String.raw`/\/healthz$/`);
  });
});
