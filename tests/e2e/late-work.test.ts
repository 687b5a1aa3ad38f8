import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import { call, signIn as signInByCall } from '../support/calls.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { makePhoto } from '../support/photo.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { answerPoint, correctItem, heading, open, pointCard, reload, startSignedIn, waitForOfflineDetail, waitForWorker } from './screen.ts';
import { openDeptTask, query } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

/** What was entered on a phone without a network, and comes when nobody may take it any more: it waits for an administrator. */

const PATIENCE = { timeout: 60_000 };
const STAFF_PASSWORD = 'Staff2026';

let server: ServerProcess;
let browser: Browser;
let proxy: FaultProxy;
let folder: string;
let photo: string;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  const site = await openSeededSite();
  cleanUps.push(site.close);
  ({ server, browser } = site);
  proxy = await startFaultProxy(server.port);
  cleanUps.push(proxy.close);
  folder = await mkdtemp(join(tmpdir(), 'zyzc-late-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  photo = join(folder, 'camera.jpg');
  await writeFile(photo, await makePhoto(1600, 1200, [30, 90, 160]));
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const main = (page: Page) => page.locator('main:visible');
const cards = (page: Page) => main(page).locator('[role="group"][data-point]');
const late = (page: Page) => main(page).getByRole('region', { name: '迟到的填写' });

/** A page in a window of its own, whose time limit allows for a busy machine. */
async function freshPage(viewport = PHONE): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ viewport });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE.timeout);
  return page;
}

/** The phone of staff01, on which a task and a self-correction were read, and whose network the proxy is. */
async function phoneOfStaff(deptTaskId: string, correctionId: string): Promise<Page> {
  const page = await freshPage();
  await startSignedIn(page, proxy.url, 'staff01', STAFF_PASSWORD);
  await waitForWorker(page);
  await waitForOfflineDetail(page, deptTaskId);
  await waitForOfflineDetail(page, correctionId, 'correction');
  return page;
}

async function asAdmin(viewport: { width: number; height: number }): Promise<Page> {
  const page = await freshPage(viewport);
  await startSignedIn(page, server.url, 'admin01', 'Admin2026');
  return page;
}

const tokenOf = (userNo: string): Promise<string> => signInByCall(server.url, { userNo, password: userNo.startsWith('admin') ? 'Admin2026' : STAFF_PASSWORD });

const goOffline = (): void => {
  proxy.decide = () => 'cutBefore';
};

/** The network is back, and the person looks at what waits. */
async function comeBack(phone: Page): Promise<void> {
  proxy.decide = () => 'pass';
  await open(phone, '/sync/index');
  await heading(phone, '离线与同步').waitFor();
  await main(phone).getByRole('button', { name: '立即同步' }).click();
}

async function openCorrectionOn(phone: Page, id: string): Promise<void> {
  await open(phone, `/mytask/self-innovate/${id}`);
  await heading(phone, '完成自纠').waitFor();
  await cards(phone).first().waitFor();
}

/** An open self-correction of staff01's department, of a task that can still be cancelled. */
const openCorrection = (): { id: string; taskId: string; taskName: string } =>
  query<{ id: string; taskId: string; taskName: string }>(
    server,
    `select c.id, c.task_id as taskId, t.task_name as taskName from self_correction as c join task as t on t.id = c.task_id
     join employee as e on e.dept_id = c.dept_id and e.account = 'staff01' where c.corrected_at is null and t.cancelled_at is null and t.submitted_count < t.dept_count`,
  )[0]!;

