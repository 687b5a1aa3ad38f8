import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DESKTOP, PHONE, SMALL_PHONE } from '../support/browser-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { violationsOnWhole } from './axe.ts';
import { heading, open, reload, signIn, syncMark, waitForWorker } from './screen.ts';
import { openSeededSite } from './seeded-site.ts';

let server: ServerProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});

async function useNewBrowser(serviceWorkers: 'allow' | 'block'): Promise<void> {
  context = await browser.newContext({ viewport: DESKTOP, serviceWorkers });
  page = await context.newPage();
}

/** Each test begins with a browser that has never been here, without the worker, which begins by fetching the whole app. */
beforeEach(() => useNewBrowser('block'));
afterEach(async () => context.close());

/** For a test in which the worker serves the page. */
async function useWorker(): Promise<void> {
  await context.close();
  await useNewBrowser('allow');
}

const path = () => new URL(page.url()).hash.slice(1);
const waitForPath = (wanted: string) => page.waitForFunction((target) => location.hash === `#${target}`, wanted);
const tabs = () => page.getByRole('navigation', { name: '标签栏' });
const tabNames = async () => (await tabs().getByRole('listitem').allTextContents()).map((text) => text.trim());

async function fillIn(account: string, password: string): Promise<void> {
  await page.getByLabel('账号').fill(account);
  await page.getByRole('textbox', { name: '密码' }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
}

describe('navigation guard', () => {
  test('without a session every address ends at the sign-in screen, and after it at the address that was wanted', async () => {
    for (const address of ['/', '/index', '/404', '/system/user']) {
      await page.goto(`${server.url}/#${address}`);
      await waitForPath('/login');
    }
    await page.goto('about:blank');
    await page.goto(`${server.url}/#/law/index`);
    await fillIn('staff01', 'Staff2026');
    await heading(page, '法律法规').waitFor();
    expect(path()).toBe('/law/index');
  });

  test('with one, the sign-in screen leads home, the root too, and what the role has not leads to /404', async () => {
    await signIn(page, server.url, 'staff01', 'Staff2026');
    await open(page, '/login');
    await waitForPath('/index');
    await open(page, '/');
    await waitForPath('/index');
    for (const address of ['/taskmanage/index', '/system/office', '/nowhere', '/mytask']) {
      await open(page, address);
      // The heading may still be that of the address before.
      await waitForPath('/404');
      await heading(page, '页面不存在').waitFor();
    }
    await page.getByRole('button', { name: '返回首页' }).click();
    await heading(page, '首页').waitFor();
  });

  test('a detail of what does not exist says so, and leads to its list', async () => {
    const unknown = '01900009-0000-7000-8000-000000000000';
    await signIn(page, server.url, 'admin01', 'Admin2026');
    for (const id of [unknown, 'nonexistent']) {
      for (const [address, list, title] of [
        [`/mytask/index/${id}`, '/mytask/index', '我的任务'],
        [`/mytask/index/${id}/${id}`, '/mytask/index', '我的任务'],
        [`/mytask/self-innovate/${id}`, '/mytask/self-innovate', '我的自纠'],
        [`/taskmanage/index/${id}`, '/taskmanage/index', '任务列表'],
        [`/taskmanage/index/${id}/${id}`, '/taskmanage/index', '任务列表'],
        [`/selfcheckkeshi/selfinspection/${id}`, '/selfcheckkeshi/selfinspection', '科室自纠记录'],
        [`/independent/0/${id}`, '/independent/independent/0', '年度计划'],
        [`/independent/independent/0?edit=${id}`, '/independent/independent/0', '年度计划'],
        [`/law/index/${id}`, '/law/index', '法律法规'],
      ] as const) {
        await open(page, address);
        const main = page.getByRole('main').filter({ visible: true });
        await main.getByText('记录不存在').waitFor();
        expect(await page.locator('body > [role="alert"]').count(), address).toBe(0);
        expect(await main.getByRole('button', { name: '重试' }).count(), address).toBe(0);
        await main.getByRole('button', { name: '返回列表' }).click();
        await waitForPath(list);
        await heading(page, title).waitFor();
      }
    }
    expect(await page.getByText('编号格式错误').count()).toBe(0);
  });

  test('a stored user that is broken leads to the sign-in screen, and not in circles', async () => {
    await signIn(page, server.url, 'staff01', 'Staff2026');
    await page.evaluate(() => localStorage.setItem('zyzc:user', '{"employeeId":'));
    await reload(page);
    await page.getByLabel('账号').waitFor();
    expect(path()).toBe('/login');
    expect(await page.evaluate(() => document.cookie)).not.toContain('zyzc_token');
  });
});

describe('the keyboard', () => {
  test.each(['light', 'dark', 'them1'])('shows where it is on every control of a form and its bar, in theme %s', async (theme) => {
    await context.addInitScript((id) => localStorage.setItem('zyzc:settings', JSON.stringify({ theme: id })), theme);
    await signIn(page, server.url, 'admin01', 'Admin2026');
    await open(page, '/taskmanage/create');
    await page.getByRole('button', { name: '预览', exact: true }).waitFor();
    const seen: string[] = [];
    const without: string[] = [];
    while (!seen.includes('预览')) {
      await page.keyboard.press('Tab');
      const { name, hasOutline } = await page.evaluate(() => {
        const focused = document.activeElement ?? document.body;
        // A card of several controls draws it around itself.
        const styles = [focused, focused.closest('label') ?? focused].map((element) => getComputedStyle(element));
        return {
          name: focused.ariaLabel ?? (focused.textContent || focused.id),
          hasOutline: focused === document.body || styles.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1),
        };
      });
      seen.push(name);
      if (!hasOutline) without.push(name);
      expect(seen.length, seen.join()).toBeLessThan(200);
    }
    expect(seen).toContain('全选要点');
    expect(without).toEqual([]);
  });

  test('gets past menu and bars with its first step', async () => {
    await signIn(page, server.url, 'admin01', 'Admin2026');
    await open(page, '/law/index');
    await heading(page, '法律法规').waitFor();
    await reload(page);
    const skip = page.getByRole('button', { name: '跳到主要内容' });
    await skip.waitFor({ state: 'attached' });
    await page.keyboard.press('Tab');
    await expect.poll(() => skip.evaluate((button) => button === document.activeElement && getComputedStyle(button).clipPath === 'none')).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });
});

