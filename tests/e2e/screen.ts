import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { LOGIN_TYPE } from '#contract/limits.ts';
import type { Result } from '#contract/result.ts';
import { databaseName } from '@/offline/storage/database.ts';
import { type CopyKind, copyKey, LISTS_KEY, queriesKey } from '@/offline/storage/rows.ts';
import { call } from '../support/calls.ts';
import { openViews } from '../support/open-views.ts';

/** What a person does on the screens, by the names that they read there. */

export async function signIn(page: Page, url: string, account: string, password: string): Promise<void> {
  await page.goto(`${url}/#/login`);
  await page.getByLabel('账号').fill(account);
  await page.getByRole('textbox', { name: '密码' }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await heading(page, '首页').waitFor();
}

/**
 * Starts the app as whoever signed in on this phone a moment ago: by what the sign-in stores, without its form. Tests of
 * the sign-in, and of what a phone keeps of it, type it.
 * @param path where it starts, instead of the charts of 首页; whoever gives one waits for what it leads to
 */
export async function startSignedIn(page: Page, url: string, userNo: string, password: string, path?: string): Promise<void> {
  const session = await call(url, 'login', { body: { userNo, password, loginType: LOGIN_TYPE } });
  await page.goto(`${url}/healthz`);
  await page.evaluate(([{ user, ...tokens }, account]) => {
    const now = Date.now();
    const stored = { 'zyzc:session': { ...tokens, clockSkewMs: 0, storedAt: now, takenAt: now }, 'zyzc:user': user, 'zyzc:last-account': account };
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value));
  }, [session, userNo] as const);
  await page.goto(`${url}/#${path ?? '/'}`);
  if (path === undefined) await heading(page, '首页').waitFor();
}

/** The view's own heading, among the kept-alive views the one in sight. */
export const heading = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title, exact: true });

/** From here on this browser has no room for what the page would store. */
export const fillStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });

/** Longer than a step of a sheet that was closed takes to go. */
const STEP_MS = 1000;

/** Reloads once the step of a sheet that was just closed is taken back: within that moment, the browser drops the reload. */
export async function reload(page: Page): Promise<void> {
  const hasNoStep = page.waitForFunction(() => (history.state as { sheets?: number } | null)?.sheets === undefined, undefined, { timeout: STEP_MS });
  // A sheet that is open keeps its step.
  await hasNoStep.catch(() => undefined);
  await page.reload();
}

export async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((target) => {
    location.hash = target;
  }, path);
}

/** Of a task that is being made: each department is asked whatever is chosen. */
export const askAllTheSame = (page: Page): Promise<void> => page.getByRole('checkbox', { name: '按科室适用' }).uncheck();

/** The button behind which stands what can be done with a row of the list in sight. */
export const rowMenu = (where: Page | Locator, name: string | RegExp): Locator => where.getByRole('button', { name: typeof name === 'string' ? `更多操作 ${name}` : name, exact: true });

export async function doWithRow(page: Page, name: string, deed: string): Promise<void> {
  await rowMenu(page, name).first().click();
  await page.getByRole('menuitem', { name: deed, exact: true }).click();
}

/** What can be done with a row. */
export async function deedsOfRow(page: Page, name: string): Promise<string[]> {
  await rowMenu(page, name).first().click();
  const words = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  return words;
}

/** Waits until the service worker answers for the page, so that it works without a server. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Waits until the detail of a department task, or of a self-correction, was fetched ahead and would survive the end of the browser. */
export async function waitForOfflineDetail(page: Page, id: string, kind: CopyKind = 'task'): Promise<void> {
  // Not `waitForFunction`: it takes the promise of an asynchronous function for the answer.
  await expect.poll(() => page.evaluate(touchRow, [databaseName(''), copyKey(kind, id), 'look'] as const), { timeout: 30_000 }).toBe(true);
}

/** Starts the app anew without the lists that this phone shows after a restart: they are then asked for. */
export async function restartWithoutLists(page: Page): Promise<void> {
  const address = page.url();
  // While the app runs, it may store them once more.
  await page.goto(new URL('/healthz', address).href);
  await page.evaluate(touchRow, [databaseName(''), LISTS_KEY, 'remove'] as const);
  await page.evaluate((prefix) => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  }, queriesKey(''));
  await page.goto(address);
}

/** In the page: whether any account's database holds a row under that key, which is removed where that is wanted. */
async function touchRow([prefix, key, deed]: readonly [string, string, 'look' | 'remove']): Promise<boolean> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '').filter((name) => name.startsWith(prefix));
  let isThere = false;
  for (const name of names) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    if (db.objectStoreNames.contains('rows')) {
      const transaction = db.transaction('rows', deed === 'remove' ? 'readwrite' : 'readonly');
      const count = transaction.objectStore('rows').count(key);
      if (deed === 'remove') transaction.objectStore('rows').delete(key);
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      isThere ||= count.result > 0;
    }
    db.close();
  }
  return isThere;
}