describe('a correction that is too late', () => {
  test('since the self-correction was confirmed is explained, handed in, and stays on record', async () => {
    const correction = openCorrection();
    const phone = await phoneOfStaff(openDeptTask(server.dataDir, 'staff01', 20), correction.id);
    await openCorrectionOn(phone, correction.id);
    goOffline();
    await correctItem(cards(phone).first(), '夜班已更换锐器盒', photo);

    const staff02 = await tokenOf('staff02');
    const { items } = await call(server.url, 'queryCompanySelfCorrectById', { params: { id: correction.id } }, staff02);
    const correctedAt = new Date().toISOString();
    const entries = items.map(({ itemId, revision }) => ({ id: uuidv7(), itemId, measures: '同事已整改', responsible: '王芳', photosAfter: [], correctedAt, baseRevision: revision }));
    await call(server.url, 'saveCompanySelfCorrectInfo', { body: { id: correction.id, entries } }, staff02);
    const admin01 = await tokenOf('admin01');
    const { version } = await call(server.url, 'queryCompDeptSelfCorrectById', { params: { id: correction.id } }, admin01);
    await call(server.url, 'confirmSelfCorrect', { body: { id: correction.id, version } }, admin01);

    await comeBack(phone);
    const kept = main(phone).getByRole('region', { name: `自纠 · ${correction.taskName}` });
    await kept.getByText('未能上传').first().waitFor();
    await kept.getByText(/^已整改：夜班已更换锐器盒 · \d 张照片$/).waitFor();
    await kept.getByText(/^自纠已由 .+ 于 .+ 确认$/).waitFor();
    await kept.getByRole('button', { name: '交管理员处理' }).click();
    await late(phone).getByRole('listitem').filter({ hasText: '夜班已更换锐器盒' }).getByText('待管理员处理').waitFor();
    await main(phone).getByText('全部已送达').first().waitFor();

    const admin = await asAdmin(PHONE);
    await open(admin, '/taskmanage/late');
    await heading(admin, '迟到的填写').waitFor();
    const piece = late(admin).getByRole('listitem').filter({ hasText: '夜班已更换锐器盒' });
    await piece.getByText(`自纠 · ${correction.taskName}`).waitFor();
    await piece.getByText('同事已整改').waitFor();
    await piece.getByText(/：自纠已由 .+ 于 .+ 确认$/).waitFor();
    await piece.getByText('自纠已确认，采纳后只留作记录。').waitFor();
    await piece.getByRole('group', { name: /照片/ }).or(piece.getByRole('button', { name: /照片/ })).first().waitFor();
    await piece.getByRole('button', { name: '采纳', exact: true }).click();
    await admin.getByRole('alertdialog', { name: '采纳迟到的填写' }).getByRole('button', { name: '采纳', exact: true }).click();
    await piece.getByText(/ 已采纳$/).waitFor();

    // A confirmed self-correction is not changed.
    expect(query(server, 'select distinct measures from self_correction_item where self_correction_id = ?', correction.id)).toEqual([{ measures: '同事已整改' }]);
    await reload(phone);
    await late(phone).getByText(/ 已采纳，自纠已确认，仅留作记录$/).waitFor();
  }, 300_000);

  test('since its task was cancelled is explained, handed in, and refused with a reason', async () => {
    const correction = openCorrection();
    const phone = await phoneOfStaff(openDeptTask(server.dataDir, 'staff01', 20), correction.id);
    await openCorrectionOn(phone, correction.id);
    goOffline();
    await correctItem(cards(phone).first(), '夜班已更换锐器盒');
    await call(server.url, 'cancelTask', { body: { id: correction.taskId, reason: '与季度检查重复' } }, await tokenOf('admin01'));

    await comeBack(phone);
    const kept = main(phone).getByRole('region', { name: `自纠 · ${correction.taskName}` });
    await kept.getByText('已整改：夜班已更换锐器盒').waitFor();
    await kept.getByText('任务已取消（与季度检查重复）').waitFor();
    await kept.getByRole('button', { name: '交管理员处理' }).click();
    await late(phone).getByRole('listitem').filter({ hasText: '夜班已更换锐器盒' }).getByText('待管理员处理').waitFor();

    const admin = await asAdmin(PHONE);
    await open(admin, '/taskmanage/late');
    const piece = late(admin).getByRole('listitem').filter({ hasText: '夜班已更换锐器盒' });
    await piece.getByText('任务已取消，采纳后只留作记录。').waitFor();
    await piece.getByRole('button', { name: '不采纳' }).click();
    const sheet = admin.getByRole('dialog', { name: '不采纳' });
    await sheet.getByRole('button', { name: '确认不采纳' }).click();
    await sheet.getByText('必填项不能为空').waitFor();
    await sheet.getByLabel(/^不采纳的原因/).fill('下季度一并整改');
    await sheet.getByRole('button', { name: '确认不采纳' }).click();
    await piece.getByText(/ 未采纳：下季度一并整改$/).waitFor();

    await reload(phone);
    await late(phone).getByText('未采纳', { exact: true }).waitFor();
    await late(phone).getByText(/：下季度一并整改$/).waitFor();
  }, 300_000);

  test('and comes in a ZIP waits too; the dry run says so and changes nothing, and the phone sends nothing twice', async () => {
    const correction = openCorrection();
    const phone = await phoneOfStaff(openDeptTask(server.dataDir, 'staff01', 20), correction.id);
    await openCorrectionOn(phone, correction.id);
    goOffline();
    await correctItem(cards(phone).first(), '夜班已更换锐器盒', photo);
    await open(phone, '/sync/index');
    await heading(phone, '离线与同步').waitFor();
    const [download] = await Promise.all([phone.waitForEvent('download'), main(phone).getByRole('button', { name: '导出待上传内容' }).click()]);
    const zip = join(folder, 'waiting.zip');
    await download.saveAs(zip);
    await call(server.url, 'cancelTask', { body: { id: correction.taskId, reason: '与季度检查重复' } }, await tokenOf('admin01'));

    const admin = await asAdmin(PHONE);
    await open(admin, '/taskmanage/late');
    await late(admin).waitFor();
    const stored = () => query(server, 'select entry_id from late_work order by entry_id');
    const before = stored();
    await main(admin).getByRole('button', { name: '导入', exact: true }).click();
    const sheet = admin.getByRole('dialog', { name: '导入手机导出的文件' });
    await sheet.getByLabel('选择 ZIP 文件').setInputFiles(zip);
    await sheet.getByText('导入后待处理 1').waitFor();
    await sheet.getByText(/^1 项整改、\d 张照片/).first().waitFor();
    await sheet.getByText(/（整改）：任务已取消（与季度检查重复）$/).waitFor();
    expect(stored()).toEqual(before);
    await sheet.getByRole('button', { name: '导入 1 项' }).click();
    await sheet.getByText('已导入，待处理 1').waitFor();
    await sheet.getByRole('button', { name: '完成' }).click();
    await late(admin).getByRole('listitem').filter({ hasText: '夜班已更换锐器盒' }).getByText(/由管理员 .+ 从导出文件导入：任务已取消/).waitFor();
    const after = stored();
    expect(after).toHaveLength(before.length + 1);

    await comeBack(phone);
    await main(phone).getByText('全部已送达').first().waitFor();
    await late(phone).getByText(/^管理员 .+ 从导出文件导入$/).waitFor();
    expect(stored()).toEqual(after);
  }, 300_000);
});

