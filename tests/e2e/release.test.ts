import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { CACHE_PREFIX } from '#contract/worker-messages.ts';
import { databaseName } from '@/offline/storage/database.ts';
import { COPY_PREFIX, ENTRY_PREFIX, PHOTO_PREFIX } from '@/offline/storage/rows.ts';
import { readConfig } from '../../server/config.ts';
import { startServer } from '../../server/start-server.ts';
import { integrityOf } from '../../vite/file-integrity.ts';
import { browserProcess, DESKTOP } from '../support/browser-process.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { makePhoto } from '../support/photo.ts';
import { freePort } from '../support/server-process.ts';
import { doWithRow, heading, open, reload, shownCards, signIn, syncMark, unfold, waitForOfflineDetail, waitForWorker } from './screen.ts';
import { copySeededData, openDeptTask } from './seeded-data.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
/** A new release is fetched whole before it is offered. */
const PATIENCE = { timeout: 90_000 };
const ANSWERED = 12;

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zyzc-release-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** The client of a later release: every hashed file has another name, as when all of them changed, and the page tells. */
async function laterRelease(name: string): Promise<string> {
  const folder = await freshFolder();
  await cp(dist, folder, { recursive: true });
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.filter((path) => /\.(br|gz)$/.test(path))) await rm(file);
  const assets = (await readdir(join(folder, 'assets'))).filter((file) => /-[\w-]{8}\.(js|mjs|css)$/.test(file));
  const names = new RegExp(assets.map((file) => file.replaceAll('.', '\\.')).join('|'), 'g');
  const renamed = (file: string): string => file.replace(/\.(\w+)$/, `.${name}.$1`);
  for (const file of files.filter((path) => /\.(js|mjs|css|html)$/.test(path))) {
    const text = (await readFile(file, 'utf8')).replace(names, renamed);
    await writeFile(file, file.endsWith('index.html') ? text.replace('<head>', `<head><meta name="release" content="${name}">`) : text);
  }
  for (const file of assets) await rename(join(folder, 'assets', file), join(folder, 'assets', renamed(file)));
  const worker = join(folder, 'service-worker.js');
  let code = (await readFile(worker, 'utf8')).replace(/("revision":")[^"]*(","url":"index\.html")/, `$1${name}$2`);
  for (const [entry, before, url = ''] of code.matchAll(/\{"integrity":"([^"]*)","revision":(?:null|"[^"]*"),"url":"([^"]*)"\}/g)) {
    code = code.replace(entry, entry.replace(before ?? '', integrityOf(await readFile(join(folder, url)))));
  }
  await writeFile(worker, code);
  return folder;
}

/** The release that the page runs; null for the one that was built. */
const releaseOf = (page: Page): Promise<string | null> => page.evaluate(() => document.querySelector('meta[name="release"]')?.getAttribute('content') ?? null);

const rowKeys = (page: Page, prefixes: readonly string[]): Promise<string[]> =>
  page.evaluate(
    async ([database, wanted]) => {
      const found: string[] = [];
      for (const { name = '' } of (await indexedDB.databases()).filter((one) => one.name?.startsWith(database))) {
        const db = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve(request.result);
        });
        const request = db.objectStoreNames.contains('rows') ? db.transaction('rows').objectStore('rows').getAllKeys() : undefined;
        const keys = request && (await new Promise<IDBValidKey[]>((resolve) => (request.onsuccess = () => resolve(request.result))));
        db.close();
        found.push(...(keys ?? []).map(String).filter((key) => wanted.some((prefix) => key.startsWith(prefix))));
      }
      return found.sort();
    },
    [databaseName(''), prefixes] as const,
  );

/** What data caches hold, by name; the shell has its own. */
const cachedData = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async (prefix) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && !name.includes('precache'));
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await (await caches.open(name)).keys()).length] as const)));
  }, CACHE_PREFIX);

/** The line above every view. */
const newRelease = (page: Page) => page.getByText('发现新版本', { exact: true });
const update = (page: Page) => page.getByRole('button', { name: '更新', exact: true });

