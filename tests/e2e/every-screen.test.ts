import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '@/app/routes.tsx';
import { DESKTOP, SMALL_PHONE } from '../support/browser-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { SCROLLING_AND_NAMES, violationsOn, violationsOnWhole } from './axe.ts';
import { openLawChange } from './law-edition.ts';
import { heading, open, startSignedIn } from './screen.ts';
import { openSeededSite } from './seeded-site.ts';

let server: ServerProcess;
let browser: Browser;
let addresses: Map<string, string>;

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});
beforeAll(async () => {
  const changedLaw = await openLawChange(server);
  addresses = addressesOf(join(server.dataDir, 'zyzc.db'), changedLaw);
});

/** An address for each route: of records that staff01's department has, and everybody of its company may therefore read. */
function addressesOf(file: string, changedLaw: string): Map<string, string> {
  const database = new Database(file, { readonly: true });
  const first = (sql: string): Record<string, string> => database.prepare(sql).get() as Record<string, string>;
  const { dept_id: deptId } = first(`select dept_id from employee where account = 'staff01'`);
  const open = first(`select d.id, d.task_id from dept_task d join task t on t.id = d.task_id where d.dept_id = '${deptId}' and d.submitted_at is null and t.cancelled_at is null`);
  const done = first(`select id, task_id from dept_task where dept_id = '${deptId}' and submitted_at is not null`);
  const correction = first(`select c.id, d.task_id from self_correction c join dept_task d on d.id = c.dept_task_id where d.dept_id = '${deptId}'`);
  const declaration = first(`select r.id, r.self_declared_type as type from declaration r join declaration_file f on f.declaration_id = r.id where r.dept_id = '${deptId}' and f.kind = 'attachment'`);
  const law = first('select id from law');
  database.close();
  const byRoute: Record<string, string> = {
    '/mytask/index/:id': `/mytask/index/${open['id']}`,
    '/mytask/index/:id/:taskId': `/mytask/index/${done['id']}/${done['task_id']}`,
    '/mytask/self-innovate/:id': `/mytask/self-innovate/${correction['id']}`,
    '/mytask/self-innovate/:id/:taskId': `/mytask/self-innovate/${correction['id']}/${correction['task_id']}`,
    '/taskmanage/index/:id': `/taskmanage/index/${done['task_id']}`,
    '/taskmanage/index/:id/:deptId': `/taskmanage/index/${done['task_id']}/${deptId}`,
    '/selfcheckkeshi/selfinspection/:id': `/selfcheckkeshi/selfinspection/${correction['id']}`,
    '/independent/:type/:id': `/independent/${declaration['type']}/${declaration['id']}`,
    '/law/index/:id': `/law/index/${law['id']}`,
    '/law/changes/:id': `/law/changes/${changedLaw}`,
    '/system/office/:id': `/system/office/${deptId}`,
  };
  return new Map(routes.map(({ path }) => [path, byRoute[path] ?? path]));
}

/** What stands under the title of the view in sight, once nothing loads there any more. */
async function contentOf(page: Page): Promise<string> {
  const main = page.locator('main:visible');
  await expect.poll(async () => await main.getByRole('status', { name: '加载中' }).count()).toBe(0);
  return (await main.innerText()).split('\n').slice(1).join('');
}

/** By how many pixels the page, or what scrolls inside of it, is wider than there is room; what is cut off counts too. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const scrolling = [document.documentElement, ...document.querySelectorAll('main [data-scroll]')];
    return Math.max(...scrolling.map((element) => element.scrollWidth - element.clientWidth));
  });

/** On the screen in sight: tables that stick out of a frame that does not scroll, dates and times that are torn in two, and a breadcrumb of several lines. */
const tornOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lines = (range: Range): number => new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    const tables = [...document.querySelectorAll('main table')].filter((table) => table.checkVisibility());
    const sticking = tables.filter(({ parentElement: frame }) => frame !== null && frame.scrollWidth > frame.clientWidth && getComputedStyle(frame).overflowX !== 'auto');
    const torn = tables.flatMap((table) => {
      const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        for (const { 0: part, index } of text.nodeValue?.matchAll(/\d{4}-\d{2}-\d{2}|\d{2}:\d{2}:\d{2}/g) ?? []) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + part.length);
          if (lines(range) > 1) found.push(part);
        }
      }
      return found;
    });
    const trail = document.createRange();
    trail.selectNodeContents(document.querySelector('nav[aria-label="面包屑"] ol') ?? document.body);
    const trailHeight = trail.getBoundingClientRect().height;
    return [...sticking.map((table) => `${table.ariaLabel} sticks out`), ...torn, ...(trailHeight > 30 ? [`breadcrumb ${trailHeight} px high`] : [])];
  });

const people = [
  ['admin', 'admin01', 'Admin2026'],
  ['user', 'staff01', 'Staff2026'],
] as const;
/** The narrowest screen that has tables, with the menu beside them. */
const TABLET = { width: 992, height: 744 };
const sizes = [
  ['on a small phone', SMALL_PHONE],
  ['on a tablet on its side', TABLET],
  ['on a desktop', DESKTOP],
] as const;

describe.each(people)('every screen of the role %s', (role, account, password) => {
  // Dozens of screens, one after the other, also on a machine that is busy.
  test.each(sizes)('%s shows real data without an error; the others lead to /404', { timeout: 300_000 }, async (_, viewport) => {
    const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => {
      // A photo whose view was left while it was being drawn.
      if (message.type() === 'error' && !message.location().url.startsWith('blob:')) errors.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
    await startSignedIn(page, server.url, account, password);
    for (const route of routes) {
      const address = addresses.get(route.path) ?? route.path;
      await open(page, address);
      if (route.roles !== undefined && !route.roles.includes(role)) {
        await heading(page, '页面不存在').waitFor();
        continue;
      }
      await heading(page, route.title).waitFor();
      const content = await contentOf(page);
      expect(content.length, `${route.title}: ${content}`).toBeGreaterThan(20);
      expect(content, route.title).not.toContain('暂无数据');
      expect(await overflowOf(page), `${route.title} is wider than its screen`).toBeLessThanOrEqual(0);
      // While pages of a document are drawn, its button goes on and off.
      if (route.title === '查看文档') await page.getByRole('button', { name: '继续加载', disabled: false }).or(page.getByText(/已全部显示$/)).first().waitFor();
      if (viewport === TABLET) expect(await tornOn(page), route.title).toEqual([]);
      expect.soft(await violationsOn(page, SCROLLING_AND_NAMES), route.title).toEqual([]);
      if (viewport !== TABLET) expect.soft(await violationsOnWhole(page), route.title).toEqual([]);
    }
    expect(errors).toEqual([]);
    await context.close();
  });
});
