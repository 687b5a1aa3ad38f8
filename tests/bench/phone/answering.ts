import type { ElementHandle } from 'playwright-core';
import { RESULTS, type Result, resultLabel } from '#contract/result.ts';
import { type Figure, inMilliseconds } from '../report.ts';
import { median, percentile } from '../sample.ts';
import { waitUntilQuiet } from './page-clock.ts';
import { goToTask, openPlainForm, openTask } from './opening.ts';
import { timeOfTap } from './tap.ts';
import { onNewPhone, type Phone, type Workshop } from './workshop.ts';

const POINTS_TAPPED = 20;
const CHOICES = '[role=group] input[type=radio]';

interface Tap {
  point: number;
  result: Result;
}

/** Twenty points spread over the task, each answered and then changed twice; the first time one in ten is 不合格. */
function tapsOn(pointCount: number, isQuick: boolean): Tap[] {
  const tapped = Math.min(POINTS_TAPPED, pointCount);
  const points = Array.from({ length: tapped }, (_, index) => Math.floor((index * pointCount) / tapped));
  const pass = (resultOf: (index: number) => Result): Tap[] => points.map((point, index) => ({ point, result: resultOf(index) }));
  const first = pass((index) => (index % 10 === 5 ? 'unqualified' : 'qualified'));
  return isQuick ? first : [...first, ...pass(() => 'notApplicable'), ...pass(() => 'qualified')];
}

interface Timed extends Tap {
  paintMs: number;
  /** Until 已保存 stands in the document; undefined where it does not stand there, as without a needed remark. */
  savedMs?: number;
}

export async function measureAnswering(workshop: Workshop, sizes: readonly number[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  const saved: number[] = [];
  const savedPlainly: number[] = [];
  const writes: number[] = [];
  for (const size of sizes) {
    const task = await workshop.issue(size);
    const taps = tapsOn(size, workshop.isQuick);
    const product = await onNewPhone(workshop, async (phone) => {
      await goToTask(phone, workshop, task);
      await openTask(phone, task);
      const answers = await answer(phone, taps, { watchesSaving: true });
      writes.push(...(await timesOfWrites(phone)));
      return answers;
    });
    const plain = await onNewPhone(workshop, async (phone) => {
      await openPlainForm(phone, workshop, task);
      return answer(phone, taps, { watchesSaving: false });
    });
    const kept = await onNewPhone(workshop, async (phone) => {
      await openPlainForm(phone, workshop, task);
      await keepPlainly(phone);
      return answer(phone, taps, { watchesSaving: true });
    });
    const times = product.map((timed) => timed.paintMs);
    const limits = plain.map((timed) => timed.paintMs);
    saved.push(...product.flatMap(({ savedMs }) => savedMs ?? []));
    savedPlainly.push(...kept.flatMap(({ savedMs }) => savedMs ?? []));
    figures.push({
      name: `Tap on a choice to next paint, ${size} points`,
      measured: `p50 ${median(times)} ms, p98 ${percentile(times, 0.98)} ms`,
      goal: 'p50 ≤ 48 ms, p98 ≤ 104 ms',
      isMet: median(times) <= 48 && percentile(times, 0.98) <= 104,
      limit: `plain React ${median(limits)}, ${percentile(limits, 0.98)} ms`,
      how: `Event Timing of ${times.length} real touches (the slowest event of each, steps of 8 ms, as Interaction to Next Paint), online, saving and sending meanwhile. Opens remark and photos at 不合格.`,
    });
  }
  const p95 = percentile(saved, 0.95);
  figures.push({
    name: 'Tap to 已保存',
    measured: `p95 ${inMilliseconds(p95)} (p50 ${inMilliseconds(median(saved))})`,
    goal: 'p95 ≤ 50 ms',
    isMet: p95 <= 50,
    limit: `plain React ${inMilliseconds(percentile(savedPlainly, 0.95))} (p50 ${inMilliseconds(median(savedPlainly))})`,
    how: `From the finger's last event until the word stands in the card (the answer is in IndexedDB by then; the frame that shows the word follows), ${saved.length} of the taps above. Plain React: the same taps on the plain form, where each puts one row into IndexedDB, durability strict as in the app, and writes the word once the transaction is complete; nothing is read, counted or sent. Such a write alone, without a tap: p50 ${inMilliseconds(median(writes))}, p95 ${inMilliseconds(percentile(writes, 0.95))}.`,
  });
  return figures;
}

async function answer(phone: Phone, taps: readonly Tap[], options: { watchesSaving: boolean }): Promise<Timed[]> {
  await waitUntilQuiet(phone.page);
  const timed: Timed[] = [];
  for (const { point, result } of taps) {
    const choice = await nthChoice(phone, point * RESULTS.length + RESULTS.indexOf(result));
    const watches = options.watchesSaving && result !== 'unqualified';
    if (watches) await watchSaving(choice);
    const paintMs = await timeOfTap(phone, choice);
    if (!(await choice.isChecked())) throw new Error(`a tap did not choose ${resultLabel[result]} on point ${point + 1}`);
    timed.push({ point, result, paintMs, ...(watches ? { savedMs: await savedAfter(phone) } : {}) });
  }
  return timed;
}

/** Found by the browser alone: a locator would look through thousands of choices with scripts of its own, again for each question. */
async function nthChoice({ page }: Phone, index: number): Promise<ElementHandle<HTMLInputElement>> {
  const found = await page.evaluateHandle(([selector, nth]) => document.querySelectorAll<HTMLInputElement>(selector)[nth], [CHOICES, index] as const);
  const choice = found.asElement();
  if (choice === null) throw new Error(`there is no choice ${index}`);
  return choice;
}

const watchSaving = (choice: ElementHandle<HTMLInputElement>): Promise<void> =>
  choice.evaluate((input) => {
    const element = input.closest<HTMLElement>('[role=group]');
    if (element === null) throw new Error('the choice stands in no group');
    window.benchResult = new Promise((resolve) => {
      element.addEventListener(
        'click',
        (tapped) => {
          const observer = new MutationObserver(() => {
            // What it said of the answer before is out of sight until the new one is stored.
            if (element.dataset['saving'] !== undefined || !element.textContent.includes('已保存')) return;
            observer.disconnect();
            resolve(performance.now() - tapped.timeStamp);
          });
          observer.observe(element, { attributes: true, childList: true, subtree: true, characterData: true });
        },
        { capture: true, once: true },
      );
    });
  });

const savedAfter = ({ page }: Phone): Promise<number> =>
  page.evaluate(async () => {
    const limit = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('已保存 was never shown')), 5000);
    });
    return Promise.race([window.benchResult as Promise<number>, limit]);
  });

