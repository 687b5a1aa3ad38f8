import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { shanghaiDay } from '#contract/calendar.ts';
import { declarationType } from '#contract/declaration-type.ts';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { violationsOnWhole, WCAG_AA } from './axe.ts';
import { heading, open, reload, startSignedIn } from './screen.ts';
import { query } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

const SCREENS = [
  { title: '全面自查统计', path: '/comprehensiveinspection/totalseldcheck', taskType: 1 },
  { title: '专项自查统计', path: '/comprehensiveinspection/specialseldcheck', taskType: 2 },
  { title: '日常自查统计', path: '/comprehensiveinspection/dailycheck', taskType: 3 },
] as const;

let server: ServerProcess;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});
afterEach(() => context.close());

async function pageOf(account: string, password: string, viewport: { width: number; height: number }, path?: string): Promise<Page> {
  context = await browser.newContext({ viewport, acceptDownloads: true, serviceWorkers: 'block' });
  const page = await context.newPage();
  await startSignedIn(page, server.url, account, password, path);
  return page;
}
const asAdmin = (viewport: { width: number; height: number }, path?: string) => pageOf('admin01', 'Admin2026', viewport, path);

const year = Number(shanghaiDay(new Date()).slice(0, 4));
const lastDay = new Date(Date.UTC(year, Number(shanghaiDay(new Date()).slice(5, 7)), 0)).toISOString().slice(0, 10);

/** Department tasks of this year to date, from the tables themselves. */
const deptTasks = (taskType: number, condition = '1 = 1') =>
  query<{ dept_name: string; task_name: string }>(
    server,
    `select dept.dept_name, task.task_name from dept_task join task on task.id = dept_task.task_id join dept on dept.id = dept_task.dept_id
     where task.comp_no = '110001' and task.task_type = ? and task.cancelled_at is null and task.end_date >= ? and task.start_date <= ? and ${condition}`,
    taskType,
    `${year}-01-01`,
    lastDay,
  );

const expectAccessible = async (page: Page): Promise<void> => expect(await violationsOnWhole(page, WCAG_AA)).toEqual([]);

const noSideScroll = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

