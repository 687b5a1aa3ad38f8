import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { clientDirectory } from '../../scripts/client-inputs.mjs';

const KIB = 1024;
const FIRST_SCREEN_LIMIT_KIB = 120;
const TASK_SCREEN_LIMIT_KIB = 230;

const text = (path: string): Promise<string> => readFile(join(clientDirectory, path), 'utf8');
const html = await text('index.html');
const files = (await readdir(clientDirectory, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(clientDirectory.length + 1));

/** Width and height from the header of a PNG. */
async function pngSize(path: string): Promise<string> {
  const bytes = await readFile(join(clientDirectory, path));
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('the page has neither scripts nor styles of its own, as the content security policy demands', () => {
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
});

test('every address in the page is relative and exists', () => {
  const addresses = [...html.matchAll(/\s(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(addresses.length).toBeGreaterThan(5);
  expect(addresses.filter((address) => !address.startsWith('./') || !existsSync(join(clientDirectory, address)))).toEqual([]);
});

test('the JavaScript that the sign-in screen waits for is small', async () => {
  expect(await sizeOf(startScripts())).toBeLessThanOrEqual(FIRST_SCREEN_LIMIT_KIB);
});

test('a question on the sign-in screen brings nothing of the screens that follow', async () => {
  expect(await sizeOf([...startScripts(), ...['start-later', 'ConfirmSheet'].flatMap(scriptsOf)])).toBeLessThanOrEqual(FIRST_SCREEN_LIMIT_KIB);
});

test.each(['MyTaskPage', 'ToCompletePage', 'ToInnovatePage', 'SelfInnovatePage'])('the JavaScript that %s waits for as the first screen is small', async (page) => {
  const scripts = [...startScripts(), ...['start-later', 'SignedInApp', page].flatMap(scriptsOf)];
  expect(await sizeOf(scripts)).toBeLessThanOrEqual(TASK_SCREEN_LIMIT_KIB);
});

test('the worker has few files to fetch before a phone can do without a network', () => {
  expect(files.filter((file) => /^assets\/.*\.(?:js|mjs|css)$/.test(file)).length).toBeLessThanOrEqual(200);
});

test('what only some screens draw of antd-mobile comes with them', async () => {
  const all = await Promise.all(files.filter((file) => file.endsWith('.js')).map(async (file) => ({ file, hasCalendar: (await text(file)).includes('adm-calendar-picker-view') })));
  const withCalendar = all.filter(({ hasCalendar }) => hasCalendar).map(({ file }) => file.replace(/-[\w-]{8}\.js$/, ''));
  expect(withCalendar).toEqual(['assets/DayCalendar']);
});

const startScripts = (): string[] => [...html.matchAll(/\.\/(assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '');

function scriptsOf(chunk: string): string[] {
  const found = files.filter((file) => new RegExp(`^assets/${chunk}-[\\w-]{8}\\.js$`).test(file));
  expect(found.length).toBeGreaterThan(0);
  return found;
}

/** KiB, compressed, with all that these scripts import. */
async function sizeOf(scripts: readonly string[]): Promise<number> {
  const needed = new Set<string>();
  const open = [...scripts];
  for (let script = open.pop(); script !== undefined; script = open.pop()) {
    if (needed.has(script)) continue;
    needed.add(script);
    const imports = [...(await text(script)).matchAll(/(?:\bfrom|\bimport)"\.\/([^"]+\.js)"/g)];
    open.push(...imports.map((match) => `assets/${match[1]}`));
  }
  expect(needed.size).toBeGreaterThan(2);
  let bytes = 0;
  for (const script of needed) {
    const compressed = join(clientDirectory, `${script}.gz`);
    bytes += (await stat(existsSync(compressed) ? compressed : join(clientDirectory, script))).size;
  }
  return bytes / KIB;
}

test('the manifest names the product, its icons and its shortcuts', async () => {
  const manifest = JSON.parse(await text('manifest.webmanifest')) as {
    name: string;
    display: string;
    icons: { src: string; sizes: string; purpose: string }[];
    shortcuts: { name: string; url: string }[];
  };
  expect(manifest).toMatchObject({ name: '依法执业自查', short_name: '执业自查', start_url: './#/index', display: 'standalone', lang: 'zh-CN' });
  expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['我的任务', './#/mytask/index'],
    ['法律法规', './#/law/index'],
  ]);
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).sort()).toEqual([
    '192x192 any',
    '192x192 maskable',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const icon of manifest.icons) expect(await pngSize(icon.src)).toBe(icon.sizes);
});

test('every splash screen has the size that its media query promises', async () => {
  const links = [...html.matchAll(/href="\.\/(splash\/[^"]+)" media="\(device-width: (\d+)px\) and \(device-height: (\d+)px\) and \(-webkit-device-pixel-ratio: (\d)\)"/g)];
  expect(links.length).toBeGreaterThan(5);
  for (const [, path = '', width, height, ratio] of links) {
    expect(await pngSize(path)).toBe(`${Number(width) * Number(ratio)}x${Number(height) * Number(ratio)}`);
  }
});

test('compressed files hold what the plain ones hold', async () => {
  const compressed = files.filter((file) => /\.(?:br|gz)$/.test(file));
  expect(compressed.some((file) => file === 'service-worker.js.br')).toBe(true);
  for (const file of compressed) {
    const bytes = await readFile(join(clientDirectory, file));
    const content = file.endsWith('.br') ? brotliDecompressSync(bytes) : gunzipSync(bytes);
    expect(content.equals(await readFile(join(clientDirectory, file.slice(0, -3)))), file).toBe(true);
  }
});

test('what pdf.js fetches at run time is there, under its version', () => {
  const folders = new Set(files.filter((file) => /^pdfjs\/[^/]+\/.+\//.test(file)).map((file) => file.split('/').slice(2, -1).join('/')));
  expect([...folders].sort()).toEqual(['cmaps', 'iccs', 'standard_fonts', 'wasm']);
  expect(files.some((file) => /^pdfjs\/[\d.]+\/cmaps\/UniGB-UCS2-H\.bcmap$/.test(file))).toBe(true);
});

test('neither zod nor a source map reaches phones', async () => {
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  const scripts = files.filter((file) => /\.m?js$/.test(file));
  for (const script of scripts) expect((await text(script)).includes('ZodError'), script).toBe(false);
});

test('the build says what it was made from', async () => {
  const record = JSON.parse(await text('build.json')) as { version: string; inputs: string };
  expect(record.inputs).toMatch(/^[0-9a-f]{64}$/);
  expect(record.version).toMatch(new RegExp(`^\\d+\\.\\d+\\.\\d+\\+${record.inputs.slice(0, 7)}$`));
});
