import type { Browser, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { PHONE } from '../support/browser-process.ts';
import { call, signIn as signInBy } from '../support/calls.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { answerPoint, heading, open, pointCard, reload, startSignedIn, syncMark } from './screen.ts';
import { openDeptTask, query } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

/** The last steps of an inspection: what is submitted, what that opens, and taking it back. */

const POINTS = 20;

let server: ServerProcess;
let browser: Browser;
let dataDir: string;

beforeEach(async () => {
  const site = await openSeededSite();
  ({ server, browser, dataDir } = site);
  return site.close;
});

async function newPage(account: string): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
  const page = await context.newPage();
  await startSignedIn(page, server.url, account, account.startsWith('admin') ? 'Admin2026' : 'Staff2026');
  return page;
}

const deptTaskOf = (id: string) =>
  query<{ task_id: string; dept_id: string; submitted_at: string | null; withdrawn_at: string | null }>({ dataDir }, 'select task_id, dept_id, submitted_at, withdrawn_at from dept_task where id = ?', id)[0]!;
const submitSheet = (page: Page) => page.getByRole('dialog', { name: '提交自查结果' });
async function openSubmitSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await submitSheet(page).waitFor();
}

/** A task with every point answered, the first one 不合格. */
async function fillInTask(): Promise<{ id: string; page: Page }> {
  const id = openDeptTask(dataDir, 'staff01', POINTS);
  const page = await newPage('staff01');
  await open(page, `/mytask/index/${id}`);
  await pointCard(page, POINTS - 1).waitFor();
  for (let index = 1; index < POINTS; index += 1) await answerPoint(page, index, '合格');
  await answerPoint(page, 0, '不合格', '交接班记录缺签名');
  return { id, page };
}

test('what is 不合格 is shown before, its self-correction is one tap behind, and all is taken back until an administrator has opened it', async () => {
  const { id, page } = await fillInTask();

  await openSubmitSheet(page);
  await submitSheet(page).getByText('不合格，提交后需要整改（1 项）').waitFor();
  await submitSheet(page).getByText('交接班记录缺签名').waitFor();
  await submitSheet(page).getByRole('button', { name: '确认提交' }).click();
  await page.getByText('已提交，管理员查看前可以撤回').waitFor({ timeout: 60_000 });
  await page.getByRole('link', { name: '去整改' }).click();
  await heading(page, '完成自纠').waitFor();
  await page.getByRole('group', { name: '整改前', exact: true }).getByText('交接班记录缺签名').waitFor();

  await open(page, `/mytask/index/${id}`);
  await page.getByRole('button', { name: '撤回提交' }).click();
  await page.getByRole('alertdialog', { name: '撤回提交' }).getByRole('button', { name: '撤回', exact: true }).click();
  await page.getByText('提交已撤回，修改后请重新提交').waitFor();
  expect(deptTaskOf(id)).toMatchObject({ submitted_at: null, withdrawn_at: expect.any(String) });
  // What this phone had delivered does not hide that it is open again, after a restart either.
  await reload(page);
  await page.getByText('提交已撤回，修改后请重新提交').waitFor();
  await pointCard(page, 0).getByRole('textbox', { name: /^说明/ }).fill('交接班记录缺签名两处');
  await syncMark(page, '全部已送达').waitFor({ timeout: 60_000 });

  await openSubmitSheet(page);
  await submitSheet(page).getByRole('button', { name: '确认提交' }).click();
  await page.getByText('已提交，管理员查看前可以撤回').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: '撤回提交' }).waitFor();

  const { task_id: taskId, dept_id: deptId } = deptTaskOf(id);
  const admin = await newPage('admin01');
  await open(admin, `/taskmanage/index/${taskId}/${deptId}`);
  await admin.getByText('交接班记录缺签名两处').first().waitFor();
  // This screen may be older than that; the server is not.
  await page.getByRole('button', { name: '撤回提交' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '撤回', exact: true }).click();
  await page.getByText(/管理员已于 .* 查看，不能撤回/).first().waitFor();
  await page.getByRole('button', { name: '撤回提交' }).waitFor({ state: 'detached' });
  expect(deptTaskOf(id).submitted_at).not.toBeNull();
});

