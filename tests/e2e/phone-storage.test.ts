import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browserProcess, type BrowserProcess } from '../support/browser-process.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { makePhoto } from '../support/photo.ts';
import { heading, open, reload, shownCards, signIn, syncMark, unfold, waitForOfflineDetail } from './screen.ts';
import { openDeptTask } from './seeded-data.ts';
import { cleanUpAll, openProxiedSite } from './seeded-site.ts';

/** A machine that is busy with something else takes its time. */
const PATIENCE = { timeout: 60_000 };

let proxy: FaultProxy;
let profile: string;
let id: string;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  const site = await openProxiedSite(cleanUps);
  ({ proxy, profile } = site);
  id = openDeptTask(site.dataDir, 'staff01', 20);
});
afterEach(() => cleanUpAll(cleanUps));

async function visit(): Promise<{ browser: BrowserProcess; page: Page }> {
  const browser = await browserProcess(profile);
  cleanUps.push(browser.close);
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE.timeout);
  return { browser, page };
}

const cards = (page: Page) => page.locator('[role="group"][data-point]');
const choice = (page: Page, index: number, name: string) => cards(page).nth(index).getByRole('radio', { name, exact: true });
const mark = (page: Page, index: number, words: string) => cards(page).nth(index).getByText(words, { exact: true });

async function openTask(page: Page): Promise<void> {
  await open(page, `/mytask/index/${id}`);
  await heading(page, '完成任务').waitFor(PATIENCE);
  await cards(page).first().waitFor(PATIENCE);
}

/** Whatever was entered gets lost on its way; everything else arrives. */
const loseEntries = (): void => {
  proxy.decide = ({ path }) => (/\/(saveAnswers|submit|upload\/)/.test(path) ? 'cutBefore' : 'pass');
};
const comeBack = async (page: Page): Promise<void> => {
  proxy.decide = () => 'pass';
  await page.evaluate(() => dispatchEvent(new Event('online')));
};

/** The last cards that nobody has answered yet, the very last first: far enough down that the view has to be scrolled. */
async function lastOpenCards(page: Page): Promise<[last: number, before: number]> {
  const ids = await cards(page).evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset['point'] ?? ''));
  const shown = await shownCards(page);
  const open = ids.flatMap((point, index) => (shown[point]?.result === null ? [index] : []));
  const [before, last] = open.slice(-2);
  if (before === undefined || last === undefined) throw new Error('the task has no two open cards');
  return [last, before];
}

test('lesson 12: when the phone ends the app while the camera is open, text and place are there again', { timeout: 300_000 }, async () => {
  const first = await visit();
  await signIn(first.page, proxy.url, 'staff01', 'Staff2026');
  await waitForOfflineDetail(first.page, id);
  loseEntries();
  await openTask(first.page);
  const [index] = await lastOpenCards(first.page);
  expect(index).toBeGreaterThan(5);
  await choice(first.page, index, '不合格').check();
  await cards(first.page).nth(index).getByRole('textbox', { name: /^说明/ }).pressSequentially('氧气瓶没有固定');
  const camera = first.page.waitForEvent('filechooser');
  await cards(first.page).nth(index).getByRole('button', { name: '选照片' }).click();
  await camera;
  // What was typed is stored while the camera comes, before a phone ends anything.
  await cards(first.page).nth(index).getByText(/^(已保存|待上传)$/).waitFor(PATIENCE);
  await first.browser.kill();

  const { page } = await visit();
  await page.goto(`${proxy.url}/#/mytask/index/${id}`);
  await heading(page, '完成任务').waitFor(PATIENCE);
  const card = cards(page).nth(index);
  await expect.poll(() => choice(page, index, '不合格').isChecked(), PATIENCE).toBe(true);
  expect(await card.getByRole('textbox', { name: /^说明/ }).inputValue()).toBe('氧气瓶没有固定');
  const top = () => card.evaluate((element) => element.getBoundingClientRect().top);
  const height = page.viewportSize()?.height ?? 0;
  await expect.poll(top, PATIENCE).toBeLessThan(height);
  expect(await top()).toBeGreaterThan(-height / 2);
});

