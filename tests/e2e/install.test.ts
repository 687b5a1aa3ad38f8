import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { installabilityErrors } from '../support/chromium.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { openSeededSite } from './seeded-site.ts';

let server: ServerProcess;
let browser: Browser;
beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});

test('Chromium offers to install the app', async () => {
  const page = await browser.newPage();
  await page.goto(server.url);
  await page.evaluate(async () => navigator.serviceWorker.ready);
  // A private window can install nothing, which is not the app's fault.
  expect((await installabilityErrors(page)).filter((error) => error !== 'in-incognito')).toEqual([]);
});