test('a phone that loses the network right after its submission was taken back shows that, and submits again later', async () => {
  const { id, page } = await fillInTask();
  await openSubmitSheet(page);
  await submitSheet(page).getByRole('button', { name: '确认提交' }).click();
  await page.getByText('已提交，管理员查看前可以撤回').waitFor({ timeout: 60_000 });
  let isLost = false;
  await page.route('**/api/**', async (route) => {
    if (isLost) return await route.abort('internetdisconnected');
    if (route.request().url().endsWith('/withdraw')) isLost = true;
    await route.continue();
  });
  await page.getByRole('button', { name: '撤回提交' }).click();
  await page.getByRole('alertdialog', { name: '撤回提交' }).getByRole('button', { name: '撤回', exact: true }).click();
  await expect.poll(() => deptTaskOf(id).submitted_at).toBeNull();
  await page.getByText('提交已撤回，修改后请重新提交').waitFor();
  // After a restart too, in the list and in the task.
  await reload(page);
  await page.getByText('提交已撤回，修改后请重新提交').waitFor();
  await pointCard(page, 0).getByRole('textbox', { name: /^说明/ }).fill('交接班记录缺签名两处');
  await open(page, '/mytask/index');
  await heading(page, '我的任务').waitFor();
  const { task_name: name } = query<{ task_name: string }>({ dataDir }, 'select t.task_name from task as t join dept_task as d on d.task_id = t.id where d.id = ?', id)[0]!;
  await page.getByRole('list').getByRole('listitem').filter({ hasText: name }).getByText('待提交').first().waitFor();
  await open(page, `/mytask/index/${id}`);
  await openSubmitSheet(page);
  await submitSheet(page).getByRole('button', { name: '确认提交' }).click();
  await page.getByText(/^已提交（/).filter({ visible: true }).first().waitFor();
  isLost = false;
  // What was sent then names the withdrawal as the server has it, and is not refused.
  await expect.poll(() => deptTaskOf(id).submitted_at, { timeout: 90_000 }).not.toBeNull();
}, 240_000);

test('a task that came back is not submitted as it was without a word', async () => {
  const { id } = query<{ id: string }>({ dataDir }, `select d.id from dept_task as d join employee as e on e.dept_id = d.dept_id
    join task as t on t.id = d.task_id left join self_correction as c on c.dept_task_id = d.id
    where e.account = 'staff01' and d.submitted_at is not null and t.cancelled_at is null and c.id is null order by d.submitted_at desc`)[0]!;
  const token = await signInBy(server.url, { userNo: 'admin01', password: 'Admin2026' });
  await call(server.url, 'returnSubmission', { body: { deptTaskId: id, reason: '请再核对一遍', points: [] } }, token);
  const page = await newPage('staff01');
  await open(page, `/mytask/index/${id}`);
  await page.getByText('已退回，请修改后重新提交').waitFor();
  await openSubmitSheet(page);
  await submitSheet(page).getByText('退回后还没有修改任何检查要点。退回原因：请再核对一遍').waitFor();
  expect(await submitSheet(page).getByRole('button', { name: '确认提交' }).isDisabled()).toBe(true);
  await submitSheet(page).getByRole('checkbox', { name: '已按退回意见重新核对，结果不变' }).check();
  await submitSheet(page).getByRole('button', { name: '确认提交' }).click();
  await page.getByText('已提交，管理员查看前可以撤回').waitFor({ timeout: 60_000 });
});

test('a task is issued again as it was, and asks where something else was being written', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block' });
  const admin = await context.newPage();
  await startSignedIn(admin, server.url, 'admin01', 'Admin2026');
  const [task] = query<{ id: string; task_name: string; dept_count: number }>({ dataDir }, `select id, task_name, dept_count from task where comp_no = '110001' and cancelled_at is null and task_type = 3 order by created_at desc`);
  if (task === undefined) throw new Error('no task');
  const again = async (): Promise<void> => {
    await open(admin, `/taskmanage/index/${task.id}`);
    await heading(admin, '任务详情').waitFor();
    await admin.getByRole('button', { name: '再次下发' }).click();
  };
  await again();
  await heading(admin, '下发任务').waitFor();
  const chosen = admin.getByText(/^\d+ 个科室 · \d+ 个要点$/);
  await chosen.filter({ hasText: `${task.dept_count} 个科室` }).waitFor();
  await admin.getByText(/^已按“.+”填写$/).waitFor();
  await admin.getByLabel('任务说明').fill('改过的说明');
  await admin.getByText(/已保存在本机/).first().waitFor();
  await again();
  await admin.getByRole('alertdialog').getByRole('button', { name: '替换' }).click();
  await expect.poll(() => admin.getByLabel('任务说明').inputValue()).not.toBe('改过的说明');
  await admin.getByLabel('任务名称').fill('再次下发的自查');
  await admin.getByRole('button', { name: '预览' }).click();
  await admin.getByRole('button', { name: '确认下发' }).click();
  await heading(admin, '任务列表').waitFor();
  const [issued] = query<{ dept_count: number; id: string }>({ dataDir }, `select id, dept_count from task where task_name = '再次下发的自查'`);
  expect(issued?.dept_count).toBe(task.dept_count);
  const sizes = (id: string) => query({ dataDir }, 'select dept_id, point_count from dept_task where task_id = ? order by dept_id', id);
  expect(sizes(issued?.id ?? '')).toEqual(sizes(task.id));
});
