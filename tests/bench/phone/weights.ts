import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PHONE } from '../../support/browser-process.ts';
import { bytesToWaitFor, signedInChunks } from '../../support/client-files.ts';
import { paths } from '../../../src/lib/paths.ts';
import { type Figure, inKiB } from '../report.ts';
import { onNewPhone, signInOn, type Workshop } from './workshop.ts';

const KIB = 1024;

/** The JavaScript of a screen that is the first one of a visit: what it waits for, and what is loaded in all. */
export async function measureWeights(workshop: Workshop): Promise<Figure[]> {
  const { server, plain } = workshop;
  const task = await workshop.issue(20);
  plain.offer(task.points);
  const storageState = await onNewPhone(workshop, async ({ page }) => {
    await signInOn(page, server.url, task.person);
    return page.context().storageState();
  });
  const plainForm = await bytesLoaded(workshop, {}, async (page) => {
    await page.goto(`${plain.url}?points=20&open`);
    await page.getByRole('radio').first().waitFor();
  });
  const screens = [
    { name: 'sign-in', goal: 120, state: {}, path: '', chunks: [], isDrawn: (page: Page) => page.getByRole('button', { name: '登录' }).waitFor() },
    {
      name: 'list of tasks',
      goal: 230,
      state: { storageState },
      path: `#${paths.myTask.to()}`,
      chunks: signedInChunks('MyTaskPage'),
      isDrawn: (page: Page) => page.getByRole('link', { name: task.taskName }).waitFor(),
    },
    {
      name: 'filling in a task',
      goal: 230,
      state: { storageState },
      path: `#${paths.toComplete.to(task.deptTaskId)}`,
      chunks: signedInChunks('ToCompletePage'),
      isDrawn: (page: Page) => page.getByRole('radio').first().waitFor(),
    },
  ];
  const figures: Figure[] = [];
  for (const { name, goal, state, path, chunks, isDrawn } of screens) {
    const waitedFor = await bytesToWaitFor(chunks);
    const loaded = await bytesLoaded(workshop, state, async (page) => {
      await page.goto(`${server.url}/${path}`);
      await isDrawn(page);
    });
    figures.push({
      name: `JavaScript of the first screen, gzip: ${name}`,
      measured: inKiB(waitedFor),
      goal: `≤ ${goal} KiB`,
      isMet: waitedFor <= goal * KIB,
      limit: `plain React ${inKiB(plainForm)}`,
      how: `What the page imports before it can draw the screen. Without a worker or a cache it loads ${inKiB(loaded)} until the network is silent.`,
    });
  }
  return figures;
}

/** Of scripts alone, compressed as much as gzip can, until the network is silent. */
async function bytesLoaded({ browser }: Workshop, state: BrowserContextOptions, open: (page: Page) => Promise<void>): Promise<number> {
  const context = await browser.browser.newContext({ viewport: PHONE, serviceWorkers: 'block', ...state });
  try {
    const page = await context.newPage();
    const loading: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') loading.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
    });
    await open(page);
    await page.waitForLoadState('networkidle');
    return (await Promise.all(loading)).reduce((sum, bytes) => sum + bytes, 0);
  } finally {
    await context.close();
  }
}