describe('views as tabs', () => {
  test('keep what was typed while hidden, start anew when refreshed, and are gone when closed', async () => {
    await signIn(page, server.url, 'admin01', 'Admin2026');
    await open(page, '/taskmanage/index');
    await page.getByLabel('任务名称').fill('日常');
    await open(page, '/law/index');
    await heading(page, '法律法规').waitFor();
    expect(await tabNames()).toEqual(['首页', '任务列表', '法律法规']);

    await tabs().getByRole('button', { name: '任务列表', exact: true }).click();
    expect(await page.getByLabel('任务名称').inputValue()).toBe('日常');

    await page.getByRole('button', { name: '标签操作' }).click();
    await page.getByRole('menuitem', { name: '刷新当前' }).click();
    await page.waitForFunction(() => [...document.querySelectorAll('input')].every((input) => input.value !== '日常'));

    await page.getByLabel('任务名称').fill('再来');
    await open(page, '/redirect/taskmanage/index');
    await waitForPath('/taskmanage/index');
    await page.waitForFunction(() => [...document.querySelectorAll('input')].every((input) => input.value !== '再来'));

    await tabs().getByRole('button', { name: '法律法规', exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: '关闭其他' }).click();
    await waitForPath('/law/index');
    expect(await tabNames()).toEqual(['首页', '法律法规']);
    await page.getByRole('button', { name: '关闭 法律法规' }).click();
    await heading(page, '首页').waitFor();
    expect(await tabNames()).toEqual(['首页']);
    expect(await tabs().getByRole('button', { name: /^关闭/ }).count()).toBe(0);
  });
});

