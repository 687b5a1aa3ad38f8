import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PHONE, SMALL_PHONE } from '../support/browser-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { heading, open, reload, startSignedIn } from './screen.ts';
import { query } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

let server: ServerProcess;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});
afterEach(async () => context.close());

async function phone(viewport = PHONE): Promise<Page> {
  context = await browser.newContext({ viewport, hasTouch: true, isMobile: true, deviceScaleFactor: 2, serviceWorkers: 'block' });
  return await context.newPage();
}

async function openScreen(page: Page, path: string, title: string): Promise<void> {
  await open(page, path);
  await heading(page, title).waitFor();
}

/** What a list offers on a phone: a plus, or what hangs below it. */
async function add(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}(等操作)?$`) }).tap();
  const item = page.getByRole('menuitem', { name, exact: true });
  await item.or(page.getByRole('dialog')).or(page.getByRole('heading', { name, exact: true })).first().waitFor();
  if (await item.isVisible()) await item.tap();
}

describe('a form on a phone', () => {
  test('picks a day from a calendar that opens where the day is', async () => {
    const page = await phone();
    await startSignedIn(page, server.url, 'admin01', 'Admin2026', '/taskmanage/create');
    await heading(page, '下发任务').waitFor();
    const sheet = page.getByRole('dialog', { name: '开始日期' });
    const chosen = sheet.locator('.adm-calendar-picker-view-cell-selected');
    const isInSight = () =>
      chosen.evaluate((cell) => {
        const day = cell.getBoundingClientRect();
        const frame = cell.closest('.adm-calendar-picker-view-body')?.getBoundingClientRect();
        return frame !== undefined && day.top >= frame.top && day.bottom <= Math.min(frame.bottom, innerHeight);
      });
    for (const day of [undefined, '2031-03-31']) {
      if (day !== undefined) await page.getByRole('textbox', { name: /^开始日期/ }).fill(day);
      await page.getByRole('button', { name: '选择开始日期' }).tap();
      await chosen.waitFor({ state: 'attached' });
      await expect.poll(isInSight).toBe(true);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    }
  });

  /** A finger that comes down on the upper edge of the button: nothing is waited for, nothing is looked up in between. */
  const tapAt = async (page: Page, button: Locator): Promise<void> => {
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    if (box === null) throw new Error('nothing to tap');
    await page.touchscreen.tap(box.x + box.width / 2, box.y + 4);
  };

  const places = [
    {
      name: 'signing in',
      open: (page: Page) => page.goto(`${server.url}/#/login`),
      wrong: '账号',
      button: '登录',
      // The account is wrong: the first field gets the focus.
      done: async (page: Page) => {
        await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')), { timeout: 3000 }).toBe('username');
      },
    },
    {
      name: 'a search bar',
      open: async (page: Page) => {
        await startSignedIn(page, server.url, 'admin01', 'Admin2026', '/selfcheckkeshi/selfinspection');
        await heading(page, '科室自纠记录').waitFor();
        await page.getByRole('button', { name: '更多条件' }).tap();
      },
      wrong: '期限从',
      button: '重置',
      done: async (page: Page) => await expect.poll(() => page.getByLabel('期限从', { exact: true }).inputValue(), { timeout: 3000 }).toBe(''),
    },
    {
      name: 'changing the password',
      open: async (page: Page) => {
        await startSignedIn(page, server.url, 'staff02', 'Staff2026', '/usercenter/usercenter');
        await heading(page, '个人中心').waitFor();
        await page.getByRole('button', { name: '修改密码', exact: true }).tap();
      },
      wrong: '确认新密码',
      button: '修改密码',
      done: async (page: Page) => await page.getByText('必填项不能为空').first().waitFor({ timeout: 3000 }),
    },
  ] as const;

  test.each(places)('takes the first tap though a field that is wrong was being typed in: $name', async (place) => {
    const page = await phone(SMALL_PHONE);
    await place.open(page);
    // A field that has to be filled in has a star behind its name.
    const field = page.getByLabel(new RegExp(`^${place.wrong}\\*?$`)).last();
    await field.tap();
    await field.pressSequentially('张3');
    const button = page.getByRole('button', { name: place.button, exact: true }).last();
    await button.scrollIntoViewIfNeeded();
    await page.evaluate((name) => {
      (window as unknown as { taps: number }).taps = 0;
      document.addEventListener('click', (event) => {
        if ((event.target as Element).closest('button')?.textContent?.trim() === name) (window as unknown as { taps: number }).taps += 1;
      }, true);
    }, place.button);
    await tapAt(page, button);
    await place.done(page);
    expect(await page.evaluate(() => (window as unknown as { taps: number }).taps)).toBe(1);
  });
});

