import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiPaths, fillPath } from '#contract/api-paths.ts';
import { PIECE_BYTES } from '#contract/limits.ts';
import { PHONE } from '../support/browser-process.ts';
import { launchChromium } from '../support/chromium.ts';
import { type Fate, type FaultProxy, type PassedCall, startFaultProxy } from '../support/fault-proxy.ts';
import { makePdf } from '../support/pdf.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';
import { heading, reload, startSignedIn } from './screen.ts';
import { copySeededData } from './seeded-data.ts';

/** Attachments on their way to the server through a network that breaks, and what is shown of them afterwards. */

const PIECES = 6;
const MIDDLE = 3;

let server: ServerProcess;
let proxy: FaultProxy;
let browser: Browser;
let removeData: () => Promise<void>;
beforeAll(async () => {
  const data = await copySeededData();
  removeData = data.remove;
  server = await serverProcess({ dataDir: data.dataDir });
  await server.start();
  proxy = await startFaultProxy(server.port);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await proxy.close();
  await server.kill();
  await removeData();
});
beforeEach(() => {
  proxy.decide = () => 'pass';
});

const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true });
const attachments = (page: Page) => page.getByRole('region', { name: '附件' });

/** The form of a new 年度计划, on a phone whose network is the proxy. */
async function openForm(title: string): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await startSignedIn(page, proxy.url, 'staff01', 'Staff2026', '/independent/independent/0');
  await button(page, '新增年度计划').click();
  await page.getByRole('heading', { level: 2, name: '新增年度计划' }).waitFor();
  await page.getByRole('textbox', { name: '标题' }).fill(title);
  return { page, context };
}

const choose = (page: Page, name: string, buffer: Buffer) => page.getByLabel('添加附件').setInputFiles({ name, mimeType: 'application/pdf', buffer });

/** Saves the form, and opens the record from its list. */
async function saveAndOpen(page: Page, title: string): Promise<void> {
  await button(page, '保存草稿').click();
  await page.getByRole('list', { name: '年度计划列表' }).getByRole('link', { name: title }).click();
  await heading(page, '查看文档').waitFor();
}

async function download(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, `下载 ${name}`).click()]);
  expect(file.suggestedFilename()).toBe(name);
  return readFile(await file.path());
}

const isPieceOf = (bytes: Buffer) => {
  const path = fillPath(apiPaths.uploadPiece.path, { sha256: createHash('sha256').update(bytes).digest('hex') });
  return ({ method, path: called }: PassedCall): boolean => method === apiPaths.uploadPiece.method && called === path;
};
const indexOf = ({ url }: PassedCall): number => Number(new URL(url, 'http://proxy').searchParams.get('index'));

