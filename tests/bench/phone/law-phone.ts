import type { Locator, Page } from 'playwright-core';
import type { LawText } from '#contract/law.ts';
import { LAW_KEPT_CACHE, PDFJS_CACHE } from '#contract/worker-messages.ts';
import { CHINESE_CMAPS, PAGE_DECODERS, STANDARD_FONTS } from '../../../src/lib/files/pdfjs-files.ts';
import { paths } from '../../../src/lib/paths.ts';
import { insertCompany } from '../data/company.ts';
import { withDatabase } from '../data/database.ts';
import { insertLaws, type LawLibrary } from '../data/laws.ts';
import { startProduct } from '../processes.ts';
import { waitUntilQuiet } from './page-clock.ts';
import { slowDownCpu } from './tap.ts';
import { onNewPhone, type Phone, signInOn, type Workshop } from './workshop.ts';

/** The code of the next screen, and of PDFs, is read ahead by then; a person has not read the screen. */
const READ_AHEAD_MS = 2000;

/** Runs work on a slow phone that keeps all laws, with the server gone. */
export async function onPhoneWithLaws<Result>(
  workshop: Workshop,
  statutes: string,
  work: (phone: Phone, library: LawLibrary) => Promise<Result>,
): Promise<Result> {
  return withDatabase('sqlite', async (database) => {
    const { person, library } = await database.fill(async (context) => {
      const { departments } = await insertCompany(context, '900004', 1);
      return { person: departments[0]!.person, library: await insertLaws(context, statutes) };
    });
    const server = await startProduct(database.env);
    try {
      return await onNewPhone(workshop, async (phone) => {
        await signInOn(phone.page, server.url, person);
        await phone.page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
        await keepAllLaws(phone.page);
        await server.stop();
        await slowDownCpu(phone.page);
        return work(phone, library);
      });
    } finally {
      await server.stop();
    }
  });
}

/** Keeps every law, and what their search and their PDFs need. */
async function keepAllLaws(page: Page): Promise<void> {
  await goTo(page, paths.law.to());
  const words = page.getByRole('region', { name: '离线法规' });
  await words.waitFor();
  await words.getByText(/^正文可离线 (\d+) \/ \1 部/).waitFor();
  await page.getByRole('button', { name: '保存原文', exact: true }).click();
  await page.getByRole('button', { name: '保存全部法规' }).click();
  await words.getByText(/^原文可离线 (\d+) \/ \1 部/).waitFor();
  await page.getByRole('button', { name: '全文检索' }).click();
  await page.getByRole('status').filter({ hasText: /^可检索 / }).waitFor();
  await page.evaluate(
    async ({ cacheName, names }) => {
      for (;;) {
        const urls = (await (await caches.open(cacheName)).keys()).map(({ url }) => url);
        if (names.every((name) => urls.some((url) => url.endsWith(`/${name}`)))) return;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
    { cacheName: PDFJS_CACHE, names: [...CHINESE_CMAPS, ...STANDARD_FONTS, ...PAGE_DECODERS] },
  );
  await page.waitForLoadState('networkidle');
}

const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((target) => {
    location.hash = target;
  }, path);

/** A new start of the app at the list of laws, without a server. */
export async function restartAtLaws(page: Page): Promise<void> {
  await goTo(page, paths.law.to());
  await page.reload();
  await page.getByRole('region', { name: '离线法规' }).getByText(/^原文可离线 (\d+) \/ \1 部/).waitFor();
  await waitUntilRead(page);
}

/** Leaves the person the time to look, in which the app reads ahead. */
export async function waitUntilRead(page: Page): Promise<void> {
  await page.waitForTimeout(READ_AHEAD_MS);
  await waitUntilQuiet(page);
}

/** Brings the card of a law onto the screen. @returns its link */
export async function findInList(page: Page, title: string): Promise<Locator> {
  await page.getByLabel('法规名称').fill(title);
  await page.getByLabel('法规名称').press('Enter');
  await page.getByRole('listitem').filter({ hasText: title }).first().waitFor();
  await waitUntilQuiet(page);
  return page.getByRole('link', { name: title, exact: true });
}

/** The text of every kept law. */
export const keptTexts = (page: Page): Promise<LawText[]> =>
  page.evaluate(async (cacheName) => {
    const cache = await caches.open(cacheName);
    const answers = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
    const texts = answers.filter((answer) => answer !== undefined && answer.headers.get('content-type')?.startsWith('application/json') === true);
    return Promise.all(texts.map(async (answer) => ((await answer!.json()) as { message: LawText }).message));
  }, LAW_KEPT_CACHE);
