import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { readConfig } from '../../server/config.ts';
import { startServer } from '../../server/start-server.ts';
import { lightBrowserProcess, PHONE } from '../support/browser-process.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { answerForeign, FOREIGN, isAskedByWorker } from '../support/foreign-answers.ts';
import { workerCode } from '../support/worker-code.ts';
import { inkOf } from './drawn-pdf.ts';
import { answerPoint, heading, open, pointCard, reload, startSignedIn, syncMark, waitForOfflineDetail, waitForWorker } from './screen.ts';
import { copySeededData, openDeptTask } from './seeded-data.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const PATIENCE = { timeout: 90_000 };
const FOREIGN_WORDS = '欢迎使用免费上网';

let browser: Browser;
let proxy: FaultProxy;
let dataDir: string;
/** Of the server; 0 until the first release is deployed. */
let port: number;
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
beforeEach(async () => {
  const data = await copySeededData();
  cleanUps.push(data.remove);
  ({ dataDir } = data);
  port = 0;
  const started = await lightBrowserProcess(await freshFolder());
  cleanUps.push(started.close);
  ({ browser } = started);
});

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zyzc-foreign-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** The next time on the same address. */
async function deploy(clientDirectory = dist): Promise<{ stop: () => Promise<void> }> {
  const server = await startServer({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), clientDirectory });
  cleanUps.push(server.stop);
  await server.app.listen({ port, host: '127.0.0.1' });
  if (port !== 0) return server;
  ({ port } = server.app.server.address() as AddressInfo);
  proxy = await startFaultProxy(port);
  cleanUps.push(proxy.close);
  return server;
}

/** The built client with the worker of an earlier release, which compared nothing. */
async function earlierRelease(): Promise<string> {
  const folder = await freshFolder();
  await cp(dist, folder, { recursive: true });
  const worker = join(folder, 'service-worker.js');
  const urls = [...(await readFile(worker, 'utf8')).matchAll(/"url":"([^"]+)"/g)].map(([, url = '']) => url);
  expect(urls).toContain('index.html');
  const files = urls.map((url) => ({ url, revision: url.startsWith('assets/') ? null : 'earlier' }));
  await writeFile(worker, (await workerCode('unchecking')).replace('self.__WB_MANIFEST', JSON.stringify(files)));
  for (const compressed of ['service-worker.js.br', 'service-worker.js.gz']) await rm(join(folder, compressed));
  return folder;
}

async function newPage(options: { serviceWorkers?: 'block' } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, ...options });
  // A release is fetched whole.
  context.setDefaultTimeout(PATIENCE.timeout);
  return await context.newPage();
}

const assetPath = async (name: string): Promise<string> =>
  `/assets/${(await readdir(join(dist, 'assets'))).find((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file))}`;
const comeBack = (page: Page): Promise<unknown> => page.evaluate(() => dispatchEvent(new Event('online')));
/** What 离线与同步 says of the app itself. */
const appFacts = (page: Page) => page.getByRole('region', { name: '应用', exact: true });

test.each(['ToCompletePage', 'search-worker'])('a script that is foreign while the app is installed (%s) is said in words, fetched again, and never kept', async (name) => {
  await deploy();
  const id = openDeptTask(dataDir, 'staff01', 20);
  const script = await assetPath(name);
  const struck = answerForeign(proxy, (call) => call.path === script && isAskedByWorker(call), FOREIGN.script);
  const page = await newPage();
  await startSignedIn(page, proxy.url, 'staff01', 'Staff2026', '/sync/index');
  await heading(page, '离线与同步').waitFor();
  await appFacts(page).getByText(/应用没有保存完整：.*上网认证.*会自动重试/).waitFor(PATIENCE);
  await appFacts(page).getByText('不可以').waitFor();
  expect(struck.length).toBeGreaterThan(0);
  // With a network everything works meanwhile.
  await waitForOfflineDetail(page, id);

  proxy.decide = () => 'pass';
  await comeBack(page);
  await waitForWorker(page);
  await appFacts(page).getByText('可以', { exact: true }).waitFor();
  expect(await page.evaluate(async (address) => (await (await fetch(address)).text()).slice(0, 200), script)).not.toContain(FOREIGN_WORDS);
  proxy.decide = () => 'cutBefore';
  await page.goto(`${proxy.url}/#/mytask/index/${id}`);
  await reload(page);
  await heading(page, '完成任务').waitFor();
  await answerPoint(page, 0, '合格');
}, 240_000);

