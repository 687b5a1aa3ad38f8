import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PHONE, SMALL_PHONE } from '../support/browser-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { violationsOnWhole, WCAG_AA } from './axe.ts';
import { heading, open, pointCard, startSignedIn } from './screen.ts';
import { openDeptTask, query } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

/** The screens on which most is done, beyond those that other tests look at. */

const THEMES = ['theme_light', 'theme_dark', 'theme_them1'];

let server: ServerProcess;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});
beforeEach(async () => {
  const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
  page = await context.newPage();
  return () => context.close();
});

const main = (): Locator => page.locator('main:visible');
const button = (name: string | RegExp): Locator => main().getByRole('button', { name }).first();

async function openScreen(path: string, title: string): Promise<void> {
  await open(page, path);
  await heading(page, title).waitFor();
  await expect.poll(() => main().getByRole('status', { name: '加载中' }).count()).toBe(0);
}

/** What axe finds by WCAG AA in each theme. */
async function findings(where: string): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.evaluate((name) => (document.documentElement.className = name), theme);
    const violations = await violationsOnWhole(page, WCAG_AA);
    found.push(...violations.map((violation) => `${where}, ${theme}: ${violation}`));
  }
  return found;
}

const correctionOf = (account: string): string =>
  query<{ id: string }>(
    server,
    `select c.id from self_correction c join employee e on e.dept_id = c.dept_id and e.account = ? where c.corrected_at is null`,
    account,
  )[0]!.id;

describe('WCAG AA in the three themes', () => {
  test('what staff fill in and read', async () => {
    await startSignedIn(page, server.url, 'staff01', 'Staff2026');
    const found: string[] = [];
    await openScreen(`/mytask/index/${openDeptTask(server.dataDir, 'staff01', 20)}`, '完成任务');
    await pointCard(page, 0).getByRole('radio', { name: '不合格', exact: true }).check();
    await pointCard(page, 0).getByRole('textbox', { name: /^说明/ }).waitFor();
    found.push(...(await findings('完成任务')));
    await openScreen(`/mytask/self-innovate/${correctionOf('staff01')}`, '完成自纠');
    await main().locator('[role="group"][data-point]').first().waitFor();
    found.push(...(await findings('完成自纠')));
    await openScreen('/independent/independent/0?edit=new', '年度计划');
    found.push(...(await findings('申报')));
    await openScreen('/law/index', '法律法规');
    found.push(...(await findings('法律法规')));
    await main().getByText('全文检索').first().click();
    await main().getByRole('searchbox').or(main().getByRole('textbox')).first().fill('医疗');
    await main().locator('mark').first().waitFor();
    found.push(...(await findings('全文检索')));
    await openScreen(`/law/index/${query<{ id: string }>(server, 'select id from law')[0]!.id}`, '法规详情');
    found.push(...(await findings('法规正文')));
    expect(found).toEqual([]);
  }, 180_000);

  test('what administrators issue and look up', async () => {
    await startSignedIn(page, server.url, 'admin01', 'Admin2026');
    const found: string[] = [];
    await openScreen('/taskmanage/create', '下发任务');
    await page.getByRole('checkbox', { name: /^内科/ }).check();
    await page.getByRole('radio', { name: '全面自查' }).check();
    found.push(...(await findings('下发任务')));
    await page.getByRole('button', { name: '预览' }).click();
    await page.getByRole('dialog', { name: '任务预览' }).waitFor();
    found.push(...(await findings('任务预览')));
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
    await openScreen('/message/index', '通知公告列表');
    await button('发布公告').click();
    await page.getByRole('dialog', { name: '发布公告' }).waitFor();
    found.push(...(await findings('发布公告')));
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
    await openScreen('/system/audit', '操作日志');
    found.push(...(await findings('操作日志')));
    await openScreen('/taskmanage/late', '迟到的填写');
    found.push(...(await findings('迟到的填写')));
    expect(found).toEqual([]);
  }, 180_000);
});

/**
 * Everything in sight to tap that is lower or narrower than 44 px; a link inside a sentence is as high as its words, and
 * what names the row of a table, or leads to the same, is as large as the row, which opens it.
 */
