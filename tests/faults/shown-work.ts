import type { Page } from 'playwright-core';
import { shownCards } from '../e2e/screen.ts';
import { itemText, type Shown } from './ledger.ts';

/** Every card in sight, of a task or of a self-correction, by point or item. Views that are kept alive unseen stay as they were left. */
export async function shownWork(page: Page): Promise<Record<string, Shown>> {
  const cards = await shownCards(page);
  const inSight = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="group"][data-point]')]
      .filter((card) => card.checkVisibility())
      .map((card) => ({
        id: card.dataset['point'] ?? '',
        isCorrected: card.querySelector<HTMLInputElement>('input[type="checkbox"]')?.checked ?? null,
        measures: card.querySelector('textarea')?.value ?? '',
        responsible: card.querySelector<HTMLInputElement>('input:not([type="checkbox"]):not([type="file"]):not([type="radio"])')?.value ?? '',
      })),
  );
  return Object.fromEntries(
    inSight.flatMap(({ id, isCorrected, measures, responsible }): [string, Shown][] => {
      const card = cards[id];
      if (!card) return [];
      if (isCorrected === null) return [[id, card]];
      return [[id, { ...card, result: isCorrected ? 'corrected' : 'open', remark: itemText(measures, responsible) }]];
    }),
  );
}
