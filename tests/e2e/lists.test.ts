import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PHONE } from '../support/browser-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { heading, open, reload, startSignedIn } from './screen.ts';
import { openSeededSite } from './seeded-site.ts';

let server: ServerProcess;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});
afterEach(() => context.close());

async function administrator(viewport: { width: number; height: number }, path: string, hasMouse = false): Promise<Page> {
  context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  if (hasMouse) await context.addInitScript(giveMouse);
  const page = await context.newPage();
  await startSignedIn(page, server.url, 'admin01', 'Admin2026', path);
  return page;
}

/** In the page: tells it of a mouse, which a machine for tests has not. */
function giveMouse(): void {
  const ask = matchMedia.bind(globalThis);
  globalThis.matchMedia = (media) => ask(media === '(pointer: fine)' ? 'all' : media);
}

/** Every list of administrators: its screen, and its accessible name. */
const lists = [
  ['/taskmanage/index', '任务列表', '任务列表'],
  ['/selfcheckkeshi/selfinspection', '科室自纠记录', '科室自纠记录'],
  ['/independent/independent/0', '年度计划', '年度计划列表'],
  ['/selfcheck/index', '自查指标设定', '检查要点列表'],
  ['/message/index', '通知公告列表', '通知公告列表'],
  ['/law/index', '法律法规', '法规列表'],
  ['/system/office', '科室管理', '科室列表'],
  ['/system/user', '人员管理', '人员列表'],
  ['/system/audit', '操作日志', '操作日志'],
  ['/mytask/index', '我的任务', '我的任务'],
  ['/independent/board', '公示栏', '公示内容'],
] as const;

interface Measured {
  /** Where the first row begins, pixels from the top of the window. */
  first: number;
  /** Rows that stand whole in what scrolls. */
  inSight: number;
  /** Rows of this height that would. */
  room: number;
  total: number;
}

/** A list with fewer records than there is room for tells by its rows how many there would be. */
const measure = (page: Page, label: string): Promise<Measured> =>
  page.evaluate((name) => {
    const list = [...document.querySelectorAll(`[aria-label="${name}"]`)].find((found) => found.matches('table, ul') && found.checkVisibility());
    const rows = [...(list?.querySelectorAll(':scope > tbody > tr, :scope > li') ?? [])].map((row) => row.getBoundingClientRect());
    const bottom = list?.closest('[data-scroll]')?.getBoundingClientRect().bottom ?? 0;
    const first = rows[0]?.top ?? 0;
    const average = rows.reduce((sum, { height }) => sum + height, 0) / rows.length;
    return { first, inSight: rows.filter((row) => row.bottom <= bottom).length, room: Math.floor((bottom - first) / average), total: rows.length };
  }, label);

/** A list with its rows, at the desk. */
async function openTable(page: Page, path: string, label: string): Promise<Locator> {
  await open(page, path);
  const table = page.getByRole('table', { name: label, exact: true });
  await table.getByRole('row').nth(1).waitFor();
  return table;
}

