import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { articleLabel } from '#contract/chinese-numerals.ts';
import { LAW_KEPT_CACHE, LAW_TEXT_CACHE, PDFJS_CACHE } from '#contract/worker-messages.ts';
import { CHINESE_CMAPS, PAGE_DECODERS, STANDARD_FONTS } from '@/lib/files/pdfjs-files.ts';
import { lawPdfKey } from '../../server/modules/laws/law-service.ts';
import { parseLawText } from '../../server/modules/laws/law-text.ts';
import { type BrowserProcess, lightBrowserProcess, DESKTOP, PHONE } from '../support/browser-process.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { makeEncryptedPdf, makePdf } from '../support/pdf.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';
import { inkOf } from './drawn-pdf.ts';
import { doWithRow, heading, open, reload, restartWithoutLists, startSignedIn, waitForWorker } from './screen.ts';
import { copySeededData } from './seeded-data.ts';

const statutes = resolve('../shared/data/laws');
const hasStatutes = existsSync(statutes);
if (!hasStatutes) console.warn('Laws were tested with the sample library alone: ../shared/data/laws is not there');
const sampleFolder = resolve('server/library/laws');
const LAW_WITH_PDF = '医疗废物院内管理示例规定';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function importLaws(dataDir: string, folder: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: 'development' };
  const { stdout } = await promisify(execFile)(process.execPath, ['server/commands/laws-import.ts', folder], { env });
  return stdout;
}

async function serverWithLaws(): Promise<ServerProcess> {
  const data = await copySeededData();
  cleanUps.push(data.remove);
  if (hasStatutes) await importLaws(data.dataDir, statutes);
  const server = await serverProcess({ dataDir: data.dataDir });
  await server.start();
  cleanUps.push(server.kill);
  return server;
}

async function freshFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  cleanUps.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function freshBrowser(profile: string): Promise<BrowserProcess> {
  const browser = await lightBrowserProcess(profile);
  cleanUps.push(browser.close);
  return browser;
}

/** How many articles a person would find by reading everything; the samples' and the statutes'. */
async function scanArticles(word: string): Promise<{ laws: number; articles: number }> {
  let laws = 0;
  let articles = 0;
  for (const folder of [sampleFolder, ...(hasStatutes ? [statutes] : [])]) {
    for (const name of (await readdir(folder)).filter((each) => each.endsWith('.md'))) {
      const { title, chapters } = parseLawText(await readFile(join(folder, name), 'utf8'));
      const found = chapters.flatMap((chapter) => chapter.articles).filter((article) => article.paragraphs.join('\n').includes(word)).length;
      articles += found;
      if (found > 0 || title.includes(word)) laws += 1;
    }
  }
  return { laws, articles };
}

async function openLaws(page: Page): Promise<void> {
  await open(page, '/law/index');
  await heading(page, '法律法规').waitFor();
  await page.getByRole('region', { name: '离线法规' }).waitFor();
}

const keptWords = (page: Page) => page.getByRole('region', { name: '离线法规' });

/** Texts come by themselves. */
const textsKept = (page: Page) => keptWords(page).getByText(/^正文可离线 (\d+) \/ \1 部/).waitFor({ timeout: 60_000 });

async function keepAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: '保存原文', exact: true }).click();
  await page.getByRole('button', { name: '保存全部法规' }).click();
  await keptWords(page).getByText(/^原文可离线 (\d+) \/ \1 部/).waitFor({ timeout: 60_000 });
}

const LAW_COUNT = hasStatutes ? 29 : 5;

/** What lies in the cache of the laws: how many texts and PDFs, and the bytes of all texts. */
const heldOf = (page: Page) =>
  page.evaluate(async (cacheName) => {
    const found = { texts: 0, pdfs: 0, bytes: 0 };
    if (!(await caches.has(cacheName))) return found;
    const cache = await caches.open(cacheName);
    for (const request of await cache.keys()) {
      const isPdf = request.url.includes('format=pdf');
      found[isPdf ? 'pdfs' : 'texts'] += 1;
      if (!isPdf) found.bytes += Number((await cache.match(request))?.headers.get('content-length'));
    }
    return found;
  }, LAW_KEPT_CACHE);

/** Addresses in one cache. */
const heldNames = (page: Page, cacheName: string): Promise<string[]> =>
  page.evaluate(async (name) => ((await caches.has(name)) ? (await (await caches.open(name)).keys()).map(({ url }) => url).sort() : []), cacheName);

async function filterByTitle(page: Page, title: string): Promise<void> {
  await page.getByLabel('法规名称').fill(title);
  await page.getByLabel('法规名称').press('Enter');
}

async function openLaw(page: Page, title: string, which = 0): Promise<void> {
  await filterByTitle(page, title);
  await page.getByRole('link', { name: title, exact: true }).nth(which).click();
  await heading(page, '法规详情').waitFor();
  await page.getByRole('heading', { level: 2, name: title }).waitFor();
}

