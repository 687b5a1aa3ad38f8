import type { PersistedClient } from '@tanstack/react-query-persist-client';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiDay } from '#contract/calendar.ts';
import { queriesKey } from '@/offline/storage/rows.ts';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import { call, signIn as signInByCall } from '../support/calls.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { doWithRow, heading, open, reload, startSignedIn, waitForWorker } from './screen.ts';
import { openSeededSite } from './seeded-site.ts';

let server: ServerProcess;
let browser: Browser;
beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});

/** Without the worker, which begins by fetching the whole app, unless it is what serves the page. */
async function signedIn(account: string, password: string, viewport = PHONE, serviceWorkers: 'allow' | 'block' = 'block'): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport, serviceWorkers });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await startSignedIn(page, server.url, account, password);
  return { page, context };
}

const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true });
const bell = (page: Page) => page.getByRole('button', { name: /^通知公告(，|$)/ });
const panel = (page: Page) => page.getByRole('dialog', { name: '通知公告' }).first();

/** What the bell says. */
async function unread(page: Page): Promise<number> {
  const words = (await bell(page).getAttribute('aria-label')) ?? '';
  return Number(/(\d+) 条未读/.exec(words)?.[1] ?? 0);
}

/** What the list of notices says that this phone would show after a restart. */
const storedUnread = (page: Page): Promise<number | undefined> =>
  page.evaluate((prefix) => {
    const name = Object.keys(localStorage).find((key) => key.startsWith(prefix));
    const stored = name === undefined ? null : (JSON.parse(localStorage.getItem(name) ?? 'null') as PersistedClient | null);
    const list = stored?.clientState.queries.find(({ queryKey }) => queryKey.join() === 'notice,mine');
    return (list?.state.data as { unreadCount: number } | undefined)?.unreadCount;
  }, queriesKey(''));

/** Issues a task of one point to 内科. */
async function issueTask(taskName: string): Promise<void> {
  const token = await signInByCall(server.url, { userNo: 'admin01', password: 'Admin2026' });
  const depts = await call(server.url, 'queryCompanyDeptList', {}, token);
  const { records } = await call(server.url, 'queryPointPage', { query: { pageNum: 1, pageSize: 10 } }, token);
  const today = shanghaiDay(new Date());
  const body = {
    id: uuidv7(),
    taskName,
    taskType: 2,
    startDate: today,
    endDate: addDays(today, 10),
    remark: '',
    deptIds: depts.filter(({ deptName }) => deptName === '内科').map(({ id }) => id),
    pointIds: records.filter(({ enabled }) => enabled).slice(0, 1).map(({ id }) => id),
  };
  await call(server.url, 'issueTask', { body }, token);
}