describe('at 1280 × 720', () => {
  test('every list of administrators shows eight rows, its title once, and names in 220 px', async () => {
    const page = await administrator({ width: 1280, height: 720 }, lists[0][0]);
    for (const [path, title, label] of lists) {
      const table = await openTable(page, path, label);
      const measured = await measure(page, label);
      expect(measured.inSight, title).toBeGreaterThanOrEqual(Math.min(8, measured.total));
      expect(measured.room, title).toBeGreaterThanOrEqual(8);
      const names = await table.evaluate((element) => {
        const titles = [...element.querySelectorAll('tbody tr:first-child td')].map((cell) => (cell.querySelector('a, button:not([aria-haspopup])') ? cell.clientWidth : 0));
        return { width: Math.max(...titles), isScrolled: (element.parentElement?.scrollWidth ?? 0) > (element.parentElement?.clientWidth ?? 0) };
      });
      expect(names, title).toEqual({ width: expect.any(Number), isScrolled: false });
      expect(names.width, title).toBeGreaterThanOrEqual(220);
      const bar = page.getByRole('search').filter({ visible: true });
      if ((await bar.count()) > 0) expect((await bar.boundingBox())?.height, `filters of ${title}`).toBeLessThan(50);
      // Menu, breadcrumb and tab name the screen; the heading is for readers.
      expect((await heading(page, title).boundingBox())?.height, title).toBe(1);
      const coloured = await page.locator('main:visible').evaluate((main) => [...main.querySelectorAll('.adm-button-primary')].filter((button) => button.checkVisibility()).length);
      expect(coloured, `buttons in the primary colour of ${title}`).toBeLessThanOrEqual(1);
    }
  });

  test('what can be pressed in the rows scrolls under the head of a list', async () => {
    const page = await administrator({ width: 1280, height: 720 }, lists[0][0]);
    for (const [path, title, label] of lists) {
      const table = await openTable(page, path, label);
      const covering = await table.evaluate((element) => {
        const room = element.closest('[data-scroll]');
        const head = element.querySelector('thead');
        if (room === null || head === null) throw new Error('no table that scrolls');
        const found: string[] = [];
        for (let top = 0; top <= room.scrollHeight - room.clientHeight; top += 8) {
          room.scrollTop = top;
          for (const cell of head.querySelectorAll('th')) {
            const { left, width, bottom } = cell.getBoundingClientRect();
            const over = document.elementFromPoint(left + width / 2, bottom - 4);
            if (over?.closest('tbody')) found.push(over.outerHTML);
          }
        }
        return found;
      });
      expect(covering, title).toEqual([]);
    }
  });

  test('letters walk along rows, Enter opens one, and ? lists them, but not while one types', async () => {
    const page = await administrator({ width: 1280, height: 720 }, '/taskmanage/index', true);
    const rows = page.getByRole('table', { name: '任务列表' }).locator('tbody a');
    await rows.nth(1).waitFor();
    const isFirstFocused = () => rows.first().evaluate((link) => link === document.activeElement);
    // What listens to letters comes after the list. At the first row, k stays.
    await expect.poll(() => page.keyboard.press('k').then(isFirstFocused)).toBe(true);
    await page.keyboard.press('j');
    expect(await isFirstFocused()).toBe(false);
    await page.keyboard.press('k');
    expect(await isFirstFocused()).toBe(true);
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: '快捷键' });
    await sheet.waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await isFirstFocused()).toBe(true);
    await page.getByLabel('任务名称').pressSequentially('jk?');
    expect(await page.getByLabel('任务名称').inputValue()).toBe('jk?');
    await page.getByLabel('任务名称').fill('');
    await rows.nth(1).waitFor();
    await page.getByLabel('任务名称').blur();
    await page.keyboard.press('j');
    const name = await page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.keyboard.press('Enter');
    await heading(page, '任务详情').waitFor();
    await page.locator('main:visible').getByText(name).first().waitFor();
    await page.getByRole('banner').getByRole('button', { name: /管理员|示例市/ }).click();
    await page.getByRole('menuitem', { name: '快捷键' }).click();
    await sheet.waitFor();
  });

  test('what is typed is searched for by itself, and what is chosen is counted', async () => {
    const page = await administrator({ width: 1280, height: 720 }, '/system/user');
    const rows = page.getByRole('table', { name: '人员列表' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(10);
    await page.getByRole('search').getByLabel('账号').fill('staff0');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole('search').getByLabel('状态').selectOption('停用');
    await page.getByText('没有符合条件的人员').waitFor();
    await page.getByRole('search').getByRole('button', { name: '重置' }).click();
    await expect.poll(() => rows.count()).toBe(10);
  });

  test('what a list is asked for stays over a reload, and not longer than the screen', async () => {
    const page = await administrator({ width: 1280, height: 720 }, '/system/user');
    const rows = page.getByRole('table', { name: '人员列表' }).locator('tbody tr');
    const account = page.getByRole('search').getByLabel('账号');
    await account.fill('staff0');
    await page.getByRole('search').getByLabel('状态').selectOption('启用');
    await expect.poll(() => rows.count()).toBe(3);
    await reload(page);
    await expect.poll(() => rows.count()).toBe(3);
    expect(await account.inputValue()).toBe('staff0');
    await reload(page);
    await expect.poll(() => rows.count()).toBe(3);

    await open(page, '/comprehensiveinspection/dailycheck');
    await heading(page, '日常自查统计').waitFor();
    const unit = page.getByRole('search').getByLabel('统计方式');
    await unit.selectOption('按日期区间');
    await reload(page);
    await heading(page, '日常自查统计').waitFor();
    expect(await unit.locator('option:checked').innerText()).toBe('按日期区间');

    await open(page, '/system/user');
    await expect.poll(() => rows.count()).toBe(10);
    expect(await account.inputValue()).toBe('');
  });
});

