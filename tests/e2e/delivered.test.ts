import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { browserProcess, type BrowserProcess } from '../support/browser-process.ts';
import { call, signIn as signInByCall } from '../support/calls.ts';
import type { Fate, FaultProxy, PassedCall } from '../support/fault-proxy.ts';
import { fillDisk } from '../support/full-disk.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { heading, open, reload, startSignedIn, syncMark, unfold, waitForOfflineDetail, waitForWorker } from './screen.ts';
import { openDeptTask, query } from './seeded-data.ts';
import { cleanUpAll, openProxiedSite } from './seeded-site.ts';

const OLD_MEASURES = '已通知设备科';
const NEW_MEASURES = '已更换，并列入每月检查';

let server: ServerProcess;
let proxy: FaultProxy;
let profile: string;
let deptTaskId: string;
let correctionId: string;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  const site = await openProxiedSite(cleanUps);
  ({ server, proxy, profile } = site);
  deptTaskId = openDeptTask(site.dataDir, 'staff01', 20);
  correctionId = query<{ id: string }>(
    server,
    `select c.id from self_correction as c join employee as e on e.dept_id = c.dept_id and e.account = 'staff01' where c.corrected_at is null`,
  )[0]!.id;
  await leaveTheLast();
});
afterEach(() => cleanUpAll(cleanUps));

/** A colleague answers every point 合格 and corrects every item but the first, of which only something is written. */
async function leaveTheLast(): Promise<void> {
  const token = await signInByCall(server.url, { userNo: 'staff02', password: 'Staff2026' });
  const now = new Date().toISOString();
  const { points } = await call(server.url, 'queryTaskCheckPointInfo', { params: { id: deptTaskId } }, token);
  const answers = points.map(({ pointId, answer }) => ({ id: uuidv7(), pointId, baseRevision: answer?.revision ?? 0, result: 'qualified' as const, remark: '', photos: [], answeredAt: now }));
  await call(server.url, 'saveAnswers', { body: { deptTaskId, entries: answers } }, token);
  const { items } = await call(server.url, 'queryCompanySelfCorrectById', { params: { id: correctionId } }, token);
  const corrections = items.map(({ itemId, revision }, index) => ({
    id: uuidv7(),
    itemId,
    baseRevision: revision,
    measures: OLD_MEASURES,
    responsible: '护士长',
    photosAfter: [],
    correctedAt: index === 0 ? null : now,
  }));
  await call(server.url, 'saveCompanySelfCorrectInfo', { body: { id: correctionId, entries: corrections } }, token);
}

async function visit(): Promise<{ browser: BrowserProcess; page: Page }> {
  const browser = await browserProcess(profile);
  cleanUps.push(browser.close);
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  return { browser, page };
}

const firstCard = (page: Page): Locator => page.locator('[role="group"][data-point]').filter({ visible: true }).first();
const isDetail = ({ method, path }: PassedCall): boolean => method === 'GET' && (path.endsWith(deptTaskId) || path.endsWith(correctionId));

const submitted = (page: Page): Locator => page.getByText(/^已提交，/).filter({ visible: true });

async function openCorrection(page: Page): Promise<void> {
  await open(page, `/mytask/self-innovate/${correctionId}`);
  await firstCard(page).getByRole('checkbox', { name: '已整改' }).waitFor();
}
async function openTask(page: Page): Promise<void> {
  await open(page, `/mytask/index/${deptTaskId}`);
  await firstCard(page).locator('input[type="radio"], [data-result]').first().waitFor();
  await unfold(firstCard(page));
}

/** In the page: whether the worker has an answer under every address that ends so. */
async function keptByWorker(ids: string[]): Promise<boolean> {
  const addresses: string[] = [];
  for (const name of await caches.keys()) addresses.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
  return ids.every((id) => addresses.some((address) => address.endsWith(id)));
}

/** What is fetched on a first visit may have come before the worker did. */
async function showToWorker(page: Page): Promise<void> {
  await reload(page);
  await heading(page, '首页').waitFor();
  await openCorrection(page);
  await openTask(page);
  const kept = () => page.evaluate(keptByWorker, [deptTaskId, correctionId]);
  await expect.poll(kept).toBe(true);
}

/** Corrects, answers and submits; all of it arrives, and nothing that the server says of it afterwards. */
async function deliverAll(page: Page): Promise<void> {
  await openCorrection(page);
  await firstCard(page).getByLabel('整改措施').fill(NEW_MEASURES);
  await firstCard(page).getByRole('checkbox', { name: '已整改' }).check();
  await openTask(page);
  await firstCard(page).getByRole('radio', { name: '不适用', exact: true }).check();
  await syncMark(page, '全部已送达').waitFor();
  proxy.decide = (passed) => (isDetail(passed) ? 'cutBefore' : 'pass');
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await page.getByRole('dialog', { name: '提交自查结果' }).getByRole('button', { name: '确认提交' }).click();
  await expect.poll(() => query<{ submitted_at: string | null }>(server, 'select submitted_at from dept_task where id = ?', deptTaskId)[0]?.submitted_at).not.toBeNull();
  await syncMark(page, '全部已送达').waitFor();
  await submitted(page).waitFor();
}