describe('statistics on a desktop', () => {
  test.each(SCREENS)('$title: figures, chart, table, the tasks behind a number, and the workbook', async ({ title, path, taskType }) => {
    const page = await asAdmin(DESKTOP, path);
    await heading(page, title).waitFor();
    const all = deptTasks(taskType);
    await page.getByRole('list', { name: '合计' }).getByRole('button', { name: `科室任务 ${all.length}，查看科室任务`, exact: true }).waitFor();
    expect(await page.getByRole('button', { name: '今年至今', pressed: true }).count()).toBe(1);

    const chart = page.getByRole('img', { name: /^各月提交：/ });
    await chart.locator('svg path').first().waitFor({ state: 'attached' });
    expect(await chart.getAttribute('aria-label')).toContain(`${year}-01 科室任务 `);
    await expectAccessible(page);

    const table = page.getByRole('table', { name: '科室统计', exact: true });
    const row = table.getByRole('row').filter({ hasText: '内科' }).first();
    const own = all.filter((task) => task.dept_name === '内科').length;
    await row.getByRole('button', { name: `内科 科室任务 ${own}，查看科室任务` }).click();
    const sheet = page.getByRole('dialog', { name: '内科 · 科室任务' });
    const listed = sheet.getByRole('list', { name: '科室任务' }).getByRole('listitem');
    await listed.first().waitFor();
    await sheet.getByText(`共 ${own} 条`).waitFor();
    await sheet.getByLabel('范围').selectOption('notSubmitted');
    const stillOpen = deptTasks(taskType, 'dept_task.submitted_at is null').filter((task) => task.dept_name === '内科').length;
    await (stillOpen === 0 ? sheet.getByText('没有这样的科室任务') : sheet.getByText(`共 ${stillOpen} 条`)).waitFor();
    await sheet.getByLabel('范围').selectOption('all');
    await listed.first().getByRole('link').click();
    await heading(page, '科室详情').waitFor();

    await open(page, path);
    await heading(page, title).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出' }).click()]);
    expect(download.suggestedFilename()).toBe(`${title}_${year}-01-01_${lastDay}.xlsx`);
    const rows = (await readSheet(await readFile(await download.path()), '科室统计')) as (string | number | null)[][];
    expect(rows.at(-1)?.slice(0, 2)).toEqual(['合计', all.length]);
  });

  test('the period: shortcuts search at once, a wrong one is said at its field, reset goes back', async () => {
    const page = await asAdmin(DESKTOP, SCREENS[2].path);
    const total = page.getByRole('list', { name: '合计' }).getByRole('button', { name: /^科室任务/ });
    await total.waitFor();
    const ofYear = await total.textContent();
    await page.getByRole('button', { name: '最近十二个月' }).click();
    await page.getByRole('button', { name: '最近十二个月', pressed: true }).waitFor();
    await page.getByRole('textbox', { name: '结束月份' }).fill(`${year - 3}-01`);
    await page.getByText('结束月份不能早于开始月份').waitFor();
    await page.getByRole('textbox', { name: '开始月份' }).fill(`${year - 20}-01`);
    await page.getByText('一次最多统计 10 年，请缩短时间').waitFor();
    await page.getByRole('textbox', { name: '开始月份' }).fill(`${year - 3}-01`);
    await page.getByText('没有符合条件的日常自查，可重置条件后再试').waitFor();
    expect(await page.getByRole('main').getByRole('button', { name: '下发任务' }).count()).toBe(0);
    await page.getByRole('button', { name: '重置' }).last().click();
    await page.getByRole('button', { name: '今年至今', pressed: true }).waitFor();
    await expect.poll(() => total.textContent()).toBe(ofYear);
    await page.getByLabel('统计方式').selectOption('day');
    await page.getByRole('button', { name: '最近三个月' }).click();
    await page.getByRole('button', { name: '最近三个月', pressed: true }).waitFor();
    await page.getByRole('button', { name: '重置' }).click();
    await page.getByRole('button', { name: '今年至今', pressed: true }).waitFor();
    await page.waitForFunction((text) => [...document.querySelectorAll('button')].some((button) => button.textContent === text), ofYear);
    await page.getByLabel('科室', { exact: true }).selectOption({ label: '外科' });
    const own = deptTasks(3).filter((task) => task.dept_name === '外科').length;
    await page.getByRole('button', { name: `科室任务 ${own}，查看科室任务`, exact: true }).waitFor();
  });

  test('a chart is readable in every theme', async () => {
    const page = await asAdmin(DESKTOP, SCREENS[2].path);
    const label = page.getByRole('img', { name: /^各月提交：/ }).locator('svg text').first();
    await label.waitFor({ state: 'attached' });
    const seen = new Set<string>();
    for (const theme of ['light', 'dark', 'them1']) {
      await page.evaluate((id) => {
        document.documentElement.className = document.documentElement.className.replace(/theme_\w+/, `theme_${id}`);
      }, theme);
      await page.waitForFunction(() => {
        const probe = document.createElement('i');
        probe.style.color = 'var(--color-text-secondary)';
        document.body.append(probe);
        const wanted = getComputedStyle(probe).color;
        probe.remove();
        const text = document.querySelector('[role=img][aria-label^="各月提交"] svg text');
        return text !== null && getComputedStyle(text).fill === wanted;
      });
      seen.add(await label.evaluate((element) => getComputedStyle(element).fill));
    }
    expect(seen.size).toBe(3);
  });

  test('what a chart says of the place under the pointer needs no style that the site refuses', async () => {
    const page = await asAdmin(DESKTOP, SCREENS[2].path);
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    const chart = page.getByRole('img', { name: /^各月提交：/ });
    const words = chart.locator('svg text');
    await words.first().waitFor({ state: 'attached' });
    const before = await words.count();
    const box = (await chart.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => words.count()).toBeGreaterThan(before);
    expect(problems).toEqual([]);
  });

  test.each([1024, 1280, 1440])('no field stands alone in a second line at %i px', async (width) => {
    const page = await asAdmin({ width, height: 720 }, SCREENS[0].path);
    const topOf = async (name: string): Promise<number> => (await page.getByLabel(name, { exact: true }).boundingBox())!.y;
    await heading(page, SCREENS[0].title).waitFor();
    expect(await topOf('科室')).toBe(await topOf('统计方式'));
  });
});