test('an upload that is cut in the middle goes on by itself with the pieces that are missing, and arrives byte for byte', async () => {
  // A server that had them already would take none of them.
  const bytes = makePdf(['one', 'two', 'three', 'four', 'five', 'six', `seven ${Date.now()}`], PIECES * PIECE_BYTES - 1000);
  expect(Math.ceil(bytes.length / PIECE_BYTES)).toBe(PIECES);
  const isPiece = isPieceOf(bytes);
  let isCut = true;
  proxy.decide = (call) => (isCut && isPiece(call) && indexOf(call) >= MIDDLE ? 'cutBefore' : 'pass');

  const { page, context } = await openForm('断网续传的计划');
  await choose(page, '培训资料.pdf', bytes);
  const row = attachments(page).getByRole('listitem').filter({ hasText: '培训资料.pdf' });
  await row.getByText(/^网络中断，恢复后自动继续/).waitFor();
  const progress = row.getByRole('progressbar', { name: '培训资料.pdf 上传进度' });
  expect(Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  // What is not there yet cannot be declared.
  await button(page, '申报').click();
  await page.getByText('还有 1 个附件没有传完，请联网等待传完，或先取消').waitFor();
  const arrived = () => proxy.calls.filter(isPiece).map(indexOf);
  expect(new Set(arrived().filter((index) => index < MIDDLE)).size).toBe(MIDDLE);

  isCut = false;
  await row.getByText(/已上传$/).waitFor();
  // The pieces before the cut were sent once, those behind it until they arrived.
  for (let index = 0; index < PIECES; index += 1) {
    const times = arrived().filter((one) => one === index).length;
    if (index < MIDDLE) expect(times, `piece ${index}`).toBe(1);
    else expect(times, `piece ${index}`).toBeGreaterThanOrEqual(1);
  }
  expect(arrived().filter((index) => index > MIDDLE).length).toBe(PIECES - MIDDLE - 1);

  await saveAndOpen(page, '断网续传的计划');
  expect((await download(page, '培训资料.pdf')).equals(bytes)).toBe(true);

  // Three pages at first, three more at each tap.
  const sheets = attachments(page).getByRole('img', { name: /^培训资料\.pdf 第 \d+ 页$/ });
  await attachments(page).getByText('已显示 3 / 7 页').waitFor();
  await expect.poll(() => sheets.count()).toBe(3);
  await button(page, '继续加载').click();
  await attachments(page).getByText('已显示 6 / 7 页').waitFor();
  await expect.poll(() => sheets.count()).toBe(6);
  await button(page, '继续加载').click();
  await attachments(page).getByText('共 7 页，已全部显示').waitFor();

  await button(page, '预览 培训资料.pdf').click();
  const pager = page.getByRole('region', { name: '培训资料.pdf' });
  await pager.getByRole('status', { name: '第 1 页，共 7 页' }).waitFor();
  await pager.getByText('one', { exact: true }).waitFor();
  expect(await button(pager, '上一页').isDisabled()).toBe(true);
  await button(pager, '下一页').click();
  await pager.getByRole('status', { name: '第 2 页，共 7 页' }).waitFor();
  await pager.getByText('two', { exact: true }).waitFor();
  await button(pager, '上一页').click();
  await pager.getByText('one', { exact: true }).waitFor();
  // Browser back leads to all attachments, and not out of the record.
  await page.goBack();
  await button(page, '返回全部附件').waitFor({ state: 'detached' });
  await attachments(page).getByText('已显示 3 / 7 页').waitFor();
  await heading(page, '查看文档').waitFor();
  await context.close();
});

test('an upload that was paused goes on at 继续, and what was sent outlives a reload', async () => {
  // A server that had them already would take none of them.
  const bytes = makePdf([`paused ${Date.now()}`], PIECES * PIECE_BYTES - 2000);
  const isPiece = isPieceOf(bytes);
  let release = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (release = resolve));
  proxy.decide = async (call): Promise<Fate> => {
    if (isPiece(call) && indexOf(call) === MIDDLE) await isHeld;
    return 'pass';
  };
  const { page, context } = await openForm('暂停续传的计划');
  await choose(page, '签到表.pdf', bytes);
  const row = attachments(page).getByRole('listitem').filter({ hasText: '签到表.pdf' });
  await row.getByText(/^正在上传/).waitFor();
  await expect.poll(() => proxy.calls.filter(isPiece).map(indexOf)).toContain(MIDDLE);
  await button(row, '暂停 签到表.pdf').click();
  await row.getByText(/^已暂停/).waitFor();
  proxy.decide = () => 'pass';
  release();
  await page.getByText('填写的内容已保存在本机，尚未提交').waitFor();
  const before = proxy.calls.filter(isPiece).length;
  await button(row, '继续 签到表.pdf').click();
  await row.getByText(/已上传$/).waitFor();
  const after = proxy.calls.filter(isPiece).slice(before).map(indexOf);
  expect(after.every((index) => index >= MIDDLE)).toBe(true);
  await reload(page);
  await row.getByText(/已上传$/).waitFor();
  await saveAndOpen(page, '暂停续传的计划');
  expect((await download(page, '签到表.pdf')).equals(bytes)).toBe(true);
  await context.close();
});

test('a file that only looks like a PDF says 文件预览错误 and the name of the error, and the rest is shown', async () => {
  const { page, context } = await openForm('附件损坏的计划');
  await choose(page, '损坏.pdf', Buffer.from('%PDF-1.4\nthis is not the rest of a PDF'));
  const list = attachments(page).getByRole('listitem');
  await list.filter({ hasText: '损坏.pdf' }).getByText(/已上传$/).waitFor();
  await choose(page, '完好.pdf', makePdf(['sound']));
  await list.filter({ hasText: '完好.pdf' }).getByText(/已上传$/).waitFor();
  // Refused before anything is sent.
  await page.getByLabel('添加附件').setInputFiles({ name: '表格.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK') });
  await page.getByText('“表格.xlsx”不能添加：只支持 PDF、JPG、PNG 和 WebP 文件').waitFor();
  await saveAndOpen(page, '附件损坏的计划');
  await page.getByRole('heading', { name: '文件预览错误' }).waitFor();
  await page.getByText('InvalidPDFException').waitFor();
  await page.getByRole('img', { name: '完好.pdf 第 1 页' }).waitFor();
  await context.close();
});
