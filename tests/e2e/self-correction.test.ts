import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterEach, expect, test } from 'vitest';
import { shanghaiDay } from '#contract/calendar.ts';
import { type BrowserProcess, lightBrowserProcess, PHONE } from '../support/browser-process.ts';
import { makePhoto } from '../support/photo.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';
import { correctItem, heading, open, reload, startSignedIn, syncMark, waitForOfflineDetail, waitForWorker } from './screen.ts';
import { copySeededData, query } from './seeded-data.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function freshServer(): Promise<ServerProcess> {
  const data = await copySeededData();
  cleanUps.push(data.remove);
  const server = await serverProcess({ dataDir: data.dataDir });
  await server.start();
  cleanUps.push(server.kill);
  return server;
}

async function freshProfile(): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'zyzc-profile-'));
  cleanUps.push(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  return profile;
}

async function freshBrowser(profile: string): Promise<BrowserProcess> {
  const browser = await lightBrowserProcess(profile);
  cleanUps.push(browser.close);
  return browser;
}

async function onePhoto(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zyzc-photo-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'after.jpg');
  await writeFile(path, await makePhoto(2000, 1200, [30, 90, 160]));
  return path;
}

interface StoredItem {
  id: string;
  measures: string;
  responsible: string;
  photos_after: string;
  corrected_at: string | null;
  return_reason: string | null;
  revision: number;
}
const storedItems = (server: ServerProcess, id: string): StoredItem[] =>
  query(
    server,
    `select i.* from self_correction_item as i join self_correction as c on c.id = i.self_correction_id
     join answer as a on a.dept_task_id = c.dept_task_id and a.point_id = i.point_id where c.id = ? order by a.seq`,
    id,
  );

/** The open self-correction of 内科 in which an item was returned, and others are untouched. */
const correctionOfStaff01 = (server: ServerProcess): { id: string; task_name: string; item_count: number } =>
  query<{ id: string; task_name: string; item_count: number }>(
    server,
    `select c.id, t.task_name, c.item_count from self_correction as c join task as t on t.id = c.task_id
     join employee as e on e.dept_id = c.dept_id and e.account = 'staff01'
     where c.corrected_at is null and exists
       (select 1 from self_correction_item as i where i.self_correction_id = c.id and i.return_reason is not null and i.corrected_at is null)`,
  )[0]!;

const cardsOf = (page: Page): Locator => page.locator('[role="group"][data-point]');

