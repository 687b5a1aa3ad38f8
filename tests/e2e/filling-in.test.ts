import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { PHONE, SMALL_PHONE } from '../support/browser-process.ts';
import { makePhoto } from '../support/photo.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { ON_PHONE, pointCard, reload, startSignedIn, unfold } from './screen.ts';
import { openDeptTask } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

/** How the screen that fills in a task uses little room. */

const LYING_PHONE = { width: 844, height: 390 };
const TABLET = { width: 800, height: 1100 };
const LYING_TABLET = { width: 1100, height: 800 };

let server: ServerProcess;
let browser: Browser;
let dataDir: string;
let context: BrowserContext;

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser, dataDir } = site);
  return site.close;
});
afterEach(async () => context.close());

async function openTask(viewport: { width: number; height: number }): Promise<Page> {
  context = await browser.newContext({ viewport, hasTouch: true, isMobile: true, deviceScaleFactor: 2, serviceWorkers: 'block' });
  const page = await context.newPage();
  await startSignedIn(page, server.url, 'staff01', 'Staff2026', `/mytask/index/${openDeptTask(dataDir, 'staff01', 20)}`);
  await pointCard(page, 0).waitFor();
  // A test before may have answered them.
  const folded = page.locator('[data-point][data-folded]');
  while ((await folded.count()) > 0) await unfold(folded.first());
  return page;
}

/** How far below the upper edge of what scrolls the card stands that has the focus, and how high that is. */
const focusedCard = (page: Page): Promise<{ seq: string | undefined; top: number; room: number } | null> =>
  page.evaluate(() => {
    const card = document.activeElement?.closest('[data-point]');
    const room = card?.closest('[data-scroll]')?.getBoundingClientRect();
    if (!card || !room) return null;
    return { seq: card.querySelector('span')?.textContent, top: Math.round(card.getBoundingClientRect().top - room.top), room: room.height };
  });