describe('statistics on a phone', () => {
  test('the same figures as cards, without sideways scrolling', async () => {
    const page = await asAdmin(PHONE);
    for (const { title, path } of SCREENS) {
      await open(page, path);
      await heading(page, title).waitFor();
      await page.getByRole('list', { name: '科室统计' }).getByRole('listitem').first().waitFor();
      expect(await noSideScroll(page), title).toBe(true);
    }
    await page.getByRole('button', { name: '查看科室任务 内科' }).click();
    await page.getByRole('dialog', { name: '内科' }).getByRole('link').first().waitFor();
    await expectAccessible(page);
  });

  test('a legend of two rows stands above the bars', async () => {
    const page = await asAdmin({ width: 320, height: 640 }, SCREENS[2].path);
    const section = page.getByRole('region', { name: /^科室提交情况/ });
    const drawing = section.locator('svg').first();
    await drawing.locator('path').first().waitFor({ state: 'attached' });
    const names = ['按时提交', '逾期提交', '未提交'];
    const entriesNow = () => Promise.all(names.map(async (name) => (await section.locator('li', { hasText: name }).boundingBox())!));
    // Larger than anybody can choose: in any font it takes more than one row.
    await page.evaluate(() => document.documentElement.style.setProperty('--font-scale', '1.8'));
    await expect.poll(async () => new Set((await entriesNow()).map(({ y }) => y)).size).toBeGreaterThan(1);
    const entries = await entriesNow();
    const { y: top } = (await drawing.boundingBox())!;
    for (const { y, height } of entries) expect(y + height).toBeLessThanOrEqual(top);
    expect(await noSideScroll(page)).toBe(true);
  });

  test('declarations: by type and month, and who has none this year', async () => {
    const page = await asAdmin(PHONE, '/comprehensiveinspection/selfdeclare');
    await heading(page, '自主申报统计').waitFor();
    const none = query<{ count: number }>(
      server,
      `select count(*) as count from dept where comp_no = '110001' and not exists
       (select 1 from declaration where declaration.dept_id = dept.id and declaration.year = ? and declaration.declared_at is not null)`,
      year,
    )[0]!.count;
    await page.getByRole('heading', { name: `${year}年未申报的科室（${none}）` }).waitFor();
    await page.getByRole('list', { name: '科室申报' }).getByRole('listitem').first().waitFor();
    expect(await noSideScroll(page)).toBe(true);
    await expectAccessible(page);

    const trainings = page.getByRole('button', { name: /^教育培训 \d+，查看申报$/ });
    const count = Number(/\d+/.exec((await trainings.getAttribute('aria-label')) ?? '')?.[0]);
    expect(count).toBeGreaterThan(0);
    await trainings.click();
    const sheet = page.getByRole('dialog', { name: '教育培训' });
    await sheet.getByText(`共 ${count} 条`).waitFor();
    expect(await noSideScroll(page)).toBe(true);
    await expectAccessible(page);
    await sheet.getByLabel('申报类型').selectOption(String(declarationType.letterCommitment));
    await sheet.getByRole('list', { name: '申报记录' }).getByText(/承诺书/).first().click();
    await heading(page, '查看文档').waitFor();
  });
});

describe('the duty calendar', () => {
  test('an administrator sees what is missing and sets how often it is asked', async () => {
    const page = await asAdmin(DESKTOP);
    const section = page.getByRole('region', { name: '履职日历' });
    await section.getByRole('list', { name: '日常自查各期' }).getByText('第一季度').waitFor();
    await expectAccessible(page);
    const missing = section.getByRole('button', { name: /^日常自查 .*个科室未完成，查看科室$/ }).first();
    await missing.click();
    await page.getByRole('dialog').getByRole('region').first().waitFor();
    await page.keyboard.press('Escape');
    await section.getByRole('button', { name: '频次设置' }).click();
    const sheet = page.getByRole('dialog', { name: '履职频次设置' });
    // No less often than the regulation asks for.
    const frequency = sheet.getByLabel('日常自查');
    await frequency.waitFor();
    expect(await frequency.locator('option').allInnerTexts()).toEqual(['每季度一次', '每月一次']);
    await frequency.selectOption('monthly');
    await frequency.selectOption('quarterly');
    await sheet.getByRole('button', { name: '取消' }).click();
    await sheet.waitFor({ state: 'detached' });
    await section.getByRole('button', { name: '频次设置' }).click();
    await sheet.getByLabel('全面自查', { exact: true }).selectOption('halfYearly');
    await sheet.getByLabel('定期公示', { exact: true }).selectOption('none');
    await sheet.getByRole('button', { name: '保存' }).click();
    const halves = section.getByRole('list', { name: '全面自查各期' });
    await halves.getByText('下半年', { exact: true }).waitFor();
    await section.getByText('定期公示').waitFor({ state: 'detached' });
    await reload(page);
    await halves.getByText('上半年', { exact: true }).waitFor();
  });

  test('staff see the part of their department', async () => {
    const page = await pageOf('staff01', 'Staff2026', PHONE);
    const section = page.getByRole('region', { name: '本科室履职' });
    const lines = section.getByRole('link', { name: /^(全面自查|日常自查)/ });
    await lines.first().waitFor();
    for (const line of await lines.all()) expect((await line.boundingBox())!.height).toBeLessThan(60);
    expect(await section.getByRole('button', { name: '频次设置' }).count()).toBe(0);
    expect(await noSideScroll(page)).toBe(true);
  });
});
