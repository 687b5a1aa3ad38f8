import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queriesKey } from '@/offline/storage/rows.ts';
import { browserProcess, type BrowserProcess } from '../support/browser-process.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';
import { heading, open, reload, signIn, waitForOfflineDetail, waitForWorker } from './screen.ts';
import { copySeededData } from './seeded-data.ts';

let server: ServerProcess;
let profile: string;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'zyzc-cold-'));
  cleanUps.push(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const data = await copySeededData();
  cleanUps.push(data.remove);
  server = await serverProcess({ dataDir: data.dataDir });
  await server.start();
  cleanUps.push(server.kill);
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Visit {
  browser: BrowserProcess;
  page: Page;
}

/** The app opened by a browser just started; every message that comes up for a moment is noted, and whether 现在要做 was waited for. */
async function visit(): Promise<Visit> {
  const browser = await browserProcess(profile);
  cleanUps.push(browser.close);
  const page = await browser.newPage();
  await page.addInitScript(() => {
    const shown: string[] = [];
    const seen = { shownAlerts: shown, wasWaitedFor: false };
    Object.assign(window, { seen });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof Element && node.getAttribute('role') === 'alert') shown.push(node.textContent);
      if (document.querySelector('section[aria-labelledby="home-now"] [aria-label="加载中"]')) seen.wasWaitedFor = true;
    }).observe(document, { childList: true, subtree: true });
  });
  return { browser, page };
}

interface Seen {
  shownAlerts: string[];
  wasWaitedFor: boolean;
}
const seenOn = (page: Page): Promise<Seen> => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

/** Lists are written late and at intervals: waits until this page wrote them and has nothing more to write. */
const waitUntilWritten = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    ([prefix, stillMs]) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith(prefix));
      const stored = key === undefined ? null : (JSON.parse(localStorage.getItem(key) ?? 'null') as { timestamp: number } | null);
      return stored !== null && stored.timestamp > performance.timeOrigin && Date.now() - stored.timestamp > stillMs;
    },
    [queriesKey(''), 3000] as const,
    { timeout: 30_000, polling: 200 },
  );

const writtenKeys = (page: Page): Promise<string[]> =>
  page.evaluate((prefix) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith(prefix)) ?? '';
    const { clientState } = JSON.parse(localStorage.getItem(key) ?? '') as { clientState: { queries: { queryKey: unknown }[] } };
    return clientState.queries.map(({ queryKey }) => JSON.stringify(queryKey));
  }, queriesKey(''));

const openTaskId = async (page: Page): Promise<string> => {
  const address = await page.locator('a[href*="/mytask/index/"]').filter({ visible: true }).first().getAttribute('href');
  return address?.split('/').at(-1) ?? '';
};

const todos = (page: Page) => page.getByRole('region', { name: '现在要做' }).getByRole('link', { name: /自查/ });
const duties = (page: Page) => page.getByRole('region', { name: '本科室履职' });

/** Signs in, and sees what is to do. */
async function firstVisit(): Promise<{ first: Visit; names: string[] }> {
  const first = await visit();
  await signIn(first.page, server.url, 'staff01', 'Staff2026');
  await todos(first.page).first().waitFor();
  await duties(first.page).getByRole('link').first().waitFor();
  const names = await todos(first.page).allTextContents();
  await waitForWorker(first.page);
  return { first, names };
}

test('without a server, 首页 shows what is on the phone, start after start, and shows the rest when the server is back', async () => {
  const { first, names } = await firstVisit();
  await reload(first.page);
  await todos(first.page).first().waitFor();
  await waitUntilWritten(first.page);
  await first.browser.quit();
  await server.stop();

  // The second start without a network has to live on what the first one left.
  for (const start of ['first', 'second']) {
    const { browser, page } = await visit();
    await page.goto(`${server.url}/#/index`);
    await heading(page, '首页').waitFor();
    await page.getByText('离线：').waitFor();
    await waitUntilWritten(page);
    expect(await todos(page).allTextContents(), start).toEqual(names);
    expect((await seenOn(page)).wasWaitedFor, 'the screen began with its lists').toBe(false);
    await duties(page).getByRole('link').first().waitFor();
    expect(await page.locator('main:visible').textContent()).not.toMatch(/服务器链接超时|连不上/);
    if (start === 'second') {
      await open(page, '/selfcheck/index');
      await page.getByText('暂时连不上服务器，这些内容还没有保存到本机').first().waitFor();
      expect((await seenOn(page)).shownAlerts, 'nobody started a call').toEqual([]);
      await server.start();
      // Not to wait for the next probe, which comes within a minute.
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await page.getByLabel('检查要点列表').waitFor({ timeout: 90_000 });
    }
    await browser.quit();
  }
}, 240_000);

test('a phone that ended the app seconds after it fetched the lists still shows them without a server', async () => {
  const { first, names } = await firstVisit();
  await waitForOfflineDetail(first.page, await openTaskId(first.page));
  await waitUntilWritten(first.page);
  // The points of a task have a copy of their own, and would make every write of the lists a megabyte.
  const written = await writtenKeys(first.page);
  expect(written).toContainEqual(expect.stringContaining('my-task'));
  expect(written.filter((key) => key.includes('detail'))).toEqual([]);
  await first.browser.kill();
  await server.stop();

  const { page } = await visit();
  await page.goto(`${server.url}/#/index`);
  await page.getByText('离线：').waitFor();
  await todos(page).first().waitFor();
  expect(await todos(page).allTextContents()).toEqual(names);
  await duties(page).getByRole('link').first().waitFor();
}, 120_000);
