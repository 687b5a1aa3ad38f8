import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { shanghaiDay } from '#contract/calendar.ts';
import type { CallInput } from '#contract/endpoints.ts';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import { call, signIn as signInByCall } from '../support/calls.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { readPrinted } from './printed-pdf.ts';
import { doWithRow, heading, open, reload, rowMenu, startSignedIn } from './screen.ts';
import { openSeededSite } from './seeded-site.ts';

/** staff01 and staff02 are of one department. */
const STAFF_PASSWORD = 'Staff2026';
const PLANS = 0;
const MEASURES = 3;
const COMMITMENTS = 6;
const THIS_YEAR = shanghaiDay(new Date()).slice(0, 4);
/** Of which nothing was declared. */
const [EARLIER, EMPTY] = [String(Number(THIS_YEAR) - 7), String(Number(THIS_YEAR) - 8)];

let server: ServerProcess;
let browser: Browser;
beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});

async function signedIn(account: string, options: BrowserContextOptions = { viewport: DESKTOP }): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await startSignedIn(page, server.url, account, STAFF_PASSWORD);
  return { page, context };
}

const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true });
/** One that offers words is a combobox to readers. */
const field = (page: Page, name: string) => page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name }));
const alertDialog = (page: Page, name: string) => page.getByRole('alertdialog', { name });
const listPath = (type: number) => `/independent/independent/${type}`;
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

async function openList(page: Page, type: number, title: string): Promise<void> {
  await open(page, listPath(type));
  await heading(page, title).waitFor();
  await button(page, `新增${title}`).first().waitFor();
}

/** A draft of staff01's department, made as a form makes it. @returns its id */
async function addDraft(type: number, fields: Partial<CallInput<'addSelfDeclare'>['body']>): Promise<string> {
  const token = await signInByCall(server.url, { userNo: 'staff01', password: STAFF_PASSWORD });
  const body = { id: uuidv7(), title: '计划', year: THIS_YEAR, body: '', status: 'draft' as const, attachments: [], ...fields };
  return (await call(server.url, 'addSelfDeclare', { params: { type: String(type) }, body }, token)).id;
}

