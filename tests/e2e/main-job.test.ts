import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { type BrowserProcess, browserProcess, PHONE } from '../support/browser-process.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { makePhoto } from '../support/photo.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';
import { askAllTheSame, heading, open, shownCards, signIn, syncMark, waitForOfflineDetail, waitForWorker } from './screen.ts';
import { copySeededData, query } from './seeded-data.ts';

const POINTS = 40;
const REMARKS = ['第三治疗室锐器盒超过四分之三未更换', '两份处方缺少药师审核签名'];

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
  const browser = await browserProcess(profile);
  cleanUps.push(browser.close);
  return browser;
}

/** Issues a task of 40 points to 内科 and 外科 through the screens of an administrator. */
async function issueTask(page: Page, taskName: string): Promise<void> {
  await open(page, '/taskmanage/create');
  await heading(page, '下发任务').waitFor();
  await page.getByRole('radio', { name: '专项自查' }).check();
  await page.getByLabel('任务名称').fill(taskName);
  await page.getByRole('checkbox', { name: '内科', exact: true }).check();
  await page.getByRole('checkbox', { name: '外科', exact: true }).check();
  await askAllTheSame(page);
  const tree = page.getByRole('region', { name: '检查要点' });
  const openers = tree.getByRole('button', { name: /^展开/ });
  // The first branches give more than enough points; each is opened down to its points.
  for (let opened = 0; opened < 12; opened += 1) await openers.first().click();
  const points = tree.locator('li:not(:has(li)) input[type="checkbox"]');
  for (let index = 0; index < POINTS; index += 1) await points.nth(index).check();
  await page.getByText(`2 个科室 · ${POINTS} 个要点`).waitFor();
  await page.getByRole('button', { name: '预览' }).click();
  const preview = page.getByRole('dialog', { name: '任务预览' });
  await preview.getByText('内科、外科').waitFor();
  await preview.getByRole('button', { name: '确认下发' }).click();
  await heading(page, '任务列表').waitFor();
  await page.getByRole('link', { name: taskName }).first().waitFor();
}

function deptTaskId(server: ServerProcess, taskName: string, deptName: string): string {
  return query<{ id: string }>(
    server,
    `select dept_task.id from dept_task join task on task.id = dept_task.task_id join dept on dept.id = dept_task.dept_id
     where task.task_name = ? and dept.dept_name = ? and task.comp_no = dept.comp_no`,
    taskName,
    deptName,
  )[0]!.id;
}

interface Expected {
  name: string;
  result: '合格' | '不合格' | '不适用';
  remark: string;
}

/** Answers every point: two 不合格 with remark and photo, every seventh 不适用, the others 合格. */
async function answerAll(page: Page, photos: string[]): Promise<Expected[]> {
  const cards = page.locator('[role="group"][data-point]');
  await cards.nth(POINTS - 1).waitFor();
  expect(await cards.count()).toBe(POINTS);
  const expected: Expected[] = [];
  for (let index = 0; index < POINTS; index += 1) {
    const card = cards.nth(index);
    const failed = [4, 21].indexOf(index);
    const result = failed >= 0 ? '不合格' : index % 7 === 3 ? '不适用' : '合格';
    await card.getByRole('radio', { name: result, exact: true }).check();
    if (failed >= 0) {
      await card.getByRole('textbox', { name: /^说明/ }).fill(REMARKS[failed]!);
      await card.locator('input[type="file"]').first().setInputFiles(photos[failed]!);
      await card.getByRole('button', { name: '查看照片 1' }).waitFor();
    }
    const content = await card.locator(`#${await card.getAttribute('aria-labelledby').then(CSS_ESCAPE)}`).textContent();
    expected.push({ name: content ?? '', result, remark: failed >= 0 ? REMARKS[failed]! : '' });
  }
  return expected;
}

/** React's ids hold characters that a selector would misread. */
const CSS_ESCAPE = (id: string | null): string => (id ?? '').replace(/[^\w-]/g, (character) => `\\${character}`);

