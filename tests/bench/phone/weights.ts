import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PHONE } from '../../support/browser-process.ts';
import { paths } from '../../../src/lib/paths.ts';
import { type Figure, inKiB } from '../report.ts';
import { onNewPhone, signInOn, type Workshop } from './workshop.ts';

const KIB = 1024;

/** The JavaScript that a screen loads when it is the first one of a visit. */
export async function measureWeights(workshop: Workshop): Promise<Figure[]> {
  const { server, plain } = workshop;
  const task = await workshop.issue(20);
  plain.offer(task.points);
  const storageState = await onNewPhone(workshop, async ({ page }) => {
    await signInOn(page, server.url, task.person);
    return page.context().storageState();
  });
  const plainForm = await scriptsOf(workshop, {}, async (page) => {
    await page.goto(`${plain.url}?points=20&open`);
    await page.getByRole('radio').first().waitFor();
  });
  const screens = [
    { name: 'sign-in', goal: 120, state: {}, path: '', isDrawn: (page: Page) => page.getByRole('button', { name: '登录' }).waitFor() },
    {
      name: 'list of tasks',
      goal: 220,
      state: { storageState },
      path: `#${paths.myTask.to()}`,
      isDrawn: (page: Page) => page.getByRole('link', { name: task.taskName }).waitFor(),
    },
    {
      name: 'filling in a task',
      goal: 220,
      state: { storageState },
      path: `#${paths.toComplete.to(task.deptTaskId)}`,
      isDrawn: (page: Page) => page.getByRole('radio').first().waitFor(),
    },
  ];
  const figures: Figure[] = [];
  for (const { name, goal, state, path, isDrawn } of screens) {
    const { toDraw, later } = await scriptsOf(workshop, state, async (page) => {
      await page.goto(`${server.url}/${path}`);
      await isDrawn(page);
    });
    const all = sizeOf(toDraw) + sizeOf(later);
    figures.push({
      name: `JavaScript of the first screen, gzip: ${name}`,
      measured: inKiB(all),
      goal: `≤ ${goal} KiB`,
      isMet: all <= goal * KIB,
      limit: `plain React ${inKiB(sizeOf(plainForm.toDraw))}`,
      how: `Every script that the page loaded until the network was silent, without a worker or a cache. ${inKiB(sizeOf(toDraw))} of it until the screen was drawn: ${listOf(toDraw)}.${later.length > 0 ? ` Afterwards: ${listOf(later)}.` : ''}`,
    });
  }
  return figures;
}

interface Script {
  name: string;
  bytes: number;
}

async function scriptsOf(
  { browser }: Workshop,
  state: BrowserContextOptions,
  open: (page: Page) => Promise<void>,
): Promise<{ toDraw: Script[]; later: Script[] }> {
  const context = await browser.browser.newContext({ viewport: PHONE, serviceWorkers: 'block', ...state });
  try {
    const page = await context.newPage();
    const loading: Promise<Script>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      const name = new URL(response.url()).pathname.replace(/.*\//, '').replace(/-[^-]+\.js$/, '');
      loading.push(response.body().then((body) => ({ name, bytes: gzipSync(body, { level: 9 }).length })));
    });
    await open(page);
    const drawn = loading.length;
    await page.waitForLoadState('networkidle');
    const scripts = await Promise.all(loading);
    return { toDraw: scripts.slice(0, drawn), later: scripts.slice(drawn) };
  } finally {
    await context.close();
  }
}

const sizeOf = (scripts: readonly Script[]): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0);

/** The large ones by name. */
function listOf(scripts: readonly Script[]): string {
  const large = scripts.filter(({ bytes }) => bytes >= KIB).toSorted((a, b) => b.bytes - a.bytes);
  const small = scripts.filter(({ bytes }) => bytes < KIB);
  const names = large.map(({ name, bytes }) => `${name} ${(bytes / KIB).toFixed(1)}`);
  return [...names, ...(small.length > 0 ? [`${small.length} small ones ${inKiB(sizeOf(small))}`] : [])].join(', ');
}
