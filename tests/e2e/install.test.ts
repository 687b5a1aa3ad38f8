import { afterAll, beforeAll, expect, test } from 'vitest';
import { installabilityErrors, launchChromium } from '../support/chromium.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';
import { copySeededData } from './seeded-data.ts';

let server: ServerProcess;
const cleanUps: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const data = await copySeededData();
  cleanUps.push(data.remove);
  server = await serverProcess({ dataDir: data.dataDir });
  await server.start();
  cleanUps.push(server.kill);
});
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

test('Chromium offers to install the app', async () => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.evaluate(async () => navigator.serviceWorker.ready);
    // A private window can install nothing, which is not the app's fault.
    expect((await installabilityErrors(page)).filter((error) => error !== 'in-incognito')).toEqual([]);
  } finally {
    await browser.close();
  }
});
