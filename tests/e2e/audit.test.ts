import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { heading, startSignedIn } from './screen.ts';
import { openSeededSite } from './seeded-site.ts';

let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});

test('an administrator sees who did what, looks at one record, and takes the list away as a workbook', async () => {
  await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userNo: 'staff02', password: 'Wrong2026', loginType: 9 }),
  });
  const context = await browser.newContext({ viewport: DESKTOP, acceptDownloads: true, serviceWorkers: 'block' });
  const page = await context.newPage();
  await startSignedIn(page, server.url, 'admin01', 'Admin2026', '/system/audit');
  await heading(page, '操作日志').waitFor();
  // Its label is for readers alone.
  await page.getByPlaceholder('人员', { exact: true }).waitFor();
  const rows = page.getByRole('table', { name: '操作日志' }).getByRole('row');
  const latest = rows.nth(1);
  await expect.poll(() => latest.innerText()).toMatch(/^登录\s+成功\s+登录\s+.*（admin01）/);

  await page.getByRole('combobox', { name: '结果' }).selectOption('失败');
  const failed = latest;
  await expect.poll(() => failed.innerText()).toContain('登录失败');
  expect(await failed.innerText()).toContain('staff02');
  await failed.getByRole('button', { name: '登录' }).click();
  const detail = page.getByRole('dialog', { name: '登录' });
  expect(await detail.innerText()).toContain('127.0.0.1');
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'detached' });

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^操作日志_.*\.xlsx$/);
  const [, ...cells] = await readSheet(await readFile(await download.path()), '操作日志');
  expect(cells[0]?.slice(1, 5)).toEqual(['staff02', expect.any(String), '登录', '失败']);
  expect(new Set(cells.map((row) => row[4]))).toEqual(new Set(['失败']));

  await page.getByRole('button', { name: '重置' }).click();
  await expect.poll(() => latest.innerText()).toContain('导出操作日志');
  await context.close();
});

test('on a phone records are cards, and nothing has to be scrolled sideways', async () => {
  const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
  const page = await context.newPage();
  await startSignedIn(page, server.url, 'admin01', 'Admin2026', '/system/audit');
  const cards = page.getByRole('list', { name: '操作日志' });
  await cards.getByRole('button', { name: '登录' }).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await cards.getByRole('button').first().click();
  await page.getByRole('dialog').getByText('对象编号').waitFor();
  await context.close();
});
