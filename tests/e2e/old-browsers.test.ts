import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oldestBrowsers } from '../../vite/oldest-browsers.ts';
import { lackingCalls } from '../support/browser-data.ts';
import { PHONE } from '../support/browser-process.ts';
import { answerPoint, heading, open, signIn } from './screen.ts';
import { openDeptTask } from './seeded-data.ts';
import { openSeededSite, type SeededSite } from './seeded-site.ts';

const WORDS = /浏览器版本太旧/;

let site: SeededSite;
beforeAll(async () => {
  site = await openSeededSite();
});
afterAll(() => site.close());

/** Takes from a page what Chromium of the oldest release lacks. */
const robbery = `for (const { owner, name, isStatic } of ${JSON.stringify(lackingCalls({ chrome: oldestBrowsers.chrome }).paths)}) {
  const whole = globalThis[owner];
  const holder = isStatic ? whole : whole?.prototype;
  if (holder && Object.hasOwn(holder, name)) delete holder[name];
}`;

async function newContext(script: string): Promise<BrowserContext> {
  const context = await site.browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
  await context.addInitScript(script);
  return context;
}

const isRobbed = (page: Page): Promise<boolean> => page.evaluate(() => !('withResolvers' in Promise) && !('toSorted' in Array.prototype) && !('any' in AbortSignal));

test('without what came after the oldest browsers, somebody signs in and fills in', async () => {
  const context = await newContext(robbery);
  const page = await context.newPage();
  await signIn(page, site.server.url, 'staff01', 'Staff2026');
  expect(await isRobbed(page)).toBe(true);
  expect(await page.getByText(WORDS).count()).toBe(0);
  await open(page, `/mytask/index/${openDeptTask(site.dataDir, 'staff01', 20)}`);
  await heading(page, '完成任务').waitFor();
  await answerPoint(page, 0, '合格');
  await context.close();
}, 120_000);

test('an older browser is told before anybody signs in, and may go on', async () => {
  const context = await newContext('delete globalThis.structuredClone;');
  const page = await context.newPage();
  await page.goto(site.server.url);
  await page.getByRole('alert').filter({ hasText: WORDS }).waitFor();
  await page.getByRole('button', { name: '登录' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  await context.close();
}, 60_000);

test('one that cannot read the app at all is told as well', async () => {
  const context = await newContext('delete globalThis.structuredClone;');
  const page = await context.newPage();
  await page.route(/\/assets\/[^/]+\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: 'this is no script' }));
  await page.goto(site.server.url);
  await page.getByRole('alert').filter({ hasText: WORDS }).waitFor();
  await context.close();
}, 60_000);
