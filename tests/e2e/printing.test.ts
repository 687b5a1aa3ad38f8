import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { shanghaiDay } from '#contract/calendar.ts';
import { PHOTOS_PER_ANSWER } from '#contract/limits.ts';
import { paths } from '@/lib/paths.ts';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import { makePhoto } from '../support/photo.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { asPrinted, type PrintedPage, readPrinted } from './printed-pdf.ts';
import { heading, startSignedIn } from './screen.ts';
import { query } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

const COMPANY = '110001';
const NEW_STAFF = 130;

let server: ServerProcess;
let browser: Browser;
let context: BrowserContext;
beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  hireStaff(site.dataDir);
  return site.close;
});
afterEach(() => context.close());

/** More than the largest page of the wire. */
function hireStaff(dataDir: string): void {
  const database = new Database(join(dataDir, 'zyzc.db'));
  const columns = database.pragma('table_info(employee)') as { name: string }[];
  const others = columns.map(({ name }) => name).filter((name) => !['id', 'account', 'account_key', 'employee_name'].includes(name));
  const hire = database.prepare(
    `insert into employee (id, account, account_key, employee_name, ${others.join(', ')}) select ?, ?, ?, ?, ${others.join(', ')} from employee where account = 'staff01'`,
  );
  for (let number = 1; number <= NEW_STAFF; number += 1) hire.run(uuidv7(), `printed${number}`, `printed${number}`, `打印测试${number}号`);
  database.close();
}

async function asAdmin(path: string, viewport = DESKTOP): Promise<Page> {
  context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  const page = await context.newPage();
  // The browser's own dialog cannot be reached from here; what it would print is read below.
  await page.addInitScript(() => (window.print = () => void dispatchEvent(new Event('beforeprint'))));
  await startSignedIn(page, server.url, 'admin01', 'Admin2026', path);
  return page;
}

async function printed(page: Page): Promise<PrintedPage[]> {
  const file = join(server.dataDir, 'printed.pdf');
  await page.pdf({ path: file, format: 'A4', preferCSSPageSize: true });
  return readPrinted(file);
}

/** What 打印 of the list in sight puts on paper. */
async function printList(page: Page, press: () => Promise<void>): Promise<PrintedPage[]> {
  await press();
  await page.locator('[data-print] table').waitFor({ state: 'attached' });
  const pages = await printed(page);
  await page.locator('[data-print]').waitFor({ state: 'detached' });
  return pages;
}

const textOf = (pages: PrintedPage[]): string => pages.map(({ text }) => text).join('');
const namesOf = (sql: string): string[] => query<{ name: string }>(server, sql, COMPANY).map(({ name }) => asPrinted(name));
const taskNames = (): string[] => namesOf('select task_name as name from task where comp_no = ?');
const staffNames = (): string[] => namesOf('select employee_name as name from employee where comp_no = ?');
const departmentNames = (): string[] => namesOf('select dept_name as name from dept where comp_no = ?');

const missingOf = (names: string[], text: string): string[] => names.filter((name) => !text.includes(name));

/** On each page stands the head of the table, and on the first whose list it is and of which day. */
function expectPaper(pages: PrintedPage[], title: string, columns: string[]): void {
  const [first] = pages;
  expect(first?.text).toContain(title);
  expect(first?.text).toContain(asPrinted(`打印日期：${shanghaiDay(new Date())}`));
  const [company] = namesOf('select comp_name as name from company where comp_no = ?');
  expect(first?.text).toContain(company);
  for (const { text } of pages) for (const column of columns) expect(text).toContain(column);
  for (const control of ['搜索', '重置', '条/页', '前往']) expect(textOf(pages), control).not.toContain(control);
}

test('任务列表 is printed whole, as a wide table with its head on every page', async () => {
  const page = await asAdmin(paths.taskManage.to());
  await heading(page, '任务列表').waitFor();
  const pages = await printList(page, () => page.getByRole('button', { name: '打印', exact: true }).click());
  expectPaper(pages, '任务列表', ['任务名称', '自查时间', '科室提交']);
  expect(taskNames().length, 'more than one page of the list').toBeGreaterThan(10);
  expect(missingOf(taskNames(), textOf(pages))).toEqual([]);
  expect(textOf(pages)).toContain(`共${taskNames().length}条`);
  for (const deed of ['操作', '取消任务']) expect(textOf(pages)).not.toContain(deed);
  expect(pages.every(({ isLandscape }) => isLandscape)).toBe(true);
});