/** A card that is answered and out of sight folds, and has no choices then. */
async function expectAnswers(page: Page, expected: Expected[]): Promise<void> {
  expect(Object.values(await shownCards(page)).map(({ result }) => result)).toEqual(expected.map(({ result }) => wire[result]));
  for (const [index, { remark }] of expected.entries()) {
    if (remark !== '') expect(await page.locator('[role="group"][data-point]').nth(index).textContent()).toContain(remark);
  }
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: '提交', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: '提交自查结果' });
  await sheet.getByRole('button', { name: '确认提交' }).click();
}

async function twoPhotos(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'zyzc-photo-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  const paths = [join(folder, 'one.jpg'), join(folder, 'two.jpg')];
  await writeFile(paths[0]!, await makePhoto(2000, 1200, [200, 40, 30]));
  await writeFile(paths[1]!, await makePhoto(1200, 2000, [20, 120, 60]));
  return paths;
}

/** What the server's tables hold of one department task. */
function stored(server: ServerProcess, id: string) {
  const answers = query<{ result: string | null; remark: string; photos: string; revision: number }>(
    server,
    'select result, remark, photos, revision from answer where dept_task_id = ? order by seq',
    id,
  );
  const history = query<{ count: number }>(server, 'select count(*) as count from answer_history where dept_task_id = ?', id)[0]!.count;
  const conflicts = query<{ count: number }>(
    server,
    'select count(*) as count from answer_history where dept_task_id = ? and is_conflict = 1',
    id,
  )[0]!.count;
  const deptTask = query<{ submitted_at: string | null; answered_count: number; unqualified_count: number }>(
    server,
    'select submitted_at, answered_count, unqualified_count from dept_task where id = ?',
    id,
  )[0]!;
  const corrections = query<{ item_count: number }>(server, 'select item_count from self_correction where dept_task_id = ?', id);
  const photos = answers.flatMap((answer) => JSON.parse(answer.photos) as string[]);
  const files = photos.map((sha256) => query<{ count: number }>(server, 'select count(*) as count from file where sha256 = ?', sha256)[0]!.count);
  return { answers, history, conflicts, deptTask, corrections, photos, files };
}

const wire = { 合格: 'qualified', 不合格: 'unqualified', 不适用: 'notApplicable' } as const;

function expectStoredOnce(server: ServerProcess, id: string, expected: Expected[]): void {
  const held = stored(server, id);
  expect(held.answers.map(({ result, remark }) => ({ result, remark }))).toEqual(
    expected.map(({ result, remark }) => ({ result: wire[result], remark })),
  );
  expect(held.deptTask).toMatchObject({ answered_count: POINTS, unqualified_count: 2 });
  expect(held.deptTask.submitted_at).not.toBeNull();
  expect(held.conflicts).toBe(0);
  expect(held.corrections).toEqual([{ item_count: 2 }]);
  expect(new Set(held.photos).size).toBe(2);
  expect(held.files).toEqual([1, 1]);
  // Each value that reached the server stands in the history once: as many as the revisions say.
  expect(held.history).toBe(held.answers.reduce((sum, { revision }) => sum + revision, 0));
}

async function expectSubmitted(page: Page): Promise<void> {
  await page.getByText(/^已提交/).first().waitFor({ timeout: 60_000 });
}