test('several pieces are decided at once: those accepted hold now and keep what was there, those refused tell their person why', async () => {
  const deptTaskId = openDeptTask(server.dataDir, 'staff01', 20);
  const correction = openCorrection();
  const phone = await phoneOfStaff(deptTaskId, correction.id);
  await open(phone, `/mytask/index/${deptTaskId}`);
  await heading(phone, '完成任务').waitFor();
  await pointCard(phone, 3).waitFor();
  goOffline();
  await answerPoint(phone, 0, '不适用', '本科室没有此项');
  await answerPoint(phone, 1, '不合格', '锐器盒超过四分之三', photo);
  await answerPoint(phone, 2, '合格', '夜班看过一遍');
  await answerPoint(phone, 3, '合格', '夜班看过两遍');
  await openCorrectionOn(phone, correction.id);
  await correctItem(cards(phone).first(), '夜班已更换锐器盒');

  // Meanwhile a colleague answers the first point and writes on the item, and the person goes to another department.
  const staff02 = await tokenOf('staff02');
  const { points, taskId } = await call(server.url, 'queryTaskCheckPointInfo', { params: { id: deptTaskId } }, staff02);
  const [first] = points;
  const at = new Date().toISOString();
  const answer = { id: uuidv7(), pointId: first!.pointId, result: 'qualified' as const, remark: '白班已查', photos: [], answeredAt: at, baseRevision: first!.answer?.revision ?? 0 };
  await call(server.url, 'saveAnswers', { body: { deptTaskId, entries: [answer] } }, staff02);
  const { items } = await call(server.url, 'queryCompanySelfCorrectById', { params: { id: correction.id } }, staff02);
  const [{ itemId, revision }] = items as [(typeof items)[number]];
  const words = { measures: '白班已申领', responsible: '王芳', photosAfter: [], correctedAt: null };
  await call(server.url, 'saveCompanySelfCorrectInfo', { body: { id: correction.id, entries: [{ id: uuidv7(), itemId, baseRevision: revision, ...words }] } }, staff02);
  const admin01 = await tokenOf('admin01');
  const { records } = await call(server.url, 'queryCompanyAccountPage', { query: { pageNum: 1, pageSize: 50, account: 'staff01' } }, admin01);
  const person = records.find(({ account }) => account === 'staff01')!;
  const surgery = (await call(server.url, 'queryCompanyDeptList', {}, admin01)).find(({ deptName }) => deptName === '外科')!;
  await call(server.url, 'updateCompanyAccount', { body: { id: person.id, employeeName: person.employeeName, deptId: surgery.id } }, admin01);

  await comeBack(phone);
  await main(phone).getByRole('button', { name: '4 项未能上传，全部交管理员处理' }).click();
  const kept = main(phone).getByRole('region', { name: `自纠 · ${correction.taskName}` });
  await kept.getByText(/您已调到其他科室/).waitFor();
  await kept.getByRole('button', { name: '交管理员处理' }).click();
  await late(phone).getByText('待管理员处理').nth(4).waitFor();
  await main(phone).getByText('全部已送达').first().waitFor();

  const admin = await asAdmin(DESKTOP);
  await open(admin, '/taskmanage/late');
  await heading(admin, '迟到的填写').waitFor();
  const piece = (text: string) => late(admin).getByRole('listitem').filter({ hasText: text });
  const bar = late(admin).getByRole('region', { name: '批量操作' });
  // The demonstration has some that wait already.
  await late(admin).getByRole('checkbox').nth(4).waitFor();
  const count = await late(admin).getByRole('checkbox').count();
  expect(await bar.getByRole('button', { name: '采纳', exact: true }).count()).toBe(0);
  await bar.getByRole('button', { name: '选择本页' }).click();
  await bar.getByText(`已选 ${count}/${count} 项`).waitFor();
  await bar.getByRole('button', { name: '取消选择' }).click();
  const accepted = ['本科室没有此项', '锐器盒超过四分之三', '夜班已更换锐器盒'];
  const refused = ['夜班看过一遍', '夜班看过两遍'];
  for (const text of accepted) await piece(text).getByRole('checkbox').check();
  await bar.getByText(`已选 3/${count} 项`).waitFor();
  await bar.getByRole('button', { name: '采纳', exact: true }).click();
  await admin.getByRole('alertdialog', { name: '采纳迟到的填写' }).getByRole('button', { name: '采纳', exact: true }).click();
  for (const text of accepted) await piece(text).getByText(/ 已采纳$/).waitFor();
  for (const text of refused) await piece(text).getByRole('checkbox').check();
  await bar.getByText(`已选 2/${count - 3} 项`).waitFor();
  await bar.getByRole('button', { name: '不采纳' }).click();
  const sheet = admin.getByRole('dialog', { name: '不采纳 2 项' });
  await sheet.getByLabel(/^不采纳的原因/).fill('以白班复查的结果为准');
  await sheet.getByRole('button', { name: '确认不采纳' }).click();
  for (const text of refused) await piece(text).getByText(/ 未采纳：以白班复查的结果为准$/).waitFor();
  await bar.getByText(`已选 0/${count - 5} 项`).waitFor();

  expect(
    query(
      server,
      `select answer.result, answer.remark, employee.account from answer left join employee on employee.id = answer.answered_by
       where answer.dept_task_id = ? order by answer.seq limit 4`,
      deptTaskId,
    ),
  ).toEqual([
    { result: 'notApplicable', remark: '本科室没有此项', account: 'staff01' },
    { result: 'unqualified', remark: '锐器盒超过四分之三', account: 'staff01' },
    { result: null, remark: '', account: null },
    { result: null, remark: '', account: null },
  ]);

  // A colleague reads what holds now, and what was there before.
  const colleague = await freshPage();
  await startSignedIn(colleague, server.url, 'staff02', STAFF_PASSWORD, `/mytask/index/${deptTaskId}/${taskId}`);
  await main(colleague).getByRole('button', { name: '修改记录（2）' }).click();
  const history = colleague.getByRole('dialog', { name: '修改记录' });
  for (const text of ['本科室没有此项', '白班已查']) await history.getByText(text).waitFor();
  await open(admin, `/selfcheckkeshi/selfinspection/${correction.id}`);
  const item = main(admin).getByRole('list', { name: '整改项' }).locator('> li').filter({ hasText: '夜班已更换锐器盒' });
  await item.getByRole('button', { name: /^整改记录/ }).click();
  const corrections = admin.getByRole('dialog', { name: '整改记录' });
  for (const text of ['夜班已更换锐器盒', '白班已申领']) await corrections.getByText(text).waitFor();

  await reload(phone);
  await expect.poll(() => late(phone).getByText('已采纳', { exact: true }).count(), PATIENCE).toBe(3);
  expect(await late(phone).getByText(/：以白班复查的结果为准$/).count()).toBe(2);
}, 300_000);
