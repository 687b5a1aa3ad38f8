import type { Locator, Page } from 'playwright-core';

/** The views that are open on a phone, behind their counter. */
export async function openViews(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^打开的页面/ }).filter({ visible: true }).click();
  return page.getByRole('dialog', { name: '打开的页面' });
}