describe('a 年度计划', () => {
  test('is written, found by title and year, changed and deleted; what is wrong is said at its field', async () => {
    // A second try finds what the first one left.
    const [first, second] = [`抢救设备年度计划${Date.now()}`, `抢救设备检查计划${Date.now()}`];
    const { page, context } = await signedIn('staff01');
    await openList(page, PLANS, '年度计划');
    await button(page, '新增年度计划').click();
    await page.getByRole('heading', { level: 2, name: '新增年度计划' }).waitFor();
    expect(await field(page, '标题').inputValue()).toBe(`${THIS_YEAR}年度计划`);

    await field(page, '标题').fill('');
    await field(page, '标题').blur();
    await page.getByText('必填项不能为空').waitFor();
    await field(page, '年度').focus();
    await field(page, '年度').selectOption('');
    await field(page, '年度').blur();
    await page.getByText('必填项不能为空').nth(1).waitFor();
    await button(page, '保存草稿').click();
    await page.getByText('请检查标出的内容').waitFor();
    await field(page, '标题').fill(first);
    await field(page, '年度').selectOption(EARLIER);
    await button(page, '申报').click();
    await page.getByText('请填写正文或上传附件后再申报').waitFor();
    await field(page, '正文').fill('第一季度检查抢救车。');
    await button(page, '保存草稿').click();
    await row(page, first).getByText('草稿').waitFor();

    const bar = page.getByRole('search');
    const others = `${THIS_YEAR}年度依法执业自查工作计划`;
    await row(page, others).waitFor();
    await bar.getByLabel('标题').fill('抢救设备');
    await bar.getByLabel('标题').press('Enter');
    await row(page, others).waitFor({ state: 'detached' });
    await row(page, first).waitFor();
    await button(bar, '重置').click();
    await row(page, others).waitFor();
    expect(await bar.getByLabel('标题').inputValue()).toBe('');
    await bar.getByLabel('年度').selectOption(EARLIER);
    await row(page, others).waitFor({ state: 'detached' });
    await row(page, first).waitFor();
    await bar.getByLabel('年度').selectOption(EMPTY);
    await page.getByText('没有符合条件的年度计划，可重置条件后再试').waitFor();
    await button(bar, '重置').click();

    await doWithRow(page, first, '编辑');
    await page.getByRole('heading', { level: 2, name: '编辑年度计划' }).waitFor();
    expect(await field(page, '正文').inputValue()).toBe('第一季度检查抢救车。');
    await field(page, '标题').fill(second);
    await field(page, '正文').fill('每月检查抢救车。');
    await button(page, '保存草稿').click();
    await expect.poll(() => new URL(page.url()).hash).toBe(`#${listPath(PLANS)}`);
    await row(page, second).getByRole('link').click();
    await page.getByRole('heading', { level: 2, name: second }).waitFor();
    await page.getByRole('region', { name: '正文' }).getByText('每月检查抢救车。').waitFor();

    await openList(page, PLANS, '年度计划');
    await doWithRow(page, second, '删除');
    const question = alertDialog(page, '删除年度计划');
    await question.getByText(`《${second}》`).waitFor();
    await button(question, '取消').click();
    await row(page, second).waitFor();
    await doWithRow(page, second, '删除');
    await button(question, '删除').click();
    await row(page, second).waitFor({ state: 'detached' });
    await row(page, others).waitFor();
    await context.close();
  });

  test('leads to its list once it is saved, also where another form was looked at meanwhile', async () => {
    const { page, context } = await signedIn('staff01');
    await openList(page, PLANS, '年度计划');
    await button(page, '新增年度计划').click();
    await field(page, '标题').fill('看过别处的计划');
    await openList(page, COMMITMENTS, '承诺书');
    await button(page, '新增承诺书').click();
    await page.getByRole('heading', { level: 2, name: '新增承诺书' }).waitFor();
    await page.getByRole('navigation', { name: '标签栏' }).getByRole('button', { name: '年度计划', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: '新增年度计划' }).waitFor();
    await button(page, '保存草稿').click();
    await row(page, '看过别处的计划').waitFor();
    expect(new URL(page.url()).hash).toBe(`#${listPath(PLANS)}`);
    await context.close();
  });

  test('is deleted together with others that were chosen; what is declared cannot be chosen', async () => {
    for (const title of ['甲计划', '乙计划', '丙计划']) await addDraft(PLANS, { title });
    const { page, context } = await signedIn('staff01');
    await openList(page, PLANS, '年度计划');
    const declared = row(page, '已申报').first();
    await declared.waitFor();
    expect(await declared.getByRole('checkbox').count()).toBe(0);
    await page.getByRole('checkbox', { name: '选择 甲计划' }).check();
    await page.getByRole('checkbox', { name: '选择 丙计划' }).check();
    const chosen = page.getByRole('region', { name: '批量操作' });
    await chosen.getByText('已选 2 条').waitFor();
    await button(chosen, '删除').click();
    const question = alertDialog(page, '删除年度计划');
    await question.getByText('将删除 2 条年度计划').waitFor();
    await button(question, '删除').click();
    for (const title of ['甲计划', '丙计划']) await row(page, title).waitFor({ state: 'detached' });
    await row(page, '乙计划').waitFor();
    await chosen.waitFor({ state: 'detached' });
    await context.close();
  });
});

/** For a page: this phone takes its time to read the lists it has. */
function readListsLate(): void {
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (key) {
    const request = get.call(this, key);
    if (typeof key !== 'string' || !key.endsWith('lists')) return request;
    const later = (handle: () => void): void => request.addEventListener('success', () => setTimeout(handle, 1500));
    return Object.defineProperty(request, 'onsuccess', { set: later });
  };
}