test('lesson 18: a new release takes over only after consent, and finds answers, photos, outbox, kept laws and caches as they were', { timeout: 480_000 }, async () => {
  const data = await copySeededData();
  cleanUps.push(data.remove);
  const id = openDeptTask(data.dataDir, 'staff01', 20);
  const port = await freePort();
  const deploy = async (clientDirectory: string) => {
    const server = await startServer({ config: readConfig({ DATA_DIR: data.dataDir, LOG_LEVEL: 'silent' }), clientDirectory });
    cleanUps.push(server.stop);
    await server.app.listen({ port, host: '127.0.0.1' });
    return server;
  };
  const one = await deploy(dist);
  const two = await laterRelease('two');
  const proxy = await startFaultProxy((one.app.server.address() as AddressInfo).port);
  cleanUps.push(proxy.close);
  const browser = await browserProcess(await freshFolder());
  cleanUps.push(browser.close);
  const page = await browser.newPage(DESKTOP);

  await signIn(page, proxy.url, 'staff01', 'Staff2026');
  await waitForWorker(page);
  await waitForOfflineDetail(page, id);
  await open(page, '/law/index');
  await heading(page, '法律法规').waitFor();
  const law = '医疗废物院内管理示例规定';
  // Its text comes by itself.
  await page.getByRole('row', { name: law }).getByText('正文可离线').waitFor(PATIENCE);
  await doWithRow(page, law, '保存原文');
  const keptLaw = page.getByRole('row', { name: law }).getByText('可离线', { exact: true });
  await keptLaw.waitFor(PATIENCE);

  // From here on nothing that was entered gets through, and everything else does.
  proxy.decide = ({ path }) => (/\/(saveAnswers|submit|upload\/)/.test(path) ? 'cutBefore' : 'pass');
  await open(page, `/mytask/index/${id}`);
  await heading(page, '完成任务').waitFor();
  const cards = page.locator('[role="group"][data-point]');
  await cards.nth(ANSWERED).waitFor();
  const photo = join(await freshFolder(), 'photo.jpg');
  await writeFile(photo, await makePhoto(1200, 900, [200, 40, 30]));
  for (let index = 0; index < ANSWERED; index += 1) {
    const isFound = index === 3;
    await unfold(cards.nth(index));
    await cards.nth(index).getByRole('radio', { name: isFound ? '不合格' : '合格', exact: true }).check();
    if (!isFound) continue;
    await cards.nth(index).getByRole('textbox', { name: /^说明/ }).fill('锐器盒已满未更换');
    await cards.nth(index).locator('input[type="file"]').first().setInputFiles(photo);
    await cards.nth(index).getByRole('button', { name: '查看照片 1' }).waitFor(PATIENCE);
  }
  // A draft: without a remark it is not sent.
  await cards.nth(ANSWERED).getByRole('radio', { name: '不合格', exact: true }).check();
  const holdings = async () => ({ rows: await rowKeys(page, [ENTRY_PREFIX, PHOTO_PREFIX, COPY_PREFIX, 'answer:']), caches: await cachedData(page) });
  const answered = async () =>
    Object.values(await shownCards(page))
      .filter(({ result }) => result !== null)
      .map(({ result, remark, photos }) => ({ result, remark, photos }));
  await expect.poll(async () => (await rowKeys(page, [ENTRY_PREFIX])).length, PATIENCE).toBe(ANSWERED + 1);
  const before = await holdings();
  const shownBefore = await answered();
  expect(shownBefore.length).toBeGreaterThan(ANSWERED);
  expect(before.rows.filter((key) => key.startsWith(PHOTO_PREFIX))).toHaveLength(1);
  expect(Object.keys(before.caches).length).toBeGreaterThan(0);

  await one.stop();
  const second = await deploy(two);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await newRelease(page).waitFor(PATIENCE);

  // Not applied by itself, nor by opening the app again, nor by what is loaded only now.
  await open(page, '/sync/index');
  await heading(page, '离线与同步').waitFor();
  await reload(page);
  await heading(page, '离线与同步').waitFor();
  await newRelease(page).waitFor(PATIENCE);
  expect(await releaseOf(page)).toBeNull();
  await open(page, `/mytask/index/${id}`);
  await heading(page, '完成任务').waitFor();
  await expect.poll(answered, PATIENCE).toEqual(shownBefore);

  await update(page).click();
  await expect.poll(() => releaseOf(page).catch(() => null), PATIENCE).toBe('two');
  await heading(page, '完成任务').waitFor();
  await expect.poll(answered, PATIENCE).toEqual(shownBefore);
  expect((await holdings()).rows).toEqual(before.rows);
  // Caches may have grown meanwhile, and none has lost anything.
  const after = await cachedData(page);
  for (const [name, count] of Object.entries(before.caches)) expect(after[name] ?? 0, name).toBeGreaterThanOrEqual(count);
  expect(await newRelease(page).count()).toBe(0);

  // Without a server the new release has all that the old one had.
  await second.stop();
  await page.goto(`${proxy.url}/#/law/index`);
  await reload(page);
  await heading(page, '法律法规').waitFor();
  expect(await releaseOf(page)).toBe('two');
  await keptLaw.waitFor(PATIENCE);
  await page.getByRole('link', { name: law, exact: true }).first().click();
  await page.getByText(/^第[一1]条/).first().waitFor(PATIENCE);
  await open(page, `/mytask/index/${id}`);
  await heading(page, '完成任务').waitFor();
  await expect.poll(answered, PATIENCE).toEqual(shownBefore);

  // What waited goes out, once.
  await cards.nth(ANSWERED).getByRole('textbox', { name: /^说明/ }).fill('灭火器被遮挡');
  proxy.decide = () => 'pass';
  await deploy(two);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await syncMark(page, '全部已送达').first().waitFor({ timeout: 90_000 });
  const database = new Database(join(data.dataDir, 'zyzc.db'), { readonly: true });
  const { count, points } = database
    .prepare('select count(*) as count, count(distinct point_id) as points from answer_history where dept_task_id = ?')
    .get(id) as { count: number; points: number };
  const { files } = database.prepare('select count(*) as files from file').get() as { files: number };
  database.close();
  expect({ count, points }).toEqual({ count: ANSWERED + 1, points: ANSWERED + 1 });
  expect(files).toBeGreaterThan(0);
});