async function searchFor(page: Page, word: string): Promise<string> {
  await page.getByRole('button', { name: '全文检索' }).click();
  await page.getByLabel('检索法规和检查要点').fill(word);
  const status = page.getByRole('status').filter({ hasText: /部法规 \d+ 条 · \d+ 个检查要点$/ });
  await page.locator('article mark', { hasText: word }).first().waitFor();
  return (await status.textContent()) ?? '';
}

const isInSight = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    const element = [...document.querySelectorAll(wanted)].find((each) => (each as HTMLElement).offsetParent !== null);
    const frame = element?.closest('[data-scroll]')?.getBoundingClientRect();
    const box = element?.getBoundingClientRect();
    return frame !== undefined && box !== undefined && box.top >= frame.top - 1 && box.top < frame.bottom;
  }, selector);

/** Chromium writes Cache Storage and localStorage to disk some five seconds late. */
const TO_DISK_MS = 8000;

test('all laws are kept, and read without a server after the browser was killed: list, text, find, search, PDF', async () => {
  const server = await serverWithLaws();
  const profile = await freshFolder('zyzc-profile-');
  let browser = await freshBrowser(profile);
  let page = await browser.newPage(PHONE);
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await waitForWorker(page);
  await openLaws(page);
  await keepAll(page);
  await textsKept(page);
  const kept = (await keptWords(page).textContent()) ?? '';
  expect(Number(/正文可离线 (\d+)/.exec(kept)?.[1])).toBe(LAW_COUNT);
  expect(kept).toMatch(/原文可离线 1 \/ 1 部 · \d+\s(KB|MB)/);
  // Character maps and fonts come ahead of the first PDF, which is opened without a network only.
  const ahead = [...CHINESE_CMAPS, ...STANDARD_FONTS, ...PAGE_DECODERS];
  const missing = () =>
    page.evaluate(
      async ([cacheName, names]) => {
        const urls = (await (await caches.open(cacheName)).keys()).map(({ url }) => url);
        return names.filter((name) => !urls.some((url) => url.endsWith(`/${name}`)));
      },
      [PDFJS_CACHE, ahead] as const,
    );
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
  // What lies in the browser's own cache by chance must not help.
  await (await browser.context.newCDPSession(page)).send('Network.clearBrowserCache');
  await page.waitForTimeout(TO_DISK_MS);
  await server.stop();
  await browser.kill();

  browser = await freshBrowser(profile);
  page = await browser.newPage(PHONE);
  await page.goto(`${server.url}/#/law/index`);
  await heading(page, '法律法规').waitFor();
  await keptWords(page).getByText(/^原文可离线 (\d+) \/ \1 部/).waitFor();

  // The list, and its filters.
  const title = hasStatutes ? '中华人民共和国传染病防治法' : '病历与患者信息管理示例规定';
  await filterByTitle(page, title);
  const cards = page.getByRole('list', { name: '法规列表' }).getByRole('listitem');
  expect(await cards.count()).toBe(2);
  await cards.filter({ hasText: '已修改' }).getByText('可离线', { exact: true }).waitFor();

  // The text, its contents, and the way between its versions.
  await page.getByRole('link', { name: title }).nth(1).click();
  await page.getByRole('note').getByRole('link', { name: '查看现行版本' }).click();
  await page.getByText(/其他版本：/).waitFor();
  await page.getByRole('button', { name: '目录' }).click();
  await page.getByRole('dialog', { name: '目录' }).getByRole('button', { name: '12 第十二条', exact: true }).click();
  await expect.poll(() => isInSight(page, '[data-article="12"]')).toBe(true);

  // Finding in it.
  await page.getByRole('button', { name: '查找', exact: true }).click();
  await page.getByLabel('查找内容').fill('应当');
  const found = page.getByRole('search', { name: '在本法规中查找' }).getByRole('status');
  await expect.poll(() => found.textContent()).toMatch(/^1\/\d{2,}$/);
  await page.getByRole('button', { name: '下一处' }).click();
  await expect.poll(() => found.textContent()).toMatch(/^2\/\d{2,}$/);
  await page.getByRole('button', { name: '上一处' }).click();
  await page.getByRole('button', { name: '上一处' }).click();
  const [last, total] = ((await found.textContent()) ?? '').split('/');
  expect(last).toBe(total);
  await expect.poll(() => isInSight(page, 'mark[data-current]')).toBe(true);
  expect(await page.locator('[data-chapter] mark').count()).toBe(Number(total));

  // The search over all laws finds what reading everything would.
  await openLaws(page);
  for (const word of ['医疗废物', '废物']) {
    const scanned = await scanArticles(word);
    expect(scanned.articles).toBeGreaterThan(5);
    await expect.poll(() => searchFor(page, word), { timeout: 20_000 }).toContain(`${scanned.laws} 部法规 ${scanned.articles} 条 · `);
  }
  expect(await searchFor(page, '医疗废物')).not.toMatch(/ 0 个检查要点/);
  await page.getByRole('region', { name: '检查要点' }).locator('mark', { hasText: '医疗废物' }).first().waitFor();
  await page.getByRole('article', { name: LAW_WITH_PDF }).getByRole('link', { name: /^第二条/ }).click();
  await page.getByRole('heading', { level: 2, name: LAW_WITH_PDF }).waitFor();
  await expect.poll(() => isInSight(page, '[data-article="2"]')).toBe(true);
  await expect.poll(() => isInSight(page, '[data-article="2"] mark[data-current]')).toBe(true);

  // The PDF, whose Chinese font is not in the file.
  await page.getByRole('button', { name: '原文 PDF' }).click();
  await page.getByRole('status', { name: '第 1 页，共 3 页' }).waitFor();
  await expect.poll(async () => (await inkOf(page)).lines, { timeout: 10_000 }).toBeGreaterThan(20);
  expect((await inkOf(page)).pixels).toBeGreaterThan(1500);
  await page.getByRole('button', { name: '下一页' }).click();
  await page.getByRole('status', { name: '第 2 页，共 3 页' }).waitFor();
  await expect.poll(async () => (await inkOf(page)).lines, { timeout: 10_000 }).toBeGreaterThan(20);
  const width = () => page.evaluate(() => document.querySelector('canvas')?.clientWidth ?? 0);
  const before = await width();
  await page.getByRole('button', { name: '放大', exact: true }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.2);
}, 240_000);

