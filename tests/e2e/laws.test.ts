import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { articleLabel } from '#contract/chinese-numerals.ts';
import { LAW_KEPT_CACHE, LAW_TEXT_CACHE, PDFJS_CACHE } from '#contract/worker-messages.ts';
import { CHINESE_CMAPS, PAGE_DECODERS, STANDARD_FONTS } from '@/lib/files/pdfjs-files.ts';
import { parseLawText } from '../../server/modules/laws/law-text.ts';
import { type BrowserProcess, lightBrowserProcess, DESKTOP, PHONE } from '../support/browser-process.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { makePdf } from '../support/pdf.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';
import { inkOf } from './drawn-pdf.ts';
import { importLawFiles, importLaws } from './law-edition.ts';
import { filterByTitle, hasStatutes, isInSight, LAW_WITH_PDF, openLaw, openLaws, sampleFolder, searchFor, statutes } from './law-screens.ts';
import { doWithRow, heading, reload, restartWithoutLists, startSignedIn, waitForWorker } from './screen.ts';
import { copySeededData } from './seeded-data.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

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
  await page.goto(`${server.url}/#/law/index`);
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

test.runIf(hasStatutes)('a check point whose basis has been superseded says so, and leads to the present version', async () => {
  const server = await serverWithLaws();
  const newer = { '医疗废物管理条例(2026-02-03).md': '# 医疗废物管理条例\n\n<!-- INFO END -->\n\n第一条 新的第一条。\n' };
  expect(await importLawFiles(server.dataDir, newer)).toContain('新增 1 部');
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
  const words = '应当分置于防渗漏、防锐器穿透的专用包装物或者密闭的容器内，并称重。';
  await importLawFiles(server.dataDir, { '医疗废物管理条例(2026-02-03).md': `# 医疗废物管理条例\n\n<!-- INFO END -->\n\n第一条 新的第一条。\n\n第二条 ${words}\n` });
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