test('lesson 10: with no room left answers stay as 未保存, say what to do, and reach the server all the same', { timeout: 480_000 }, async () => {
  const { browser, page } = await visit();
  await signIn(page, proxy.url, 'staff01', 'Staff2026');
  await waitForOfflineDetail(page, id);
  loseEntries();
  await openTask(page);
  const [index, before] = await lastOpenCards(page);
  const devtools = await browser.context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: proxy.url, quotaSize: 1 });
  // Chromium asks anew how much room there is only after a while.
  const isRefused = async (): Promise<boolean> => {
    for (const name of ['不适用', '合格']) await choice(page, before, name).check();
    await expect.poll(() => mark(page, before, '保存中').count(), PATIENCE).toBe(0);
    return (await mark(page, before, '未保存').count()) > 0;
  };
  await expect.poll(isRefused, { timeout: 120_000, interval: 1000 }).toBe(true);
  await choice(page, index, '合格').check();
  await mark(page, index, '未保存').waitFor(PATIENCE);
  const noRoom = cards(page).nth(index).getByText(/空间不足.*请清理空间.*请勿关闭页面/);
  await noRoom.waitFor(PATIENCE);
  await cards(page).nth(index).getByRole('button', { name: '说明、照片' }).click();
  const album = cards(page).nth(index).locator('input[type="file"][multiple]');
  await album.setInputFiles({ name: '一.jpg', mimeType: 'image/jpeg', buffer: await makePhoto(60, 40, [20, 100, 60]) });
  await cards(page).nth(index).getByText('照片 1/9').waitFor(PATIENCE);
  await mark(page, index, '未保存').waitFor(PATIENCE);
  expect(await noRoom.count(), 'said once, photo or not').toBe(1);
  await comeBack(page);
  await mark(page, index, '已送达').waitFor(PATIENCE);
  expect(await noRoom.count(), 'the server has both').toBe(0);

  // What was on its way before there was no room left waits until it can be noted that it arrived.
  await mark(page, before, '未保存').waitFor(PATIENCE);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: proxy.url });
  const isTaken = async (): Promise<boolean> => {
    for (const name of ['合格', '不适用']) await choice(page, before, name).check();
    await expect.poll(() => mark(page, before, '保存中').count(), PATIENCE).toBe(0);
    return (await mark(page, before, '未保存').count()) === 0;
  };
  await expect.poll(isTaken, { timeout: 120_000, interval: 1000 }).toBe(true);
  // By itself, after a pause of a minute at most.
  await mark(page, before, '已送达').waitFor({ timeout: 120_000 });
  await reload(page);
  for (const at of [index, before]) {
    await cards(page).nth(at).waitFor(PATIENCE);
    await unfold(cards(page).nth(at));
  }
  await expect.poll(() => choice(page, index, '合格').isChecked(), PATIENCE).toBe(true);
  expect(await choice(page, before, '不适用').isChecked()).toBe(true);
});

test('lesson 16: a database that the browser threw away is noticed at the next start, and said', { timeout: 300_000 }, async () => {
  const { browser, page } = await visit();
  await signIn(page, proxy.url, 'staff01', 'Staff2026');
  await waitForOfflineDetail(page, id);
  loseEntries();
  await openTask(page);
  const [index] = await lastOpenCards(page);
  await choice(page, index, '合格').check();
  await syncMark(page, /^同步状态：/).first().waitFor(PATIENCE);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('zyzc:unsent:'))), PATIENCE).toBe(true);
  const devtools = await browser.context.newCDPSession(page);
  await page.goto('about:blank');
  await devtools.send('Storage.clearDataForOrigin', { origin: proxy.url, storageTypes: 'indexeddb' });
  await page.goto(`${proxy.url}/#/index`);
  await page.getByText(/发现本机数据曾被清除.*请核对任务/).waitFor(PATIENCE);
  await page.getByRole('button', { name: '知道了' }).click();
  await reload(page);
  await heading(page, '首页').waitFor(PATIENCE);
  expect(await page.getByText(/发现本机数据曾被清除/).count()).toBe(0);
});

test('lesson 29: a browser that refuses databases says so, and works while there is a network', { timeout: 300_000 }, async () => {
  const { page } = await visit();
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('not here', 'SecurityError');
    };
    Object.defineProperty(window, 'indexedDB', { value: { open: refuse, deleteDatabase: refuse, databases: () => Promise.resolve([]) } });
  });
  await signIn(page, proxy.url, 'staff01', 'Staff2026');
  await page.getByText(/不允许保存数据（如无痕模式）/).waitFor(PATIENCE);
  await openTask(page);
  const [index] = await lastOpenCards(page);
  await choice(page, index, '合格').check();
  await mark(page, index, '已送达').waitFor(PATIENCE);
  loseEntries();
  await choice(page, index, '不适用').check();
  await mark(page, index, '未保存').waitFor(PATIENCE);
  await open(page, '/mytask/index');
  await heading(page, '我的任务').waitFor(PATIENCE);
  await page.getByText('1 项未保存', { exact: true }).waitFor(PATIENCE);
  await open(page, '/index');
  await heading(page, '首页').waitFor(PATIENCE);
  await page.getByText('1 项未能存入本机，请勿关闭页面', { exact: true }).waitFor(PATIENCE);
  await openTask(page);
  await comeBack(page);
  await mark(page, index, '已送达').waitFor(PATIENCE);
});
