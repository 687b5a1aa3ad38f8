import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import { call, signIn as signInByCall } from '../support/calls.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { askAllTheSame, fillStorage, heading, open, reload, rowMenu, startSignedIn } from './screen.ts';
import { query } from './seeded-data.ts';
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
beforeEach(async () => {
  context = await browser.newContext({ viewport: DESKTOP, serviceWorkers: 'block' });
  page = await context.newPage();
  await startSignedIn(page, server.url, 'admin01', 'Admin2026');
});
afterEach(() => context.close());

async function openScreen(path: string, title: string): Promise<void> {
  await open(page, path);
  await heading(page, title).waitFor();
}

const day = (label: string) => page.getByRole('textbox', { name: label });
const chosen = () => page.getByText(/^\d+ 个科室 · \d+ 个要点$/).innerText();
const CHOSEN_POINT = '各科室开展的诊疗活动都在核准登记或者备案的诊疗科目范围内，没有超范围执业。';
const GONE = `“${CHOSEN_POINT.slice(0, 30)}…”`;

describe('the task list', () => {
  beforeEach(() => openScreen('/taskmanage/index', '任务列表'));

  test('is searched from a day on, without a last day', async () => {
    const answer = page.waitForResponse((response) => response.url().includes('queryTaskPage') && response.url().includes('startDate=2000-01-01'));
    await day('开始日期').fill('2000-01-01');
    expect((await answer).status()).toBe(200);
    expect(await page.getByText('结束日期不能早于开始日期').count()).toBe(0);
  });

  test('is looked at by status while a day is being typed in', async () => {
    await day('开始日期').fill('2026-13');
    const answer = page.waitForResponse((response) => response.url().includes('queryTaskPage') && response.url().includes('status=completed'));
    await page.getByRole('list', { name: '按状态查看' }).getByRole('button', { name: /已完成/ }).click();
    expect((await answer).status()).toBe(200);
    await page.getByRole('table', { name: '任务列表' }).waitFor();
  });
});

test('where no task matches, the task list offers to reset the search, and not to issue one', async () => {
  await openScreen('/taskmanage/index', '任务列表');
  await page.getByLabel('任务名称').fill('没有这样的任务');
  await page.getByText('没有符合条件的任务').waitFor();
  await page.getByRole('list', { name: '按状态查看' }).getByRole('button', { name: /^全部\s*0$/ }).waitFor();
  expect(await page.getByRole('main').getByRole('button', { name: '下发任务' }).count()).toBe(1);
  await page.getByRole('button', { name: '重置', exact: true }).last().click();
  await page.getByRole('table', { name: '任务列表' }).waitFor();
  expect(await page.getByLabel('任务名称').inputValue()).toBe('');
});

