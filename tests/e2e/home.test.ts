import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { heading, open, startSignedIn } from './screen.ts';
import { openSeededSite } from './seeded-site.ts';

let server: ServerProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: DESKTOP, serviceWorkers: 'block' });
  page = await context.newPage();
  await startSignedIn(page, server.url, 'admin01', 'Admin2026');
});
afterEach(() => context.close());

async function openScreen(path: string, title: string): Promise<void> {
  await open(page, path);
  await heading(page, title).waitFor();
}

const pressed = (list: string) => page.getByRole('list', { name: list }).locator('button[aria-pressed="true"]').allInnerTexts();
const total = async () => Number((await page.getByRole('navigation', { name: '分页' }).filter({ visible: true }).getByText(/^共 \d+ 条$/).innerText()).replace(/\D/g, ''));

describe('what 首页 counts for an administrator leads to', () => {
  test('the tasks that are overdue, also where their list was left with another filter', async () => {
    await openScreen('/taskmanage/index', '任务列表');
    await page.getByRole('list', { name: '按状态查看' }).getByRole('button', { name: /已完成/ }).click();
    await openScreen('/index', '首页');
    const answer = page.waitForResponse((response) => response.url().includes('queryTaskPage') && response.url().includes('status=overdue'));
    await page.getByRole('link', { name: '查看已逾期的任务' }).click();
    expect((await answer).status()).toBe(200);
    await heading(page, '任务列表').waitFor();
    await expect.poll(() => pressed('按状态查看')).toEqual([expect.stringMatching(/^已逾期/)]);
  });

  const countIn = (name: string | null): number => Number(/[\d,]+/.exec(name ?? '')?.[0].replaceAll(',', ''));

  test('the tasks that a figure counts, of each status', async () => {
    for (const name of [/^检查任务 [\d,]+ 项，查看$/, /^检查任务 已完成 [\d,]+，查看$/, /^检查任务 进行中 [\d,]+，查看$/]) {
      await openScreen('/index', '首页');
      const link = page.getByRole('link', { name });
      const count = countIn(await link.getAttribute('aria-label'));
      expect(count).toBeGreaterThan(0);
      await link.click();
      await heading(page, '任务列表').waitFor();
      await expect.poll(total).toBe(count);
    }
  });

  test('the department tasks that a figure counts', async () => {
    await openScreen('/index', '首页');
    for (const name of [/^全面自查 科室任务 /, /^全面自查 已提交 /, /^全面自查 按时 /]) {
      const button = page.getByRole('button', { name });
      const count = countIn(await button.getAttribute('aria-label'));
      expect(count).toBeGreaterThan(0);
      await button.click();
      await expect.poll(total).toBe(count);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: /^不合格情况 [\d,]+ 项不合格，查看$/ }).click();
    await page.getByRole('dialog', { name: '有不合格的科室任务' }).getByText(/不合格 \d+/).first().waitFor();
  });

  test('the submissions that a department owes, and each of them to what it has answered so far', async () => {
    const [count] = await countOpened('逾期未提交的科室');
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('list', { name: '科室任务' }).waitFor();
    expect(await total()).toBe(count);
    expect(await sheet.getByText('已逾期').count()).toBe(Math.min(count, 10));
    await sheet.getByRole('list', { name: '科室任务' }).getByRole('link').first().click();
    await heading(page, '科室详情').waitFor();
    await sheet.waitFor({ state: 'detached' });
  });

  test('the inspections in which a check point failed', async () => {
    const [count, name] = await countOpened('最常不合格的要点');
    const sheet = page.getByRole('dialog', { name: '不合格的要点' });
    await sheet.getByRole('list', { name: '科室任务' }).waitFor();
    expect(name).toContain(await sheet.locator('p').first().innerText());
    expect(await total()).toBe(count);
  });

  test('the corrections that wait for confirmation', async () => {
    await openScreen('/index', '首页');
    const link = page.getByRole('link', { name: /^\d+ 份科室自纠待确认$/ });
    const count = Number.parseInt(await link.innerText(), 10);
    expect(count).toBeGreaterThan(0);
    await link.click();
    await heading(page, '科室自纠记录').waitFor();
    await page.getByRole('button', { name: '待确认', pressed: true }).waitFor();
    await expect.poll(total).toBe(count);
    await page.getByRole('button', { name: '选择本页' }).click();
    await page.getByRole('button', { name: '确认整改' }).click();
    const sheet = page.getByRole('alertdialog', { name: '确认整改' });
    await sheet.getByText(`确认 ${count} 份自纠`).waitFor();
    await sheet.getByRole('button', { name: `确认 ${count} 份` }).click();
    await page.getByText('没有“待确认”的自纠').waitFor();
  });

  test('the late work that waits for a decision', async () => {
    await openScreen('/index', '首页');
    const link = page.getByRole('link', { name: /^\d+ 项迟到的填写待处理$/ });
    const count = Number.parseInt(await link.innerText(), 10);
    expect(count).toBeGreaterThan(1);
    await link.click();
    await heading(page, '迟到的填写').waitFor();
    await page.getByText(`已选 0/${count} 项`).waitFor();
  });
});

test('what is to do takes the width of a phone on its side', async () => {
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  const bounds = await page.getByRole('region', { name: '现在要做' }).boundingBox();
  // All but the padding, and a scroll bar where there is one.
  expect(bounds?.width).toBeGreaterThan(PHONE.height - 50);
});

/** Opens the first row of a list of 首页. @returns its number and its words */
async function countOpened(list: string): Promise<[number, string]> {
  await openScreen('/index', '首页');
  const row = page.getByRole('list', { name: list }).getByRole('button').first();
  const words = await row.innerText();
  await row.click();
  return [Number.parseInt(/(\d+) [项次]$/.exec(words)?.[1] ?? '', 10), words];
}