describe('a record that two people change at once', () => {
  async function edit(page: Page, title: string): Promise<void> {
    await doWithRow(page, title, '编辑');
    await page.getByRole('heading', { level: 2, name: '编辑年度计划' }).waitFor();
  }
  /** Both have its form open, and staff02 is the quicker one. */
  async function bothChange(): Promise<{ slow: Page; title: string; id: string; close: () => Promise<void> }> {
    // Another one in each try of a test.
    const title = `两人同改 ${uuidv7()}`;
    const id = await addDraft(PLANS, { title, body: '原来的正文' });
    const one = await signedIn('staff01');
    const other = await signedIn('staff02');
    const [slow, quick] = [one.page, other.page];
    for (const page of [slow, quick]) {
      await openList(page, PLANS, '年度计划');
      await edit(page, title);
      expect(await field(page, '正文').inputValue()).toBe('原来的正文');
    }
    await field(slow, '正文').fill('甲写的正文');
    await field(quick, '正文').fill('乙写的正文');
    await button(quick, '保存草稿').click();
    await row(quick, title).waitFor();
    await button(slow, '保存草稿').click();
    const close = async (): Promise<void> => {
      await one.context.close();
      await other.context.close();
    };
    return { slow, title, id, close };
  }
  const bodyOf = async (page: Page, id: string): Promise<string> => {
    await open(page, `/independent/${PLANS}/${id}`);
    return (await page.getByRole('region', { name: '正文' }).textContent()) ?? '';
  };
  const nameOf = (account: string): string => {
    const database = new Database(join(server.dataDir, 'zyzc.db'), { readonly: true });
    const { name } = database.prepare('select employee_name as name from employee where account = ?').get(account) as { name: string };
    database.close();
    return name;
  };

  test('says who was quicker and what differs; 保留我的 saves the own text at one tap', async () => {
    const { slow, title, id, close } = await bothChange();
    const question = alertDialog(slow, '这条记录已被修改');
    await question.getByText(`${nameOf('staff02')} 在`).waitFor();
    const difference = question.getByRole('region', { name: '正文' });
    expect(await difference.textContent()).toContain('甲写的正文');
    expect(await difference.textContent()).toContain('乙写的正文');
    await button(question, '保留我的').click();
    await row(slow, title).waitFor();
    expect(await bodyOf(slow, id)).toBe('甲写的正文');
    await close();
  });

  test('asks again after the page was reloaded, and keeps both texts when the other one is taken', async () => {
    const { slow, title, id, close } = await bothChange();
    const question = alertDialog(slow, '这条记录已被修改');
    await question.waitFor();
    // Behind the question the page says that this phone has what was typed.
    await slow.getByText('填写的内容已保存在本机，尚未提交').waitFor();
    await reload(slow);
    await question.getByText('甲写的正文').waitFor();
    await button(question, '采用对方的').click();
    await expect.poll(() => field(slow, '正文').inputValue()).toBe('乙写的正文');
    const own = slow.getByRole('region', { name: '我之前填写的正文' });
    await own.getByText('甲写的正文').waitFor();
    await button(own, '插入到正文末尾').click();
    await button(slow, '保存草稿').click();
    await row(slow, title).waitFor();
    const body = await bodyOf(slow, id);
    expect(body).toContain('乙写的正文');
    expect(body).toContain('甲写的正文');
    await close();
  });

  test('asks again, and goes on asking, where the browser is slow to take back the step of the question before', async () => {
    const { slow, close } = await bothChange();
    const question = alertDialog(slow, '这条记录已被修改');
    await question.waitFor();
    // A question that is there at once would go on with the step of the one before.
    await slow.addInitScript(readListsLate);
    await slow.addInitScript(() => {
      const go = history.go.bind(history);
      history.go = (delta) => void setTimeout(() => go(delta), 2500);
      addEventListener('popstate', () => document.documentElement.setAttribute('data-popped', ''));
    });
    await reload(slow);
    await question.getByText('甲写的正文').waitFor();
    await slow.locator('html[data-popped]').waitFor();
    await slow.waitForFunction(() => (history.state as { sheets?: number } | null)?.sheets === 1);
    expect(await question.getByText('甲写的正文').isVisible()).toBe(true);
    await close();
  });

  test('asks as soon as its form opens again, where the phone is slow to read the older record it has', async () => {
    const title = `两人同改 ${uuidv7()}`;
    const id = await addDraft(PLANS, { title, body: '原来的正文' });
    const { page, context } = await signedIn('staff01');
    await openList(page, PLANS, '年度计划');
    await edit(page, title);
    await field(page, '正文').fill('甲写的正文');
    await page.getByText('填写的内容已保存在本机，尚未提交').waitFor();
    await page.waitForFunction((one) => Object.values(localStorage).some((text) => String(text).includes(`"detail","${one}"`)), id);
    const token = await signInByCall(server.url, { userNo: 'staff02', password: STAFF_PASSWORD });
    const changed = { selfDeclaredType: PLANS, selfDeclaredId: id, revision: 1, title, year: THIS_YEAR, body: '乙写的正文', status: 'draft' as const, attachments: [] };
    await call(server.url, 'updateSelfDeclare', { body: changed }, token);
    await page.addInitScript(readListsLate);
    await reload(page);
    await alertDialog(page, '这条记录已被修改').getByText('乙写的正文').waitFor();
    await context.close();
  });

  test('is saved as a new one after the other deleted it', async () => {
    const title = `被删的计划 ${uuidv7()}`;
    const id = await addDraft(PLANS, { title, body: '原来的正文' });
    const { page, context } = await signedIn('staff01');
    await openList(page, PLANS, '年度计划');
    await edit(page, title);
    await field(page, '正文').fill('不能丢的正文');
    const token = await signInByCall(server.url, { userNo: 'staff02', password: STAFF_PASSWORD });
    await call(server.url, 'batchDeleteSelfDeclare', { body: { selfDeclaredType: PLANS, selfDeclaredId: [id] } }, token);
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByText('添加附件').first().scrollIntoViewIfNeeded();
    await button(page, '保存草稿').click();
    const barrier = page.getByText('这条记录已被删除');
    await barrier.waitFor();
    await expect.poll(async () => (await barrier.boundingBox())?.y).toBeGreaterThan(0);
    await page.setViewportSize(size);
    await button(page, '另存为新记录').click();
    await button(page, '保存草稿').click();
    await row(page, title).getByRole('link').click();
    await page.getByRole('region', { name: '正文' }).getByText('不能丢的正文').waitFor();
    await context.close();
  });
});