describe('a sheet', () => {
  test('that is being typed into asks before the page is loaded anew, and no longer once that is thrown away', async () => {
    const page = await phone();
    await startSignedIn(page, server.url, 'admin01', 'Admin2026', '/system/office');
    await heading(page, '科室管理').waitFor();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await add(page, '新增科室');
    await reload(page);
    await heading(page, '科室管理').waitFor();
    expect(asked).toEqual([]);

    await add(page, '新增科室');
    const name = page.getByRole('dialog', { name: '新增科室' }).getByLabel('科室名称');
    await name.tap();
    await name.fill('体检中心');
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toEqual(['beforeunload']);
    expect(await name.inputValue()).toBe('体检中心');

    await page.getByRole('button', { name: '取消', exact: true }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: '放弃填写' }).tap();
    await name.waitFor({ state: 'detached' });
    await reload(page);
    await heading(page, '科室管理').waitFor();
    expect(asked).toEqual(['beforeunload']);
  });

  test('with reasons has them again after the session ended while they were typed', async () => {
    const [record] = query<{ id: string }>(
      server,
      `select c.id from self_correction c join task t on t.id = c.task_id join self_correction_item i on i.self_correction_id = c.id
       where t.comp_no = '110001' and t.cancelled_at is null and c.confirmed_at is null and i.corrected_at is not null group by c.id having count(*) > 1`,
    );
    const path = `/selfcheckkeshi/selfinspection/${record?.id}`;
    const reasons = ['照片看不清', '请写明负责人'] as const;
    const returned = () => query(server, 'select 1 from self_correction_item where self_correction_id = ? and return_reason in (?, ?)', record?.id, ...reasons).length;
    const page = await phone();
    await startSignedIn(page, server.url, 'admin01', 'Admin2026', path);
    await heading(page, '科室自纠详情').waitFor();
    const opener = page.getByRole('button', { name: /^退回此项 第 \d+ 项$/ });
    const sheet = page.getByRole('dialog', { name: /的整改项$/ });
    const reason = sheet.getByLabel('退回原因');
    await opener.first().tap();
    await reason.fill(reasons[0]);
    await sheet.getByRole('checkbox', { checked: false }).first().check();
    await reason.last().fill(reasons[1]);
    // What the start still asks for would find out before the tap.
    await page.waitForLoadState('networkidle');
    const database = new Database(join(server.dataDir, 'zyzc.db'));
    database.prepare('delete from session').run();
    database.close();
    await sheet.getByRole('button', { name: '退回 2 项' }).tap();

    await page.getByText('登录已过期,数据已保存,请重新登录').first().waitFor();
    await page.getByLabel('账号').fill('admin01');
    await page.getByRole('textbox', { name: '密码' }).fill('Admin2026');
    await page.getByRole('button', { name: '登录' }).tap();
    await heading(page, '科室自纠详情').waitFor();
    expect(new URL(page.url()).hash).toBe(`#${path}`);
    await opener.first().tap();
    await sheet.getByText('已恢复上次填写而未提交的内容').waitFor();
    expect(await Promise.all((await reason.all()).map((field) => field.inputValue()))).toEqual(reasons);
    expect(returned()).toBe(0);
    await sheet.getByRole('button', { name: '退回 2 项' }).tap();
    await sheet.waitFor({ state: 'detached' });
    expect(returned()).toBe(2);
  });
});

describe('a long form on a phone', () => {
  test('leads to the first field that is wrong, wherever one was', async () => {
    const page = await phone(SMALL_PHONE);
    await startSignedIn(page, server.url, 'staff01', 'Staff2026', '/independent/independent/0');
    await heading(page, '年度计划').waitFor();
    await add(page, '新增年度计划');
    const title = page.getByRole('textbox', { name: '标题' }).last();
    await title.fill('');
    await page.getByRole('button', { name: '添加附件' }).scrollIntoViewIfNeeded();
    await page.locator('[data-scroll]:visible').first().evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
    await page.getByRole('button', { name: '申报', exact: true }).tap();
    await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await isWholeInSight(title)).toBe(true);
  });
});

/** Nothing of it is covered or cut off. */
const isWholeInSight = (element: Locator): Promise<boolean> =>
  element.evaluate((shown) => {
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const isThere = (x: number, y: number): boolean => {
      const found = document.elementFromPoint(x, y);
      return found !== null && (shown.contains(found) || found.parentElement === shown.parentElement);
    };
    return isThere((left + right) / 2, top + 2) && isThere((left + right) / 2, bottom - 2);
  });