test('text at 130 % on a small phone breaks no word of a button or choice, and leaves the law its name', async () => {
  const page = await openTask(SMALL_PHONE);
  await page.evaluate(() => document.documentElement.style.setProperty('zoom', '1.3'));
  await pointCard(page, 0).getByRole('radio', { name: '不合格', exact: true }).check();
  const broken = await page.evaluate(() => {
    const lines = (text: Text): number => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const texts = [...document.querySelectorAll('main button, [data-point] label:has([type="radio"])')].flatMap((element) => {
      const found: Text[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) found.push(walker.currentNode as Text);
      return found;
    });
    return { count: texts.length, words: texts.filter((text) => lines(text) > 1).map((text) => text.data) };
  });
  expect(broken.count).toBeGreaterThan(20);
  // The name of a law may take two lines, but is whole.
  expect(broken.words.filter((words) => !words.startsWith('《'))).toEqual([]);
  const law = pointCard(page, 0).getByText(/^《/);
  expect(await law.evaluate((name) => name.scrollWidth - name.clientWidth)).toBeLessThanOrEqual(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('a phone on its side leaves the height to the cards, and goes on to the next one', async () => {
  const page = await openTask(LYING_PHONE);
  await page.getByRole('navigation', { name: '标签栏' }).waitFor({ state: 'hidden' });
  const next = page.getByRole('button', { name: '下一个未查' });
  for (const seq of ['1', '2', '3']) {
    await next.tap();
    await expect.poll(() => focusedCard(page)).toMatchObject({ seq, top: 16 });
  }
  const { room } = (await focusedCard(page)) ?? { room: 0 };
  expect(room).toBeGreaterThanOrEqual(200);
  // The category's head has gone with what was above.
  expect(await page.evaluate(() => document.elementFromPoint(innerWidth / 2, document.activeElement!.getBoundingClientRect().top + 1)?.closest('[data-point]') === document.activeElement)).toBe(true);

  await page.setViewportSize(PHONE);
  await next.tap();
  await expect.poll(() => focusedCard(page)).toMatchObject({ seq: '4', top: 16 });
});

test('the last answer of a category moves none of its cards', async () => {
  const page = await openTask(PHONE);
  const sizes = await page.locator('[data-category]').evaluateAll((sections) => sections.map((section) => section.querySelectorAll('[data-point]').length));
  const section = page.locator('[data-category]').nth(sizes.indexOf(Math.min(...sizes.filter((size) => size > 0))));
  const choices = section.getByRole('radio', { name: '合格', exact: true });
  for (let index = 0; index < (await choices.count()) - 1; index += 1) await choices.nth(index).check();
  await section.scrollIntoViewIfNeeded();
  const height = () => section.locator('[data-point]').first().evaluate((card) => card.getBoundingClientRect().top - card.closest('[data-category]')!.getBoundingClientRect().top);
  const before = await height();
  await choices.last().check();
  await section.getByRole('button', { name: /^本类其余/ }).first().waitFor({ state: 'detached' });
  expect(await height()).toBe(before);
});

test('下一个未查 leads to each card of the list once, also to the last ones, which cannot come to the top, and then to the first again', async () => {
  const page = await openTask(PHONE);
  const next = page.getByRole('button', { name: '下一个未查' });
  const led: (string | undefined)[] = [];
  for (let count = 0; count < 21; count += 1) {
    const before = (await focusedCard(page))?.seq;
    await next.tap();
    // The button has the focus for a moment.
    await expect.poll(async () => (await focusedCard(page))?.seq ?? before).not.toBe(before);
    led.push((await focusedCard(page))?.seq);
  }
  expect(led).toEqual([...Array.from({ length: 20 }, (_, index) => String(index + 1)), '1']);
});

test('a choice is shown at the tap, and what the card says of the answer before is gone until the new one is stored', async () => {
  const page = await openTask(PHONE);
  const card = pointCard(page, 0);
  await card.getByRole('radio', { name: '合格', exact: true }).check();
  await card.getByText(ON_PHONE).waitFor();
  const shown = await card.evaluate((element) => {
    const look = () => ({
      chosen: [...element.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value),
      says: [...element.querySelectorAll('span')].filter(({ innerText }) => /^(已保存|已送达|待上传)$/.test(innerText)).some((mark) => mark.checkVisibility({ visibilityProperty: true })),
    });
    const before = look();
    element.querySelector<HTMLInputElement>('input[value="notApplicable"]')?.click();
    return { before, tapped: look() };
  });
  expect(shown).toEqual({ before: { chosen: ['qualified'], says: true }, tapped: { chosen: ['notApplicable'], says: false } });
  await card.getByText(ON_PHONE).waitFor();
  await reload(page);
  await pointCard(page, 0).waitFor();
  await unfold(pointCard(page, 0));
  expect(await pointCard(page, 0).getByRole('radio', { name: '不适用', exact: true }).isChecked()).toBe(true);
});

test('a tap on a choice takes the focus once the answer is stored, and at once from a text that is being typed', async () => {
  const page = await openTask(PHONE);
  const first = pointCard(page, 0);
  const second = pointCard(page, 1);
  const isFocused = (choice: Locator): Promise<boolean> => choice.evaluate((radio) => radio === document.activeElement);
  await page.getByRole('button', { name: '下一个未查' }).tap();
  const qualified = first.getByRole('radio', { name: '合格', exact: true });
  await qualified.tap();
  await expect.poll(() => isFocused(qualified)).toBe(true);
  expect(await qualified.isChecked()).toBe(true);

  await second.getByRole('radio', { name: '不合格', exact: true }).tap();
  const remark = second.getByRole('textbox');
  await remark.tap();
  await remark.pressSequentially('灭火器过期');
  await page.evaluate(() => {
    addEventListener('click', () => document.documentElement.setAttribute('data-typed-in', String(document.activeElement instanceof HTMLTextAreaElement)), {
      capture: true,
      once: true,
    });
  });
  const notApplicable = pointCard(page, 2).getByRole('radio', { name: '不适用', exact: true });
  await notApplicable.tap();
  await expect.poll(() => isFocused(notApplicable)).toBe(true);
  expect(await page.locator('html').getAttribute('data-typed-in')).toBe('false');
  await second.getByText(ON_PHONE).waitFor();
  expect(await remark.inputValue()).toBe('灭火器过期');
});

test('a finger on a choice shows no ring of the keyboard, and has the focus wherever that was before', async () => {
  const page = await openTask(PHONE);
  await reload(page);
  // Cards that an earlier test answered may be folded.
  const openCards = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[role="group"][data-point]')]
        .filter((card) => card.querySelector('input[type="radio"]') !== null && card.querySelector('input:checked') === null)
        .slice(0, 3)
        .map((card) => card.dataset['point'] ?? ''),
    );
  await expect.poll(async () => (await openCards()).length).toBe(3);
  const ids = await openCards();
  const openCard = (index: number): Locator => page.locator(`[role="group"][data-point="${ids[index]}"]`);
  const choice = (card: number, name: string): Locator => openCard(card).getByRole('radio', { name, exact: true });
  const isFocusedWithoutRing = async (radio: Locator): Promise<void> => {
    await expect.poll(() => radio.evaluate((element) => element.matches(':focus:not(:focus-visible)'))).toBe(true);
  };
  for (const card of [0, 1]) {
    await choice(card, '不合格').tap();
    await isFocusedWithoutRing(choice(card, '不合格'));
  }
  // What is chosen already, after another place.
  await choice(0, '不合格').tap();
  await isFocusedWithoutRing(choice(0, '不合格'));
  // From a text left by a tap beside it, which leaves the focus with nothing.
  await openCard(1).getByRole('textbox').pressSequentially('灭火器过期');
  await page.getByRole('heading', { level: 1 }).first().tap();
  await choice(2, '合格').tap();
  await isFocusedWithoutRing(choice(2, '合格'));
  // From a button that goes with the notes.
  const first = openCard(0);
  await Promise.all([page.waitForEvent('filechooser'), first.getByRole('button', { name: '选照片' }).tap()]);
  await choice(0, '合格').tap();
  await first.getByRole('textbox').waitFor({ state: 'detached' });
  await isFocusedWithoutRing(choice(0, '合格'));
});

test('what is looked at stays in sight when the phone or tablet is turned, also to the other layout, which goes on with the same view', async () => {
  const page = await openTask(PHONE);
  const remark = pointCard(page, 9).getByRole('textbox');
  await pointCard(page, 9).getByRole('radio', { name: '不合格', exact: true }).check();
  await remark.fill('未见交接班记录');
  await remark.evaluate((element) => {
    element.dataset['same'] = '';
    const room = element.closest('[data-scroll]')!;
    room.scrollTop += element.getBoundingClientRect().top - room.getBoundingClientRect().top - room.clientHeight * 0.35;
  });
  // Scrolling has ended.
  await page.waitForTimeout(800);
  const isInSight = (): Promise<boolean> =>
    page.locator('[data-same]').evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === element;
    });
  for (const size of [LYING_PHONE, TABLET, LYING_TABLET, PHONE]) {
    await page.setViewportSize(size);
    await expect.poll(isInSight, { message: `${size.width} px` }).toBe(true);
    // A place that was only passed through on the way would be lost again.
    await page.waitForTimeout(800);
    expect(await isInSight()).toBe(true);
  }
  // Whoever has found something turns the phone to read it.
  const seq = (index: number) => pointCard(page, index).locator('span').first();
  await seq(16).evaluate((element) => {
    const room = element.closest('[data-scroll]')!;
    room.scrollTop += element.getBoundingClientRect().top - room.getBoundingClientRect().top - room.clientHeight * 0.35;
  });
  await page.waitForTimeout(350);
  await page.setViewportSize(LYING_PHONE);
  await page.waitForTimeout(800);
  const { y } = (await seq(16).boundingBox())!;
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(LYING_PHONE.height);
});

