import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserProcess, type BrowserProcess, PHONE } from '../support/browser-process.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';
import { heading, open, signIn } from './screen.ts';
import { copySeededData } from './seeded-data.ts';

let server: ServerProcess;
let browser: BrowserProcess;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const data = await copySeededData();
  cleanUps.push(data.remove);
  server = await serverProcess({ dataDir: data.dataDir });
  await server.start();
  cleanUps.push(server.kill);
  const profile = await mkdtemp(join(tmpdir(), 'zyzc-profile-'));
  cleanUps.push(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  browser = await browserProcess(profile);
  cleanUps.push(browser.close);
});
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function signedIn(account: string, password: string, viewport = PHONE): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.browser.newContext({ viewport });
  const page = await context.newPage();
  await signIn(page, server.url, account, password);
  return { page, context };
}

const main = (page: Page) => page.locator('main:visible');

describe('the views of the main job', () => {
  test('a view that was never open opens from a task that is being filled in', async () => {
    const { page, context } = await signedIn('staff01', 'Staff2026');
    await open(page, '/mytask/index');
    await heading(page, '我的任务').waitFor();
    await main(page).getByRole('link', { name: /季度日常自查/ }).first().click();
    await heading(page, '完成任务').waitFor();
    await main(page).getByRole('radio', { name: '合格', exact: true }).first().waitFor();
    await open(page, '/law/index');
    await heading(page, '法律法规').waitFor({ timeout: 10_000 });
    expect(await page.getByRole('navigation', { name: '标签栏' }).locator('[aria-current]').textContent()).toContain('法律法规');
    await context.close();
  });
});
