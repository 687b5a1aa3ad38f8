import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '@/lib/paths.ts';
import { PHONE } from '../support/browser-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { openViews } from '../support/open-views.ts';
import { heading, open, reload, showView, startSignedIn } from './screen.ts';
import { largestDeptTask } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

let server: ServerProcess;
let browser: Browser;
let dataDir: string;
let context: BrowserContext;

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser, dataDir } = site);
  return site.close;
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
});
afterEach(async () => context.close());

async function signedIn(account: string, password: string): Promise<Page> {
  const page = await context.newPage();
  await startSignedIn(page, server.url, account, password);
  return page;
}

const staff = () => signedIn('staff01', 'Staff2026');
const main = (page: Page) => page.locator('main:visible');
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const path = (page: Page) => new URL(page.url()).hash.slice(1);
const isGone = (page: Page, name: string) => dialog(page, name).waitFor({ state: 'detached' });

/** From the first view to the second, by the address. */
async function visit(page: Page, ...views: [path: string, title: string][]): Promise<void> {
  for (const [address, title] of views) {
    await open(page, address);
    await heading(page, title).waitFor();
  }
}

/** Longer than the steps of sheets take to be gone after a tap. */
async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => (history.state as { sheets?: number } | null)?.sheets ?? 0)).toBe(0);
}

const LIST = ['/mytask/index', '我的任务'] as [string, string];
const LAWS = ['/law/index', '法律法规'] as [string, string];
const LAW_WITH_PDF = '医疗废物院内管理示例规定';
const OFFICE = ['/system/office', '科室管理'] as [string, string];