test('who signed in once reads and searches every law without a network, though none was ever opened', async () => {
  const server = await serverWithLaws();
  const profile = await freshFolder('zyzc-profile-');
  let browser = await freshBrowser(profile);
  let page = await browser.newPage(PHONE);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await waitForWorker(page);
  await expect.poll(() => heldOf(page), { timeout: 60_000 }).toMatchObject({ texts: LAW_COUNT, pdfs: 0 });
  const { bytes } = await heldOf(page);
  console.log(`${LAW_COUNT} texts kept by themselves: ${bytes} bytes on the phone`);
  expect(bytes).toBeLessThan(1_000_000);
  // After what somebody fills in.
  const firstOf = (part: string) => asked.findIndex((path) => path.includes(part));
  expect(firstOf('/law/texts')).toBeGreaterThan(firstOf('/queryTaskCheckPointInfo'));
  expect(firstOf('/queryTaskCheckPointInfo')).toBeGreaterThan(-1);
  // Nothing has changed since: another start fetches none of them.
  asked.length = 0;
  await reload(page);
  await heading(page, '首页').waitFor();
  await expect.poll(() => firstOf('/law')).toBeGreaterThan(-1);
  await page.waitForTimeout(TO_DISK_MS);
  expect(asked.filter((path) => path.includes('/law/texts'))).toEqual([]);
  await server.stop();
  await browser.kill();

  browser = await freshBrowser(profile);
  page = await browser.newPage(PHONE);
  await page.goto(`${server.url}/#/home`);
  await openLaws(page);
  await textsKept(page);
  const title = hasStatutes ? '中华人民共和国献血法' : '病历与患者信息管理示例规定';
  await openLaw(page, title);
  await page.locator('[data-article="3"]').waitFor();
  await openLaws(page);
  const scanned = await scanArticles('医疗废物');
  await expect.poll(() => searchFor(page, '医疗废物'), { timeout: 20_000 }).toContain(`${scanned.laws} 部法规 ${scanned.articles} 条 · `);
  // Its PDF was never asked for.
  await page.getByRole('button', { name: '法规列表' }).click();
  await openLaw(page, LAW_WITH_PDF);
  await page.getByText('正文可离线').filter({ visible: true }).waitFor();
  await page.getByRole('button', { name: '原文 PDF' }).click();
  await page.getByText('原文还没有保存到本机，联网后可以查看。').waitFor();
}, 180_000);