describe('a phone on which an earlier release kept a foreign answer', () => {
  const isAppGone = async (page: Page): Promise<boolean> => (await page.getByText(FOREIGN_WORDS).count()) > 0;
  const isScreenGone = async (page: Page): Promise<boolean> => {
    await open(page, '/sync/index');
    return (await page.getByText('页面没有加载出来').count()) > 0;
  };

  test.each([
    ['the page', () => Promise.resolve('/index.html'), isAppGone],
    ['the script of a screen', () => assetPath('SyncCenterPage'), isScreenGone],
  ])('in place of %s heals by itself with the next release, and what waits there gets through', async (_what, pathOf, isBroken) => {
    const earlier = await deploy(await earlierRelease());
    const id = openDeptTask(dataDir, 'staff01', 20);
    const path = await pathOf();
    const page = await newPage();
    answerForeign(proxy, (call) => call.path === path && isAskedByWorker(call));
    await startSignedIn(page, proxy.url, 'staff01', 'Staff2026');
    await waitForWorker(page);
    await waitForOfflineDetail(page, id);
    await open(page, `/mytask/index/${id}`);
    await heading(page, '完成任务').waitFor();
    proxy.decide = ({ path: asked }) => (asked.endsWith('/saveAnswers') ? 'cutBefore' : 'pass');
    await answerPoint(page, 0, '不合格', '锐器盒已满未更换');
    await reload(page);
    await expect.poll(() => isBroken(page), PATIENCE).toBe(true);
    await reload(page);
    await expect.poll(() => isBroken(page), PATIENCE).toBe(true);

    await earlier.stop();
    await deploy();
    // Whoever opens the app again finds it: the first time brings the release, which takes over at once.
    await expect
      .poll(async () => {
        await page.goto(`${proxy.url}/#/mytask/index/${id}`);
        await reload(page);
        await page.waitForTimeout(3000);
        return (await heading(page, '完成任务').count()) > 0 && !(await isBroken(page));
      }, PATIENCE)
      .toBe(true);
    await open(page, `/mytask/index/${id}`);
    await pointCard(page, 0).getByText(/^(已保存|待上传)$/).first().waitFor();
    expect(await pointCard(page, 0).getByRole('textbox', { name: /^说明/ }).inputValue()).toBe('锐器盒已满未更换');
    proxy.decide = () => 'pass';
    await comeBack(page);
    await syncMark(page, '全部已送达').first().waitFor(PATIENCE);
  }, 300_000);
});

test('a character map that is foreign leaves a PDF without its characters only as long as something stands in the way', async () => {
  await deploy();
  const page = await newPage();
  const struck = answerForeign(proxy, ({ path }) => path.endsWith('.bcmap'), FOREIGN.bytes);
  await startSignedIn(page, proxy.url, 'staff01', 'Staff2026');
  await waitForWorker(page);
  const openPdf = async (): Promise<void> => {
    await open(page, '/law/index');
    await heading(page, '法律法规').waitFor();
    await page.getByRole('link', { name: '医疗废物院内管理示例规定', exact: true }).first().click();
    await heading(page, '法规详情').waitFor();
    await page.getByRole('button', { name: '原文 PDF' }).click();
    await page.getByRole('status', { name: '第 1 页，共 3 页' }).waitFor();
  };
  await openPdf();
  await expect.poll(() => struck.length, PATIENCE).toBeGreaterThan(0);
  proxy.decide = () => 'pass';
  await page.goto(`${proxy.url}/#/index`);
  await reload(page);
  await openPdf();
  await expect.poll(async () => (await inkOf(page)).lines, { timeout: 20_000 }).toBeGreaterThan(20);
}, 240_000);

test('without a worker, a foreign script that the browser remembers is asked for anew before the page is loaded again', async () => {
  await deploy();
  const script = await assetPath('SyncCenterPage');
  const page = await newPage({ serviceWorkers: 'block' });
  await startSignedIn(page, proxy.url, 'staff01', 'Staff2026');
  proxy.decide = (call) => {
    if (call.path !== script) return 'pass';
    proxy.decide = () => 'pass';
    return FOREIGN.script;
  };
  await open(page, '/sync/index');
  await appFacts(page).waitFor();
  expect(proxy.calls.filter(({ path }) => path === script).length).toBe(2);
}, 240_000);

test('a call that was answered by something else is not answered by what the browser remembers of it', async () => {
  await deploy();
  const page = await newPage({ serviceWorkers: 'block' });
  // From the start: the app fetches the laws ahead, and shows what it has of them.
  answerForeign(proxy, ({ path }) => path === apiPaths.laws.path, FOREIGN.page);
  await startSignedIn(page, proxy.url, 'staff01', 'Staff2026');
  answerForeign(proxy, ({ method, path }) => method === 'GET' && path.includes('/api/'), FOREIGN.page);
  await open(page, '/law/index');
  await heading(page, '法律法规').waitFor();
  await page.getByText('暂时连不上服务器，这些内容还没有保存到本机').waitFor();
  proxy.decide = () => 'pass';
  const list = page.getByRole('list', { name: '法规列表' }).getByRole('listitem').first();
  // The app may find out by itself first that the server is back.
  await page.getByRole('button', { name: '重试' }).click({ timeout: 10_000 }).catch(() => list.waitFor());
  await list.waitFor({ timeout: 15_000 });
}, 240_000);