test('人员 of more pages than the wire gives at once are printed whole, by the keys of the browser too, and by what was searched', async () => {
  const page = await asAdmin(paths.user.to());
  await page.getByRole('table', { name: '人员列表' }).waitFor();
  const pages = await printList(page, () => page.keyboard.press('Control+p'));
  expectPaper(pages, '人员管理', ['姓名', '账号', '最近登录']);
  expect(staffNames().length).toBeGreaterThan(NEW_STAFF);
  expect(missingOf(staffNames(), textOf(pages))).toEqual([]);
  expect(textOf(pages).match(/打印测试\d+号/g), 'each once').toHaveLength(NEW_STAFF);

  await page.getByLabel('姓名').fill('打印测试1');
  const found = staffNames().filter((name) => name.includes('打印测试1'));
  await page.getByText(`共 ${found.length} 条`, { exact: true }).waitFor();
  const some = await printList(page, () => page.getByRole('button', { name: '打印', exact: true }).click());
  expect(textOf(some).match(/打印测试\d+号/g)?.toSorted()).toEqual(found.toSorted());
  expect(textOf(some)).toContain('按查询条件筛选');
});

test.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('what the browser prints by itself on %s are the rows in sight, as a table, with a word on the others', async (_name, viewport) => {
  const page = await asAdmin(paths.taskManage.to(), viewport);
  await page.getByRole(viewport === PHONE ? 'list' : 'table', { name: '任务列表', exact: true }).waitFor();
  const shown = await page.locator('[data-view]:visible a[href*="taskmanage"]').allTextContents();
  const pages = await printed(page);
  expectPaper(pages, '任务列表', ['任务名称', '自查时间']);
  expect(missingOf(shown.map(asPrinted), textOf(pages))).toEqual([]);
  expect(taskNames().filter((name) => textOf(pages).includes(name)).length).toBe(10);
  expect(textOf(pages)).toContain(asPrinted(`共 ${taskNames().length} 条，这里只有其中 10 条`));
  // The screen is what it was before.
  await page.getByRole(viewport === PHONE ? 'list' : 'table', { name: '任务列表', exact: true }).waitFor();
});

test.each([
  ['全面自查统计', paths.totalCheckStatistics.to(), '科室提交情况'],
  ['自主申报统计', paths.declarationStatistics.to(), '各月申报'],
])('%s is printed whole: every department, and the numbers behind the charts', async (title, path, chart) => {
  const page = await asAdmin(path);
  await heading(page, title).waitFor();
  await page.getByRole('table', { name: /^科室(统计|申报)$/ }).waitFor();
  const pages = await printed(page);
  expectPaper(pages, title, []);
  expect(departmentNames().length).toBeGreaterThan(10);
  expect(missingOf(departmentNames(), textOf(pages))).toEqual([]);
  expect(textOf(pages)).toContain(asPrinted(`统计时间：${shanghaiDay(new Date()).slice(0, 4)}-01-01 至`));
  expect(textOf(pages)).toContain(chart);
  expect(textOf(pages)).not.toContain('查看数据');
  expect(pages.every(({ isLandscape }) => isLandscape)).toBe(true);
});