test('a library that would fill a phone is kept up to a limit, laws in force first, and the rest where somebody asks', async () => {
  const data = await copySeededData();
  cleanUps.push(data.remove);
  const folder = await freshFolder('zyzc-many-laws-');
  const article = '医疗机构应当如实记录，妥善保管，不得涂改、伪造、隐匿或者销毁。'.repeat(60);
  const text = (title: string) => `# ${title}\n\n${Array.from({ length: 100 }, (_, index) => `${articleLabel(index + 1)} ${article}\n`).join('\n')}`;
  for (let number = 1; number <= 48; number += 1) {
    const title = `长篇示例规定（${number}）`;
    await writeFile(join(folder, `${number}.md`), text(title));
    await writeFile(join(folder, `${number}.json`), JSON.stringify({ lawType: '示例制度', publishDate: '2020-01-01', status: number <= 8 ? '已废止' : '现行有效' }));
  }
  await importLaws(data.dataDir, folder);
  const server = await serverProcess({ dataDir: data.dataDir });
  await server.start();
  cleanUps.push(server.kill);
  const browser = await freshBrowser(await freshFolder('zyzc-profile-'));
  const page = await browser.newPage(PHONE);
  await page.setViewportSize(DESKTOP);
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await expect.poll(async () => (await heldOf(page)).bytes, { timeout: 60_000 }).toBeGreaterThan(20_000_000);
  const { bytes, texts } = await heldOf(page);
  expect(bytes).toBeLessThan(21_000_000);
  await openLaws(page);
  const rest = 53 - texts;
  // The search fetches what is not kept, and puts it aside where that takes no room from photos; what is kept stays.
  const kept = await heldNames(page, LAW_KEPT_CACHE);
  let fetched: string[] = [];
  page.on('request', (request) => void fetched.push(...(new URL(request.url()).searchParams.get('ids')?.split(',') ?? [])));
  const searchAll = async (): Promise<void> => {
    await expect.poll(() => searchFor(page, '伪造、隐匿'), { timeout: 60_000 }).toContain('48 部法规 4800 条 · ');
    await page.waitForTimeout(1000);
    expect(fetched).toHaveLength(rest);
    expect(await heldNames(page, LAW_KEPT_CACHE)).toEqual(kept);
    fetched = [];
  };
  await page.evaluate(() => {
    navigator.storage.estimate = () => Promise.resolve({ usage: 900_000_000, quota: 999_000_000 });
  });
  await searchAll();
  expect(await heldNames(page, LAW_TEXT_CACHE)).toEqual([]);
  await reload(page);
  await openLaws(page);
  await searchAll();
  await expect.poll(() => heldNames(page, LAW_TEXT_CACHE)).toHaveLength(rest);
  await page.getByRole('button', { name: '法规列表' }).click();
  await keptWords(page).getByText(`法规较多，正文只自动保存约 20 MB。其余 ${rest} 部要联网阅读，也可以选择保存。`).waitFor();
  await filterByTitle(page, '长篇示例规定');
  await page.getByLabel('状态', { exact: true }).selectOption({ label: '已废止' });
  await page.getByRole('row').getByText('需联网').nth(7).waitFor();
  await page.getByRole('button', { name: '离线保存', exact: true }).click();
  await page.getByRole('button', { name: '保存全部法规' }).click();
  await textsKept(page);
  expect((await heldOf(page)).texts).toBe(53);
  // The room that was given beyond the limit can be had back.
  await page.getByRole('button', { name: '保存原文', exact: true }).click();
  await page.getByRole('button', { name: '移除全部法规' }).click();
  await page.getByRole('alertdialog').getByText('超出自动保存范围的正文也会移除').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click();
  await expect.poll(async () => (await heldOf(page)).bytes).toBeLessThan(20_500_000);
}, 180_000);

test('a phone that saves data fetches no texts until somebody looks for laws', async () => {
  const server = await serverWithLaws();
  const browser = await freshBrowser(await freshFolder('zyzc-profile-'));
  const page = await browser.newPage(PHONE);
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  let isAsked = false;
  page.on('request', (request) => (isAsked ||= request.url().includes('/law/texts')));
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await page.waitForTimeout(8000);
  expect(isAsked).toBe(false);
  await openLaws(page);
  await textsKept(page);
});

