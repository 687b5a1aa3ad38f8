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

/** What axe finds on a page once all stands still: each rule with what breaks it. @param only tags of the rules, or the rules; every rule where they are missing */
export async function violationsOn(page: Page, only?: readonly string[] | { type: string; values: readonly string[] }): Promise<string[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))));
  await page.evaluate(source);
  return await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: Checker };
    const { violations } = await axe.run(document, runOnly === undefined ? {} : { runOnly });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }, only);
}
