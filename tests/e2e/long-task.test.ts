import type { Browser, BrowserContext, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiDay } from '#contract/calendar.ts';
import { PHONE } from '../support/browser-process.ts';
import { call, signIn } from '../support/calls.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { choose, heading, open, pointCard, showView, startSignedIn } from './screen.ts';
import { openSeededSite } from './seeded-site.ts';

/** A list so long that the browser leaves out what is off the screen. */
const POINTS = 520;

let server: ServerProcess;
let browser: Browser;
let context: BrowserContext;
let deptTaskId: string;

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});
beforeAll(async () => {
  deptTaskId = await issueLongTask();
});
afterEach(async () => context.close());

/** Of the points that are there, and as many more as are missing, with cards of other heights. @returns the task of 内科 */
async function issueLongTask(): Promise<string> {
  const token = await signIn(server.url, { userNo: 'admin01', password: 'Admin2026' });
  const pages = [1, 2, 3, 4, 5].map((pageNum) => call(server.url, 'queryPointPage', { query: { pageNum, pageSize: 100 } }, token));
  const pointIds = (await Promise.all(pages)).flatMap(({ records }) => records.filter(({ enabled }) => enabled).map(({ id }) => id)).slice(0, POINTS);
  const [category] = await call(server.url, 'queryCheckItemTree', {}, token);
  for (let index = pointIds.length; index < POINTS; index += 1) {
    const content = `${'科室按规定逐项登记并由双人核对，'.repeat(1 + (index % 7))}第 ${index + 1} 处`;
    const body = { itemId: category?.id ?? '', content, expected: '符合', method: '查看记录', basisLaw: '本院制度', basisArticle: 0, basisGist: '摘录' };
    pointIds.push((await call(server.url, 'addCompanyPoint', { body }, token)).id);
  }
  const depts = await call(server.url, 'queryCompanyDeptList', {}, token);
  const today = shanghaiDay(new Date());
  const body = {
    id: uuidv7(),
    taskName: '很长的自查',
    taskType: 2 as const,
    startDate: today,
    endDate: addDays(today, 10),
    remark: '',
    deptIds: depts.filter(({ deptName }) => deptName === '内科').map(({ id }) => id),
    pointIds,
  };
  await call(server.url, 'issueTask', { body }, token);
  const staff = await signIn(server.url, { userNo: 'staff01', password: 'Staff2026' });
  const { records } = await call(server.url, 'queryMyTaskCheckList', { query: {} }, staff);
  return records.find(({ taskName }) => taskName === body.taskName)?.id ?? '';
}

async function openTask(): Promise<Page> {
  context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true, serviceWorkers: 'block' });
  const page = await context.newPage();
  await startSignedIn(page, server.url, 'staff01', 'Staff2026', `/mytask/index/${deptTaskId}`);
  await heading(page, '完成任务').waitFor();
  await pointCard(page, 0).waitFor();
  return page;
}

const cardsOf = (page: Page): Promise<number> => page.locator('main:visible [data-point]').count();

/** In the page: scrolls up by so many pixels, and tells by how many the card in the middle went astray in that and after. */
async function strayOf(by: number): Promise<number> {
  const room = [...document.querySelectorAll('main [data-scroll]')].find((element) => element.checkVisibility())!;
  // Between two cards, and on the head of a category, there is none.
  const hits = [0.25, 0.35, 0.45].map((part) => document.elementFromPoint(innerWidth / 2, innerHeight * part)?.closest('[data-point]'));
  const card = hits.find((hit) => hit != null)!;
  const { top } = card.getBoundingClientRect();
  room.scrollTop -= by;
  for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
  return Math.abs(card.getBoundingClientRect().top - top - by);
}

test('the last point is there soon, can be gone to and answered; nothing jumps for whoever scrolls up from there', async () => {
  const page = await openTask();
  await expect.poll(() => cardsOf(page)).toBe(POINTS);
  // Safari takes nothing back by itself.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[data-scroll] { overflow-anchor: none; }');
    document.adoptedStyleSheets.push(sheet);
  });
  const last = pointCard(page, POINTS - 1);
  await last.evaluate((card) => card.scrollIntoView({ block: 'center' }));
  await choose(last, '合格');
  await last.getByText('已送达').or(last.getByText('已保存')).first().waitFor();
  // The heights around are known once the phone has had nothing else to do.
  await page.waitForTimeout(3000);
  for (let step = 0; step < 20; step += 1) expect(await page.evaluate(strayOf, 400)).toBeLessThanOrEqual(1);
});

/** In the page: counts the pieces of the list that are laid out for their height from now on. */
function countLaidOut(): void {
  const laidOut = { pieces: 0 };
  Object.assign(window, { laidOut });
  new MutationObserver((changes) => {
    laidOut.pieces += changes.filter(({ target, oldValue }) => oldValue === null && (target as Element).hasAttribute('data-changing')).length;
  }).observe(document.body, { subtree: true, attributeFilter: ['data-changing'], attributeOldValue: true });
}

test('a long list that is shown again is as high as it was, without being laid out anew', async () => {
  const page = await openTask();
  await page.evaluate(countLaidOut);
  await expect.poll(() => cardsOf(page)).toBe(POINTS);
  // The browser notes the state of every field that may be filled in by itself, at each step of its history.
  expect(await page.locator('main:visible :is(input, textarea):not([autocomplete="off"])').count()).toBe(0);
  const pieces = await page.locator('main:visible [data-piece]').count();
  const laidOut = (): Promise<number> => page.evaluate(() => (window as unknown as { laidOut: { pieces: number } }).laidOut.pieces);
  const height = (): Promise<number> => page.locator('main:visible [data-scroll]').evaluate((room) => room.scrollHeight);
  await expect.poll(laidOut).toBe(pieces);
  const known = await height();
  await open(page, '/mytask/index');
  await heading(page, '我的任务').waitFor();
  await showView(page, /^完成任务/);
  await heading(page, '完成任务').waitFor();
  // As long as the first time took at the most.
  await page.waitForTimeout(3000);
  expect(await laidOut()).toBe(pieces);
  expect(await height()).toBe(known);
  for (let step = 0; step < 5; step += 1) expect(await page.evaluate(strayOf, -400)).toBeLessThanOrEqual(1);
});