test('a department is printed as answers and no controls, each card in one piece', async () => {
  const [dept] = query<{ taskId: string; deptId: string; id: string }>(
    server,
    'select task_id as taskId, dept_id as deptId, dept_task.id as id from dept_task join task on task.id = task_id where task.comp_no = ? and submitted_at is not null order by point_count desc',
    COMPANY,
  );
  if (!dept) throw new Error('no department has submitted');
  const page = await asAdmin(paths.deptInfo.to(dept.taskId, dept.deptId));
  const cards = page.getByRole('list', { name: '自查结果' }).getByRole('listitem');
  await cards.first().waitFor();
  const numbers = (await cards.allTextContents()).map((text) => /^\d+\./.exec(text)?.[0] ?? text);
  const pages = await printed(page);
  expect(pages.length).toBeGreaterThan(1);
  expect(missingOf(numbers, textOf(pages))).toEqual([]);
  // Cut, the first card of a page would begin before its number.
  const cut = pages.slice(1).filter(({ text }) => !/^\d+\./.test(text));
  expect(cut.map(({ text }) => text.slice(0, 40))).toEqual([]);
  const controlsOn = (text: string): string[] => [/全部\d/, /不适用\d/, /未查\d/, /修改记录/, /查看本次自查的自纠/].flatMap((control) => control.exec(text)?.[0].replace(/\d/, '') ?? []);
  expect(controlsOn(textOf(pages))).toEqual([]);

  await page.getByRole('button', { name: /^不适用/ }).click();
  expect(controlsOn(textOf(await printed(page))), 'which part it is').toEqual(['不适用']);
});

const shapes = [
  [1600, 1200],
  [1200, 1600],
  [900, 2000],
] as const;

/** Paths of an answer and of a self-correction with as many photos as may be, and how many photos each page shows. */
function takePhotos(): readonly { path: string; photos: number }[] {
  const database = new Database(join(server.dataDir, 'zyzc.db'));
  const photos = JSON.stringify(Array.from({ length: PHOTOS_PER_ANSWER }, (_, index) => `${index}`.padStart(64, '0')));
  const [answer] = query<{ taskId: string; deptId: string; id: string; pointId: string }>(
    server,
    `select task_id as taskId, dept_task.dept_id as deptId, dept_task.id as id, answer.point_id as pointId from answer join dept_task on dept_task.id = dept_task_id
     where answer.comp_no = ? and answer.submitted_at is not null and result = 'unqualified'`,
    COMPANY,
  );
  const [item] = query<{ id: string; parent: string }>(server, 'select id, self_correction_id as parent from self_correction_item where comp_no = ? and corrected_at is not null', COMPANY);
  if (!answer || !item) throw new Error('no answer to show');
  database.prepare("update answer set photos = '[]' where dept_task_id = ?").run(answer.id);
  database.prepare('update answer set photos = ? where dept_task_id = ? and point_id = ?').run(photos, answer.id, answer.pointId);
  database.prepare("update self_correction_item set photos_before = '[]', photos_after = '[]' where self_correction_id = ?").run(item.parent);
  database.prepare('update self_correction_item set photos_before = ?, photos_after = ? where id = ?').run(photos, photos, item.id);
  database.close();
  return [
    { path: paths.deptInfo.to(answer.taskId, answer.deptId), photos: PHOTOS_PER_ANSWER },
    { path: paths.selfInspectionDetail.to(item.parent), photos: PHOTOS_PER_ANSWER * 2 },
  ];
}

test('photos are on paper whole, 60 mm wide and with enough pixels for that, however they were held', async () => {
  const pictures = await Promise.all(shapes.map(([width, height], index) => makePhoto(width, height, [200, 60 * index, 40])));
  for (const { path, photos } of takePhotos()) {
    const page = await asAdmin('/');
    await page.route(`**${apiPaths.readFile.path.replace('{sha256}', '*')}`, (route) =>
      route.fulfill({ contentType: 'image/jpeg', body: pictures[Number(new URL(route.request().url()).pathname.slice(-1)) % pictures.length]! }),
    );
    await page.goto(`${server.url}/#${path}`);
    const shown = page.locator('[data-view]:visible img[src^="blob:"]');
    await expect.poll(() => shown.count()).toBe(photos);
    const pages = await printed(page);
    const places = pages.flatMap(({ places: each }) => each).filter(({ pixels }) => shapes.some(([width]) => width === pixels));
    expect(places.length, 'each once, on one page').toBe(photos);
    for (const { width, height, bottom, pixels } of places) {
      const [, tall] = shapes.find(([each]) => each === pixels)!;
      expect(width).toBeGreaterThan(59);
      expect(height / width).toBeCloseTo(tall / pixels, 1);
      expect(bottom, 'above the edge of the page').toBeGreaterThan(5);
    }
    await context.close();
  }
});
