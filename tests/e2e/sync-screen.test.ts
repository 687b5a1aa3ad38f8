import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, describe, expect, test } from 'vitest';
import { waitingExport } from '#contract/waiting-export.ts';
import { ENTRIES_FILE, TABLE_FILE } from '#contract/waiting-files.ts';
import { databaseName } from '@/offline/storage/database.ts';
import { PHOTO_PREFIX } from '@/offline/storage/rows.ts';
import { lightBrowserProcess, DESKTOP, PHONE } from '../support/browser-process.ts';
import * as calls from '../support/calls.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { makePhoto } from '../support/photo.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';
import { violationsOnWhole } from './axe.ts';
import { answerPoint, heading, open, pointCard, reload, signIn, waitForOfflineDetail, waitForWorker } from './screen.ts';
import { copySeededData, openDeptTask, query } from './seeded-data.ts';

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
  const browser = await lightBrowserProcess(await freshFolder());
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

test('a server that is down is asked again after pauses, and not at once for ever, by a browser that believes in its network', async () => {
  const { page } = await phoneWithoutServer(await freshServer());
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  const asked: string[] = [];
  page.on('requestfailed', (request) => void asked.push(new URL(request.url()).pathname));
  await answerPoint(page, 0, '合格');
  await expect.poll(() => asked.filter((path) => path.includes('saveAnswers')).length, { timeout: 10_000 }).toBeGreaterThan(0);
  await page.waitForTimeout(6000);
  expect(asked.length).toBeLessThan(20);
});