/** Until what is open was looked at, and what is closed was asked for and perhaps removed. */
async function waitForPass(page: Page, since: number): Promise<void> {
  const asked = (id: string) => proxy.calls.slice(since).some((passed) => isDetail(passed) && passed.path.endsWith(id));
  await expect.poll(() => [asked(deptTaskId), asked(correctionId)], { timeout: 90_000 }).toEqual([true, true]);
  await page.waitForTimeout(5000);
}

interface Order {
  name: string;
  /** What befalls the phone, and lets it ask for what is closed by now. */
  strike: (page: Page) => Promise<void>;
}
const orders: Order[] = [
  {
    name: 'the disk was full just before the answer of the server came',
    strike: async (page) => {
      let filling: Promise<unknown> | undefined;
      proxy.decide = async (passed): Promise<Fate> => {
        if (isDetail(passed)) await (filling ??= fillDisk(page));
        return 'pass';
      };
      await reload(page);
    },
  },
  {
    name: 'the disk was full long before the answer of the server came',
    strike: async (page) => {
      const disk = await fillDisk(page);
      await disk.isFull();
      proxy.decide = () => 'pass';
      await reload(page);
    },
  },
  {
    name: 'a hard reload left the page without its worker',
    strike: async (page) => {
      proxy.decide = () => 'pass';
      const session = await page.context().newCDPSession(page);
      await session.send('Page.reload', { ignoreCache: true });
      await heading(page, '首页').waitFor();
      expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    },
  },
];

test.each(orders)('what was delivered is there again without a network: $name', { timeout: 300_000, retry: 0 }, async ({ strike }) => {
  const first = await visit();
  await startSignedIn(first.page, proxy.url, 'staff01', 'Staff2026');
  await waitForWorker(first.page);
  await waitForOfflineDetail(first.page, deptTaskId);
  await waitForOfflineDetail(first.page, correctionId, 'correction');
  await showToWorker(first.page);
  // Chromium writes Cache Storage to disk some five seconds late.
  await first.page.waitForTimeout(8000);
  await deliverAll(first.page);
  await open(first.page, '/index');
  await heading(first.page, '首页').waitFor();
  const since = proxy.calls.length;
  await strike(first.page);
  await waitForPass(first.page, since);
  await first.browser.kill();

  proxy.decide = () => 'cutBefore';
  const { page } = await visit();
  await page.goto(`${proxy.url}/#/mytask/self-innovate/${correctionId}`);
  const item = firstCard(page);
  await item.getByRole('checkbox', { name: '已整改' }).waitFor();
  // What the phone holds besides the copy, and what the worker answers, may come a moment later.
  await page.waitForTimeout(8000);
  const shown = {
    isCorrected: await item.getByRole('checkbox', { name: '已整改' }).isChecked(),
    measures: await item.getByLabel('整改措施').inputValue(),
  };
  await openTask(page);
  await page.waitForTimeout(8000);
  const answered = await firstCard(page).getByRole('radio', { name: '不适用', exact: true }).isChecked();
  const isSubmitted = (await submitted(page).count()) > 0;
  expect({ ...shown, answered, isSubmitted }).toEqual({ isCorrected: true, measures: NEW_MEASURES, answered: true, isSubmitted: true });

  // Whoever writes on goes on from the own value.
  await openCorrection(page);
  await item.getByLabel('整改措施').fill(`${NEW_MEASURES}，已培训`);
  await item.getByText(/^(已保存|待上传)$/).waitFor();
  proxy.decide = () => 'pass';
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await syncMark(page, '全部已送达').waitFor();
  expect(query(server, 'select measures from self_correction_item where self_correction_id = ? and measures like ?', correctionId, '%已培训')).toHaveLength(1);
});

test('on a full disk a click counts that ends typing in the last card: nothing moves under the finger', { timeout: 180_000 }, async () => {
  const { page } = await visit();
  await startSignedIn(page, proxy.url, 'staff01', 'Staff2026');
  await openCorrection(page);
  const last = page.locator('[role="group"][data-point]').filter({ visible: true }).last();
  const mark = last.getByRole('checkbox', { name: '已整改' });
  expect(await mark.isChecked()).toBe(true);
  const disk = await fillDisk(page);
  await disk.isFull();
  proxy.decide = ({ path }) => (path.endsWith('saveCompanySelfCorrectInfo') ? 'cutBefore' : 'pass');
  await last.getByLabel('整改措施').fill(NEW_MEASURES);
  await last.getByText('未保存', { exact: true }).waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await last.getByLabel('责任人', { exact: true }).fill('护理部');
  await mark.click();
  await last.getByText('标记为已整改', { exact: true }).waitFor({ timeout: 5000 });
  expect(await mark.isChecked()).toBe(false);
});