describe('the main job', { retry: 0 }, () => {
  test('issued, filled in without a server, killed, sent without a tap, seen by the administrator', async () => {
    const server = await freshServer();
    const taskName = '离线专项自查四十项';
    const photos = await twoPhotos();

    const adminBrowser = await freshBrowser(await freshProfile());
    const admin = await adminBrowser.newPage(PHONE);
    await signIn(admin, server.url, 'admin01', 'Admin2026');
    await issueTask(admin, taskName);
    const id = deptTaskId(server, taskName, '内科');

    const profile = await freshProfile();
    const phone = await freshBrowser(profile);
    const staff = await phone.newPage(PHONE);
    await signIn(staff, server.url, 'staff01', 'Staff2026');
    await waitForWorker(staff);
    await waitForOfflineDetail(staff, id);

    await server.stop();
    await open(staff, '/mytask/index');
    await heading(staff, '我的任务').waitFor();
    await staff.getByRole('link', { name: taskName }).first().click();
    await heading(staff, '完成任务').waitFor();
    const expected = await answerAll(staff, photos);
    await staff.getByText(`已查 ${POINTS}/${POINTS}`).waitFor();
    await submit(staff);
    await staff.getByText('已提交（待上传）').waitFor();
    await phone.kill();

    const reopened = await freshBrowser(profile);
    const again = await reopened.newPage(PHONE);
    await again.goto(`${server.url}/#/mytask/index/${id}`);
    await heading(again, '完成任务').waitFor();
    await again.getByText('已提交（待上传）').waitFor();
    const cards = again.locator('[role="group"][data-point]');
    await cards.nth(POINTS - 1).waitFor();
    await expectAnswers(again, expected);
    await again.getByText('待上传', { exact: true }).first().waitFor();

    await server.start();
    await syncMark(again, '全部已送达').waitFor({ timeout: 90_000 });
    expectStoredOnce(server, id, expected);

    await open(admin, '/taskmanage/index');
    await admin.getByRole('link', { name: taskName }).first().click();
    await heading(admin, '任务详情').waitFor();
    await admin.getByRole('link', { name: '内科' }).click();
    await heading(admin, '科室详情').waitFor();
    const results = admin.getByRole('list', { name: '自查结果' }).locator('> li');
    await results.nth(POINTS - 1).waitFor();
    expect(await results.count()).toBe(POINTS);
    // 不合格 stand first.
    for (const { name, result, remark } of expected) {
      const text = (await results.filter({ hasText: name }).textContent()) ?? '';
      expect(text).toContain(result);
      expect(text).toContain(remark);
    }
    const images = admin.getByRole('list', { name: '自查结果' }).locator('img');
    await images.nth(1).waitFor();
    expect(await images.count()).toBe(2);
    await admin.waitForFunction(() => [...document.querySelectorAll<HTMLImageElement>('ol img')].every((image) => image.naturalWidth > 0));
  }, 300_000);

  test('lessons 4, 5, 6: every save is answered into the void at first, with two tabs open: nothing is stored twice', async () => {
    const server = await freshServer();
    const seen = new Set<string>();
    const proxy = await startFaultProxy(server.port);
    proxy.decide = ({ path, body }) => {
      if (!/\/(saveAnswers|submit|upload\/)/.test(path)) return 'pass';
      const call = `${path} ${body.toString('latin1')}`;
      if (seen.has(call)) return 'pass';
      seen.add(call);
      return 'cutAfter';
    };
    cleanUps.push(proxy.close);
    const photos = await twoPhotos();
    const taskName = '断网重试专项自查';
    const admin = await (await freshBrowser(await freshProfile())).newPage(PHONE);
    await signIn(admin, server.url, 'admin01', 'Admin2026');
    await issueTask(admin, taskName);
    const id = deptTaskId(server, taskName, '内科');

    const phone = await freshBrowser(await freshProfile());
    const first = await phone.newPage(PHONE);
    await signIn(first, proxy.url, 'staff01', 'Staff2026');
    const second = await phone.newPage(PHONE);
    await second.goto(`${proxy.url}/#/mytask/index/${id}`);
    await heading(second, '完成任务').waitFor();
    await first.bringToFront();
    await open(first, `/mytask/index/${id}`);
    await heading(first, '完成任务').waitFor();
    const expected = await answerAll(first, photos);

    // Both tabs show one truth.
    await second.bringToFront();
    await second.getByText(`已查 ${POINTS}/${POINTS}`).waitFor();
    await expectAnswers(second, expected);
    await submit(second);
    await expectSubmitted(second);
    await syncMark(second, '全部已送达').waitFor({ timeout: 120_000 });
    expect(seen.size).toBeGreaterThan(2);
    expectStoredOnce(server, id, expected);
  }, 300_000);
});