describe('离线与同步', () => {
  test('what waits is taken away as a ZIP without a network: a table, the photos as they are, and all of it for a machine', async () => {
    const server = await freshServer();
    const { page, deptTaskId } = await phoneWithoutServer(server);
    const photo = join(await freshFolder(), 'camera.jpg');
    await writeFile(photo, await makePhoto(2000, 1200, [200, 40, 30]));
    await answerPoint(page, 0, '合格');
    await answerPoint(page, 1, '不合格', '=1+1 锐器盒超过四分之三', photo);

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

  test('what a colleague was faster with is handed in as late work, and an administrator takes one value and refuses another', async () => {
    const server = await freshServer();
    const proxy = await startFaultProxy(server.port);
    cleanUps.push(proxy.close);
    const deptTaskId = openDeptTask(server.dataDir, 'staff01', 20);
    const photo = join(await freshFolder(), 'camera.jpg');
    await writeFile(photo, await makePhoto(1600, 1200, [20, 120, 60]));
    const phone = await freshPage();
    await signIn(phone, proxy.url, 'staff01', 'Staff2026');
    await waitForWorker(phone);
    await waitForOfflineDetail(phone, deptTaskId);
    await open(phone, `/mytask/index/${deptTaskId}`);
    await heading(phone, '完成任务').waitFor();
    await pointCard(phone, 0).waitFor();
    proxy.decide = () => 'cutBefore';
    await answerPoint(phone, 0, '不适用', '本科室没有此项');
    await answerPoint(phone, 1, '合格', '夜班已查', photo);

    const taskId = await submitAsColleague(server, deptTaskId);
    proxy.decide = () => 'pass';
    await open(phone, '/sync/index');
    await heading(phone, '离线与同步').waitFor();
    await phone.getByRole('button', { name: '立即同步' }).click();
    await phone.getByRole('button', { name: '2 项未能上传，全部交管理员处理' }).waitFor({ timeout: 60_000 });
    await expectAccessible(phone);
    await phone.getByRole('button', { name: '2 项未能上传，全部交管理员处理' }).click();
    const late = phone.getByRole('region', { name: '迟到的填写' });
    await late.getByText('待管理员处理').nth(1).waitFor({ timeout: 60_000 });
    await expectAccessible(phone);
    await phone.getByText('全部已送达').first().waitFor({ timeout: 60_000 });

    const admin = await freshPage(DESKTOP);
    await signIn(admin, server.url, 'admin01', 'Admin2026');
    await open(admin, `/taskmanage/index/${taskId}`);
    await admin.getByText('有 2 项迟到的填写待处理').waitFor();
    await admin.getByRole('link', { name: '内科的迟到填写' }).click();
    await expectAccessible(admin);
    const work = admin.getByRole('region', { name: '迟到的填写' });
    const item = (words: string) => work.locator('li', { has: admin.getByText(words) }).first();
    await item('夜班已查').locator('img').waitFor();
    await item('本科室没有此项').getByRole('button', { name: '采纳', exact: true }).click();
    await admin.getByRole('alertdialog', { name: '采纳迟到的填写' }).getByRole('button', { name: '采纳', exact: true }).click();
    await item('本科室没有此项').getByText('已采纳').first().waitFor();
    await item('夜班已查').getByRole('button', { name: '不采纳' }).click();
    const sheet = admin.getByRole('dialog', { name: '不采纳' });
    await sheet.getByLabel(/^不采纳的原因/).fill('以同事的结果为准');
    await sheet.getByRole('button', { name: '确认不采纳' }).click();
    await item('夜班已查').getByText('以同事的结果为准').waitFor();

    expect(storedAnswers(server, deptTaskId).slice(0, 2)).toEqual([
      { result: 'notApplicable', remark: '本科室没有此项', account: 'staff01' },
      { result: 'qualified', remark: '', account: 'staff02' },
    ]);
    await reload(phone);
    await late.getByText('已采纳', { exact: true }).waitFor({ timeout: 60_000 });
    await late.getByText('未采纳', { exact: true }).waitFor();
    await late.getByText(/以同事的结果为准/).waitFor();
  }, 300_000);

  test('what a phone without a network exported is brought in by an administrator, and the phone sends nothing twice', async () => {
    const server = await freshServer();
    const { page: phone, deptTaskId } = await phoneWithoutServer(server);
    const photo = join(await freshFolder(), 'camera.jpg');
    await writeFile(photo, await makePhoto(1600, 1200, [90, 40, 140]));
    await answerPoint(phone, 0, '合格');
    await answerPoint(phone, 1, '不合格', '锐器盒超过四分之三', photo);
    const zip = await exportOn(phone, '导出待上传内容');
    await phone.context().setOffline(true);
    const before = storedAnswers(server, deptTaskId);

    await server.start();
    const admin = await freshPage();
    await signIn(admin, server.url, 'admin01', 'Admin2026');
    await open(admin, '/taskmanage/late');
    await heading(admin, '迟到的填写').waitFor();
    await admin.getByRole('button', { name: '导入', exact: true }).click();
    const sheet = admin.getByRole('dialog', { name: '导入手机导出的文件' });
    await sheet.getByLabel('选择 ZIP 文件').setInputFiles(photo);
    await sheet.getByText(/这不是手机“导出待上传内容”得到的文件/).waitFor();
    await sheet.getByLabel('选择 ZIP 文件').setInputFiles(zip);
    await sheet.getByText('可以导入 2').waitFor();
    await sheet.getByText('2 项自查结果、1 张照片').first().waitFor();
    await sheet.getByText('将上传 1 张照片。').waitFor();
    expect(storedAnswers(server, deptTaskId)).toEqual(before);
    await expectAccessible(admin);
    await sheet.getByRole('button', { name: '导入 2 项' }).click();
    await sheet.getByText('已导入 2').waitFor({ timeout: 60_000 });
    await sheet.getByRole('button', { name: '完成' }).click();
    const held = storedAnswers(server, deptTaskId);
    expect(held.slice(0, 2)).toEqual([
      { result: 'qualified', remark: '', account: 'staff01' },
      { result: 'unqualified', remark: '锐器盒超过四分之三', account: 'staff01' },
    ]);

    await phone.context().setOffline(false);
    await phone.getByRole('button', { name: '立即同步' }).click();
    await phone.getByText('全部已送达').first().waitFor({ timeout: 60_000 });
    expect(storedAnswers(server, deptTaskId)).toEqual(held);
    expect(importedValues(server, deptTaskId)).toEqual([{ account: 'staff01', importer: 'admin01' }, { account: 'staff01', importer: 'admin01' }]);
    await open(phone, `/mytask/index/${deptTaskId}`);
    await pointCard(phone, 1).getByText('已送达').waitFor();
  }, 300_000);

  test('what waits under an account that was disabled is said to be there, and an administrator takes it away on that phone', async () => {
    const server = await freshServer();
    const { page: phone, deptTaskId } = await phoneWithoutServer(server);
    await answerPoint(phone, 0, '合格');
    await answerPoint(phone, 1, '不适用', '本科室没有此项');
    setEnabled(server, 'staff01', 0);
    await server.start();
    await phone.goto(`${server.url}/#/login`);
    await reload(phone);
    const account = phone.getByLabel('账号');
    await account.waitFor({ timeout: 60_000 });
    await account.fill('staff01');
    await phone.getByRole('textbox', { name: '密码' }).fill('Staff2026');
    await phone.getByRole('button', { name: '登录' }).click();
    await phone.getByText(/的 2 项待上传内容仍在本机，不会删除/).waitFor();

    await signIn(phone, server.url, 'admin01', 'Admin2026');
    await open(phone, '/sync/index');
    await heading(phone, '离线与同步').waitFor();
    await phone.getByRole('region', { name: '本机其他人的待上传内容' }).scrollIntoViewIfNeeded();
    await expectAccessible(phone);
    const zip = await exportOn(phone, /^导出.+的待上传内容$/);
    await phone.getByRole('link', { name: '迟到的填写' }).click();
    await heading(phone, '迟到的填写').waitFor();
    await phone.getByRole('button', { name: '导入', exact: true }).click();
    const sheet = phone.getByRole('dialog', { name: '导入手机导出的文件' });
    await sheet.getByLabel('选择 ZIP 文件').setInputFiles(zip);
    await sheet.getByRole('button', { name: '导入 2 项' }).click();
    await sheet.getByText('已导入 2').waitFor({ timeout: 60_000 });
    expect(importedValues(server, deptTaskId)).toEqual([{ account: 'staff01', importer: 'admin01' }, { account: 'staff01', importer: 'admin01' }]);
  }, 300_000);
});

async function exportOn(page: Page, name: string | RegExp): Promise<string> {
  await open(page, '/sync/index');
  await heading(page, '离线与同步').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  const file = join(await freshFolder(), download.suggestedFilename());
  await download.saveAs(file);
  return file;
}

/** What axe finds wrong on the page, in both themes. */
async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['theme_light', 'theme_dark']) {
    const before = await page.evaluate((name) => {
      const { className } = document.documentElement;
      document.documentElement.className = name;
      return className;
    }, theme);
    const found = await violationsOnWhole(page);
    await page.evaluate((name) => (document.documentElement.className = name), before);
    expect(found, theme).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}

function setEnabled(server: ServerProcess, account: string, enabled: 0 | 1): void {
  const database = new Database(join(server.dataDir, 'zyzc.db'));
  try {
    database.prepare('update employee set enabled = ? where account = ?').run(enabled, account);
    database.prepare('delete from session where employee_id = (select id from employee where account = ?)').run(account);
  } finally {
    database.close();
  }
}

/** The values of a department task that somebody brought in, and who. */
function importedValues(server: ServerProcess, deptTaskId: string): { account: string; importer: string }[] {
  return query<{ account: string; importer: string }>(
    server,
    `select author.account, importer.account as importer from answer_history as h join employee as author on author.id = h.answered_by
     join employee as importer on importer.id = h.imported_by where h.dept_task_id = ?`,
    deptTaskId,
  );
}

/** A colleague at another phone finds everything 合格 and submits. @returns the task */
async function submitAsColleague(server: ServerProcess, deptTaskId: string): Promise<string> {
  const token = await calls.signIn(server.url, { userNo: 'staff02', password: 'Staff2026' });
  const detail = await calls.call(server.url, 'queryTaskCheckPointInfo', { params: { id: deptTaskId } }, token);
  const at = new Date().toISOString();
  const entries = detail.points.map(({ pointId, answer: held }) => ({
    id: uuidv7(),
    pointId,
    result: 'qualified' as const,
    remark: '',
    photos: [],
    answeredAt: at,
    baseRevision: held?.revision ?? 0,
  }));
  await calls.call(server.url, 'saveAnswers', { body: { deptTaskId, entries } }, token);
  await calls.call(server.url, 'submitDeptTask', { body: { id: uuidv7(), deptTaskId, submittedAt: at } }, token);
  return detail.taskId;
}

/** What the server's tables hold of a department task, in its order. */
function storedAnswers(server: ServerProcess, deptTaskId: string): { result: string; remark: string; account: string }[] {
  return query<{ result: string; remark: string; account: string }>(
    server,
    `select answer.result, answer.remark, employee.account from answer join employee on employee.id = answer.answered_by
     where answer.dept_task_id = ? order by answer.seq`,
    deptTaskId,
  );
}