/** Gives the page a `benchStore` that stores one row after the other, with nothing to read before and nobody to tell. */
const openStore = ({ page }: Phone): Promise<void> =>
  page.evaluate(async () => {
    const row = { v: 1, value: { result: 'qualified', remark: '', photos: [], answeredAt: new Date().toISOString() }, filling: 'x'.repeat(400) };
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('bench');
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows'));
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB did not open')));
    });
    window.benchStore = (key) =>
      new Promise((resolve, reject) => {
        const transaction = db.transaction('rows', 'readwrite', { durability: 'strict' });
        transaction.objectStore('rows').put(row, key);
        transaction.commit();
        transaction.addEventListener('complete', () => resolve());
        transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB did not store')));
      });
  });

async function timesOfWrites(phone: Phone): Promise<number[]> {
  await openStore(phone);
  return phone.page.evaluate(async () => {
    const times: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const start = performance.now();
      await window.benchStore(`row ${index}`);
      times.push(performance.now() - start);
    }
    return times;
  });
}

/** From now on each choice of the plain form is stored, and its card says so. */
async function keepPlainly(phone: Phone): Promise<void> {
  await openStore(phone);
  await phone.page.evaluate(() => {
    const marks = new Map<Element, HTMLElement>();
    for (const card of document.querySelectorAll('[role=group]')) {
      const mark = document.createElement('span');
      card.append(mark);
      marks.set(card, mark);
    }
    document.addEventListener('input', ({ target }) => {
      const card = target instanceof Element && target.closest('[role=group]');
      const mark = card && marks.get(card);
      if (!mark) return;
      mark.textContent = '';
      void window.benchStore(card.ariaLabel ?? '').then(() => {
        mark.textContent = '已保存';
      });
    });
  });
}