test('corrected without a server, killed, delivered once, returned with a reason, confirmed', async () => {
  const server = await freshServer();
  const photo = await onePhoto();
  const { id, task_name: taskName, item_count: itemCount } = correctionOfStaff01(server);
  const before = storedItems(server, id);
  const returnedAt = before.findIndex((item) => item.return_reason !== null);

  const profile = await freshProfile();
  const phone = await freshBrowser(profile);
  const staff = await phone.newPage(PHONE);
  await startSignedIn(staff, server.url, 'staff01', 'Staff2026');
  await waitForWorker(staff);
  // Never opened: it was fetched ahead.
  await waitForOfflineDetail(staff, id, 'correction');
  // Chromium writes Cache Storage and localStorage to disk some five seconds late: what was fetched ahead, unlike what
  // is entered, would otherwise be gone after the kill.
  await staff.waitForTimeout(8000);

  await server.stop();
  await open(staff, '/mytask/self-innovate');
  await heading(staff, '我的自纠').waitFor();
  await staff.getByRole('link', { name: taskName }).first().click();
  await heading(staff, '完成自纠').waitFor();
  const cards = cardsOf(staff);
  await cards.nth(itemCount - 1).waitFor();
  // The administrator's reason is on exactly the item that was returned, without a network.
  expect(await cards.nth(returnedAt).textContent()).toContain(`退回原因：${before[returnedAt]!.return_reason}`);
  expect(await staff.getByText('退回原因：').count()).toBe(1);

  const toDo = before.flatMap((item, index) => (item.corrected_at === null ? [index] : []));
  for (const index of toDo) await correctItem(cards.nth(index), `已整改到位第${index}项`, index === toDo[0] ? photo : undefined);
  await staff.getByText(`已整改 ${itemCount}/${itemCount}`).waitFor();
  await staff.getByText('已全部整改（待上传）').waitFor();
  // Every screen says the same of it, and counts an item once, however often it was stored and tried.
  await open(staff, '/sync/index');
  const waiting = staff.getByRole('region', { name: `自纠 · ${taskName}` });
  await waiting.getByText(`待上传 ${toDo.length}`, { exact: true }).waitFor();
  await waiting.getByText(new RegExp(`^${toDo.length} 项整改`)).waitFor();
  await open(staff, '/index');
  await staff.getByRole('link', { name: /我的自纠.*1 份待上传/ }).waitFor();
  await expect.poll(() => staff.getByRole('region', { name: '现在要做' }).getByRole('link').filter({ hasText: taskName }).filter({ hasText: '自纠' }).count()).toBe(0);
  await phone.kill();

  const reopened = await freshBrowser(profile);
  const again = await reopened.newPage(PHONE);
  await again.goto(`${server.url}/#/mytask/self-innovate/${id}`);
  await heading(again, '完成自纠').waitFor();
  await again.getByText(`已整改 ${itemCount}/${itemCount}`).waitFor();
  for (const index of toDo) {
    expect(await cardsOf(again).nth(index).getByLabel('整改措施').inputValue()).toBe(`已整改到位第${index}项`);
  }

  await server.start();
  await syncMark(again, '全部已送达').waitFor({ timeout: 90_000 });
  const delivered = storedItems(server, id);
  for (const index of toDo) {
    expect(delivered[index]).toMatchObject({ measures: `已整改到位第${index}项`, responsible: '护士长' });
    expect(delivered[index]?.corrected_at).not.toBeNull();
  }
  const photos = JSON.parse(delivered[toDo[0]!]!.photos_after) as string[];
  expect(photos).toContain(query<{ sha256: string }>(server, 'select sha256 from file order by created_at desc limit 1')[0]!.sha256);
  // Each value that reached the server stands in the history once: as many as the revisions say.
  const history = query<{ count: number }>(server, 'select count(*) as count from self_correction_history where self_correction_id = ?', id)[0]!.count;
  expect(history).toBe(delivered.reduce((sum, { revision }) => sum + revision, 0));
  const [correction] = query<{ corrected_at: string | null }>(server, 'select corrected_at from self_correction where id = ?', id);
  expect(correction?.corrected_at).not.toBeNull();

  const admin = await (await freshBrowser(await freshProfile())).newPage(PHONE);
  await startSignedIn(admin, server.url, 'admin01', 'Admin2026', '/selfcheckkeshi/selfinspection');
  await heading(admin, '科室自纠记录').waitFor();
  await admin.getByRole('button', { name: '待确认' }).click();
  await open(admin, `/selfcheckkeshi/selfinspection/${id}`);
  await heading(admin, '科室自纠详情').waitFor();
  const items = admin.getByRole('list', { name: '整改项' }).locator('> li');
  await items.nth(itemCount - 1).waitFor();
  expect(await items.count()).toBe(itemCount);
  expect(await items.nth(toDo[0]!).textContent()).toContain(`已整改到位第${toDo[0]}项`);
  await items.nth(toDo[0]!).getByRole('group', { name: /^整改后照片/ }).locator('img').first().waitFor();

  // All results of that inspection, what failed first, and back.
  await admin.getByRole('link', { name: '查看本次自查的全部结果' }).click();
  await heading(admin, '科室详情').waitFor();
  const results = admin.getByRole('list', { name: '自查结果' }).locator('> li');
  await results.nth(itemCount - 1).getByText('不合格', { exact: true }).waitFor();
  await admin.getByRole('link', { name: '查看本次自查的自纠' }).click();
  await heading(admin, '科室自纠详情').waitFor();

  await items.nth(toDo[0]!).getByRole('button', { name: /^退回此项/ }).click();
  const sheet = admin.getByRole('dialog', { name: '退回内科的整改项' });
  await sheet.getByLabel('退回原因').fill('照片看不清，请重拍');
  await sheet.getByRole('button', { name: '退回 1 项' }).click();
  await items.nth(toDo[0]!).getByText('退回原因：').waitFor();
  expect(await admin.getByRole('button', { name: '确认整改' }).count()).toBe(0);

  // The person finds the reason on the phone, on that item alone, and puts it right.
  await open(again, '/mytask/self-innovate');
  await heading(again, '我的自纠').waitFor();
  // The list may have been asked for between the delivery and the return: a new start asks for it again.
  await reload(again);
  await again.getByRole('link', { name: taskName }).filter({ hasText: '退回 1 项' }).click();
  await heading(again, '完成自纠').waitFor();
  const returned = cardsOf(again).nth(toDo[0]!);
  await returned.getByText('照片看不清，请重拍').waitFor();
  expect(await again.getByText('退回原因：').count()).toBe(1);
  // As it was, it cannot be handed in again: neither by its own mark nor with all.
  expect(await returned.getByRole('checkbox', { name: '已整改' }).isDisabled()).toBe(true);
  await returned.getByText('退回后还没有修改：改过整改措施、责任人或照片后可标记').waitFor();
  await again.getByRole('button', { name: '提交整改' }).click();
  const sheetAgain = again.getByRole('dialog', { name: '提交整改' });
  await sheetAgain.getByText('退回后没有修改，请先修改（1 项）').waitFor();
  expect(await sheetAgain.getByRole('button', { name: '没有可提交的' }).isDisabled()).toBe(true);
  await sheetAgain.getByRole('button', { name: '继续填写' }).click();
  await returned.getByLabel('整改措施').fill('已重拍整改后的照片');
  await returned.getByRole('checkbox', { name: '已整改' }).check();
  await again.getByText(`已整改 ${itemCount}/${itemCount}`).waitFor();
  await syncMark(again, '全部已送达').waitFor({ timeout: 60_000 });

  await reload(admin);
  await heading(admin, '科室自纠详情').waitFor();
  await admin.getByRole('button', { name: '确认整改' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: '确认整改' }).click();
  await admin.getByText('已确认', { exact: true }).first().waitFor();
  await expect
    .poll(() => query<{ confirmed_at: string | null }>(server, 'select confirmed_at from self_correction where id = ?', id)[0]?.confirmed_at)
    .not.toBeNull();

  // The ledger holds what the list shows: the confirmed ones, each item once.
  await open(admin, '/selfcheckkeshi/selfinspection');
  await admin.getByRole('button', { name: '已确认' }).click();
  await admin.getByRole('link', { name: '内科' }).first().waitFor();
  const [download] = await Promise.all([admin.waitForEvent('download'), admin.getByRole('button', { name: '导出' }).click()]);
  expect(download.suggestedFilename()).toBe(`整改台账_${shanghaiDay(new Date())}.xlsx`);
  const [header = [], ...rows] = await readSheet(await readFile(await download.path()), '整改台账');
  const column = (title: string, of = rows): unknown[] => of.map((row) => row[header.indexOf(title)]);
  expect(new Set(column('状态'))).toEqual(new Set(['已确认']));
  const own = rows.filter((row) => row[header.indexOf('任务')] === taskName && row[header.indexOf('科室')] === '内科');
  expect(column('整改措施', own)).toEqual(storedItems(server, id).map(({ measures }) => measures));
}, 300_000);
