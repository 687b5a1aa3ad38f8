import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiPaths, fillPath } from '#contract/api-paths.ts';
import { lightBrowserProcess, type BrowserProcess } from '../support/browser-process.ts';
import { makePhoto } from '../support/photo.ts';
import { serverProcess, type ServerProcess } from '../support/server-process.ts';
import { heading, open, reload, signIn, syncMark, waitForOfflineDetail, waitForWorker } from './screen.ts';
import { copySeededData } from './seeded-data.ts';

const PASSWORD = 'Staff2026';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Chromium writes the app shell in Cache Storage to disk some five seconds late. */
const SHELL_WRITTEN_MS = 8000;

let server: ServerProcess;
let browser: BrowserProcess;
let profile: string;
let removeData: () => Promise<void>;

beforeEach(async () => {
  const data = await copySeededData();
  removeData = data.remove;
  server = await serverProcess({ dataDir: data.dataDir });
  await server.start();
  profile = await mkdtemp(join(tmpdir(), 'zyzc-shared-'));
  browser = await lightBrowserProcess(profile);
});
afterEach(async () => {
  await browser.close();
  await server.kill();
  await removeData();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

function inDatabase<T>(read: (database: Database.Database) => T): T {
  const database = new Database(join(server.dataDir, 'zyzc.db'), { readonly: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

/** The open department task of that account with most to answer, and the name of the person. */
const openTaskOf = (account: string) =>
  inDatabase(
    (database) =>
      database
        .prepare(
          `select dept_task.id as id, employee.employee_name as name from dept_task
           join employee on employee.dept_id = dept_task.dept_id join task on task.id = dept_task.task_id
           where employee.account = ? and dept_task.submitted_at is null and task.cancelled_at is null
           order by (select count(*) from answer where answer.dept_task_id = dept_task.id and answer.result is null) desc limit 1`,
        )
        .get(account) as { id: string; name: string },
  );

const answeredNow = (account: string): number =>
  inDatabase(
    (database) =>
      (
        database
          .prepare(
            `select count(*) as count from answer_history join employee on employee.id = answer_history.answered_by
             where employee.account = ? and answer_history.answered_at > ?`,
          )
          .get(account, new Date(Date.now() - 10 * 60_000).toISOString()) as { count: number }
      ).count,
  );

const waitingCards = (page: Page) => page.locator('[data-point]:not([data-saving])').filter({ hasText: /已保存|待上传/ });

/** Answers points that nobody answered before. */
async function answer(page: Page, deptTaskId: string, count: number): Promise<void> {
  await open(page, `/mytask/index/${deptTaskId}`);
  await heading(page, '完成任务').waitFor();
  for (let done = 1; done <= count; done += 1) {
    await page.locator('[data-point]:not([data-folded], :has(input:checked))').first().getByRole('radio', { name: '不适用', exact: true }).check();
    await expect.poll(() => waitingCards(page).count()).toBe(done);
  }
}

/** Hands the phone on, from any screen that has the menu. */
async function switchAccount(page: Page): Promise<void> {
  await open(page, '/index');
  await heading(page, '首页').waitFor();
  await page.getByRole('button', { name: '打开菜单' }).click();
  await page.getByRole('button', { name: '切换账号' }).click();
  await page.getByRole('heading', { name: '在这台设备用过' }).waitFor();
}

const choose = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) });

/** Says 离线解锁 once it is known that no server answers. */
const submit = (page: Page) => page.getByRole('button', { name: /^(登录|离线解锁)$/ });

async function tryUnlock(page: Page, name: string, password: string): Promise<void> {
  await choose(page, name).click();
  await page.getByRole('textbox', { name: '密码' }).fill(password);
  await submit(page).click();
}

test('lesson 22: two people share a phone without a network: each sees, keeps and sends the own entries alone, over SIGKILL', async () => {
  const [first, second] = [openTaskOf('staff01'), openTaskOf('staff03')];
  let page = await browser.newPage();
  await signIn(page, server.url, 'staff01', PASSWORD);
  await waitForWorker(page);
  const workerSince = Date.now();
  await waitForOfflineDetail(page, first.id);
  await switchAccount(page);
  await signIn(page, server.url, 'staff03', PASSWORD);
  await waitForOfflineDetail(page, second.id);
  await server.stop();

  await answer(page, second.id, 1);
  await switchAccount(page);
  await tryUnlock(page, first.name, PASSWORD);
  await heading(page, '首页').waitFor();
  await syncMark(page, '离线，已保存在本机').first().waitFor();
  await answer(page, first.id, 2);

  // Whoever uses the phone is there again after its end, without a password and without a network.
  await page.waitForTimeout(Math.max(0, SHELL_WRITTEN_MS - (Date.now() - workerSince)));
  await browser.kill();
  browser = await lightBrowserProcess(profile);
  page = await browser.newPage();
  await page.goto(`${server.url}/#/mytask/index/${first.id}`);
  await heading(page, '完成任务').waitFor();
  await expect.poll(() => waitingCards(page).count()).toBe(2);

  await switchAccount(page);
  await choose(page, first.name).getByText('2 项待上传').waitFor();
  await choose(page, second.name).getByText('1 项待上传').waitFor();
  // Who was left does not come back by the end of the phone, and opens by the password alone.
  await browser.kill();
  browser = await lightBrowserProcess(profile);
  page = await browser.newPage();
  await page.goto(`${server.url}/#/mytask/index/${second.id}`);
  await tryUnlock(page, second.name, 'Wrong2026');
  await page.getByText('密码错误，还可再试 4 次').waitFor();
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
  await submit(page).click();
  await heading(page, '完成任务').waitFor();
  await syncMark(page, '离线，已保存在本机').first().waitFor();
  await expect.poll(() => waitingCards(page).count()).toBe(1);
  // The other's task is not among the own.
  await open(page, `/mytask/index/${first.id}`);
  await page.getByRole('button', { name: '重试' }).waitFor();

  await server.start();
  await expect.poll(() => answeredNow('staff03'), { timeout: 60_000 }).toBe(1);
  await switchAccount(page);
  await choose(page, second.name).waitFor();
  await choose(page, first.name).getByText('2 项待上传').waitFor();
  expect(answeredNow('staff01')).toBe(0);
  await signIn(page, server.url, 'staff01', PASSWORD);
  await expect.poll(() => answeredNow('staff01'), { timeout: 60_000 }).toBe(2);
  expect(answeredNow('staff03')).toBe(1);
});

test('offline unlocking ends after five wrong passwords, and after seven days whatever the clock says later', async () => {
  const [first, second] = [openTaskOf('staff01'), openTaskOf('staff03')];
  const page = await browser.newPage();
  for (const [account, { id }] of [['staff01', first], ['staff03', second]] as const) {
    await signIn(page, server.url, account, PASSWORD);
    await waitForWorker(page);
    await waitForOfflineDetail(page, id);
    await switchAccount(page);
  }
  await server.stop();

  for (const left of [4, 3, 2, 1]) {
    await tryUnlock(page, first.name, 'Wrong2026');
    await page.getByText(`密码错误，还可再试 ${left} 次`).waitFor();
  }
  await tryUnlock(page, first.name, 'Wrong2026');
  await page.getByText(/密码连续输错 5 次，请联网后登录/).waitFor();
  await choose(page, first.name).getByText('需联网').waitFor();
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
  await submit(page).click();
  await page.getByText(/密码连续输错 5 次，请联网后登录/).waitFor();

  const now = Date.now();
  await page.clock.setSystemTime(now + 6 * DAY_MS);
  await reload(page);
  await choose(page, second.name).getByText('可离线解锁').waitFor();
  await page.clock.setSystemTime(now + 8 * DAY_MS);
  await reload(page);
  await choose(page, second.name).getByText('需联网').waitFor();
  await page.clock.setSystemTime(now);
  await reload(page);
  await choose(page, second.name).click();
  await choose(page, second.name).getByText('需联网').waitFor();
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
  await submit(page).click();
  await page.getByText(/已超过 7 天/).waitFor();

  // Online, the password opens both again.
  await server.start();
  await page.getByText(/暂时连接不上服务器|当前没有网络/).waitFor({ state: 'detached', timeout: 60_000 });
  for (const { account, name } of [{ account: 'staff01', ...first }, { account: 'staff03', ...second }]) {
    await signIn(page, server.url, account, PASSWORD);
    await switchAccount(page);
    await expect.poll(() => choose(page, name).getAttribute('aria-pressed')).toBe('true');
  }
  await server.stop();
  await reload(page);
  await choose(page, first.name).getByText('可离线解锁').waitFor();
  await choose(page, second.name).getByText('可离线解锁').waitFor();
});

test('where one window signs out, the other leads the same person back to the place, and nobody else', async () => {
  const [page, other] = [await browser.newPage(), await browser.newPage()];
  await signIn(page, server.url, 'staff01', PASSWORD);
  await other.goto(server.url);
  const place = `/mytask/index/${openTaskOf('staff01').id}`;
  const signOutElsewhere = async (): Promise<void> => {
    await open(page, place);
    await heading(page, '完成任务').waitFor();
    await other.getByRole('button', { name: '打开菜单' }).click();
    await other.getByRole('button', { name: '退出' }).click();
    await page.getByRole('button', { name: '登录' }).waitFor();
  };
  const signInHere = async (account: string): Promise<void> => {
    await page.getByLabel('账号').fill(account);
    await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
    await page.getByRole('button', { name: '登录' }).click();
  };

  await signOutElsewhere();
  await signInHere('staff01');
  await heading(page, '完成任务').waitFor();
  expect(new URL(page.url()).hash).toBe(`#${place}`);

  await heading(other, '首页').waitFor();
  await signOutElsewhere();
  await signInHere('staff03');
  await heading(page, '首页').waitFor();
  expect(await heading(page, '完成任务').count()).toBe(0);
});

/** Files of the browser's own cache in which the text occurs. */
async function cachedFilesWith(text: string): Promise<string[]> {
  const entries = (await readdir(profile, { recursive: true, withFileTypes: true })).filter((one) => one.isFile() && one.parentPath.includes('Cache_Data'));
  expect(entries.length).toBeGreaterThan(0);
  const found: string[] = [];
  for (const { parentPath, name } of entries) if ((await readFile(join(parentPath, name))).includes(text)) found.push(name);
  return found;
}

/** All that the page can read of what is stored on the phone, for whomever. */
const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage })];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error(name));
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
        });
        texts.push(JSON.stringify(rows));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      if (name.includes('precache') || name.includes('pdfjs') || name.includes('law')) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return texts.join('\n');
  });

