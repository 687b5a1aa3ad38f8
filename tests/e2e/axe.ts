import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const WCAG_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Checker {
  run: (context: Document, options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Cheap enough for every screen: what scrolls can be reached by keyboard, and a name says what is seen. */
export const SCROLLING_AND_NAMES = { type: 'rule', values: ['scrollable-region-focusable', 'label-content-name-mismatch'] };

/** Tags of rules, or the rules; every rule where they are missing. */
type Rules = readonly string[] | { type: string; values: readonly string[] };

/** For axe, what is scrolled out of its frame is hidden. */
const WHOLE_PX = 4000;

/** As `violationsOn`, on all of a screen: it is as high as what it shows for as long as it is looked at. */
export async function violationsOnWhole(page: Page, only?: Rules): Promise<string[]> {
  const size = page.viewportSize();
  if (size === null) throw new Error('the page has no size of its own');
  await page.setViewportSize({ ...size, height: WHOLE_PX });
  const found = await violationsOn(page, only);
  await page.setViewportSize(size);
  return found;
}

/** What axe finds on a page once all stands still: each rule with what breaks it. */
export async function violationsOn(page: Page, only?: Rules): Promise<string[]> {
  // Once for each load of the page: reading half a megabyte of script takes longer than a rule.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))));
  return await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: Checker };
    const { violations } = await axe.run(document, runOnly === undefined ? {} : { runOnly });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }, only);
}
