import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { PHONE } from '../support/browser-process.ts';
import { slowDown } from '../support/chromium.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { openViews } from '../support/open-views.ts';
import { heading, open, pointCard, startSignedIn } from './screen.ts';
import { largestDeptTask } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

let server: ServerProcess;
let browser: Browser;
let dataDir: string;

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser, dataDir } = site);
  return site.close;
});

async function signedIn(account: string, password: string, viewport = PHONE): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  const page = await context.newPage();
  await startSignedIn(page, server.url, account, password);
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
    expect(await (await openViews(page)).locator('[aria-current]').textContent()).toContain('法律法规');
    await context.close();
  });

  test('the card in sight stays there when a filter is taken away, while the phone draws what lies before and after it', async () => {
    // 医务科 is asked more than others.
    const { page, context } = await signedIn('admin01', 'Admin2026');
    const { id, points: count } = largestDeptTask(dataDir, 'admin01');
    await open(page, `/mytask/index/${id}`);
    await expect.poll(() => main(page).locator('[data-point]').count()).toBe(count);
    const far = pointCard(page, Math.floor(count * 0.75));
    const [point, words] = await far.evaluate((card) => [card.dataset['point'] ?? '', document.getElementById(card.getAttribute('aria-labelledby') ?? '')?.textContent ?? '']);
    await page.getByRole('button', { name: '筛选' }).click();
    await page.getByLabel('搜索要点').fill(words);
    await page.getByRole('button', { name: '查看 1 项' }).click();
    await expect.poll(() => main(page).locator('[data-point]').count()).toBe(1);

    await slowDown(page);
    const watched = page.evaluate(watchCard, { point, count });
    await page.getByRole('button', { name: /^清除筛选/ }).click();
    const { tops, counts } = await watched;
    // Not all at once, and what came before the card pushed it nowhere.
    expect(counts.length, `cards drawn, in this order: ${counts.join(', ')}`).toBeGreaterThan(3);
    expect(Math.max(...tops) - Math.min(...tops), `its top in each frame: ${tops.join(', ')}`).toBeLessThanOrEqual(4);
    await context.close();
  });
});

/** In the page: where a card stands in each frame from when others come around it until all are there. */
async function watchCard({ point, count }: { point: string; count: number }): Promise<{ tops: number[]; counts: number[] }> {
  const tops: number[] = [];
  const counts = new Set<number>();
  while (counts.size === 0 || !counts.has(count)) {
    await new Promise(requestAnimationFrame);
    const cards = document.querySelectorAll('main [data-point]').length;
    if (cards === 1) continue;
    counts.add(cards);
    tops.push(Math.round(document.querySelector(`[data-point="${point}"]`)?.getBoundingClientRect().top ?? Number.NaN));
  }
  return { tops, counts: [...counts] };
}
