import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lawPdfKey } from '../../server/modules/laws/law-service.ts';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import { makeEncryptedPdf, makePdf } from '../support/pdf.ts';
import { inkOf } from './drawn-pdf.ts';
import { importLawFiles, importLaws } from './law-edition.ts';
import { hasStatutes, isInSight, LAW_WITH_PDF, openLaw, openLaws, searchFor, statutes } from './law-screens.ts';
import { heading, open, reload, startSignedIn } from './screen.ts';
import { openSeededSite, type SeededSite } from './seeded-site.ts';

/** Laws as they are read where there is a network; laws.test.ts has what a phone keeps of them. */

let site: SeededSite;
beforeAll(async () => {
  site = await openSeededSite();
  if (hasStatutes) await importLaws(site.dataDir, statutes);
  return site.close;
});
let context: BrowserContext;
afterEach(() => context.close());

async function signedIn(path: string, viewport = PHONE): Promise<Page> {
  context = await site.browser.newContext({ viewport, serviceWorkers: 'block' });
  const page = await context.newPage();
  await startSignedIn(page, site.server.url, 'staff01', 'Staff2026', path);
  return page;
}

async function openedLaws(viewport = PHONE): Promise<Page> {
  const page = await signedIn('/law/index', viewport);
  await openLaws(page);
  return page;
}

const factsOf = (title: string): string => JSON.stringify({ title, lawType: '示例制度', publishDate: '2026-01-01' });
/** Where the server has the PDF of a law. */
const storedFile = (pdf: Buffer): string => join(site.dataDir, 'files', lawPdfKey(createHash('sha256').update(pdf).digest('hex')));

test('an address opens the law at its article, which can be copied and linked; the text size is kept', async () => {
  const page = await openedLaws();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.server.url });
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

  const other = await context.newPage();
  await other.goto(link);
  await other.getByRole('heading', { level: 2, name: LAW_WITH_PDF }).waitFor();
  await expect.poll(() => isInSight(other, '[data-article="20"][data-target]')).toBe(true);
  expect(await isInSight(other, '[data-article="1"]')).toBe(false);
  expect(await other.locator('[data-article="20"]').evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBe(larger);
  // A person who reads on finds the place again that was left, and not the article of the link.
  await other.locator('[data-article="30"]').evaluate((element) => element.scrollIntoView());
  // Scrolling is over after a pause.
  await other.waitForTimeout(1000);
  await open(other, '/law/index');
  await heading(other, '法律法规').waitFor();
  await other.goBack();
  await heading(other, '法规详情').waitFor();
  await expect.poll(() => isInSight(other, '[data-article="30"]')).toBe(true);
});

test.each([PHONE, DESKTOP])('a person who reads on stays there over a reload, also of a link to a word: %j', async (viewport) => {
  const page = await openedLaws(viewport);
  await searchFor(page, '登记');
  await page.getByRole('article').first().getByRole('link').first().click();
  await heading(page, '法规详情').waitFor();
  await page.locator('mark[data-current]').waitFor();
  const last = page.locator('[data-article]').last();
  const top = (): Promise<number> => last.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await last.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const before = await top();
  for (let round = 0; round < 2; round += 1) {
    // Scrolling is over after a pause.
    await page.waitForTimeout(1000);
    await reload(page);
    await page.locator('mark[data-current]').waitFor();
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3);
  }
});

test('larger letters leave a person where they read, and a law is printed whole, dark on white', async () => {
  const page = await openedLaws();
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

test('a person who looked at the PDF on a phone finds the text where it was left', async () => {
  const page = await openedLaws();
  await openLaw(page, LAW_WITH_PDF);
  const article = page.locator('[data-article="20"]');
  const original = page.getByRole('button', { name: '原文 PDF' });
  const top = (): Promise<number> => article.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  for (const leave of [() => original.click(), () => page.goBack()]) {
    await article.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const before = await top();
    await original.click();
    await page.getByRole('status', { name: '第 1 页，共 3 页' }).waitFor();
    await leave();
    await article.waitFor();
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3);
    // Elsewhere, so that the second round does not find it there anyway.
    await page.locator('[data-article="1"]').evaluate((element) => element.scrollIntoView());
  }
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

  test('leads to its own article, and again to the same after the person read on', async () => {
    const page = await openedLaws();
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
    const page = await openedLaws();
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
    const page = await signedIn('/selfcheck/index');
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
  const page = await openedLaws();
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

test('a PDF whose bytes were damaged says 文件预览错误 and the name of the error, and takes nothing else with it', async () => {
  const pdf = makePdf(['damaged']);
  await importLawFiles(site.dataDir, { '损坏.pdf': pdf, '损坏.json': factsOf('损坏的文件示例') });
  await writeFile(storedFile(pdf), '%PDF-1.4\nthis is not the rest of a PDF');
  const page = await openedLaws();
  await openLaw(page, '损坏的文件示例');
  await page.getByRole('heading', { name: '文件预览错误' }).waitFor();
  await page.getByText('InvalidPDFException').waitFor();
  await page.getByRole('heading', { level: 2, name: '损坏的文件示例' }).waitFor();
});

test('a PDF that needs a password says so, and one of endless pages is drawn on a canvas that a phone can hold', async () => {
  const pdf = makePdf(['locked']);
  // As long as the text that it replaces, since a PDF counts its bytes. Letters of upright strokes are ink in each row of a line.
  const endless = Buffer.from(makePdf(['HHH']).toString('latin1').replace('[0 0 300 200]', '[0 0 90 9999]'), 'latin1');
  await importLawFiles(site.dataDir, { '加锁.pdf': pdf, '加锁.json': factsOf('加锁的文件示例'), '长页.pdf': endless, '长页.json': factsOf('长页的文件示例') });
  await writeFile(storedFile(pdf), makeEncryptedPdf('secret'));
  const page = await openedLaws();
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
  await importLawFiles(site.dataDir, { '仅原文.pdf': makePdf(['bare']), '仅原文.json': factsOf('仅有原文的示例') });
  const page = await openedLaws(DESKTOP);
  await openLaw(page, '仅有原文的示例');
  const pdf = page.getByRole('region', { name: '仅有原文的示例 原文' });
  await pdf.waitFor();
  expect((await pdf.boundingBox())?.width).toBe(880);
});

test('while a person pages through a PDF, the page before stays until the next one is there', async () => {
  const page = await openedLaws();
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