describe('at 390 × 844', () => {
  test('every list of administrators begins above 230 px and shows six rows', async () => {
    const page = await administrator(PHONE, lists[0][0]);
    for (const [path, title, label] of lists) {
      await open(page, path);
      await page.getByRole('list', { name: label, exact: true }).getByRole('listitem').first().waitFor();
      const { first, inSight, room, total } = await measure(page, label);
      // Cards of tasks say more than rows, and there are few.
      if (label === '我的任务') continue;
      expect(first, title).toBeLessThan(230);
      expect(inSight, title).toBeGreaterThanOrEqual(Math.min(6, total));
      expect(room, title).toBeGreaterThanOrEqual(6);
    }
  });

  test('more is loaded by scrolling, and the place is kept on return', async () => {
    const page = await administrator(PHONE, '/system/user');
    await heading(page, '人员管理').waitFor();
    const rows = page.getByRole('list', { name: '人员列表' }).getByRole('listitem');
    await rows.first().waitFor();
    expect(await page.getByRole('button', { name: '下一页' }).count()).toBe(0);
    const total = Number(/\/ (\d+) 条/.exec(await page.getByText(/^已显示 \d+ \/ \d+ 条$/).innerText())?.[1]);
    await expect
      .poll(async () => {
        await rows.last().scrollIntoViewIfNeeded();
        await page.mouse.move(200, 500);
        await page.mouse.wheel(0, 2000);
        return await rows.count();
      })
      .toBe(total);
    await page.getByText(`共 ${total} 条`).waitFor();
    const scroller = page.locator('main:visible [data-scroll]');
    const place = await scroller.evaluate((element) => element.scrollTop);
    expect(place).toBeGreaterThan(1000);
    await open(page, '/system/office');
    await heading(page, '科室管理').waitFor();
    await page.goBack();
    await heading(page, '人员管理').waitFor();
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(place);
    expect(await rows.count()).toBe(total);
  });

  test('filters stand behind one button, which counts those in use', async () => {
    const page = await administrator(PHONE, '/system/user');
    const bar = page.getByRole('search');
    expect(await bar.getByLabel('角色').isVisible()).toBe(false);
    await bar.getByRole('button', { name: '更多条件' }).click();
    await bar.getByLabel('角色').selectOption('管理员');
    await bar.getByRole('button', { name: '更多条件，已用 1 个' }).click();
    expect(await bar.getByLabel('角色').isVisible()).toBe(false);
    await bar.getByRole('button', { name: '更多条件，已用 1 个' }).waitFor();
  });
});

test.each([
  ['were lost', (route: Route) => route.abort('connectionreset')],
  ['something else answered', (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })],
])('a list whose requests %s while the server was there comes by itself, as it says', async (_how, lose) => {
  context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
  const page = await context.newPage();
  let lost = 0;
  await page.route(/queryCompanyAccountPage/, (route) => ((lost += 1) <= 2 ? lose(route) : route.continue()));
  await startSignedIn(page, server.url, 'admin01', 'Admin2026', '/system/user');
  await page.getByText(/恢复连接后会自动显示/).waitFor();
  await page.getByRole('list', { name: '人员列表' }).waitFor({ timeout: 15_000 });
  expect(lost).toBeGreaterThan(2);
});