const smallTargets = (): Promise<string[]> =>
  page.evaluate(() => {
    const targetOf = (element: Element): Element => {
      const row = element.closest('tr');
      const name = row?.querySelector('a[href], button');
      const isOfRow = name === element || (element.matches('a') && name?.getAttribute('href') === element.getAttribute('href'));
      return row !== null && isOfRow && getComputedStyle(row).cursor === 'pointer' ? row : element;
    };
    const isInText = (element: Element): boolean => element.matches('a') && element.closest('p') !== null && element.closest('p')?.textContent !== element.textContent;
    const elements = [...document.querySelectorAll('button, a[href], summary, label:has(input[type="radio"], input[type="checkbox"])')];
    return elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isInText(element))
      .map((element) => ({ element, box: targetOf(element).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
      .map(({ element, box }) => `${Math.round(box.width)}x${Math.round(box.height)} ${element.outerHTML.slice(0, 120)} (${element.textContent})`);
  });

/** What staff have most to do with. */
async function smallTargetsOfStaff(): Promise<string[]> {
  await startSignedIn(page, server.url, 'staff01', 'Staff2026', '/mytask/index');
  await heading(page, '我的任务').waitFor();
  const found = await smallTargets();
  await openScreen(`/mytask/index/${openDeptTask(server.dataDir, 'staff01', 20)}`, '完成任务');
  await pointCard(page, 1).getByRole('radio', { name: '不合格', exact: true }).check();
  await pointCard(page, 1).getByRole('textbox', { name: /^说明/ }).waitFor();
  found.push(...(await smallTargets()));
  await openScreen(`/mytask/self-innovate/${correctionOf('staff01')}`, '完成自纠');
  await main().locator('[role="group"][data-point]').first().waitFor();
  found.push(...(await smallTargets()));
  return found;
}

test('what staff tap is 44 px high and wide on a small phone', async () => {
  await page.setViewportSize(SMALL_PHONE);
  expect(await smallTargetsOfStaff()).toEqual([]);
}, 90_000);

describe('on a tablet on its side, as wide as a desktop', () => {
  beforeEach(async () => {
    const context = await browser.newContext({ viewport: { width: 1180, height: 820 }, hasTouch: true, serviceWorkers: 'block' });
    page = await context.newPage();
    return () => context.close();
  });

  test('what staff tap is 44 px high and wide', async () => {
    const found = await smallTargetsOfStaff();
    await openScreen(`/law/index/${query<{ id: string }>(server, 'select id from law')[0]!.id}`, '法规详情');
    await main().getByRole('navigation', { name: '目录' }).waitFor();
    found.push(...(await smallTargets()));
    expect(found).toEqual([]);
  }, 90_000);

  test('so is what administrators tap', async () => {
    await startSignedIn(page, server.url, 'admin01', 'Admin2026');
    const found: string[] = [];
    for (const [path, title] of [
      ['/taskmanage/index', '任务列表'],
      ['/taskmanage/create', '下发任务'],
      ['/selfcheck/index', '自查指标设定'],
      ['/comprehensiveinspection/dailycheck', '日常自查统计'],
      ['/system/user', '人员管理'],
    ] as const) {
      await openScreen(path, title);
      found.push(...(await smallTargets()).map((each) => `${title}: ${each}`));
    }
    expect(found).toEqual([]);
  }, 90_000);
});

describe('大字 on a small phone', () => {
  beforeEach(async () => {
    await page.setViewportSize(SMALL_PHONE);
    await startSignedIn(page, server.url, 'admin01', 'Admin2026');
    await page.getByRole('button', { name: '打开菜单' }).click();
    await page.getByRole('button', { name: '界面设置' }).click();
    await page.getByRole('switch', { name: '大字' }).check();
    await page.getByRole('button', { name: '关闭' }).click();
  });

  test('enlarges all words, and cuts none of them', async () => {
    const found: string[] = [];
    for (const [path, title] of [
      ['/index', '首页'],
      ['/taskmanage/index', '任务列表'],
      ['/mytask/index', '我的任务'],
    ] as const) {
      await openScreen(path, title);
      found.push(...(await smallOrCut()).map((each) => `${title}: ${each}`));
    }
    expect(found).toEqual([]);
  }, 90_000);

  test('leaves a title and its one action on one row', async () => {
    for (const [path, title] of [
      ['/taskmanage/index', '任务列表'],
      ['/comprehensiveinspection/selfdeclare', '自主申报统计'],
    ] as const) {
      await openScreen(path, title);
      const [words, action] = await Promise.all([heading(page, title).boundingBox(), main().locator('header button').last().boundingBox()]);
      expect(action!.x, title).toBeGreaterThanOrEqual(words!.x + words!.width);
      expect(action!.y, title).toBeLessThan(words!.y + words!.height);
    }
  }, 60_000);
});

/** Words in sight that are smaller than 13 px enlarged by a quarter, or wider than what holds them. */
const smallOrCut = (): Promise<string[]> =>
  page.evaluate(() => {
    const isWordy = (node: Node): boolean => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '';
    return [...document.querySelectorAll<HTMLElement>('#root *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && [...element.childNodes].some(isWordy))
      .filter((element) => element.getBoundingClientRect().width > 1)
      .filter((element) => {
        const { fontSize, overflowX } = getComputedStyle(element);
        const isCut = overflowX !== 'visible' && element.scrollWidth > element.clientWidth;
        return Number.parseFloat(fontSize) < 16.2 || isCut;
      })
      .map((element) => `${getComputedStyle(element).fontSize} ${element.className} (${element.textContent})`);
  });
