import type { Locator, Page } from 'playwright-core';
import { RESULTS } from '#contract/result.ts';
import { type Figure, inSeconds } from '../report.ts';
import { median } from '../sample.ts';
import { waitUntilQuiet } from './page-clock.ts';
import { slowDownCpu, tap } from './tap.ts';
import { type IssuedTask, onNewPhone, type Phone, signInOn, type Workshop } from './workshop.ts';

export interface Opening {
  /** From the tap until the first of what is awaited is painted: a point that can be answered. */
  firstMs: number;
  /** Until the last is. */
  completeMs: number;
}

const CHOICES = '[role=group] input[type=radio]:enabled';

/** Shows the list with the task on it, fetched ahead, and makes the phone slow. */
export async function goToTask(phone: Phone, { server }: Workshop, task: IssuedTask): Promise<void> {
  const { page } = phone;
  await signInOn(page, server.url, task.person);
  const myTasks = page.getByRole('navigation', { name: '底部导航' }).getByRole('link', { name: '我的任务' });
  await myTasks.waitFor();
  // Not clicked: a mouse would rest there, and hover over whatever comes to lie under it.
  await tap(phone, myTasks);
  await page.getByRole('link', { name: task.taskName }).filter({ hasText: '可离线' }).waitFor();
  await slowDownCpu(page);
  await waitUntilQuiet(page);
}

/** @param unanswered of its points: the cards of the others are folded */
export async function openTask(phone: Phone, task: IssuedTask, unanswered = task.points.length): Promise<Opening> {
  return timeOfOpening(phone, phone.page.getByRole('link', { name: task.taskName }), { selector: CHOICES, count: choicesOf(unanswered) });
}

/** The plain form with the same points, loaded beforehand. */
export async function openPlainForm(phone: Phone, { plain }: Workshop, task: IssuedTask): Promise<Opening> {
  plain.offer(task.points);
  await phone.page.goto(`${plain.url}?points=${task.points.length}`);
  const button = phone.page.getByRole('button', { name: '打开' });
  await button.waitFor();
  await slowDownCpu(phone.page);
  await waitUntilQuiet(phone.page);
  return timeOfOpening(phone, button, { selector: CHOICES, count: choicesOf(task.points.length) });
}

const choicesOf = (points: number): number => points * RESULTS.length;

/** Taps, and waits until so many of the awaited elements are painted. */
export async function timeOfOpening(phone: Phone, target: Locator, awaited: { selector: string; count: number }): Promise<Opening> {
  await watchOpening(phone.page, awaited);
  await tap(phone, target);
  return phone.page.evaluate(async () => {
    const limit = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`not there after 60 s: ${document.body.innerText.slice(0, 300)}`)), 60_000);
    });
    return Promise.race([window.benchResult as Promise<Opening>, limit]);
  });
}

const watchOpening = (page: Page, awaited: { selector: string; count: number }): Promise<void> =>
  page.evaluate(({ selector, count }) => {
    window.benchResult = new Promise((resolve) => {
      const watch = (tapped: Event): void => {
        let firstMs: number | undefined;
        let isFirstSeen = false;
        const observer = new MutationObserver(() => {
          const found = document.querySelectorAll(selector).length;
          if (found > 0 && !isFirstSeen) {
            isFirstSeen = true;
            window.benchWhenPainted((now) => {
              firstMs = now - tapped.timeStamp;
            });
          }
          if (found < count) return;
          observer.disconnect();
          window.benchWhenPainted((now) => {
            const completeMs = now - tapped.timeStamp;
            resolve({ firstMs: firstMs ?? completeMs, completeMs });
          });
        });
        observer.observe(document.body, { childList: true, subtree: true });
      };
      addEventListener('click', watch, { capture: true, once: true });
    });
  }, awaited);

/** A large task opened inside the app, and the same points in plain React. */
export async function measureOpening(workshop: Workshop, pointCount: number): Promise<Figure[]> {
  const runs = workshop.isQuick ? 1 : 3;
  const product: Opening[] = [];
  const plain: Opening[] = [];
  for (let run = 0; run < runs; run += 1) {
    const task = await workshop.issue(pointCount);
    await onNewPhone(workshop, async (phone) => {
      await goToTask(phone, workshop, task);
      product.push(await openTask(phone, task));
    });
    await onNewPhone(workshop, async (phone) => plain.push(await openPlainForm(phone, workshop, task)));
  }
  const answerable = median(product.map((opened) => opened.firstMs));
  const complete = median(product.map((opened) => opened.completeMs));
  const limit = median(plain.map((opened) => opened.firstMs));
  return [
    {
      name: `Task of ${pointCount} points opened inside the app, to answerable`,
      measured: inSeconds(answerable),
      goal: '≤ plain React',
      isMet: answerable <= limit,
      limit: `plain React ${inSeconds(limit)}`,
      how: `From the tap on the list, the task fetched ahead, until the first point that can be answered is painted; median of ${runs}. Until the last of the ${pointCount} points is drawn: ${inSeconds(complete)}, the plain form ${inSeconds(median(plain.map((opened) => opened.completeMs)))}.`,
    },
  ];
}