test('photos that are there already take no room from others that are chosen with them', async () => {
  const page = await openTask(PHONE);
  const card = pointCard(page, 0);
  await card.getByRole('radio', { name: '不合格', exact: true }).check();
  const photos = await Promise.all(
    Array.from({ length: 11 }, async (_, index) => ({ name: `${index}.jpg`, mimeType: 'image/jpeg', buffer: await makePhoto(60, 40, [20 * index, 100, 60]) })),
  );
  const choose = (...indexes: number[]) => card.locator('input[type="file"][multiple]').setInputFiles(indexes.map((index) => photos[index]!));
  await choose(0, 1, 2, 3, 4, 5, 6);
  await card.getByText('照片 7/9').waitFor();
  await choose(0, 1, 7);
  await card.getByText('照片 8/9').waitFor();
  const refusal = card.getByText('多出的没有添加');
  expect(await refusal.count()).toBe(0);
  await card.getByText('有 2 张已经添加过').waitFor();
  await choose(8, 9, 10);
  await card.getByText('照片 9/9').waitFor();
  await refusal.waitFor();
  await card.getByRole('button', { name: '查看照片 1' }).tap();
  await page.getByRole('button', { name: '删除', exact: true }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).tap();
  await card.getByText('照片 8/9').waitFor();
  expect(await refusal.count()).toBe(0);
});

test('an answer sets nothing in motion: what grows from frame to frame would hold up the next tap', async () => {
  const page = await openTask(PHONE);
  const unanswered = page.locator('[data-point]').filter({ hasNot: page.locator('input:checked') }).last();
  const moved = await unanswered.getByRole('radio', { name: '合格', exact: true }).evaluate(async (radio: HTMLInputElement) => {
    const started: string[] = [];
    document.addEventListener('transitionrun', ({ target, propertyName }) => started.push(`${(target as Element).className} ${propertyName}`), { capture: true });
    const line = document.querySelector('[role=progressbar][aria-label$="进度"]');
    const before = line?.getAttribute('aria-valuenow');
    radio.click();
    const until = performance.now() + 5000;
    while (line?.getAttribute('aria-valuenow') === before && performance.now() < until) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { isCounted: line?.getAttribute('aria-valuenow') !== before, started };
  });
  expect(moved).toEqual({ isCounted: true, started: [] });
});

test('who reloads a moment after the last key is asked, and once what was typed is stored, is not', async () => {
  const page = await openTask(PHONE);
  const card = page.locator('[data-point]').last();
  const remark = card.getByRole('textbox', { name: /^说明/ });
  await card.getByRole('radio', { name: '不合格', exact: true }).check();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await remark.fill('锐器盒');
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await card.getByText('已保存').or(card.getByText('已送达')).first().waitFor();
  await page.reload();
  await unfold(card);
  await expect.poll(() => remark.inputValue()).toBe('锐器盒');
  expect(asked).toHaveLength(1);
});
