import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { heading, open } from './screen.ts';

/** What tests of 法律法规 share: where laws lie, and the screens that show them. */

export const statutes = resolve('../shared/data/laws');
export const hasStatutes = existsSync(statutes);
if (!hasStatutes) console.warn('Laws were tested with the sample library alone: ../shared/data/laws is not there');
export const sampleFolder = resolve('server/library/laws');
export const LAW_WITH_PDF = '医疗废物院内管理示例规定';

export async function openLaws(page: Page): Promise<void> {
  await open(page, '/law/index');
  await heading(page, '法律法规').waitFor();
  await page.getByRole('region', { name: '离线法规' }).waitFor();
}

export async function filterByTitle(page: Page, title: string): Promise<void> {
  await page.getByLabel('法规名称').fill(title);
  await page.getByLabel('法规名称').press('Enter');
}

export async function openLaw(page: Page, title: string, which = 0): Promise<void> {
  await filterByTitle(page, title);
  await page.getByRole('link', { name: title, exact: true }).nth(which).click();
  await heading(page, '法规详情').waitFor();
  await page.getByRole('heading', { level: 2, name: title }).waitFor();
}

export async function searchFor(page: Page, word: string): Promise<string> {
  await page.getByRole('button', { name: '全文检索' }).click();
  await page.getByLabel('检索法规和检查要点').fill(word);
  const status = page.getByRole('status').filter({ hasText: /部法规 \d+ 条 · \d+ 个检查要点$/ });
  await page.locator('article mark', { hasText: word }).first().waitFor();
  return (await status.textContent()) ?? '';
}

export const isInSight = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    const element = [...document.querySelectorAll(wanted)].find((each) => (each as HTMLElement).offsetParent !== null);
    const frame = element?.closest('[data-scroll]')?.getBoundingClientRect();
    const box = element?.getBoundingClientRect();
    return frame !== undefined && box !== undefined && box.top >= frame.top - 1 && box.top < frame.bottom;
  }, selector);