describe('the end of a session', () => {
  test('signing out clears cookie, user and tabs, and the next person sees none of them', async () => {
    await signIn(page, server.url, 'admin01', 'Admin2026');
    await open(page, '/system/user');
    await heading(page, '人员管理').waitFor();
    await page.getByRole('button', { name: /示例市第一医院/ }).click();
    await page.getByRole('menuitem', { name: '退出' }).click();
    await page.getByLabel('账号').waitFor();
    const left = await page.evaluate(() => ({ cookie: document.cookie, keys: Object.keys(localStorage) }));
    expect(left.cookie).not.toContain('zyzc_token');
    expect(left.keys.filter((key) => /user|session|queries/.test(key))).toEqual([]);
    expect(await page.getByLabel('账号').inputValue()).toBe('admin01');

    await fillIn('staff01', 'Staff2026');
    await heading(page, '首页').waitFor();
    expect(path()).toBe('/index');
    expect(await page.getByText('人员管理').count()).toBe(0);
  });

  test('lesson 20: by the server brings the same person back to the same place, with a reason and without a loss', async () => {
    await signIn(page, server.url, 'staff01', 'Staff2026');
    await open(page, '/mytask/index');
    await heading(page, '我的任务').waitFor();
    // What is fetched ahead by itself would meet the end of the session first, and the screen of it be left by the next line.
    await page.waitForTimeout(4000);
    const database = new Database(join(server.dataDir, 'zyzc.db'));
    database.prepare('delete from session').run();
    database.close();
    await open(page, '/redirect/mytask/index');
    await page.getByText('登录已过期,数据已保存,请重新登录').waitFor();
    expect(path()).toBe('/login');
    await fillIn('staff01', 'Staff2026');
    await heading(page, '我的任务').waitFor();
    expect(path()).toBe('/mytask/index');
  });

  /** How many values of answers the server was ever given. */
  const answersGiven = (): number => {
    const database = new Database(join(server.dataDir, 'zyzc.db'), { readonly: true });
    const { count } = database.prepare('select count(*) as count from answer_history').get() as { count: number };
    database.close();
    return count;
  };

  test('asks first when something waits, and forgets none of it', async () => {
    await useWorker();
    const before = answersGiven();
    await signIn(page, server.url, 'staff01', 'Staff2026');
    await waitForWorker(page);
    await open(page, '/mytask/index');
    await page.getByRole('link', { name: /日常自查/ }).first().click();
    await heading(page, '完成任务').waitFor();
    await page.getByRole('radio', { name: '合格', exact: true }).first().waitFor();
    await context.setOffline(true);
    await page.locator('label').filter({ hasText: /^合格$/ }).first().click();
    await syncMark(page, /^同步状态：/).first().waitFor();
    const signOut = async (answer: string): Promise<void> => {
      await page.getByRole('button', { name: /示例市第一医院/ }).click();
      await page.getByRole('menuitem', { name: '退出' }).click();
      const dialog = page.getByRole('alertdialog', { name: '温馨提示' });
      await dialog.getByText('还有 1 项内容未送达服务器').waitFor();
      await dialog.getByRole('button', { name: answer }).click();
    };
    await signOut('取消');
    await heading(page, '完成任务').waitFor();
    await signOut('仍要退出');
    await page.getByText(/当前没有网络/).waitFor();
    await context.setOffline(false);
    await fillIn('staff01', 'Staff2026');
    await syncMark(page, '全部已送达').first().waitFor();
    expect(answersGiven() - before).toBe(1);
  });

  test('lesson 23: works without a network, and the sign-in screen then says what can be done', async () => {
    await useWorker();
    await signIn(page, server.url, 'staff01', 'Staff2026');
    await waitForWorker(page);
    await context.setOffline(true);
    await syncMark(page, '离线，已保存在本机').first().waitFor();
    await open(page, '/403');
    await heading(page, '没有权限').waitFor();
    await page.getByRole('button', { name: /示例市第一医院/ }).click();
    await page.getByRole('menuitem', { name: '退出' }).click();
    const dialog = page.getByRole('alertdialog', { name: '温馨提示' });
    await dialog.getByText('退出后要联网才能再次登录').waitFor();
    await dialog.getByRole('button', { name: '仍要退出' }).click();
    await page.getByText(/当前没有网络/).waitFor();
    await reload(page);
    await page.getByText(/当前没有网络/).waitFor();
  });
});