test('after signing out, the phone has nothing of what was delivered', async () => {
  const REMARK = '退出后不可再读的说明';
  const { id } = openTaskOf('staff01');
  const page = await browser.newPage();
  await signIn(page, server.url, 'staff01', PASSWORD);
  await waitForWorker(page);
  await waitForOfflineDetail(page, id);
  await open(page, `/mytask/index/${id}`);
  await heading(page, '完成任务').waitFor();
  const pointId = await page.locator('[data-point]:not([data-folded], :has(input:checked))').first().getAttribute('data-point');
  const point = page.locator(`[data-point="${pointId}"]`);
  await point.getByRole('radio', { name: '不合格', exact: true }).check();
  await point.getByRole('textbox').fill(REMARK);
  await point.locator('input[type="file"]').first().setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await makePhoto(800, 600, [200, 30, 30]) });
  const stored = () =>
    inDatabase((database) => database.prepare('select photos from answer where remark = ?').get(REMARK) as { photos: string } | undefined)?.photos ?? '[]';
  await expect.poll(stored, { timeout: 60_000 }).not.toBe('[]');
  const [photo = ''] = JSON.parse(stored()) as string[];
  // As a screen reads it that has no copy of its own.
  const status = await page.evaluate(async (path) => {
    const token = /zyzc_token=([^;]*)/.exec(document.cookie)?.[1] ?? '';
    const response = await fetch(path, { headers: { accessToken: decodeURIComponent(token) } });
    await response.arrayBuffer();
    return response.status;
  }, fillPath(apiPaths.readFile.path, { sha256: photo }));
  expect(status).toBe(200);
  expect(await storedText(page)).toContain(REMARK);

  await open(page, '/index');
  await page.getByRole('button', { name: '打开菜单' }).click();
  await page.getByRole('button', { name: '退出' }).click();
  await page.getByRole('button', { name: '登录' }).waitFor();
  await expect.poll(() => storedText(page)).not.toContain(REMARK);
  const left = await storedText(page);
  expect([id, photo].filter((text) => left.includes(text))).toEqual([]);
  await browser.quit();
  expect(await cachedFilesWith(photo)).toEqual([]);
});
