import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { lightBrowserProcess, DESKTOP, PHONE } from '../support/browser-process.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { serverProcess } from '../support/server-process.ts';
import { answerPoint, deedsOfRow, doWithRow, heading, open, pointCard, startSignedIn, waitForOfflineDetail, waitForWorker } from './screen.ts';
import { copySeededData, openDeptTask, query } from './seeded-data.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function freshPage(size = PHONE): Promise<Page> {
  const profile = await mkdtemp(join(tmpdir(), 'zyzc-cancelling-'));
  cleanUps.push(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const browser = await lightBrowserProcess(profile);
  cleanUps.push(browser.close);
  return await browser.newPage(size);
}

const main = (page: Page) => page.locator('main:visible');
const REASON = '季度计划调整，<b>改到</b>下月';

describe('cancelling a task', () => {
  test('asks for the reason, is seen on phones, and keeps and explains what waits on one of them', async () => {
    const data = await copySeededData();
    cleanUps.push(data.remove);
    const server = await serverProcess({ dataDir: data.dataDir });
    await server.start();
    cleanUps.push(server.kill);
    const proxy = await startFaultProxy(server.port);
    cleanUps.push(proxy.close);
    const deptTaskId = openDeptTask(data.dataDir, 'staff01', 20);
    const { taskId, taskName } = query<{ taskId: string; taskName: string }>(
      data,
      'select task.id as taskId, task.task_name as taskName from task join dept_task on dept_task.task_id = task.id where dept_task.id = ?',
      deptTaskId,
    )[0]!;

    // A phone that has the task and loses the network, with an answer on it.
    const phone = await freshPage();
    await startSignedIn(phone, proxy.url, 'staff01', 'Staff2026');
    await waitForWorker(phone);
    await waitForOfflineDetail(phone, deptTaskId);
    await open(phone, `/mytask/index/${deptTaskId}`);
    await heading(phone, '完成任务').waitFor();
    await pointCard(phone, 0).waitFor();
    proxy.decide = () => 'cutBefore';
    await answerPoint(phone, 0, '不合格', '锐器盒未加盖');

    // The administrator: first a look at the question, then without a reason, then with one.
    const admin = await freshPage(DESKTOP);
    await startSignedIn(admin, server.url, 'admin01', 'Admin2026', '/taskmanage/index');
    await heading(admin, '任务列表').waitFor();
    await main(admin).getByLabel('任务名称').fill(taskName);
    const row = main(admin).getByRole('row').filter({ hasText: taskName });
    await doWithRow(admin, taskName, '取消任务');
    const sheet = admin.getByRole('dialog', { name: '取消任务' });
    await sheet.getByText('取消后不能恢复').waitFor();
    await sheet.getByRole('button', { name: '不取消' }).click();
    await sheet.waitFor({ state: 'detached' });
    await doWithRow(admin, taskName, '取消任务');
    await sheet.getByLabel(/^取消原因/).fill('   ');
    await sheet.getByRole('button', { name: '确认取消' }).click();
    await sheet.getByText('必填项不能为空').waitFor();
    expect(query(data, 'select cancelled_at from task where id = ?', taskId)).toEqual([{ cancelled_at: null }]);
    await sheet.getByLabel(/^取消原因/).fill(REASON);
    await sheet.getByRole('button', { name: '确认取消' }).click();
    await sheet.waitFor({ state: 'detached' });
    await row.getByText('已取消').waitFor();
    expect(await deedsOfRow(admin, taskName)).toEqual(['再次下发', '导出']);

    // Its detail says when and why, and cannot cancel it again.
    await open(admin, `/taskmanage/index/${taskId}`);
    await heading(admin, '任务详情').waitFor();
    await main(admin).getByRole('note').filter({ hasText: `取消：${REASON}` }).waitFor();
    expect(await main(admin).getByRole('button', { name: '取消任务' }).count()).toBe(0);

    // A colleague's phone: no longer among what is to do, readable, not answerable.
    const colleague = await freshPage();
    await startSignedIn(colleague, server.url, 'staff02', 'Staff2026', '/mytask/index');
    await heading(colleague, '我的任务').waitFor();
    await main(colleague).getByRole('button', { name: /^通知公告/ }).click();
    const notices = colleague.getByRole('dialog', { name: '通知公告' });
    await notices.getByText(`任务已取消：${taskName}`).waitFor();
    await notices.getByRole('button', { name: '关闭' }).click();
    await main(colleague).getByRole('list', { name: '我的任务' }).getByRole('link').first().waitFor();
    expect(await main(colleague).getByRole('link').filter({ hasText: taskName }).count()).toBe(0);
    await main(colleague).getByRole('button', { name: '全部', exact: true }).click();
    const entry = main(colleague).getByRole('link').filter({ hasText: taskName });
    await entry.getByText('已取消').waitFor();
    await entry.click();
    await main(colleague).getByText('任务已取消，不能再填写').waitFor();
    await main(colleague).getByText(REASON).waitFor();
    expect(await main(colleague).getByRole('radio').and(colleague.locator(':enabled')).count()).toBe(0);

    // The phone is back: its answer did not arrive, stays there in full, and says why.
    proxy.decide = () => 'pass';
    await open(phone, '/sync/index');
    await heading(phone, '离线与同步').waitFor();
    await main(phone).getByRole('button', { name: '立即同步' }).click();
    const kept = main(phone).getByRole('region', { name: taskName });
    await kept.getByText('未能上传').first().waitFor({ timeout: 60_000 });
    await kept.getByText('不合格：锐器盒未加盖').waitFor();
    await kept.getByText(`任务已取消（${REASON}）`).waitFor();
    await kept.getByRole('button', { name: '交管理员处理' }).waitFor();
    await open(phone, `/mytask/index/${deptTaskId}`);
    await main(phone).getByText('任务已取消，不能再填写').waitFor();
    await main(phone).getByText('锐器盒未加盖').waitFor();
    await main(phone).getByText('· 未能上传 1').waitFor();
    await main(phone).getByText('1 项没有送达，还在本机，可以在下面交管理员处理。').waitFor();
    expect(query(data, 'select result from answer where dept_task_id = ? and seq = 1', deptTaskId)).toEqual([{ result: null }]);
  }, 180_000);
});