describe('who is no administrator any more', () => {
  const setAdmin = (isAdmin: 0 | 1): void => {
    const database = new Database(join(server.dataDir, 'zyzc.db'));
    database.prepare("update employee set is_admin = ? where account = 'admin01'").run(isAdmin);
    database.close();
  };
  beforeEach(async () => {
    await signIn(page, server.url, 'admin01', 'Admin2026');
    await open(page, '/system/office');
    await heading(page, '科室管理').waitFor();
    // What this screen asks for by itself must not be what is refused.
    await page.locator('main:visible').getByRole('table').waitFor();
    await page.waitForLoadState('networkidle');
  });
  afterEach(() => setAdmin(1));
  const comesHome = async (): Promise<void> => {
    await heading(page, '没有权限').waitFor();
    await page.getByRole('navigation', { name: '主菜单' }).getByText('系统管理').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '返回首页' }).click();
    await page.getByRole('heading', { name: '现在要做' }).waitFor();
    expect(path()).toBe('/index');
  };

  test('comes to the own 首页 and menu after the first refusal', async () => {
    setAdmin(0);
    await open(page, '/taskmanage/index');
    await comesHome();
  });

  test('does so from a form too, which is not left over the page', async () => {
    await page.getByRole('button', { name: '新增科室' }).click();
    const form = page.getByRole('dialog', { name: '新增科室' });
    await form.getByLabel('科室名称').fill('撤权科');
    setAdmin(0);
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await comesHome();
    expect(await form.isVisible()).toBe(false);
  });
});

describe('interface settings', () => {
  test('take effect at once and stay', async () => {
    await signIn(page, server.url, 'admin01', 'Admin2026');
    expect(await page.evaluate(() => document.documentElement.className)).toBe('theme_dark');
    await page.getByRole('button', { name: /示例市第一医院/ }).click();
    await page.getByRole('menuitem', { name: '界面设置' }).click();
    await page.locator('label', { hasText: '主题一' }).click();
    await page.locator('label', { hasText: '顶部菜单' }).click();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.documentElement.className)).toBe('theme_them1');
    // floor(1440 / 3 / 85) entries, the rest behind 更多菜单.
    const menu = page.getByRole('navigation', { name: '主菜单' });
    expect(await menu.locator('> *').count()).toBe(6);
    await menu.getByRole('button', { name: '更多菜单' }).click();
    await page.getByRole('menuitem', { name: '系统管理 / 人员管理' }).click();
    await heading(page, '人员管理').waitFor();
    await reload(page);
    await heading(page, '人员管理').waitFor();
    expect(await page.evaluate(() => document.documentElement.className)).toBe('theme_them1');
    await menu.getByRole('button', { name: '更多菜单' }).waitFor();
    await page.getByRole('button', { name: /示例市第一医院/ }).click();
    await page.getByRole('menuitem', { name: '界面设置' }).click();
    await page.locator('label', { hasText: '大字' }).click();
    await page.keyboard.press('Escape');
    // Letters a quarter larger leave room for floor(1440 / 1.25 / 3 / 85).
    expect(await menu.locator('> *').count()).toBe(5);
  });
});

describe.each(['light', 'dark', 'them1'])('theme %s', (theme) => {
  test.each([
    ['on a phone', PHONE, 'staff01', 'Staff2026', ['/index', '/mytask/index', '/usercenter/usercenter', '/404']],
    ['on a small phone with large text', SMALL_PHONE, 'staff01', 'Staff2026', ['/index', '/mytask/index']],
    ['on a desktop', DESKTOP, 'admin01', 'Admin2026', ['/index', '/taskmanage/index', '/system/office']],
  ] as const)('has no accessibility problem and no sideways scrolling %s', async (_where, size, account, password, addresses) => {
    await page.setViewportSize(size);
    await context.addInitScript(
      ([id, scale]) => localStorage.setItem('zyzc:settings', JSON.stringify({ theme: id, fontScale: scale })),
      [theme, size === SMALL_PHONE ? 1.25 : 1] as const,
    );
    const check = async (what: string): Promise<void> => {
      await page.waitForLoadState('networkidle');
      expect(await violationsOnWhole(page), what).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), what).toBe(true);
    };
    await page.goto(`${server.url}/#/login`);
    await page.getByLabel('账号').waitFor();
    await check('sign-in');
    await fillIn(account, password);
    await heading(page, '首页').waitFor();
    for (const address of addresses) {
      await open(page, address);
      await page.locator('h1:visible').waitFor();
      await check(address);
    }
  });
});
