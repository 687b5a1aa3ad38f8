import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browserProcess, type BrowserProcess } from '../support/browser-process.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { makePhoto } from '../support/photo.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { heading, open, signIn, syncMark, unfold, waitForOfflineDetail, waitForWorker } from './screen.ts';
import { openDeptTask, query } from './seeded-data.ts';
import { cleanUpAll, openProxiedSite } from './seeded-site.ts';

let server: ServerProcess;
let proxy: FaultProxy;
let browser: BrowserProcess;
let page: Page;
let deptTaskId: string;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  const site = await openProxiedSite(cleanUps);
  ({ server, proxy } = site);
  deptTaskId = openDeptTask(site.dataDir, 'staff01', 20);
  browser = await browserProcess(site.profile);
  cleanUps.push(browser.close);
  page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await signIn(page, proxy.url, 'staff01', 'Staff2026');
  await waitForWorker(page);
  await waitForOfflineDetail(page, deptTaskId);
});
afterEach(() => cleanUpAll(cleanUps));

const cards = (): Locator => page.locator('[role="group"][data-point]').filter({ visible: true });
const choose = (card: Locator, name: string) => card.getByRole('radio', { name, exact: true }).check();

async function openTask(): Promise<void> {
  await open(page, `/mytask/index/${deptTaskId}`);
  await cards().first().waitFor();
  await unfold(cards().first());
}

/** Saves get lost on their way; all else arrives. */
const loseSaves = (): void => {
  proxy.decide = ({ path }) => (/\/(saveAnswers|upload\/)/.test(path) ? 'cutBefore' : 'pass');
};
const saved = /^(已保存|待上传)$/;
const answers = () => query<{ result: string }>(server, 'select result from answer where dept_task_id = ? and remark = ?', deptTaskId, '删除前填写');

/** In the page, as the browser's own means do: the app holds connections. Workbox never lets go of the one of its own. */
async function deleteDatabases(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('zyzc-')) continue;
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => reject(request.error ?? new Error('not deleted'));
    });
  }
}

async function clear(storageTypes: string): Promise<void> {
  const devtools = await browser.context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: proxy.url, storageTypes });
}

test.each([
  ['deleted by a page', () => page.evaluate(deleteDatabases)],
  ['cleared by the browser', () => clear('indexeddb')],
] as const)('the database, %s, has again what the page holds: nothing that is said to be saved is lost with a kill', { timeout: 300_000 }, async (_how, strike) => {
  await openTask();
  loseSaves();
  await choose(cards().nth(0), '不合格');
  await cards().nth(0).getByRole('textbox', { name: /^说明/ }).fill('删除前填写');
  await cards().nth(0).getByText(saved).waitFor();
  await page.locator('[data-saving]').waitFor({ state: 'detached' });
  await strike();
  await choose(cards().nth(1), '不适用');
  await cards().nth(1).getByText(saved).waitFor();
  expect(await page.getByText(/发现本机数据曾被清除/).count()).toBe(0);
  await waitForOfflineDetail(page, deptTaskId);
  // A page that nothing reminds: only what is stored comes back.
  await page.goto('about:blank');
  await page.goto(`${proxy.url}/#/mytask/index/${deptTaskId}`);
  await cards().nth(1).getByText(saved).waitFor();
  expect(await cards().nth(0).getByRole('textbox', { name: /^说明/ }).inputValue()).toBe('删除前填写');
  await unfold(cards().nth(1));
  expect(await cards().nth(1).getByRole('radio', { name: '不适用', exact: true }).isChecked()).toBe(true);
  proxy.decide = () => 'pass';
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await syncMark(page, '全部已送达').waitFor();
  expect(answers()).toHaveLength(1);
});

test('a photo that was in a cleared database alone is said to be gone at once', { timeout: 300_000 }, async () => {
  await openTask();
  loseSaves();
  await choose(cards().nth(0), '不合格');
  await cards().nth(0).getByRole('textbox', { name: /^说明/ }).fill('删除前填写');
  await cards().nth(0).locator('input[type="file"]').last().setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await makePhoto(80, 60, [10, 90, 60]) });
  await cards().nth(0).getByRole('button', { name: '查看照片 1', exact: true }).waitFor();
  await cards().nth(0).getByText(saved).waitFor();
  await page.locator('[data-saving]').waitFor({ state: 'detached' });
  await clear('indexeddb');
  await page.getByText(/发现本机数据曾被清除.*请核对任务/).waitFor();
  await cards().nth(0).getByText(/照片缺失，请重新拍摄/).waitFor();
  expect(await cards().nth(0).getByText(saved).count()).toBe(0);
});

test('all site data cleared under the page: no screen claims what is not there any more, and what the page holds arrives', { timeout: 300_000 }, async () => {
  await openTask();
  loseSaves();
  await choose(cards().nth(0), '不合格');
  await cards().nth(0).getByRole('textbox', { name: /^说明/ }).fill('删除前填写');
  await cards().nth(0).getByText(saved).waitFor();
  await page.locator('[data-saving]').waitFor({ state: 'detached' });
  await open(page, '/sync/index');
  await heading(page, '离线与同步').waitFor();
  const start = page.locator('dl div', { has: page.getByText('离线启动', { exact: true }) });
  await start.getByText('可以', { exact: true }).waitFor();
  // Nothing more comes: what is said from now on is of what is there.
  proxy.decide = () => 'cutBefore';
  await clear('all');
  // With its cookies the session is gone as well.
  await page.getByLabel('账号').waitFor();
  await page.getByText('1 项待上传').waitFor();
  proxy.decide = () => 'pass';
  await page.getByLabel('账号').fill('staff01');
  await page.getByRole('textbox', { name: '密码' }).fill('Staff2026');
  await page.getByRole('button', { name: '登录' }).click();
  await expect.poll(answers, { timeout: 60_000 }).toHaveLength(1);
  await open(page, '/sync/index');
  await start.waitFor();
  const isWorkerThere = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');
  await expect.poll(async () => [await start.getByText('可以', { exact: true }).count(), await isWorkerThere()], { timeout: 30_000 }).toEqual([1, true]);
  await waitForOfflineDetail(page, deptTaskId);
});