describe('a phone on its side', () => {
  const ON_ITS_SIDE = { width: 844, height: 390 };

  test('has the whole paper to sign on, and the whole photo', async () => {
    const page = await phone(ON_ITS_SIDE);
    await startSignedIn(page, server.url, 'staff01', 'Staff2026', '/independent/independent/6');
    await heading(page, '承诺书').waitFor();
    await add(page, '新增承诺书');
    await page.getByRole('button', { name: '手写签名' }).tap();
    await expect.poll(() => isWholeInSight(page.getByRole('dialog').locator('canvas'))).toBe(true);

    await reload(page);
    await openScreen(page, '/mytask/self-innovate', '我的自纠');
    await page.getByRole('link', { name: /抢救设备与急救药品专项自查/ }).tap();
    await page.getByRole('button', { name: '查看照片 1' }).first().tap();
    await expect.poll(() => isWholeInSight(page.getByRole('dialog').getByRole('img', { name: /照片 1$/ }))).toBe(true);
  });
});

describe('a card with a box to choose it', () => {
  test('has room for a finger there, and is not opened instead', async () => {
    const page = await phone(SMALL_PHONE);
    await startSignedIn(page, server.url, 'admin01', 'Admin2026', '/independent/independent/3');
    await heading(page, '整改措施').waitFor();
    const chooser = page.locator('label', { has: page.getByRole('checkbox', { name: /^选择 / }) }).first();
    await chooser.waitFor();
    const { width = 0, height = 0 } = (await chooser.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  });
});

describe('the title bar of a list', () => {
  test.each([
    ['at 360 px', SMALL_PHONE],
    ['at 390 px', PHONE],
  ])('%s is one row, and its plus makes something new', async (_, viewport) => {
    const page = await phone(viewport);
    await startSignedIn(page, server.url, 'admin01', 'Admin2026');
    for (const [path, title, name] of [
      ['/system/office', '科室管理', '新增科室'],
      ['/system/user', '人员管理', '新增人员'],
      ['/selfcheck/index', '自查指标设定', '新增要点'],
      ['/message/index', '通知公告列表', '发布公告'],
      ['/taskmanage/index', '任务列表', '下发任务'],
      ['/independent/independent/3', '整改措施', '新增整改措施'],
    ] as const) {
      await openScreen(page, path, title);
      // From the second view on the bar has a counter as well.
      if (path !== '/system/office') await page.getByRole('button', { name: /^打开的页面/ }).filter({ visible: true }).waitFor();
      // One row of a finger's height, with its line.
      await expect.poll(() => page.locator('main:visible > header').evaluate((bar) => bar.getBoundingClientRect().height), { message: title }).toBeLessThanOrEqual(49);
      await add(page, name);
      const form = page.getByRole('dialog', { name }).or(page.getByRole('heading', { name })).first();
      await form.waitFor();
      await page.goBack();
      await form.waitFor({ state: 'hidden' });
      // Faster than any person, the next plus in this place would count as tapped by the same double tap.
      await page.waitForTimeout(400);
    }
  });
});

describe('of two quick taps', () => {
  test.each([
    ['of a finger', (page: Page, x: number, y: number) => page.touchscreen.tap(x, y)],
    [
      'of a mouse',
      ({ mouse }: Page, x: number, y: number, clickCount: number) => Promise.all([mouse.move(x, y), mouse.down({ clickCount }), mouse.up({ clickCount })]),
    ],
  ])('%s, the second is not for what the first has brought into that place', { retry: 0 }, async (how, tap) => {
    const page = await phone();
    const title = `2031年度计划，两次点按${how}`;
    await startSignedIn(page, server.url, 'staff01', 'Staff2026', '/independent/independent/0');
    await heading(page, '年度计划').waitFor();
    const twice = async (deed: Locator): Promise<void> => {
      const { x, y, width, height } = (await deed.boundingBox())!;
      const press = (count: number): Promise<unknown> => tap(page, x + width / 2, y + height / 2, count);
      // The second does not wait until a busy page has answered the first: it would no longer be quick.
      await Promise.all([press(1), page.waitForTimeout(200).then(() => press(2))]);
      // Longer than anything that the second could have begun.
      await page.waitForTimeout(700);
    };
    await add(page, '新增年度计划');
    await page.getByRole('textbox', { name: /^标题/ }).fill(title);
    await page.getByRole('textbox', { name: /^正文/ }).fill('按季度检查。');
    await twice(page.getByRole('button', { name: '申报', exact: true }));
    const sheet = page.getByRole('alertdialog', { name: '确认申报' });
    await sheet.waitFor();
    expect(query(server, 'select 1 from declaration where title = ?', title)).toEqual([]);
    await twice(sheet.getByRole('button', { name: '确认申报' }));
    await page.getByText(title).first().waitFor();
    expect(query(server, 'select 1 from declaration where title = ?', title)).toHaveLength(1);
    expect(new URL(page.url()).hash).toMatch(/^#\/independent\/independent\/0$/);
  });
});