test('a notice and a new task reach the bell of staff; what is read there counts down, without a network too', async () => {
  const admin = await signedIn('admin01', 'Admin2026', DESKTOP);
  await open(admin.page, '/message/index');
  await heading(admin.page, '通知公告列表').waitFor();
  await button(admin.page, '发布公告').first().click();
  const form = admin.page.getByRole('dialog', { name: '发布公告' });
  await button(form, '发布').click();
  await form.getByText('必填项不能为空').first().waitFor();
  await form.getByLabel('标题').fill('消防演练通知');
  await form.getByLabel('内容').fill('周五下午三点在门诊大厅集合。');
  await button(form, '发布').click();
  await form.waitFor({ state: 'detached' });
  await admin.page.getByRole('table', { name: '通知公告列表' }).getByText('消防演练通知').waitFor();
  await issueTask('抢救车专项自查');

  const { page, context } = await signedIn('staff01', 'Staff2026', PHONE, 'allow');
  await waitForWorker(page);
  await expect.poll(() => unread(page)).toBeGreaterThanOrEqual(2);
  const before = await unread(page);
  await bell(page).click();
  await panel(page).getByText(`${before} 条未读`).waitFor();
  const task = panel(page).getByRole('link').filter({ hasText: '新任务：抢救车专项自查' });
  await task.getByText('未读').waitFor();
  await panel(page).getByRole('button').filter({ hasText: '消防演练通知' }).click();
  const whole = page.getByRole('dialog', { name: '通知公告' }).last();
  await whole.getByRole('heading', { name: '消防演练通知' }).waitFor();
  await whole.getByText('周五下午三点在门诊大厅集合。').last().waitFor();
  await button(whole, '知道了').click();
  await panel(page).getByText(`${before - 1} 条未读`).waitFor();

  // Lists are written at intervals; until then a restart would show the one before.
  await expect.poll(() => storedUnread(page), { timeout: 30_000 }).toBe(before - 1);
  await context.setOffline(true);
  await task.click();
  await panel(page).waitFor({ state: 'detached' });
  await open(page, '/index');
  await heading(page, '首页').waitFor();
  await expect.poll(() => unread(page)).toBe(before - 2);
  await reload(page);
  await heading(page, '首页').waitFor();
  await expect.poll(() => unread(page)).toBe(before - 2);

  // The server hears of it with the next list; another phone then shows the same.
  await context.setOffline(false);
  await reload(page);
  await heading(page, '首页').waitFor();
  const other = await signedIn('staff01', 'Staff2026');
  await expect
    .poll(
      async () => {
        await reload(other.page);
        await heading(other.page, '首页').waitFor();
        await bell(other.page).waitFor();
        await bell(other.page).click();
        await panel(other.page).getByText('消防演练通知').first().waitFor();
        const words = await panel(other.page).getByRole('status').first().textContent();
        await button(panel(other.page), '关闭').click();
        return words;
      },
      { timeout: 60_000 },
    )
    .toBe(before - 2 === 0 ? '没有未读通知' : `${before - 2} 条未读`);

  // The writer sees how many have read it.
  await reload(admin.page);
  await admin.page.getByRole('table', { name: '通知公告列表' }).getByRole('button', { name: '消防演练通知', exact: true }).click();
  const detail = admin.page.getByRole('dialog', { name: '通知详情' });
  // The writer is one of them.
  await detail.getByText(/^已读 2 人，共 \d+ 人/).waitFor();
  await detail.getByText('查看未读人员').click();
  const [, readers = ''] = /共 (\d+) 人/.exec(await detail.innerText()) ?? [];
  const counts = (await detail.getByRole('list', { name: '未读人员' }).getByRole('listitem').allInnerTexts()).map((words) => Number(/（(\d+)）/.exec(words)?.[1]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Number(readers) - 2);
  for (const one of [admin, other]) await one.context.close();
  await context.close();
});

test('who changes a notice that another administrator has changed since it was opened is told, and nothing is lost', async () => {
  const { page, context } = await signedIn('admin01', 'Admin2026', DESKTOP);
  const token = await signInByCall(server.url, { userNo: 'admin01', password: 'Admin2026' });
  const id = uuidv7();
  await call(server.url, 'addNotice', { body: { id, title: '停电检修', body: '周六上午停电。', audience: 'all', deptIds: [], isPublished: 0 } }, token);
  await open(page, '/message/index');
  await doWithRow(page, '停电检修', '编辑');
  const form = page.getByRole('dialog', { name: '编辑公告' });
  await form.getByLabel('内容').fill('周六上午停电，请备好应急灯。');
  await form.getByLabel('指定科室').check();
  await form.getByRole('checkbox', { name: /^外科/ }).check();
  const internal = (await call(server.url, 'taskDepartments', {}, token)).find(({ deptName }) => deptName === '内科');
  await call(server.url, 'updateNotice', { body: { id, body: '改为周日上午停电。', audience: 'depts', deptIds: [internal?.id ?? ''] } }, token);
  await button(form, '保存').click();
  await form.getByText(/公告的内容和发布范围已被修改/).waitFor();
  const latest = form.getByRole('region', { name: '最新的公告' });
  await latest.getByText('改为周日上午停电。').waitFor();
  await latest.getByText('发布范围：内科').waitFor();
  const stored = async () => {
    const { body, deptNames } = await call(server.url, 'queryNoticeById', { params: { id } }, token);
    return [body, ...deptNames];
  };
  expect(await stored()).toEqual(['改为周日上午停电。', '内科']);
  // Having seen it, the person decides.
  await form.getByLabel('内容').fill('周日上午停电，请备好应急灯。');
  await button(form, '保存').click();
  await form.waitFor({ state: 'detached' });
  expect(await stored()).toEqual(['周日上午停电，请备好应急灯。', '外科']);
  await context.close();
});

test('departments that have not submitted a task are reminded of it in one tap, and led to it', async () => {
  await issueTask('催办的任务');
  const admin = await signedIn('admin01', 'Admin2026', DESKTOP);
  const { page } = admin;
  await open(page, '/taskmanage/index');
  await page.getByRole('link', { name: '催办的任务', exact: true }).click();
  await button(page, '催办').click();
  const sheet = page.getByRole('dialog', { name: '催办未提交的科室' });
  await sheet.getByRole('checkbox', { name: /^内科/, checked: true }).waitFor();
  await sheet.getByLabel('附言').fill('今天下班前完成');
  // What was typed survives the page, and goes with what was sent.
  await reload(page);
  await button(page, '催办').click();
  await sheet.getByText('已恢复上次填写而未催办的内容').waitFor();
  expect(await sheet.getByLabel('附言').inputValue()).toBe('今天下班前完成');
  const staff = await signedIn('staff01', 'Staff2026');
  await staff.page.waitForLoadState('networkidle');
  await button(sheet, '催办 1 个科室').click();
  await sheet.waitFor({ state: 'detached' });
  // The administrator stays, and the task keeps when it was.
  await heading(page, '任务详情').waitFor();
  await page.getByRole('main').getByText(/\d 催办$/).first().waitFor();
  await button(page, '催办').click();
  await sheet.getByText(/ 已催办$/).waitFor();
  expect(await sheet.getByLabel('附言').inputValue()).toBe('');
  await admin.context.close();

  // The bell asks when it is opened, not only now and then.
  await bell(staff.page).click();
  await panel(staff.page).getByText('请尽快提交：催办的任务').first().click();
  await heading(staff.page, '完成任务').waitFor();
  await staff.context.close();
});

test('the keyword search finds screens, tasks, laws and check points, and opens them', async () => {
  await issueTask('电梯井专项自查');
  const { page, context } = await signedIn('admin01', 'Admin2026', DESKTOP);
  const search = async (text: string): Promise<Locator> => {
    await button(page, '关键词检索').click();
    await page.getByRole('combobox', { name: /^搜索页面、任务/ }).fill(text);
    return page.getByRole('listbox', { name: '搜索结果' });
  };
  await (await search('人员管理')).getByRole('group', { name: '页面' }).getByRole('option', { name: /^人员管理/ }).click();
  await heading(page, '人员管理').waitFor();

  await (await search('neike')).getByRole('group', { name: '科室' }).getByRole('option', { name: /^内科/ }).click();
  await heading(page, '科室管理').waitFor();
  await expect.poll(() => page.locator('main:visible').getByRole('row').count()).toBeGreaterThan(1);
  await (await search('staff01')).getByRole('group', { name: '人员' }).getByRole('option', { name: /staff01/ }).click();
  await page.locator('main:visible').getByRole('table', { name: '人员列表' }).getByText('staff01').waitFor();
  await expect.poll(() => page.locator('main:visible').getByRole('row').count()).toBe(2);

  await (await search('电梯井')).getByRole('group', { name: '任务' }).getByRole('option', { name: /^电梯井专项自查/ }).click();
  await heading(page, '任务详情').waitFor();
  await page.locator('main:visible').getByText('电梯井专项自查').first().waitFor();

  await (await search('院内管理示例规定')).getByRole('group', { name: '法规' }).getByRole('option', { name: /^医疗废物院内管理示例规定/ }).first().click();
  await page.getByRole('heading', { level: 2, name: '医疗废物院内管理示例规定' }).waitFor();

  const point = (await search('锐器')).getByRole('group', { name: '检查要点' }).getByRole('option').first();
  const content = (await point.locator('span').first().textContent()) ?? '';
  expect(content).not.toBe('');
  await point.click();
  await heading(page, '自查指标设定').waitFor();
  const detail = page.getByRole('dialog', { name: '检查要点' });
  await detail.getByText(content).first().waitFor();
  await button(detail, '关闭').click();

  const nothing = await search('没有这个词的结果');
  await page.getByText('没有找到“没有这个词的结果”，换个词试试').waitFor();
  expect(await nothing.getByRole('option').count()).toBe(0);
  await context.close();
});