describe('keeping laws', () => {
  test('PDFs of one law, a type or all are kept and removed again, and what was asked for once keeps itself up to date', async () => {
    const server = await serverWithLaws();
    const browser = await freshBrowser(await freshFolder('zyzc-profile-'));
    const page = await browser.newPage(DESKTOP);
    await startSignedIn(page, server.url, 'staff01', 'Staff2026');
    await waitForWorker(page);
    await openLaws(page);
    await textsKept(page);
    const kept = async (): Promise<string> => /原文可离线 (\d+ \/ \d+) 部/.exec((await keptWords(page).textContent()) ?? '')?.[1] ?? '';
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

    await filterByTitle(page, LAW_WITH_PDF);
    await row(LAW_WITH_PDF).getByText('正文可离线').waitFor();
    await doWithRow(page, LAW_WITH_PDF, '保存原文');
    await row(LAW_WITH_PDF).getByText('可离线', { exact: true }).waitFor();
    expect(await kept()).toBe('1 / 1');
    await doWithRow(page, LAW_WITH_PDF, '移除原文');
    await row(LAW_WITH_PDF).getByText('正文可离线').waitFor();

    await page.getByRole('button', { name: '保存原文', exact: true }).click();
    await page.getByRole('button', { name: '保存示例制度' }).click();
    await expect.poll(kept).toBe('1 / 1');
    await page.getByRole('button', { name: '保存原文', exact: true }).click();
    await page.getByRole('button', { name: '移除示例制度' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click();
    await expect.poll(kept).toBe('0 / 1');
    await page.getByRole('button', { name: '关闭', exact: true }).click();
    await textsKept(page);

    await keepAll(page);
    // One law alone goes without a question above; now it would end what was asked for once.
    await doWithRow(page, LAW_WITH_PDF, '移除原文');
    const question = page.getByRole('alertdialog');
    await question.getByText('正文仍可离线阅读；以后新增的法规不再保存原文').waitFor();
    await question.getByRole('button', { name: '取消' }).click();
    // A new version of one law, one that was not there, and one with a PDF.
    const folder = await freshFolder('zyzc-new-laws-');
    const metadata = (publishDate: string) => JSON.stringify({ lawType: '示例制度', publishDate });
    await writeFile(join(folder, '新版.md'), `# ${LAW_WITH_PDF}\n\n第一条 这是新的版本。\n`);
    await writeFile(join(folder, '新版.json'), metadata('2026-06-01'));
    await writeFile(join(folder, '新增.md'), '# 新增示例规定\n\n第一条 这是新增的规定。\n');
    await writeFile(join(folder, '新增.json'), metadata('2026-06-02'));
    await writeFile(join(folder, '新增.pdf'), makePdf(['new']));
    expect(await importLaws(server.dataDir, folder)).toContain('新增 2 部');
    // The list of a moment ago would count as fresh.
    await restartWithoutLists(page);
    await expect.poll(kept, { timeout: 20_000 }).toBe('2 / 2');
    await keptWords(page).getByText(`正文可离线 ${LAW_COUNT + 2} / ${LAW_COUNT + 2} 部`).waitFor();
    await server.stop();
    await openLaw(page, '新增示例规定');
    await page.getByText('这是新增的规定。').waitFor();
    await openLaws(page);
    await openLaw(page, LAW_WITH_PDF, 1);
    await page.getByRole('note').getByText('本版本已修改，现行版本公布于 2026-06-01。').waitFor();
  }, 180_000);

  test('can be cancelled, and keeps what is there by then', async () => {
    const server = await serverWithLaws();
    const browser = await freshBrowser(await freshFolder('zyzc-profile-'));
    const page = await browser.newPage(PHONE);
    const proxy = await startFaultProxy(server.port);
    cleanUps.push(proxy.close);
    // Slow enough for a person to think better of it.
    proxy.decide = ({ url }) => (url.includes('format=pdf') ? 'silent' : 'pass');
    await startSignedIn(page, proxy.url, 'staff01', 'Staff2026');
    await waitForWorker(page);
    await openLaws(page);
    await textsKept(page);
    await page.getByRole('button', { name: '保存原文', exact: true }).click();
    await page.getByRole('button', { name: '保存全部法规' }).click();
    await page.getByRole('progressbar', { name: '离线保存进度' }).waitFor();
    await page.getByRole('button', { name: '取消保存' }).click();
    await keptWords(page).getByText(/^原文可离线 0 \//).waitFor();
    await textsKept(page);
    expect(await page.evaluate(() => localStorage.getItem('zyzc:kept-laws'))).not.toContain('"all":true');
  });
});

test('an address opens the law at its article, which can be copied and linked; the text size is kept', async () => {
  const server = await serverWithLaws();
  const browser = await freshBrowser(await freshFolder('zyzc-profile-'));
  await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  const page = await browser.newPage(PHONE);
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await openLaws(page);
  await openLaw(page, LAW_WITH_PDF);
  await page.getByRole('button', { name: '第二十条', exact: true }).click();
  await page.getByRole('button', { name: '复制链接' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#\/law\/index\/[0-9a-f-]{36}\?article=20$/);
  await page.getByRole('button', { name: '第二十条', exact: true }).click();
  await page.getByRole('button', { name: '复制条文' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^《医疗废物院内管理示例规定》第二十条\n/);

  const size = () => page.locator('[data-article="20"]').evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const before = await size();
  await page.getByRole('button', { name: '放大字号' }).click();
  await expect.poll(size).toBeGreaterThan(before);
  const larger = await size();

  const other = await browser.newPage(PHONE);
  await other.goto(link);
  await other.getByRole('heading', { level: 2, name: LAW_WITH_PDF }).waitFor();
  await expect.poll(() => isInSight(other, '[data-article="20"][data-target]')).toBe(true);
  expect(await isInSight(other, '[data-article="1"]')).toBe(false);
  expect(await other.locator('[data-article="20"]').evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBe(larger);
  // A person who reads on finds the place again that was left, and not the article of the link.
  await other.locator('[data-article="30"]').evaluate((element) => element.scrollIntoView());
  await open(other, '/law/index');
  await heading(other, '法律法规').waitFor();
  await other.goBack();
  await heading(other, '法规详情').waitFor();
  await expect.poll(() => isInSight(other, '[data-article="30"]')).toBe(true);
});

test('larger letters leave a person where they read, and a law is printed whole, dark on white', async () => {
  const server = await serverWithLaws();
  const browser = await freshBrowser(await freshFolder('zyzc-profile-'));
  const page = await browser.newPage(PHONE);
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await openLaws(page);
  await openLaw(page, LAW_WITH_PDF);
  const article = page.locator('[data-article="30"]');
  await article.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const top = () => article.evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  await page.getByRole('button', { name: '放大字号' }).click();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(80);

  await page.emulateMedia({ media: 'print' });
  const paper = () =>
    page.evaluate(() => {
      const text = document.querySelector('[data-article="30"]');
      return {
        isWhole: document.documentElement.scrollHeight > 5 * innerHeight,
        colours: [document.body, document.documentElement].map((element) => getComputedStyle(element).backgroundColor),
        scheme: getComputedStyle(document.documentElement).colorScheme,
        ink: text && getComputedStyle(text).color,
        leadsElsewhere: [...document.querySelectorAll('nav, [role=toolbar], [aria-label=返回]')].filter((element) => element.checkVisibility()).length,
      };
    });
  expect(await paper()).toEqual({ isWhole: true, colours: ['rgb(255, 255, 255)', 'rgb(255, 255, 255)'], scheme: 'light', ink: 'rgb(23, 38, 43)', leadsElsewhere: 0 });
});

describe('a link into a view that is open already', () => {
  const RECORDS = '病历与患者信息管理示例规定';
  const articleLink = (page: Page, title: string, article: string) =>
    page.getByRole('article', { name: title }).first().getByRole('link', { name: new RegExp(`^${article}`) });
  const isAt = async (page: Page, number: number): Promise<void> => {
    await expect.poll(() => isInSight(page, `[data-article="${number}"]`)).toBe(true);
  };
  const readOn = (page: Page, number: number) =>
    page.locator(`[data-article="${number}"]`).evaluate((element) => element.scrollIntoView());

  async function newPage(): Promise<Page> {
    const server = await serverWithLaws();
    const browser = await freshBrowser(await freshFolder('zyzc-profile-'));
    const page = await browser.newPage(PHONE);
    await startSignedIn(page, server.url, 'staff01', 'Staff2026');
    return page;
  }

  test('leads to its own article, and again to the same after the person read on', async () => {
    const page = await newPage();
    await openLaws(page);
    await searchFor(page, '登记');
    const follow = async (article: string): Promise<void> => {
      await articleLink(page, RECORDS, article).click();
      await heading(page, '法规详情').waitFor();
    };
    const leave = async (): Promise<void> => {
      await page.getByRole('button', { name: '返回' }).click();
      await heading(page, '法律法规').waitFor();
    };
    await follow('第三条');
    await isAt(page, 3);
    await leave();
    await follow('第十四条');
    await isAt(page, 14);
    await readOn(page, 1);
    expect(await isInSight(page, '[data-article="14"]')).toBe(false);
    await leave();
    await follow('第十四条');
    await isAt(page, 14);
  });

  // The check points cite statutes alone.
  test.skipIf(!hasStatutes)('leads from 检查依据 to the article of each basis', async () => {
    const page = await newPage();
    await openLaws(page);
    await searchFor(page, '医疗废物');
    const more = page.getByRole('button', { name: /^显示更多要点/ });
    await more.waitFor();
    const bases = page.getByRole('region', { name: '检查要点' }).getByRole('button', { name: /^《.*》第.*条/ });
    const few = await bases.count();
    await more.click();
    await expect.poll(() => bases.count()).toBeGreaterThan(few);
    const names = await bases.allTextContents();
    const [title] = /^《[^》]*》/.exec(names.find((name) => names.some((other) => other !== name && other.split('》', 1)[0] === name.split('》', 1)[0])) ?? '') ?? [];
    const [one = '', other = ''] = [...new Set(names.filter((name) => name.startsWith(title ?? '-')))];
    expect(other, 'another article of the same law').not.toBe('');
    const follow = async (basis: string): Promise<void> => {
      await bases.filter({ hasText: basis }).first().click();
      await page.getByRole('dialog', { name: '检查依据' }).getByRole('link', { name: '查看全文' }).click();
      await heading(page, '法规详情').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    const label = (basis: string): string => basis.slice(basis.indexOf('》') + 1).replace(/条.*$/, '条');
    const isAtLabel = (basis: string) => page.locator('[data-article][data-target]', { has: page.getByText(label(basis), { exact: true }) }).and(page.locator(':visible')).waitFor();
    for (const basis of [one, other, other]) {
      await follow(basis);
      await isAtLabel(basis);
      await expect.poll(() => isInSight(page, '[data-article][data-target]')).toBe(true);
      await page.locator('[data-article="1"]:visible').evaluate((element) => element.scrollIntoView({ block: 'end' }));
      await page.getByRole('button', { name: '返回' }).click();
      await heading(page, '法律法规').waitFor();
    }
  });

  test('leads from the search to each check point', async () => {
    const page = await newPage();
    await open(page, '/selfcheck/index');
    await heading(page, '自查指标设定').waitFor();
    const search = async (word: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^搜索页面、任务/ }).fill(word);
    };
    const found = page.getByRole('listbox').getByRole('group', { name: '检查要点' }).getByRole('option');
    const opened = page.getByRole('dialog', { name: '检查要点' });
    for (const word of ['麻醉', '毒性药品', '毒性药品']) {
      await search(word);
      await found.filter({ hasText: word }).first().click();
      await opened.getByText(word).first().waitFor();
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
    }
  });
});

test('of much that was found the first is shown, and the rest where somebody asks for it', async () => {
  const server = await serverWithLaws();
  const browser = await freshBrowser(await freshFolder('zyzc-profile-'));
  const page = await browser.newPage(PHONE);
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await openLaws(page);
  const found = /(\d+) 部法规 (\d+) 条 · (\d+) 个/.exec(await searchFor(page, '应当'));
  const [lawCount, pointCount] = [Number(found?.[1]), Number(found?.[3])];
  const laws = page.getByRole('region', { name: '法规', exact: true }).getByRole('article');
  const points = page.getByRole('region', { name: '检查要点', exact: true }).getByRole('article');
  await expect.poll(() => laws.count()).toBe(Math.min(lawCount, 10));

  const articles = laws.first().getByRole('listitem');
  expect(await articles.count()).toBe(3);
  const rest = laws.first().getByRole('button', { name: /显示其余 \d+ 条/ });
  const hidden = Number(/其余 (\d+) 条/.exec((await rest.textContent()) ?? '')?.[1]);
  await rest.click();
  await expect.poll(() => articles.count()).toBe(3 + hidden);

  const shownPoints = await points.count();
  expect(pointCount).toBeGreaterThan(shownPoints);
  await page.getByRole('button', { name: /^显示更多要点/ }).click();
  await expect.poll(() => points.count()).toBe(Math.min(pointCount, shownPoints + 20));
  // What was opened before stays open.
  expect(await articles.count()).toBe(3 + hidden);
  if (lawCount > 10) {
    await page.getByRole('button', { name: /^显示更多法规/ }).click();
    await expect.poll(() => laws.count()).toBe(Math.min(lawCount, 20));
  }

  // What was found before is no answer to the next word.
  await page.getByLabel('检索法规和检查要点').fill('');
  await page.getByRole('status').filter({ hasText: /^可检索/ }).waitFor();
  expect([await laws.count(), await points.count()]).toEqual([0, 0]);
  await searchFor(page, '麻醉');
  const marks = page.getByRole('region', { name: /^(法规|检查要点)$/ }).locator('mark:visible');
  expect(new Set(await marks.allTextContents())).toEqual(new Set(['麻醉']));
}, 120_000);

test.runIf(hasStatutes)('a check point whose basis has been superseded says so, and leads to the present version', async () => {
  const server = await serverWithLaws();
  const folder = await freshFolder('zyzc-new-laws-');
  await writeFile(join(folder, '医疗废物管理条例(2026-02-03).md'), '# 医疗废物管理条例\n\n<!-- INFO END -->\n\n第一条 新的第一条。\n');
  expect(await importLaws(server.dataDir, folder)).toContain('新增 1 部');
  const browser = await freshBrowser(await freshFolder('zyzc-profile-'));
  const page = await browser.newPage(PHONE);
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await openLaws(page);
  await searchFor(page, '医疗废物');
  await page.getByRole('region', { name: '检查要点' }).getByRole('button', { name: /^《医疗废物管理条例》/ }).first().click();
  const sheet = page.getByRole('dialog', { name: '检查依据' });
  await sheet.getByRole('note').getByText('依据已修改').waitFor();
  await sheet.getByText(/检查要点依据的是 2011-01-08 公布的版本，现行版本公布于 2026-02-03/).waitFor();
  // The number means the article of the version that it was written for.
  await sheet.getByText(/2011-01-08 公布，已修改/).waitFor();
  await sheet.getByRole('link', { name: '查看现行版本' }).click();
  await page.getByText('新的第一条。').waitFor();
});

test.runIf(hasStatutes)('a basis whose words have moved leads to their article in the law in force, without a network too', async () => {
  const server = await serverWithLaws();
  const folder = await freshFolder('zyzc-moved-laws-');
  const words = '应当分置于防渗漏、防锐器穿透的专用包装物或者密闭的容器内，并称重。';
  await writeFile(join(folder, '医疗废物管理条例(2026-02-03).md'), `# 医疗废物管理条例\n\n<!-- INFO END -->\n\n第一条 新的第一条。\n\n第二条 ${words}\n`);
  await importLaws(server.dataDir, folder);
  const browser = await freshBrowser(await freshFolder('zyzc-profile-'));
  const page = await browser.newPage(PHONE);
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await openLaws(page);
  await textsKept(page);
  await searchFor(page, '医疗废物');
  const sheet = page.getByRole('dialog', { name: '检查依据' });
  const openBasis = () => page.getByRole('region', { name: '检查要点' }).getByRole('button', { name: '《医疗废物管理条例》第十六条' }).first().click();
  for (const isOffline of [false, true]) {
    await page.context().setOffline(isOffline);
    await openBasis();
    await sheet.getByText('检查要点依据的是 2011-01-08 公布的版本，现行版本公布于 2026-02-03，现为第二条。下面是现行条文。').waitFor();
    await sheet.getByText(words).waitFor();
    await sheet.getByText('2026-02-03 公布，现行有效，第二条').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }
  await openBasis();
  await sheet.getByRole('link', { name: '查看全文' }).click();
  await page.getByRole('heading', { name: '医疗废物管理条例' }).first().waitFor();
  await page.getByText(words).waitFor();
});

test('a PDF whose bytes were damaged says 文件预览错误 and the name of the error, and takes nothing else with it', async () => {
  const server = await serverWithLaws();
  const folder = await freshFolder('zyzc-broken-');
  const pdf = makePdf(['sound']);
  await writeFile(join(folder, '损坏.pdf'), pdf);
  await writeFile(join(folder, '损坏.json'), JSON.stringify({ title: '损坏的文件示例', lawType: '示例制度', publishDate: '2026-01-01' }));
  await importLaws(server.dataDir, folder);
  const stored = join(server.dataDir, 'files', lawPdfKey(createHash('sha256').update(pdf).digest('hex')));
  await writeFile(stored, '%PDF-1.4\nthis is not the rest of a PDF');
  const browser = await freshBrowser(await freshFolder('zyzc-profile-'));
  const page = await browser.newPage(PHONE);
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await openLaws(page);
  await openLaw(page, '损坏的文件示例');
  await page.getByRole('heading', { name: '文件预览错误' }).waitFor();
  await page.getByText('InvalidPDFException').waitFor();
  await page.getByRole('heading', { level: 2, name: '损坏的文件示例' }).waitFor();
});

test('a PDF that needs a password says so, and one of endless pages is drawn on a canvas that a phone can hold', async () => {
  const server = await serverWithLaws();
  const folder = await freshFolder('zyzc-extreme-');
  const pdf = makePdf(['sound']);
  await writeFile(join(folder, '加锁.pdf'), pdf);
  await writeFile(join(folder, '加锁.json'), JSON.stringify({ title: '加锁的文件示例', lawType: '示例制度', publishDate: '2026-01-01' }));
  // As long as the text that it replaces, since a PDF counts its bytes. Letters of upright strokes are ink in each row of a line.
  await writeFile(join(folder, '长页.pdf'), makePdf(['HHH']).toString('latin1').replace('[0 0 300 200]', '[0 0 90 9999]'), 'latin1');
  await writeFile(join(folder, '长页.json'), JSON.stringify({ title: '长页的文件示例', lawType: '示例制度', publishDate: '2026-01-01' }));
  await importLaws(server.dataDir, folder);
  await writeFile(join(server.dataDir, 'files', lawPdfKey(createHash('sha256').update(pdf).digest('hex'))), makeEncryptedPdf('secret'));
  const browser = await freshBrowser(await freshFolder('zyzc-profile-'));
  const page = await browser.newPage(PHONE);
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await openLaws(page);
  await openLaw(page, '加锁的文件示例');
  await page.getByText('PasswordException').waitFor();
  await page.getByText('文件设有打开密码，在这里无法查看，请换成没有密码的文件').waitFor();
  await page.goBack();
  await openLaw(page, '长页的文件示例');
  await page.getByRole('status', { name: '第 1 页，共 1 页' }).waitFor();
  await expect.poll(async () => (await inkOf(page)).lines, { timeout: 20_000 }).toBe(1);
  const [width, height, shown] = await page.locator('canvas.react-pdf__Page__canvas').evaluate((element: HTMLCanvasElement) => [element.width, element.height, element.getBoundingClientRect().height]);
  expect(shown).toBeGreaterThan(30_000);
  expect(Math.max(width, height)).toBeLessThanOrEqual(16_384);
  expect(width * height).toBeLessThanOrEqual(16_777_216);
  expect(width).toBeGreaterThan(100);
});

test('a PDF without a text takes the reading width of a desktop', async () => {
  const server = await serverWithLaws();
  const folder = await freshFolder('zyzc-bare-');
  await writeFile(join(folder, '仅原文.pdf'), makePdf(['bare']));
  await writeFile(join(folder, '仅原文.json'), JSON.stringify({ title: '仅有原文的示例', lawType: '示例制度', publishDate: '2026-01-01' }));
  await importLaws(server.dataDir, folder);
  const browser = await freshBrowser(await freshFolder('zyzc-profile-'));
  const page = await browser.newPage(DESKTOP);
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await openLaws(page);
  await openLaw(page, '仅有原文的示例');
  const pdf = page.getByRole('region', { name: '仅有原文的示例 原文' });
  await pdf.waitFor();
  expect((await pdf.boundingBox())?.width).toBe(880);
});

test('while a person pages through a PDF, the page before stays until the next one is there', async () => {
  const server = await serverWithLaws();
  const browser = await freshBrowser(await freshFolder('zyzc-profile-'));
  const page = await browser.newPage(PHONE);
  await startSignedIn(page, server.url, 'staff01', 'Staff2026');
  await openLaws(page);
  await openLaw(page, LAW_WITH_PDF);
  await page.getByRole('button', { name: '原文 PDF' }).click();
  await page.getByRole('status', { name: '第 1 页，共 3 页' }).waitFor();
  const sheets = page.getByRole('group', { name: '页面' });
  await sheets.locator('[data-page-number="1"] canvas').waitFor();
  const shown = await sheets.evaluateHandle((frame) => {
    const seen: string[] = [];
    const note = (): void => {
      const sheet = [...frame.querySelectorAll<HTMLElement>('[data-page-number]')].find((each) => each.offsetParent !== null);
      const number = sheet?.dataset['pageNumber'] ?? 'none';
      if (seen.at(-1) !== number) seen.push(number);
    };
    note();
    new MutationObserver(note).observe(frame, { childList: true, subtree: true, attributes: true });
    return seen;
  });
  await page.getByRole('button', { name: '下一页' }).click();
  await page.getByRole('status', { name: '第 2 页，共 3 页' }).waitFor();
  await sheets.locator('[data-page-number="2"] canvas').waitFor();
  await expect.poll(async () => (await inkOf(page)).lines, { timeout: 10_000 }).toBeGreaterThan(20);
  expect(await shown.jsonValue()).toEqual(['1', '2']);
});
