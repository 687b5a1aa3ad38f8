import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { clientDirectory } from '../../scripts/client-inputs.mjs';
import { bytesToWaitFor, clientFiles, clientText, signedInChunks } from '../support/client-files.ts';

const KIB = 1024;
const FIRST_SCREEN_LIMIT_KIB = 120;
const TASK_SCREEN_LIMIT_KIB = 230;

const html = await clientText('index.html');
const files = await clientFiles();

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
  expect((await bytesToWaitFor([])) / KIB).toBeLessThanOrEqual(FIRST_SCREEN_LIMIT_KIB);
});

test('a question on the sign-in screen brings nothing of the screens that follow', async () => {
  expect((await bytesToWaitFor(['start-later', 'ConfirmSheet'])) / KIB).toBeLessThanOrEqual(FIRST_SCREEN_LIMIT_KIB);
});

test.each(['MyTaskPage', 'ToCompletePage', 'ToInnovatePage', 'SelfInnovatePage'])('the JavaScript that %s waits for as the first screen is small', async (page) => {
  expect((await bytesToWaitFor(signedInChunks(page))) / KIB).toBeLessThanOrEqual(TASK_SCREEN_LIMIT_KIB);
});

test('the worker has few files to fetch before a phone can do without a network', () => {
  expect(files.filter((file) => /^assets\/.*\.(?:js|mjs|css)$/.test(file)).length).toBeLessThanOrEqual(200);
});

test('what only some screens draw of antd-mobile comes with them', async () => {
  const all = await Promise.all(files.filter((file) => file.endsWith('.js')).map(async (file) => ({ file, hasCalendar: (await clientText(file)).includes('adm-calendar-picker-view') })));
  const withCalendar = all.filter(({ hasCalendar }) => hasCalendar).map(({ file }) => file.replace(/-[\w-]{8}\.js$/, ''));
  expect(withCalendar).toEqual(['assets/DayCalendar']);
});

test('the manifest names the product, its icons and its shortcuts', async () => {
  const manifest = JSON.parse(await clientText('manifest.webmanifest')) as {
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
  for (const script of scripts) expect((await clientText(script)).includes('ZodError'), script).toBe(false);
});

test('the build says what it was made from', async () => {
  const record = JSON.parse(await clientText('build.json')) as { version: string; inputs: string };
  expect(record.inputs).toMatch(/^[0-9a-f]{64}$/);
  expect(record.version).toMatch(new RegExp(`^\\d+\\.\\d+\\.\\d+\\+${record.inputs.slice(0, 7)}$`));
});