describe('browser back on a phone', () => {
  test('forward leads again to what was opened from the search or the drawer', async () => {
    const page = await staff();
    await visit(page, LIST);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^搜索/ }).fill('法律法规');
    await dialog(page, '搜索').getByRole('option', { name: /法律法规/ }).first().click();
    await heading(page, LAWS[1]).waitFor();
    for (let round = 0; round < 2; round += 1) {
      await page.goBack();
      await heading(page, LIST[1]).waitFor();
      await settled(page);
      await page.goForward();
      await heading(page, LAWS[1]).waitFor();
    }
    // Where nothing lies ahead of a sheet that was closed, forward changes nothing.
    await page.keyboard.press('Control+k');
    await dialog(page, '搜索').waitFor();
    await page.goBack();
    await isGone(page, '搜索');
    await settled(page);
    await page.evaluate(() => history.forward());
    await settled(page);
    await heading(page, LAWS[1]).waitFor();
    await page.goBack();
    await heading(page, LIST[1]).waitFor();
  });

  test('closes the filter of a task and stays in the task, then leaves it', async () => {
    const page = await staff();
    const task = `/mytask/index/${largestDeptTask(dataDir, 'staff01').id}`;
    await visit(page, LIST, [task, '完成任务']);
    for (const wayOut of ['back', 'close', 'back']) {
      await page.getByRole('button', { name: '筛选' }).click();
      await dialog(page, '筛选').waitFor();
      if (wayOut === 'back') await page.goBack();
      else await dialog(page, '筛选').getByRole('button', { name: '关闭' }).click();
      await isGone(page, '筛选');
      await settled(page);
      expect(path(page)).toBe(task);
      await heading(page, '完成任务').waitFor();
    }
    await page.goBack();
    await heading(page, '我的任务').waitFor();
  });

  test.each([
    ['the bell', '通知公告', (page: Page) => main(page).getByRole('button', { name: /^通知公告/ }).click()],
    ['the search', '搜索', (page: Page) => page.keyboard.press('Control+k')],
    ['the menu', '', (page: Page) => main(page).getByRole('button', { name: '打开菜单' }).click()],
  ])('closes %s and keeps the page', async (_, name, show) => {
    const page = await staff();
    await visit(page, LAWS, LIST);
    await show(page);
    const sheet = name === '' ? page.getByRole('dialog').filter({ has: page.getByRole('navigation', { name: '主菜单' }) }) : dialog(page, name);
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    await heading(page, '我的任务').waitFor();
    await page.goBack();
    await heading(page, '法律法规').waitFor();
  });

  test('one page back leads one page back, also while the step of a closed sheet is being taken back', async () => {
    const page = await staff();
    const task = `/mytask/index/${largestDeptTask(dataDir, 'staff01').id}`;
    await visit(page, LAWS, LIST, [task, '完成任务']);
    await page.getByRole('button', { name: '筛选' }).click();
    await dialog(page, '筛选').waitFor();
    // A save that is answered then closes its form so; no finger is as exact.
    await page.evaluate(() => {
      const go = history.go.bind(history);
      history.go = (delta) => {
        history.go = go;
        go(delta);
        document.querySelector<HTMLElement>('main button[aria-label="返回"]')?.click();
      };
    });
    await dialog(page, '筛选').getByRole('button', { name: '关闭' }).click();
    await heading(page, '完成任务').waitFor({ state: 'hidden' });
    await page.waitForTimeout(1000);
    expect(path(page)).toBe('/mytask/index');
    await heading(page, '我的任务').waitFor();
  });

  test('closes two sheets one by one', async () => {
    const page = await staff();
    await visit(page, LAWS, [paths.selfCheck.to(), '自查指标设定']);
    await page.getByRole('list', { name: '检查要点列表' }).getByRole('listitem').first().locator('button').first().click();
    await dialog(page, '检查要点').getByRole('button', { name: /^《/ }).click();
    await dialog(page, '检查依据').waitFor();
    await page.goBack();
    await isGone(page, '检查依据');
    await dialog(page, '检查要点').waitFor();
    await page.goBack();
    await isGone(page, '检查要点');
    await heading(page, '自查指标设定').waitFor();
    await page.goBack();
    await heading(page, '法律法规').waitFor();
  });

  test('closes the menu of a card and stays in the task', async () => {
    const task = `/mytask/index/${largestDeptTask(dataDir, 'staff01').id}`;
    const page = await staff();
    await open(page, task);
    await main(page).getByRole('radio', { name: '合格' }).first().click();
    await main(page).getByRole('button', { name: /^更多操作 第/ }).first().click();
    const menu = page.getByRole('menu');
    await menu.waitFor();
    await page.goBack();
    await menu.waitFor({ state: 'detached' });
    expect(path(page)).toBe(task);
    await settled(page);
  });

  test('does not bring back a view that was closed', async () => {
    const page = await signedIn('admin01', 'Admin2026');
    await visit(page, LAWS, ['/taskmanage/index', '任务列表'], ['/taskmanage/create', '下发任务']);
    await (await openViews(page)).getByRole('button', { name: '关闭 下发任务' }).click();
    await heading(page, '任务列表').waitFor();
    await page.goBack();
    await settled(page);
    expect(path(page)).toBe('/taskmanage/index');
    expect(await (await openViews(page)).textContent()).not.toContain('下发任务');
  });

  test('after a link in the sheet of the bell leads to the page before, in one step', async () => {
    const page = await signedIn('admin01', 'Admin2026');
    await visit(page, LAWS, OFFICE);
    await main(page).getByRole('button', { name: /^通知公告/ }).click();
    await dialog(page, '通知公告').getByRole('link', { name: '管理', exact: true }).click();
    await heading(page, '通知公告列表').waitFor();
    await isGone(page, '通知公告');
    await page.goBack();
    await heading(page, '科室管理').waitFor();
    await settled(page);
    await page.goBack();
    await heading(page, '法律法规').waitFor();
  });

  test('after a choice in the menu and in the search leads to the page before', async () => {
    const page = await staff();
    await visit(page, LAWS, LIST);
    await main(page).getByRole('button', { name: '打开菜单' }).click();
    await page.getByRole('button', { name: '个人信息' }).click();
    await heading(page, '个人中心').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^搜索/ }).fill('同步');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await heading(page, '离线与同步').waitFor();
    await page.goBack();
    await heading(page, '个人中心').waitFor();
    await settled(page);
    await page.goBack();
    await heading(page, '我的任务').waitFor();
  });

  test('asks for what was typed, closes the question first, and leaves nothing behind when it is thrown away', async () => {
    const page = await signedIn('admin01', 'Admin2026');
    await visit(page, LAWS, OFFICE);
    await page.getByRole('button', { name: '新增科室等操作' }).click();
    await page.getByRole('menuitem', { name: '新增科室', exact: true }).click();
    const form = dialog(page, '新增科室');
    const question = page.getByRole('alertdialog');
    await form.getByLabel('科室名称').fill('体检中心');
    await page.goBack();
    await question.getByText('填写的内容还没有保存').waitFor();
    await page.goBack();
    await question.waitFor({ state: 'detached' });
    expect(await form.getByLabel('科室名称').inputValue()).toBe('体检中心');
    await page.goBack();
    await question.getByRole('button', { name: '继续填写' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await form.getByLabel('科室名称').inputValue()).toBe('体检中心');
    await page.goBack();
    await question.getByRole('button', { name: '放弃填写' }).click();
    await form.waitFor({ state: 'detached' });
    await settled(page);
    await heading(page, '科室管理').waitFor();
    await page.goBack();
    await heading(page, '法律法规').waitFor();
  });

  test('leads from the original of a law to its text, and from there to the list', async () => {
    const page = await staff();
    await visit(page, LIST, LAWS);
    await page.getByLabel('法规名称').fill(LAW_WITH_PDF);
    await page.getByLabel('法规名称').press('Enter');
    await page.getByRole('link', { name: LAW_WITH_PDF, exact: true }).first().click();
    const title = page.getByRole('heading', { level: 2, name: LAW_WITH_PDF });
    const original = page.getByRole('button', { name: '原文 PDF' });
    const pdf = page.getByRole('status', { name: '第 1 页，共 3 页' });
    await title.waitFor();
    const law = path(page);
    for (const wayOut of ['back', 'tap', 'back']) {
      await original.click();
      await pdf.waitFor();
      if (wayOut === 'back') await page.goBack();
      else await original.click();
      await pdf.waitFor({ state: 'detached' });
      await title.waitFor();
      await settled(page);
      expect(path(page)).toBe(law);
    }
    await page.goBack();
    await heading(page, '法律法规').waitFor();
  });

  test('finds the original of a law again, after a look at another view, and its text below it', async () => {
    const page = await staff();
    await visit(page, LIST, LAWS);
    await page.getByLabel('法规名称').fill(LAW_WITH_PDF);
    await page.getByLabel('法规名称').press('Enter');
    await page.getByRole('link', { name: LAW_WITH_PDF, exact: true }).first().click();
    await page.getByRole('button', { name: '原文 PDF' }).click();
    const pdf = page.getByRole('status', { name: '第 1 页，共 3 页' });
    await pdf.waitFor();
    await showView(page, '我的任务');
    await heading(page, '我的任务').waitFor();
    await settled(page);
    await page.goBack();
    await pdf.waitFor();
    await page.goBack();
    await pdf.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 2, name: LAW_WITH_PDF }).waitFor();
    await page.goBack();
    await heading(page, '法律法规').waitFor();
  });

  test('needs one step after a reload with a sheet open', async () => {
    const page = await staff();
    await visit(page, LAWS, LIST);
    await main(page).getByRole('button', { name: /^通知公告/ }).click();
    await dialog(page, '通知公告').waitFor();
    await reload(page);
    await heading(page, '我的任务').waitFor();
    await settled(page);
    await page.goBack();
    await heading(page, '法律法规').waitFor();
  });

  test('another address closes what the bars opened', async () => {
    const page = await staff();
    await visit(page, LIST);
    await main(page).getByRole('button', { name: '打开菜单' }).click();
    await page.getByRole('button', { name: '界面设置' }).click();
    await dialog(page, '界面设置').waitFor();
    await visit(page, LAWS);
    await isGone(page, '界面设置');
    await page.goBack();
    await heading(page, '我的任务').waitFor();
    await settled(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
