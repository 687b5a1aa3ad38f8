import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { queriesKey } from '@/offline/storage/rows.ts';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { doWithRow, heading, reload, startSignedIn } from './screen.ts';
import { openSeededSite } from './seeded-site.ts';

let server: ServerProcess;
let browser: Browser;
beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});

async function openLibrary(account: string, password: string, viewport: typeof PHONE): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  const page = await context.newPage();
  await startSignedIn(page, server.url, account, password, '/selfcheck/index');
  await heading(page, '自查指标设定').waitFor();
  await page.getByLabel('检查要点列表').waitFor();
  return { page, context };
}

const button = (where: Page | Locator, name: string | RegExp) => where.getByRole('button', { name, exact: true });
const rows = (page: Page) => page.getByRole('table', { name: '检查要点列表' }).locator('tbody tr');

async function search(page: Page, fields: { keyword?: string; state?: string }): Promise<void> {
  const bar = page.getByRole('search');
  if (fields.keyword !== undefined) await bar.getByLabel('关键词').fill(fields.keyword);
  if (fields.state !== undefined) await bar.getByLabel('状态').selectOption({ label: fields.state });
  await bar.getByLabel('关键词').press('Enter');
}

const OWN_POINT = '抢救车封条完好，启封后两小时内补齐药品。';
const CHANGED_POINT = '抢救车封条完好，启封后一小时内补齐药品。';

test('an administrator switches a point off and on', async () => {
  const { page, context } = await openLibrary('admin01', 'Admin2026', DESKTOP);
  const first = rows(page).first();
  const point = ((await first.getByRole('switch').getAttribute('aria-label')) ?? '').replace(/^启用 /, '');
  const total = button(page, /^全部类别/);
  const before = (await total.textContent()) ?? '';

  await page.getByRole('switch', { name: `启用 ${point}` }).click();
  await page.getByRole('switch', { name: `启用 ${point}`, checked: false }).waitFor();
  await expect.poll(() => total.textContent()).not.toBe(before);
  await search(page, { state: '停用' });
  const off = page.getByRole('switch', { name: `启用 ${point}` });
  await off.waitFor();
  expect(await off.isChecked()).toBe(false);
  await off.click();
  // A point that is on again is none of those that are off.
  await off.waitFor({ state: 'detached' });
  await button(page.getByRole('search'), '重置').click();
  await page.getByRole('switch', { name: `启用 ${point}`, checked: true }).waitFor();
  await expect.poll(() => total.textContent()).toBe(before);
  await context.close();
});

test('a point that was switched off a moment before a reload is shown as switched off', async () => {
  const { page, context } = await openLibrary('admin01', 'Admin2026', DESKTOP);
  const name = (await rows(page).last().getByRole('switch').getAttribute('aria-label')) ?? '';
  const toggle = page.getByRole('switch', { name });
  // What the browser shows after a reload is written now and then.
  await page.waitForFunction(([prefix, listed]) => Object.keys(localStorage).some((key) => key.startsWith(prefix) && localStorage.getItem(key)?.includes(listed)), [queriesKey(''), name.replace(/^启用 /, '')] as const);
  await toggle.click();
  await page.getByText('已停用，新任务不再包含').waitFor();
  await reload(page);
  await page.getByRole('switch', { name, checked: false }).waitFor();
  await toggle.click();
  await page.getByText('已启用', { exact: true }).waitFor();
  await context.close();
});

test('an own point is added, changed, retired and restored; exported, it can be imported by another institution', async () => {
  const { page, context } = await openLibrary('admin01', 'Admin2026', DESKTOP);
  await button(page, '新增要点').click();
  const adding = page.getByRole('dialog', { name: '新增要点' });
  await button(adding, '保存').click();
  await adding.getByText('必填项不能为空').first().waitFor();
  const category = (await adding.getByLabel('自查类别').locator('option').nth(1).textContent()) ?? '';
  await adding.getByLabel('自查类别').selectOption({ label: category });
  await adding.getByLabel('检查要点').fill(OWN_POINT);
  await adding.getByLabel('检查标准').fill('封条编号与登记一致');
  await adding.getByLabel('依据', { exact: false }).first().fill('本院急救药品管理制度');
  await adding.getByLabel('第几条').fill('第几');
  await button(adding, '保存').click();
  const told = adding.getByText('请填写条号，如 12、十二 或 第十二条');
  // Nothing lies over it, such as the buttons below.
  const isInSight = (element: Element): boolean => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  await expect.poll(() => told.evaluate(isInSight)).toBe(true);
  await adding.getByLabel('第几条').fill('第六条');
  await button(adding, '保存').click();
  await adding.waitFor({ state: 'detached' });

  await search(page, { keyword: '抢救车封条' });
  await doWithRow(page, OWN_POINT, '编辑');
  const editing = page.getByRole('dialog', { name: '编辑要点' });
  await editing.getByLabel('检查要点').fill(CHANGED_POINT);
  await button(editing, '保存').click();
  await editing.waitFor({ state: 'detached' });
  await doWithRow(page, CHANGED_POINT, '废止');
  await button(page.getByRole('alertdialog', { name: '废止要点' }), '废止').click();
  await page.getByText('没有符合条件的要点').waitFor();
  await search(page, { state: '已废止' });
  await doWithRow(page, CHANGED_POINT, '恢复');
  await page.getByText('没有符合条件的要点').waitFor();
  await button(page.getByRole('search'), '重置').click();

  await button(page, '更多操作').click();
  const [exported] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: '导出本机构要点' }).click()]);
  expect(exported.suggestedFilename()).toBe('本机构检查要点.xlsx');
  const file = join(server.dataDir, 'points.xlsx');
  await exported.saveAs(file);
  await context.close();

  const other = await openLibrary('admin91', 'Admin2026', DESKTOP);
  await button(other.page, '更多操作').click();
  await other.page.getByRole('menuitem', { name: '从表格导入' }).click();
  const importing = other.page.getByRole('dialog', { name: '导入要点' });
  await importing.locator('input[type="file"]').setInputFiles(file);
  await button(importing, /^导入 \d+ 个要点$/).click();
  await importing.waitFor({ state: 'detached' });
  await search(other.page, { keyword: '抢救车封条' });
  await expect.poll(() => rows(other.page).allTextContents()).toEqual([expect.stringContaining(CHANGED_POINT)]);
  expect(await rows(other.page).first().textContent()).toContain(category);
  // The same file once more: every row is there already, and nothing is imported.
  await button(other.page, '更多操作').click();
  await other.page.getByRole('menuitem', { name: '从表格导入' }).click();
  await importing.locator('input[type="file"]').setInputFiles(file);
  await importing.getByText('该项目下已有相同的检查要点').first().waitFor();
  expect(await button(importing, '导入').isDisabled()).toBe(true);
  await other.context.close();
});

test('staff read the library on a phone and can change nothing', async () => {
  const { page, context } = await openLibrary('staff01', 'Staff2026', PHONE);
  expect(await page.getByRole('switch').count()).toBe(0);
  for (const name of ['新增要点', '更多操作']) expect(await button(page, name).count()).toBe(0);
  await page.getByRole('list', { name: '检查要点列表' }).getByRole('listitem').first().locator('button').first().click();
  const detail = page.getByRole('dialog', { name: '检查要点' });
  await detail.getByText('检查标准').waitFor();
  expect(await detail.getByRole('button', { name: /编辑|废止|恢复/ }).count()).toBe(0);
  await context.close();
});