/** Goes to one of the views that are open on a phone. */
export const showView = async (page: Page, title: string | RegExp): Promise<void> => (await openViews(page)).getByRole('button', { name: title }).first().click();

export const syncMark = (page: Page, words: string | RegExp) =>
  page.getByRole('link', { name: typeof words === 'string' ? `同步状态：${words}` : words });

/** The card of a point on the screen that fills in, counted from 0. */
export const pointCard = (page: Page, index: number) => page.locator('[role="group"][data-point]').nth(index);

/** Brings the whole card of a point that is folded. */
export async function unfold(card: Locator): Promise<void> {
  if ((await card.getAttribute('data-folded')) !== null) await card.getByRole('button').click();
}

/** Chooses a result on a card; one that scrolls out of sight under the finger folds, and is unfolded again. */
export async function choose(card: Locator, result: string): Promise<void> {
  const radio = card.getByRole('radio', { name: result, exact: true });
  for (let tries = 5; ; tries -= 1) {
    await unfold(card);
    try {
      return await radio.check({ timeout: tries === 0 ? 30_000 : 5000 });
    } catch (error) {
      if (tries === 0) throw error;
    }
  }
}

/** Takes back what was answered on a card; one that folds under the finger is unfolded again. */
export async function clearResult(card: Locator): Promise<void> {
  const deed = card.getByRole('menuitem', { name: '清除结果' });
  for (let tries = 5; ; tries -= 1) {
    await unfold(card);
    try {
      if (!(await deed.isVisible())) await card.getByRole('button', { name: /^更多操作/ }).click({ timeout: 5000 });
      return await deed.click({ timeout: 5000 });
    } catch (error) {
      if (tries === 0) throw error;
    }
  }
}

/** What a card says of a value that a kill leaves there: with a server, it may be delivered before anybody looks. */
export const ON_PHONE = /^(已保存|待上传|已送达)$/;

/** Answers a point of the task in sight, and waits until that is on this phone. */
export async function answerPoint(page: Page, index: number, result: '合格' | '不合格' | '不适用', remark = '', photo?: string): Promise<void> {
  await choose(pointCard(page, index), result);
  if (result !== '不合格' && remark !== '') await pointCard(page, index).getByRole('button', { name: '说明、照片' }).click();
  if (remark !== '') await pointCard(page, index).getByRole('textbox', { name: /^说明/ }).fill(remark);
  if (photo !== undefined) {
    await pointCard(page, index).locator('input[type="file"]').first().setInputFiles(photo);
    await pointCard(page, index).getByRole('button', { name: '查看照片 1' }).waitFor();
  }
  await pointCard(page, index).getByText(ON_PHONE).first().waitFor();
}

/** Writes on an item of the self-correction in sight, marks it 已整改, and waits until that is on this phone. */
export async function correctItem(card: Locator, measures: string, photo?: string): Promise<void> {
  await card.getByLabel('整改措施').fill(measures);
  await card.getByLabel('责任人', { exact: true }).fill('护士长');
  if (photo !== undefined) {
    await card.locator('input[type="file"]').first().setInputFiles(photo);
    await card.getByRole('button', { name: '查看照片 1' }).waitFor();
  }
  await card.getByRole('checkbox', { name: '已整改' }).check();
  await card.getByText(ON_PHONE).waitFor();
}

/** What a card of a task says of the answer to its point. */
export interface ShownCard {
  result: Result | null;
  remark: string;
  photos: number;
  /** Where the answer is, such as 已保存; empty for none, and until a tap is stored. */
  mark: string;
}

/** Every card of the task, by point. */
export const shownCards = (page: Page): Promise<Record<string, ShownCard>> =>
  page.evaluate(() => {
    const marks = /^(已保存|待上传|已送达|保存中|未保存|请填写说明|需要登录|冲突|未能上传)$/;
    const results: Record<string, 'qualified' | 'unqualified' | 'notApplicable'> = { 合格: 'qualified', 不合格: 'unqualified', 不适用: 'notApplicable' };
    return Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('[role="group"][data-point]')].map((card) => [
        card.dataset['point'] ?? '',
        {
          result: results[(card.querySelector('input[type="radio"]:checked')?.parentElement ?? card.querySelector('[data-result]'))?.textContent ?? ''] ?? null,
          remark: card.querySelector('textarea')?.value ?? '',
          photos: card.querySelectorAll('[aria-label^="查看照片"]').length,
          mark: ('saving' in card.dataset ? [] : [...card.querySelectorAll('span')]).map((span) => span.textContent ?? '').find((text) => marks.test(text)) ?? '',
        },
      ]),
    );
  });
