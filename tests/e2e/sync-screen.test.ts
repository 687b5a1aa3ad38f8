import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { waitingExport } from '#contract/waiting-export.ts';
import { ENTRIES_FILE, TABLE_FILE } from '#contract/waiting-files.ts';
import { databaseName } from '@/offline/database.ts';
import { PHOTO_PREFIX } from '@/offline/rows.ts';
import { browserProcess, PHONE } from '../support/browser-process.ts';
import { makePhoto } from '../support/photo.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';
import { heading, open, signIn, waitForOfflineDetail, waitForWorker } from './screen.ts';
import { copySeededData, openDeptTask } from './seeded-data.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function freshServer(): Promise<ServerProcess> {
  const data = await copySeededData();
  cleanUps.push(data.remove);
  const server = await serverProcess({ dataDir: data.dataDir });
  await server.start();
  cleanUps.push(server.kill);
  return server;
}

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zyzc-sync-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function freshPage(size = PHONE): Promise<Page> {
  const browser = await browserProcess(await freshFolder());
  cleanUps.push(browser.close);
  return await browser.newPage(size);
}

/** A phone on which a task of 20 points was read and is now without a server. */
async function phoneWithoutServer(server: ServerProcess): Promise<{ page: Page; deptTaskId: string }> {
  const deptTaskId = openDeptTask(server.dataDir, 'staff01', 20);
  const page = await freshPage();
  await signIn(page, server.url, 'staff01', 'Staff2026');
  await waitForWorker(page);
  await waitForOfflineDetail(page, deptTaskId);
  await server.stop();
  await open(page, `/mytask/index/${deptTaskId}`);
  await heading(page, '完成任务').waitFor();
  return { page, deptTaskId };
}

const card = (page: Page, index: number) => page.locator('[role="group"][data-point]').nth(index);

async function answer(page: Page, index: number, result: '合格' | '不合格', remark = '', photo?: string): Promise<void> {
  await card(page, index).getByRole('radio', { name: result, exact: true }).check();
  if (remark !== '') await card(page, index).getByLabel(/^说明/).fill(remark);
  if (photo !== undefined) {
    await card(page, index).locator('input[type="file"]').first().setInputFiles(photo);
    await card(page, index).getByRole('button', { name: '查看照片 1' }).waitFor();
  }
  // On this phone before anything else happens.
  await card(page, index).getByText(/^(已保存|待上传)$/).first().waitFor();
}

/** The photos that the phone's databases hold, as text that survives the way out of the page. */
const storedPhotos = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async ([databasePrefix, photoPrefix]) => {
    const found: Record<string, string> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith(databasePrefix!)) continue;
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      if (!db.objectStoreNames.contains('rows')) continue;
      const request = db.transaction('rows').objectStore('rows').getAll(IDBKeyRange.bound(photoPrefix, `${photoPrefix}\uffff`));
      await new Promise((resolve) => (request.onsuccess = resolve));
      for (const { sha256, bytes } of request.result as { sha256: string; bytes: ArrayBuffer }[]) {
        found[sha256] = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      }
      db.close();
    }
    return found;
  }, [databaseName(''), PHOTO_PREFIX]);

describe('离线与同步', () => {
  test('what waits is taken away as a ZIP without a network: a table, the photos as they are, and all of it for a machine', async () => {
    const server = await freshServer();
    const { page, deptTaskId } = await phoneWithoutServer(server);
    const photo = join(await freshFolder(), 'camera.jpg');
    await writeFile(photo, await makePhoto(2000, 1200, [200, 40, 30]));
    await answer(page, 0, '合格');
    await answer(page, 1, '不合格', '=1+1 锐器盒超过四分之三', photo);

    await open(page, '/sync/index');
    await heading(page, '离线与同步').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出待上传内容' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^待上传_.+_\d{14}\.zip$/);
    const files = unzipSync(await readFile(await download.path()));
    expect(Object.keys(files)).toEqual(['照片/0002-1.jpg', TABLE_FILE, ENTRIES_FILE]);

    const held = Object.entries(await storedPhotos(page));
    expect(held).toHaveLength(1);
    const [[sha256, bytes]] = held as [[string, string]];
    expect(Buffer.from(files['照片/0002-1.jpg']!).toString('hex')).toBe(bytes);

    // The mark by which Excel knows the encoding; decoding drops it.
    expect([...files[TABLE_FILE]!.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const rows = strFromU8(files[TABLE_FILE]!).split('\r\n');
    expect(rows[0]).toMatch(/^序号,类型,任务,内容,结果/);
    expect(rows[1]).toMatch(/^1,自查结果,.*,合格,/);
    expect(rows[2]).toMatch(/^2,自查结果,.*,不合格,'=1\+1 锐器盒超过四分之三,.*照片\/0002-1\.jpg/);

    const parsed = waitingExport.parse(JSON.parse(strFromU8(files[ENTRIES_FILE]!)));
    expect(parsed.photos).toEqual([{ sha256, file: '照片/0002-1.jpg' }]);
    expect(parsed.entries).toMatchObject([
      { kind: 'answer', deptTaskId, value: { result: 'qualified' } },
      { kind: 'answer', deptTaskId, value: { result: 'unqualified', remark: '=1+1 锐器盒超过四分之三', photos: [sha256] } },
    ]);
    // Taking it away changes nothing: it still waits.
    await page.getByText('2 项自查结果、1 张照片').waitFor();
  }, 180_000);
});
