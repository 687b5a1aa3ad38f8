import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browserProcess } from '../support/browser-process.ts';
import { serverProcess } from '../support/server-process.ts';
import { heading, signIn } from './screen.ts';
import { copySeededData } from './seeded-data.ts';

/** The log files of the site's LevelDB; none where this Chromium stores IndexedDB in another way. */
async function logFiles(profile: string): Promise<string[]> {
  const folder = join(profile, 'Default', 'IndexedDB');
  const site = (await readdir(folder)).find((name) => name.endsWith('.indexeddb.leveldb'));
  return site === undefined ? [] : (await readdir(join(folder, site))).filter((name) => name.endsWith('.log'));
}

test('a start stores nothing behind what a killed browser left half written', async ({ skip }) => {
  const data = await copySeededData();
  const server = await serverProcess({ dataDir: data.dataDir });
  const profile = await mkdtemp(join(tmpdir(), 'zyzc-log-'));
  await server.start();
  let browser = await browserProcess(profile);
  try {
    await signIn(await browser.newPage(), server.url, 'staff01', 'Staff2026');
    await browser.kill();
    const left = await logFiles(profile);
    if (left.length === 0) skip('this Chromium keeps IndexedDB without log files');

    browser = await browserProcess(profile);
    const page = await browser.newPage();
    await page.goto(server.url);
    await heading(page, '首页').waitFor({ timeout: 30_000 });
    // A file that was still there would have been gone on with.
    await expect.poll(async () => (await logFiles(profile)).filter((name) => left.includes(name)), { timeout: 30_000 }).toEqual([]);
  } finally {
    await browser.close();
    await server.kill();
    await data.remove();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
