import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { BrowserProcess } from '../../support/browser-process.ts';
import { startProduct } from '../processes.ts';
import { type Figure, inSeconds } from '../report.ts';
import { median } from '../sample.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { withBrowser } from './browser.ts';
import { observe } from './page-clock.ts';
import { slowDownCpu } from './tap.ts';
import { type IssuedTask, onNewPhone, signInOn, type Workshop } from './workshop.ts';

const POINTS = 200;

interface ColdStart {
  homeMs: number;
  answerableMs: number;
}

/** The app opened from the home screen with the server gone, a browser just started, and the task never opened before. */
export async function measureColdStart(workshop: Workshop): Promise<Figure[]> {
  const task = await workshop.issue(POINTS);
  const runs = workshop.isQuick ? 1 : 3;
  const profile = await temporaryFolder();
  try {
    const url = await prepare(workshop, profile.path, task);
    const starts: ColdStart[] = [];
    for (let run = 0; run < runs; run += 1) starts.push(await withBrowser(profile.path, (browser) => coldStart(browser, url, task)));
    const limits: number[] = [];
    for (let run = 0; run < runs; run += 1) limits.push(await openPlainAtOnce(workshop, task));
    const answerable = median(starts.map((start) => start.answerableMs));
    return [
      {
        name: `Cold start without a network to an answerable task of ${POINTS} points`,
        measured: inSeconds(answerable),
        goal: '≤ 1.50 s',
        isMet: answerable <= 1500,
        limit: `plain React ${inSeconds(median(limits))}`,
        how: `From the navigation to the manifest's start_url, server stopped, browser started anew; the task is tapped as soon as it is painted on the home screen (${inSeconds(median(starts.map((start) => start.homeMs)))}), until its first point is. Median of ${runs}. Plain React: the form loaded with its points from a local server.`,
      },
    ];
  } finally {
    await profile.remove();
  }
}

/** Signs in once with a network, and leaves when the task is kept on the phone. @returns the start address */
async function prepare({ env }: Workshop, profile: string, task: IssuedTask): Promise<string> {
  const { start_url } = JSON.parse(await readFile(new URL('../../../public/manifest.webmanifest', import.meta.url), 'utf8')) as { start_url: string };
  const server = await startProduct(env);
  try {
    return await withBrowser(profile, async (browser) => {
      const page = await browser.newPage();
      await signInOn(page, server.url, task.person);
      await page.evaluate(() => navigator.serviceWorker.ready);
      // The second visit is the first one that the worker sees.
      await page.reload();
      await page.getByRole('navigation', { name: '底部导航' }).getByRole('link', { name: '我的任务' }).click();
      await page.getByRole('link', { name: task.taskName }).filter({ hasText: '可离线' }).waitFor();
      await page.waitForLoadState('networkidle');
      await waitUntilKept(page);
      // Not killed: what the page stored a moment ago has to be on the disk.
      await (await browser.browser.newBrowserCDPSession()).send('Browser.close');
      return new URL(start_url, server.url).href;
    });
  } finally {
    await server.stop();
  }
}

/** Lists are kept with a delay: waits until what the page keeps has not changed for a while. */
const waitUntilKept = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const stillMs = 5000;
    const kept = () => JSON.stringify(Object.entries(localStorage).filter(([key]) => key.includes('queries')));
    let before = '';
    for (let since = performance.now(); before === '' || performance.now() - since < stillMs; ) {
      const now = kept();
      if (now !== before) since = performance.now();
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });

async function coldStart(browser: BrowserProcess, url: string, task: IssuedTask): Promise<ColdStart> {
  const page = await browser.newPage();
  await page.addInitScript(observe);
  await page.addInitScript(tapTaskWhenShown, task.taskName);
  await slowDownCpu(page);
  await page.goto(url, { waitUntil: 'commit' });
  return waitFor(page);
}

function tapTaskWhenShown(taskName: string): void {
  window.benchResult = new Promise((resolve) => {
    const link = () => [...document.querySelectorAll('a')].find((one) => one.textContent.includes(taskName));
    let homeMs: number | undefined;
    let isSeen = false;
    const observer = new MutationObserver(() => {
      if (!isSeen && link() !== undefined) {
        isSeen = true;
        window.benchWhenPainted((now) => {
          homeMs = now;
          link()?.click();
        });
      }
      if (homeMs === undefined || document.querySelector('[role=group] input[type=radio]:enabled') === null) return;
      observer.disconnect();
      window.benchWhenPainted((answerableMs) => resolve({ homeMs, answerableMs }));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

const openPlainAtOnce = (workshop: Workshop, task: IssuedTask): Promise<number> =>
  onNewPhone(workshop, async ({ page }) => {
    workshop.plain.offer(task.points);
    // The plain form has no list: what is awaited here is the form alone.
    await page.addInitScript(whenFormIsShown);
    await slowDownCpu(page);
    await page.goto(`${workshop.plain.url}?points=${POINTS}&open`, { waitUntil: 'commit' });
    return (await waitFor(page)).answerableMs;
  });

function whenFormIsShown(): void {
  window.benchResult = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=group] input[type=radio]:enabled') === null) return;
      observer.disconnect();
      window.benchWhenPainted((answerableMs) => resolve({ homeMs: 0, answerableMs }));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

const waitFor = (page: Page): Promise<ColdStart> =>
  page.evaluate(async () => {
    const limit = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`not there after 30 s: ${document.body.innerText.slice(0, 300)}`)), 30_000);
    });
    return Promise.race([window.benchResult as Promise<ColdStart>, limit]);
  });