describe('a task that is being made', () => {
  beforeEach(async () => {
    await openScreen('/taskmanage/create', '下发任务');
    await askAllTheSame(page);
    await page.getByRole('checkbox', { name: /^内科/ }).check();
    await page.getByLabel('查找要点').fill('诊疗科目范围');
    await page.getByRole('checkbox', { name: CHOSEN_POINT }).check();
    await page.getByLabel('查找要点').fill('');
    await expect.poll(chosen).toBe('1 个科室 · 1 个要点');
  });

  test('no longer counts a point that was switched off meanwhile', async () => {
    await openScreen('/selfcheck/index', '自查指标设定');
    const toggle = page.getByRole('switch', { name: `启用 ${CHOSEN_POINT}` });
    await toggle.click();
    await page.getByText('已停用，新任务不再包含').waitFor();
    expect(await toggle.isChecked()).toBe(false);
    await openScreen('/taskmanage/create', '下发任务');
    await expect.poll(chosen).toBe('1 个科室 · 0 个要点');
    await page.getByText(GONE, { exact: false }).filter({ hasText: '已停用或删除，不再下发' }).waitFor();
    await page.getByRole('button', { name: '预览' }).click();
    await page.getByText('请选择检查要点').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await reload(page);
    await page.getByText('已恢复上次填写而未下发的内容').waitFor();
    expect(await chosen()).toBe('1 个科室 · 0 个要点');
    await openScreen('/selfcheck/index', '自查指标设定');
    // Until the list is asked for anew, it is as this browser had it before.
    await expect.poll(() => toggle.isChecked()).toBe(false);
    await toggle.click();
    // The switch shows what was chosen before the server knows it.
    await page.getByText('已启用', { exact: true }).waitFor();
    expect(await toggle.isChecked()).toBe(true);
  });

  test('names the point that a colleague switched off while it was previewed, and goes on without it', async () => {
    const token = await signInByCall(server.url, { userNo: 'admin01', password: 'Admin2026' });
    const points = (await call(server.url, 'queryPointPage', { query: { keyword: '诊疗科目' } }, token)).records;
    const point = points.find(({ content }) => content === CHOSEN_POINT);
    const other = points.find(({ id }) => id !== point?.id);
    await page.getByLabel('查找要点').fill('诊疗科目');
    await page.getByRole('checkbox', { name: other?.content ?? '' }).check();
    await expect.poll(chosen).toBe('1 个科室 · 2 个要点');
    await page.getByRole('button', { name: '预览' }).click();
    const preview = page.getByRole('dialog', { name: '任务预览' });
    await preview.getByRole('button', { name: '确认下发' }).waitFor();
    const switchTo = (enabled: 0 | 1) => call(server.url, 'switchPoints', { body: { ids: [point?.id ?? ''], enabled } }, token);
    await switchTo(0);
    // The tests that follow choose it.
    onTestFinished(async () => void (await switchTo(1)));
    await preview.getByRole('button', { name: '确认下发' }).click();
    await preview.getByRole('alert').filter({ hasText: `${GONE}已从选择中去掉，请核对后再下发` }).waitFor();
    await preview.getByText('要点（1）').waitFor();
    await preview.getByRole('button', { name: '确认下发' }).click();
    await heading(page, '任务列表').waitFor();
  });

  test('says so where another window issued it before in other words, and is issued at the next tap as another one', async () => {
    await page.getByText('填写的内容已保存在本机，尚未下发').waitFor();
    const issueIn = async (window: Page): Promise<void> => {
      await window.getByRole('button', { name: '预览' }).click();
      await window.getByRole('button', { name: '确认下发' }).click();
    };
    const other = await context.newPage();
    await other.goto(`${server.url}/#/taskmanage/create`);
    await other.getByText('已恢复上次填写而未下发的内容').waitFor();
    await issueIn(other);
    await heading(other, '任务列表').waitFor();

    await page.getByLabel('任务名称').fill('另一份任务');
    await issueIn(page);
    const preview = page.getByRole('dialog', { name: '任务预览' });
    await preview.getByRole('alert').filter({ hasText: '已经下发，内容与现在填写的不同，请先查看任务列表。仍要另发一份，请再次下发' }).waitFor();
    await preview.getByRole('button', { name: '确认下发' }).click();
    await heading(page, '任务列表').waitFor();
    await page.getByRole('table', { name: '任务列表' }).getByText('另一份任务').waitFor();
  });

  test('may be issued where the answer was lost, and says so', async () => {
    let isLost = true;
    await page.route(/management\/task\/issue/, async (route) => {
      if (!isLost) return route.continue();
      isLost = false;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByLabel('任务名称').fill('没有回音的任务');
    await page.getByRole('button', { name: '预览' }).click();
    const preview = page.getByRole('dialog', { name: '任务预览' });
    await preview.getByRole('button', { name: '确认下发' }).click();
    await preview.getByRole('alert').filter({ hasText: /^没有收到结果（.+），请再试一次，不会重复$/ }).waitFor();
    await page.getByText('填写的内容已保存在本机，服务器可能已经下发，再次下发不会重复').waitFor();
    await preview.getByRole('button', { name: '确认下发' }).click();
    await heading(page, '任务列表').waitFor();
    expect(query(server, `select 1 from task where task_name = '没有回音的任务'`)).toHaveLength(1);
  });

  test('loses only what 全面自查 had chosen by itself, when another type is meant after all', async () => {
    for (const clear of await page.getByRole('button', { name: '清空' }).all()) await clear.click();
    await page.getByRole('radio', { name: '全面自查' }).check();
    await expect.poll(chosen).not.toContain(' 0 个');
    await page.getByRole('radio', { name: '专项自查' }).check();
    await expect.poll(chosen).toBe('0 个科室 · 0 个要点');
    await page.getByRole('radio', { name: '全面自查' }).check();
    await page.getByRole('checkbox', { name: /^内科/ }).uncheck();
    await page.getByRole('radio', { name: '日常自查' }).check();
    await expect.poll(chosen).toMatch(/^[1-9]\d* 个科室 · 0 个要点$/);
  });

  const restored = () => page.getByText('已恢复上次填写而未下发的内容');
  const field = (name: string) => page.getByLabel(name);
  const keptLine = () => page.getByText('填写的内容已保存在本机，尚未下发');
  /** More than was chosen before each test: texts, another type, and points of a department's own. */
  const fillInTheRest = async (): Promise<void> => {
    await page.getByRole('radio', { name: '专项自查' }).check();
    await field('任务名称').fill('迎检专项自查');
    await field('任务说明').fill('请护士长组织');
    await page.getByRole('checkbox', { name: /^外科/ }).check();
    await page.getByRole('button', { name: '展开', exact: true }).last().click();
    await page.getByRole('button', { name: '调整外科的要点' }).click();
    const sheet = page.getByRole('dialog', { name: '外科的检查要点' });
    await sheet.getByRole('checkbox').first().check();
    await sheet.getByRole('button', { name: '确定' }).click();
    await page.getByText(/^单独 \d+ 个要点$/).waitFor();
  };
  const expectAllOfIt = async (): Promise<void> => {
    await restored().waitFor();
    expect(await page.getByRole('radio', { name: '专项自查' }).isChecked()).toBe(true);
    expect(await field('任务名称').inputValue()).toBe('迎检专项自查');
    expect(await field('任务说明').inputValue()).toBe('请护士长组织');
    // The list of its own has the one point of all, and more.
    const own = Number(/\d+/.exec(await page.getByText(/^单独 \d+ 个要点$/).innerText())?.[0]);
    expect(own).toBeGreaterThan(1);
    expect(await chosen()).toBe(`2 个科室 · ${own} 个要点`);
  };
  const expectNothing = async (): Promise<void> => {
    await expect.poll(chosen).toBe('0 个科室 · 0 个要点');
    expect(await restored().count()).toBe(0);
    expect(await field('任务说明').inputValue()).toBe('');
  };
  const signInAgain = async (): Promise<void> => {
    await page.getByLabel('账号').fill('admin01');
    await page.getByRole('textbox', { name: '密码' }).fill('Admin2026');
    await page.getByRole('button', { name: '登录' }).click();
    await heading(page, '下发任务').waitFor();
  };
  const reloadForm = async (): Promise<void> => {
    await reload(page);
    await heading(page, '下发任务').waitFor();
  };

  test('is there after the session ended meanwhile, and is issued then', async () => {
    await fillInTheRest();
    await page.getByRole('button', { name: '预览' }).click();
    const database = new Database(join(server.dataDir, 'zyzc.db'));
    database.prepare('delete from session').run();
    database.close();
    await page.getByRole('button', { name: '确认下发' }).click();
    await page.getByText('登录已过期,数据已保存,请重新登录').first().waitFor();
    await signInAgain();
    await expectAllOfIt();
    await page.getByRole('button', { name: '预览' }).click();
    await page.getByRole('button', { name: '确认下发' }).click();
    await heading(page, '任务列表').waitFor();
    await openScreen('/taskmanage/create', '下发任务');
    await expectNothing();
    await reloadForm();
    await expectNothing();
  });

  test('keeps the last letters too, where another window signs out before they were stored', async () => {
    const failures: Error[] = [];
    page.on('pageerror', (error) => void failures.push(error));
    const other = await context.newPage();
    await other.goto(server.url);
    await other.getByRole('button', { name: /示例市第一医院/ }).click();
    const signOut = other.getByRole('menuitem', { name: '退出' });
    await signOut.waitFor();
    await field('任务说明').fill('请护士长组织');
    await signOut.click();
    await signInAgain();
    await restored().waitFor();
    expect(await field('任务说明').inputValue()).toBe('请护士长组织');
    expect(failures).toEqual([]);
  });

  test('is there after a reload, without a question, until the person does not want it', async () => {
    await fillInTheRest();
    await keptLine().waitFor();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await reloadForm();
    await expectAllOfIt();
    expect(asked).toEqual([]);
    const [notice, card] = [page.getByRole('status').filter({ has: restored() }), page.getByRole('region', { name: '基本信息' })];
    expect((await notice.boundingBox())?.width).toBe((await card.boundingBox())?.width);
    await page.getByRole('button', { name: '丢弃，重新填写' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '丢弃' }).click();
    await expectNothing();
    await reloadForm();
    await expectNothing();
  });

  test('goes on in the other layout, and is told to be restored only where it is from an earlier visit', async () => {
    await field('查找要点').fill('麻醉');
    const turnTo = async (size: typeof PHONE): Promise<void> => {
      await page.setViewportSize(size);
      await expect.poll(() => page.getByRole('button', { name: '打开菜单' }).count()).toBe(size === PHONE ? 1 : 0);
      await expect.poll(chosen).toBe('1 个科室 · 1 个要点');
    };
    await keptLine().waitFor();
    for (const size of [PHONE, DESKTOP]) {
      await turnTo(size);
      expect(await field('查找要点').inputValue()).toBe('麻醉');
      await keptLine().waitFor();
      expect(await restored().count()).toBe(0);
    }
    await reloadForm();
    await restored().waitFor();
    await turnTo(PHONE);
    await restored().waitFor();
  });

  test('is there after its view was closed, without a question', async () => {
    await keptLine().waitFor();
    await page.getByRole('button', { name: '关闭 下发任务' }).click();
    await heading(page, '首页').waitFor();
    await openScreen('/taskmanage/create', '下发任务');
    await restored().waitFor();
    expect(await chosen()).toBe('1 个科室 · 1 个要点');
  });

  test('is never shown to another account of this browser', async () => {
    await keptLine().waitFor();
    await page.getByRole('button', { name: /示例市第一医院/ }).click();
    await page.getByRole('menuitem', { name: '退出' }).click();
    await startSignedIn(page, server.url, 'admin91', 'Admin2026', '/taskmanage/create');
    await heading(page, '下发任务').waitFor();
    await expectNothing();
    await page.getByRole('button', { name: /示例县中医院/ }).click();
    await page.getByRole('menuitem', { name: '退出' }).click();
    await startSignedIn(page, server.url, 'admin01', 'Admin2026', '/taskmanage/create');
    await heading(page, '下发任务').waitFor();
    await expect.poll(chosen).toBe('1 个科室 · 1 个要点');
  });

  test('asks before a reload where this browser does not store it, and comes back into a view that was closed', async () => {
    await fillStorage(page);
    await field('任务说明').fill('请护士长组织');
    await page.getByText('手机存储空间不足').waitFor();
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await page.getByRole('button', { name: '关闭 下发任务' }).click();
    await heading(page, '首页').waitFor();
    await openScreen('/taskmanage/create', '下发任务');
    await expect.poll(() => field('任务说明').inputValue()).toBe('请护士长组织');
  });
});

describe('what is chosen for a task', () => {
  beforeEach(() => openScreen('/taskmanage/create', '下发任务'));
  const section = (name: string) => page.getByRole('region', { name });

  test('is issued to the departments that it concerns, unless all are asked the same', async () => {
    await page.getByRole('checkbox', { name: /^内科/ }).check();
    await page.getByLabel('查找要点').fill('诊疗科目范围');
    await page.getByRole('checkbox', { name: CHOSEN_POINT }).check();
    await page.getByText('其余 1 个选定的要点与这些科室无关，不下发').waitFor();
    expect(await chosen()).toBe('1 个科室 · 0 个要点');
    await askAllTheSame(page);
    await expect.poll(chosen).toBe('1 个科室 · 1 个要点');
  });

  test('is all that a search finds, beside what was chosen before', async () => {
    const [departments, points] = [section('自查科室'), section('检查要点')];
    await askAllTheSame(page);
    await departments.getByRole('checkbox', { name: /^外科/ }).check();
    await departments.getByLabel('查找科室').fill('内科');
    const foundDepartments = await departments.getByRole('checkbox').count();
    await departments.getByRole('button', { name: '全选搜索结果中的科室' }).click();
    await points.getByLabel('查找要点').fill('麻醉');
    const selectAll = points.getByRole('button', { name: '全选搜索结果' });
    await selectAll.waitFor();
    await selectAll.click();
    // A long list is drawn in parts.
    const foundPoints = points.getByRole('listitem').filter({ hasNot: page.getByRole('listitem') });
    await expect.poll(async () => (await chosen()) === `${foundDepartments + 1} 个科室 · ${await foundPoints.count()} 个要点`).toBe(true);
    await departments.getByRole('button', { name: '清空搜索结果中的科室' }).click();
    await points.getByRole('button', { name: '清空搜索结果' }).click();
    await expect.poll(chosen).toBe('1 个科室 · 0 个要点');
  });

  test.each([PHONE, DESKTOP])('and is missing comes into sight with the preview, on a screen of $width px', async (size) => {
    await page.setViewportSize(size);
    const isLedTo = (name: string, problem: string): Promise<boolean> =>
      section(name)
        .getByText(problem)
        .evaluate((element) => {
          const { left, top } = element.getBoundingClientRect();
          return element.closest('section') === document.activeElement && element.contains(document.elementFromPoint(left + 1, top + 1));
        });
    await page.getByRole('button', { name: '预览' }).click();
    await expect.poll(() => isLedTo('自查科室', '请选择科室')).toBe(true);
    await page.getByRole('checkbox', { name: /^内科/ }).check();
    await page.getByRole('button', { name: '预览' }).click();
    await expect.poll(() => isLedTo('检查要点', '请选择检查要点')).toBe(true);
  });

  test('is counted on the line of the search beside it', async () => {
    const middle = async (place: Locator): Promise<number> => {
      const box = await place.boundingBox();
      return box === null ? Number.NaN : box.y + box.height / 2;
    };
    for (const [name, label, all] of [
      ['自查科室', '查找科室', '全选科室'],
      ['检查要点', '查找要点', '全选要点'],
    ] as const) {
      const line = await middle(section(name).getByLabel(label));
      expect(Math.abs((await middle(section(name).getByText(/^已选/))) - line)).toBeLessThan(3);
      expect(Math.abs((await middle(section(name).getByRole('button', { name: all, exact: true }))) - line)).toBeLessThan(3);
    }
  });
});

test('the menu along the top stands on one line beside the title, however narrow the desktop', async () => {
  await page.evaluate(() => localStorage.setItem('zyzc:settings', JSON.stringify({ slideDirection: 'horizontal' })));
  await reload(page);
  const menu = page.getByRole('navigation', { name: '主菜单' });
  for (const width of [992, 1019, 1020, 1100, 1199, 1200, 1275]) {
    await page.setViewportSize({ width, height: 720 });
    await menu.waitFor();
    const bar = page.getByRole('banner').filter({ has: menu });
    expect(await bar.evaluate((element) => element.scrollWidth - element.clientWidth), `${width}`).toBe(0);
    expect(await menu.evaluate((element) => element.clientHeight), `${width}`).toBeLessThan(56);
    expect(await bar.locator('p').evaluate((element) => element.clientHeight), `${width}`).toBeLessThan(40);
  }
});

describe('a reason that is being written', () => {
  const asked = () => page.getByRole('alertdialog');

  test('for cancelling a task is not thrown away by a slip', async () => {
    await openScreen('/taskmanage/index?status=inProgress', '任务列表');
    await rowMenu(page, /^更多操作 /).first().click();
    await page.getByRole('menuitem', { name: '取消任务' }).click();
    const sheet = page.getByRole('dialog', { name: '取消任务' });
    await sheet.getByRole('textbox').fill('重新安排');
    await page.keyboard.press('Escape');
    await asked().getByRole('button', { name: '继续填写' }).click();
    expect(await sheet.getByRole('textbox').inputValue()).toBe('重新安排');
    await page.keyboard.press('Escape');
    await asked().getByRole('button', { name: '放弃填写' }).click();
    await sheet.waitFor({ state: 'detached' });
  });

  test('for a return is not thrown away either, and what is missing is told', async () => {
    // What a department already corrects cannot be returned.
    const [handedIn] = query<{ task_id: string; dept_id: string }>(
      server,
      `select task_id, dept_id from dept_task where comp_no = '110001' and submitted_at is not null and is_returned = 0
       and id not in (select dept_task_id from self_correction) limit 1`,
    );
    if (handedIn === undefined) throw new Error('nothing is handed in');
    await openScreen(`/taskmanage/index/${handedIn.task_id}/${handedIn.dept_id}`, '科室详情');
    await page.getByRole('button', { name: '退回', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: /^退回/ });
    await sheet.getByLabel(/^退回原因/).fill('资料不全');
    await sheet.getByRole('checkbox').last().check();
    await sheet.getByText('不填则用上面的退回原因').waitFor();
    await sheet.getByLabel(/^退回原因/).fill('');
    await sheet.getByRole('button', { name: '确认退回' }).click();
    await page.getByText('请检查标出的内容').waitFor();
    await sheet.getByText('请填写退回原因，或在选定的要点中填写退回意见').waitFor();
    await sheet.getByLabel(/^退回原因/).fill('资料不全');
    await page.keyboard.press('Escape');
    await asked().getByRole('button', { name: '继续填写' }).click();
    expect(await sheet.getByLabel(/^退回原因/).inputValue()).toBe('资料不全');
  });
});