/** Writes with one finger, as a phone reports it. */
async function writeByFinger(page: Page, pad: Locator, strokes: readonly (readonly [number, number])[][]): Promise<void> {
  const box = await pad.boundingBox();
  if (box === null) throw new Error('the pad is not in sight');
  const session = await page.context().newCDPSession(page);
  for (const stroke of strokes) {
    const points = stroke.map(([x, y]) => ({ x: box.x + x * box.width, y: box.y + y * box.height }));
    for (const [index, point] of points.entries()) {
      await session.send('Input.dispatchTouchEvent', { type: index === 0 ? 'touchStart' : 'touchMove', touchPoints: [point] });
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
  await session.detach();
}

const NAME_STROKES = [
  [[0.2, 0.3], [0.3, 0.35], [0.45, 0.3], [0.6, 0.32]],
  [[0.4, 0.15], [0.41, 0.4], [0.38, 0.6], [0.3, 0.85]],
  [[0.42, 0.5], [0.5, 0.65], [0.62, 0.8], [0.75, 0.85]],
] as const satisfies readonly (readonly (readonly [number, number])[])[];

test('a 承诺书 is signed with a finger on a phone, declared, read and printed with its signature', async () => {
  const { page, context } = await signedIn('staff01', { viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  // The browser's own dialog cannot be reached from here; what it would print is read below.
  await page.addInitScript(() => (window.print = () => void dispatchEvent(new Event('beforeprint'))));
  await reload(page);
  await openList(page, COMMITMENTS, '承诺书');
  await button(page, '新增承诺书').click();
  await page.getByRole('heading', { level: 2, name: '新增承诺书' }).waitFor();
  await field(page, '标题').fill('手写签名承诺书');
  expect(await field(page, '正文').inputValue()).toContain(`就 ${THIS_YEAR} 年依法执业自查工作郑重承诺`);

  await button(page, '手写签名').click();
  const sheet = page.getByRole('dialog', { name: '手写签名' });
  const pad = sheet.getByRole('img', { name: '签名区' });
  await button(sheet, '确认签名').click();
  await sheet.getByText('请在方框内签写完整的姓名').waitFor();
  // A dot is ink too.
  const inkOf = () => pad.evaluate((canvas: HTMLCanvasElement) => canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data.filter((alpha, at) => at % 4 === 3 && alpha > 0).length);
  expect(await inkOf()).toBe(0);
  await pad.tap();
  await expect.poll(inkOf).toBeGreaterThan(4);
  await button(sheet, '清空').tap();
  await writeByFinger(page, pad, NAME_STROKES.map((stroke) => [...stroke]));
  await sheet.getByText('请在此处手写签名').waitFor({ state: 'detached' });
  // The last stroke ends in a flick, which must not swallow the tap.
  await button(sheet, '确认签名').tap();
  await sheet.waitFor({ state: 'detached' });
  const signature = page.getByRole('region', { name: '签名' });
  const picture = signature.getByRole('img', { name: /的签名$/ });
  await picture.waitFor();

  // It stands for the text that was signed: a change asks for a new one.
  const text = await field(page, '正文').inputValue();
  await field(page, '正文').fill(`${text}\n八、接受监督。`);
  await signature.getByText('承诺内容或附件已修改，原签名作废，请重新签名').waitFor();
  await field(page, '正文').fill(text);
  await picture.waitFor();

  await declare(page);
  const card = page.getByRole('list', { name: '承诺书列表' }).getByRole('listitem').filter({ hasText: '手写签名承诺书' });
  await card.getByText('已申报').waitFor();
  expect(await rowMenu(page, '手写签名承诺书').count()).toBe(0);
  await card.getByRole('link').click();
  await heading(page, '查看文档').waitFor();
  const stored = page.getByRole('region', { name: '签名' }).getByRole('img', { name: /的签名$/ });
  await expect.poll(() => stored.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await page.getByText('已申报，只有管理员可以修改或删除').waitFor();

  await button(page, '更多操作').click();
  await page.getByRole('menuitem', { name: '打印 / 导出 PDF' }).click();
  await page.locator('[data-print] img').waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('[data-print] img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  const file = join(server.dataDir, 'printed.pdf');
  await page.pdf({ path: file, preferCSSPageSize: true });
  // The screen comes back when the dialog is closed.
  await page.locator('[data-print]').waitFor({ state: 'detached' });
  const [printed] = await readPrinted(file);
  expect(printed?.text).toContain('手写签名承诺书');
  expect(printed?.text).toContain('郑重承诺');
  expect(printed?.text).toContain('承诺人（签名）');
  expect(printed?.text, 'the menu is no part of the paper').not.toContain('更多操作');
  expect(printed?.pictures).toBe(1);
  await context.close();
});

test('整改措施 begins with a draft made of what the year found and corrected', async () => {
  const { page, context } = await signedIn('staff01');
  await openList(page, MEASURES, '整改措施');
  await button(page, '新增整改措施').click();
  await page.getByRole('heading', { level: 2, name: '新增整改措施' }).waitFor();
  await field(page, '年度').focus();
  await field(page, '年度').selectOption('');
  // The sentence under the field moves what stands below it.
  await field(page, '年度').blur();
  await page.getByText('必填项不能为空').waitFor();
  await button(page, '生成草稿').click();
  await page.getByText('请先选择年度，再生成草稿').waitFor();
  await field(page, '年度').selectOption(THIS_YEAR);
  await button(page, '生成草稿').click();
  const sheet = page.getByRole('dialog', { name: `${THIS_YEAR} 年草稿` });
  await sheet.getByText(`根据 ${THIS_YEAR}-01-01 至`).waitFor();
  await button(sheet, '使用草稿').click();
  await sheet.waitFor({ state: 'detached' });
  const draft = await field(page, '正文').inputValue();
  const problems = problemsOf('staff01');
  expect(problems.length).toBeGreaterThan(0);
  // Each stands within a sentence there.
  for (const problem of problems) expect(draft).toContain(problem.replace(/。$/, ''));
  expect(draft).toContain('下一步措施');

  // A text that is there is never replaced without a word.
  await field(page, '正文').fill('自己写的一句。');
  await button(page, '生成草稿').click();
  await button(sheet, '追加到末尾').click();
  await expect.poll(() => field(page, '正文').inputValue()).toBe(`自己写的一句。\n\n${draft}`);
  await declare(page);
  await row(page, `${THIS_YEAR}年整改措施`).getByText('已申报').waitFor();
  await context.close();
});

test('申报 asks before it is final, says what the year has already, and leads to the missing signature', async () => {
  const { page, context } = await signedIn('staff01');
  await openList(page, PLANS, '年度计划');
  for (const title of ['第一份计划', '第二份计划']) {
    await button(page, '新增年度计划').click();
    await field(page, '标题').fill(title);
    await field(page, '年度').selectOption(EARLIER);
    await field(page, '正文').fill('按季度检查。');
    await button(page, '申报').click();
    const sheet = page.getByRole('alertdialog', { name: '确认申报' });
    await sheet.getByText('申报后不能再修改，只有管理员可以改回草稿。').waitFor();
    if (title === '第一份计划') {
      expect(await sheet.getByText(/已申报过/).count()).toBe(0);
      // Nothing was declared before it is confirmed.
      await button(sheet, '再看看').click();
      await sheet.waitFor({ state: 'detached' });
      await declare(page);
    } else {
      await sheet.getByText(`${EARLIER}年已申报过年度计划：“第一份计划”。再申报会多出一份。`).waitFor();
      await button(sheet, '确认申报').click();
    }
    await row(page, title).getByText('已申报').waitFor();
  }

  await openList(page, COMMITMENTS, '承诺书');
  await button(page, '新增承诺书').click();
  await button(page, '申报').click();
  const sheet = page.getByRole('alertdialog', { name: '确认申报' });
  await sheet.getByText('承诺书还没有有效的签名。').waitFor();
  await button(sheet, '去签名').click();
  await page.getByRole('dialog', { name: '手写签名' }).getByRole('img', { name: '签名区' }).waitFor();
  await context.close();
});

/** The points that the account's department still has to correct, of submissions of this year. */
function problemsOf(account: string): string[] {
  const database = new Database(join(server.dataDir, 'zyzc.db'), { readonly: true });
  const rows = database
    .prepare(
      `select v.content from self_correction_item i join self_correction c on c.id = i.self_correction_id
       join dept_task d on d.id = c.dept_task_id join check_point_version v on v.id = i.version_id
       join employee e on e.dept_id = c.dept_id
       where e.account = ? and d.submitted_at >= ? and i.corrected_at is null`,
    )
    .all(account, `${THIS_YEAR}-01-02`) as { content: string }[];
  database.close();
  return rows.map(({ content }) => content);
}

/** Says twice that it is final. */
async function declare(page: Page): Promise<void> {
  await button(page, '申报').click();
  await button(page.getByRole('alertdialog', { name: '确认申报' }), '确认申报').click();
}
