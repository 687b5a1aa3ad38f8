import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { lightBrowserProcess, DESKTOP } from '../support/browser-process.ts';
import { makePhoto } from '../support/photo.ts';
import { serverProcess } from '../support/server-process.ts';
import { answerPoint, heading, open, pointCard, startSignedIn, waitForOfflineDetail, waitForWorker } from './screen.ts';
import { copySeededData, openDeptTask } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** The scripts that this page has loaded so far. */
const scripts = async (page: Page): Promise<Set<string>> =>
  new Set(await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))));

test('a part of a screen that was never opened opens without a server', async () => {
  const data = await copySeededData();
  cleanUps.push(data.remove);
  const server = await serverProcess({ dataDir: data.dataDir });
  await server.start();
  cleanUps.push(server.kill);
  const folder = await mkdtemp(join(tmpdir(), 'zyzc-lazy-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const photo = join(folder, 'camera.jpg');
  await writeFile(photo, await makePhoto(800, 600, [30, 80, 160]));
  const browser = await lightBrowserProcess(join(folder, 'profile'));
  cleanUps.push(browser.close);
  const page = await browser.newPage();
  const deptTaskId = openDeptTask(data.dataDir, 'staff01', 20);
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await waitForWorker(page);
  await waitForOfflineDetail(page, deptTaskId);
  await server.stop();

  /** Opens a part, which has to bring a script that was not there before, and closes it. */
  const opens = async (name: string, act: () => Promise<unknown>, shown: string | RegExp): Promise<void> => {
    const before = await scripts(page);
    await act();
    const dialog = page.getByRole('dialog', { name: shown });
    await dialog.waitFor();
    const added = [...(await scripts(page))].filter((script) => !before.has(script));
    expect(added, `${name} was there before`).not.toEqual([]);
    await dialog.getByRole('button', { name: '关闭' }).first().click();
    await dialog.waitFor({ state: 'detached' });
  };

  const before = await scripts(page);
  await open(page, `/mytask/index/${deptTaskId}`);
  await heading(page, '完成任务').waitFor();
  await pointCard(page, 0).waitFor();
  expect((await scripts(page)).size, 'the screen itself was never opened').toBeGreaterThan(before.size);
  const main = page.locator('main:visible');
  await opens('the filter', () => main.getByRole('button', { name: '筛选' }).click(), '筛选');
  await opens('the basis', () => pointCard(page, 0).getByRole('button', { name: /^《/ }).click(), '检查依据');
  await opens('the submission', () => main.getByRole('button', { name: '提交', exact: true }).click(), '提交自查结果');
  await answerPoint(page, 0, '不合格', '锐器盒未加盖', photo);
  await opens('the photo', () => pointCard(page, 0).getByRole('button', { name: '查看照片 1' }).click(), /^照片 1/);

  await open(page, '/mytask/index');
  await heading(page, '我的任务').waitFor();
  await opens('the search', () => main.getByRole('button', { name: '关键词检索' }).click(), '搜索');
  await opens(
    'the settings',
    async () => {
      await main.getByRole('button', { name: '打开菜单' }).click();
      await page.getByRole('button', { name: '界面设置' }).click();
    },
    '界面设置',
  );

  await open(page, '/sync/index');
  await heading(page, '离线与同步').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), main.getByRole('button', { name: '导出待上传内容' }).click()]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
}, 180_000);

test('a file that does not come takes nothing but its own place with it, and 重试 brings it', async () => {
  const site = await openSeededSite();
  cleanUps.push(site.close);
  const context = await site.browser.newContext({ viewport: DESKTOP, serviceWorkers: 'block' });
  const page = await context.newPage();
  /** As in a browser that keeps the failure of an address: only the same file by another one comes. */
  const isKept = (url: string): boolean => url.endsWith('.js');
  let isChartCut = true;
  await page.route(/\/(?:ChartCanvas|PdfPager)-/, (route) => (isChartCut || isKept(route.request().url()) ? route.abort() : route.continue()));
  let isCalendarCut = true;
  await page.route(/\/DayCalendar-/, (route) => (isCalendarCut ? route.abort() : route.continue()));
  await startSignedIn(page, site.server.url, 'admin01', 'Admin2026');

  // A chart that is drawn after another failed tries by itself.
  await expect.poll(() => page.getByText('图表没有加载出来').count()).toBe(3);
  isChartCut = false;
  expect(await page.getByRole('img', { name: /：/ }).count()).toBe(0);
  await page.locator('main:visible').getByRole('button', { name: '重试' }).first().click();
  await page.locator('main:visible svg text').first().waitFor();
  await expect.poll(() => page.getByText('图表没有加载出来').count()).toBe(0);
  expect(await page.getByRole('img', { name: /：/ }).count()).toBeGreaterThan(1);

  await open(page, '/taskmanage/create');
  await heading(page, '下发任务').waitFor();
  await page.getByLabel('任务名称').fill('写到一半的任务');
  await page.getByRole('button', { name: '选择开始日期' }).click();
  const sheet = page.getByRole('dialog', { name: '开始日期' });
  await sheet.getByText('日历没有加载出来').waitFor();
  isCalendarCut = false;
  await sheet.getByRole('button', { name: '重试' }).click();
  await sheet.locator('.adm-calendar-picker-view').waitFor();
  await sheet.getByRole('button', { name: '关闭' }).click();
  expect(await page.getByLabel('任务名称').inputValue()).toBe('写到一半的任务');
  await context.close();
}, 120_000);
