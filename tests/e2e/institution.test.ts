import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { answerPoint, heading, open, startSignedIn } from './screen.ts';
import { openDeptTask, query } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

/** What the institution is, what it publishes to its own people, and what it must report. */

let server: ServerProcess;
let browser: Browser;
let dataDir: string;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser, dataDir } = site);
  return site.close;
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

async function signedIn(account: string, viewport: { width: number; height: number }, path?: string): Promise<Page> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  contexts.push(context);
  const page = await context.newPage();
  await startSignedIn(page, server.url, account, account.startsWith('admin') ? 'Admin2026' : 'Staff2026', path);
  return page;
}

const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('what an institution no longer offers takes its points away, which are named before it is saved', async () => {
  const page = await signedIn('admin01', DESKTOP, '/system/company');
  await heading(page, '机构档案').waitFor();
  const dialysis = page.getByRole('checkbox', { name: '血液透析', exact: true });
  await dialysis.uncheck();
  await button(page, '保存').click();
  const preview = dialog(page, '要点将有变化');
  const removed = preview.getByRole('region', { name: /^减少 \d+ 个$/ }).getByRole('listitem');
  await removed.first().waitFor();
  const count = await removed.count();
  expect(await removed.first().textContent()).toContain('未开展血液透析');
  await button(preview, '返回修改').click();
  await dialysis.check();
  await dialysis.uncheck();
  await button(page, '保存').click();
  await button(preview, '保存档案').click();
  await page.getByText('机构档案已保存').waitFor();
  // Offered again, as many would come back.
  await page.getByRole('checkbox', { name: '血液透析', exact: true }).check();
  await button(page, '保存').click();
  const added = preview.getByRole('region', { name: `增加 ${count} 个` }).getByRole('listitem');
  await added.first().waitFor();
  expect(await added.count()).toBe(count);
});

test('what is filled in outlasts its tab, and what somebody else saves meanwhile', async () => {
  const page = await signedIn('admin01', DESKTOP, '/system/company');
  const field = (where: Page, name: string) => where.getByLabel(name, { exact: true });
  await field(page, '地址').fill('新街 1 号');
  await field(page, '主要负责人').fill('钱一');
  await page.getByRole('button', { name: '关闭 机构档案' }).click();
  await heading(page, '首页').waitFor();
  await open(page, '/system/company');
  await page.getByText('已恢复上次填写而未保存的内容').waitFor();
  expect(await field(page, '地址').inputValue()).toBe('新街 1 号');

  const other = await signedIn('admin01', DESKTOP, '/system/company');
  await field(other, '地址').fill('老街 2 号');
  await field(other, '法定代表人').fill('孙二');
  await button(other, '保存').click();
  await other.getByText('机构档案已保存').waitFor();

  await button(page, '保存').click();
  await page.getByText('其他管理员也修改了地址（对方填写：老街 2 号）').waitFor();
  expect(await field(page, '地址').inputValue()).toBe('新街 1 号');
  expect(await field(page, '法定代表人').inputValue()).toBe('孙二');
  await button(page, '保存').click();
  await page.getByText('机构档案已保存').waitFor();
  await expect.poll(() => page.getByText('已恢复上次填写而未保存的内容').count()).toBe(0);
  const [saved] = query<{ profile: string }>({ dataDir }, 'select profile from institution');
  expect(JSON.parse(saved?.profile ?? '{}')).toMatchObject({ address: '新街 1 号', principal: '钱一', legalPerson: '孙二' });
});

test('an opinion is answered, and read by who left it and by administrators alone', async () => {
  const page = await signedIn('staff01', PHONE, '/independent/board');
  await button(page, '提意见').click();
  const sheet = dialog(page, '提监督意见');
  await sheet.getByLabel('意见内容').fill('公示里没有写明整改的时间');
  const about = sheet.getByLabel('针对的公示');
  await expect.poll(() => about.locator('option').count()).toBeGreaterThan(1);
  const record = (await about.locator('option').nth(1).textContent()) ?? '';
  await about.selectOption({ index: 1 });
  await button(sheet, '提交').click();
  await page.getByText('意见已提交，答复后会通知您').waitFor();

  const administrator = await signedIn('admin01', DESKTOP, '/independent/board?view=opinions');
  const opinion = administrator.getByRole('listitem').filter({ hasText: '公示里没有写明整改的时间' });
  await opinion.getByText('陈思齐').waitFor();
  await opinion.getByText(`关于《${record}》`).waitFor();
  await button(opinion, '答复').click();
  const answering = dialog(administrator, '答复监督意见');
  await answering.getByLabel('答复').fill('已在公示中补上');
  await button(answering, '答复').click();
  await opinion.getByText('已在公示中补上').waitFor();

  await open(page, '/independent/board?view=opinions');
  await page.getByRole('listitem').filter({ hasText: '公示里没有写明整改的时间' }).getByText('已在公示中补上').waitFor();
  const colleague = await signedIn('staff02', PHONE, '/independent/board?view=opinions');
  await colleague.getByText(/^您还没有提过意见/).waitFor();
});

test('a ★ that fails is on the first screen of administrators until it was reported', async () => {
  // What the demonstration leaves to be reported is not what this is about.
  const database = new Database(join(dataDir, 'zyzc.db'));
  database.prepare("update severe_report set status = 'closed' where status = 'waiting'").run();
  database.close();
  const page = await signedIn('staff01', PHONE, `/mytask/index/${openDeptTask(dataDir, 'staff01', 20)}`);
  const cards = page.locator('[role="group"][data-point]');
  await cards.nth(19).waitFor();
  const index = await cards.evaluateAll((all) => all.findIndex((card) => card.querySelector('[aria-label="否决项"]') !== null));
  expect(index).toBeGreaterThanOrEqual(0);
  await answerPoint(page, index, '不合格', '使用了未经灭菌的器械');
  await cards.nth(index).getByText('已送达').waitFor();

  const administrator = await signedIn('admin01', DESKTOP);
  await administrator.getByRole('link', { name: '1 项重大问题待报告' }).click();
  await heading(administrator, '重大问题报告').waitFor();
  const found = administrator.getByRole('listitem').filter({ hasText: '使用了未经灭菌的器械' });
  await button(found, '登记报告').click();
  const sheet = dialog(administrator, '登记报告情况');
  await button(sheet, '保存').click();
  await sheet.getByText('必填项不能为空').waitFor();
  await sheet.getByLabel('报告给').fill('示例市卫生健康委员会');
  await button(sheet, '保存').click();
  await administrator.getByText('报告情况已登记').waitFor();
  await administrator.getByText('没有待报告的重大问题').waitFor();
  await administrator.getByRole('tab', { name: '已报告' }).or(button(administrator, '已报告')).first().click();
  await found.getByText(/报 示例市卫生健康委员会/).waitFor();
  await open(administrator, '/');
  await heading(administrator, '首页').waitFor();
  await expect.poll(() => administrator.getByText('项重大问题待报告').count()).toBe(0);
});
