import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { PHONE } from '../support/browser-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { heading, open, signIn } from './screen.ts';
import { openSeededSite } from './seeded-site.ts';

let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});

async function signedIn(account: string, password: string, viewport = PHONE): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport });
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
