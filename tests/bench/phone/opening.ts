import type { Page } from 'playwright-core';
import { RESULTS } from '#contract/result.ts';
import { type Figure, inSeconds } from '../report.ts';
import { median } from '../sample.ts';
import { waitUntilQuiet } from './page-clock.ts';
import { slowDownCpu, tap } from './tap.ts';
import { type IssuedTask, onNewPhone, type Phone, signInOn, type Workshop } from './workshop.ts';

export interface Opening {
  /** From the tap until the first point can be answered and is painted. */
  answerableMs: number;
  /** Until the last point is. */
  completeMs: number;
}

/** Shows the list with the task on it, fetched ahead, and makes the phone slow. */
export async function goToTask({ page }: Phone, { server }: Workshop, task: IssuedTask): Promise<void> {
  await signInOn(page, server.url, task.person);
  await page.getByRole('navigation', { name: '底部导航' }).getByRole('link', { name: '我的任务' }).click();
  await page.getByRole('link', { name: task.taskName }).filter({ hasText: '可离线' }).waitFor();
  await slowDownCpu(page);
  await waitUntilQuiet(page);
}

export async function openTask(phone: Phone, task: IssuedTask): Promise<Opening> {
  await watchOpening(phone.page, task.points.length);
  await tap(phone, phone.page.getByRole('link', { name: task.taskName }));
  return opening(phone.page);
}

/** The plain form with the same points, loaded beforehand. */
export async function openPlainForm(phone: Phone, { plain }: Workshop, task: IssuedTask): Promise<Opening> {
  plain.offer(task.points);
  await phone.page.goto(`${plain.url}?points=${task.points.length}`);
  const button = phone.page.getByRole('button', { name: '打开' });
  await button.waitFor();
  await slowDownCpu(phone.page);
  await waitUntilQuiet(phone.page);
  await watchOpening(phone.page, task.points.length);
  await tap(phone, button);
  return opening(phone.page);
}

const watchOpening = (page: Page, pointCount: number): Promise<void> =>
  page.evaluate((count) => {
    window.benchResult = new Promise((resolve) => {
      const watch = (tapped: Event): void => {
        let answerableMs: number | undefined;
        let isFirstSeen = false;
        const observer = new MutationObserver(() => {
          const choices = document.querySelectorAll('[role=group] input[type=radio]:enabled').length;
          if (choices > 0 && !isFirstSeen) {
            isFirstSeen = true;
            window.benchWhenPainted((now) => {
              answerableMs = now - tapped.timeStamp;
            });
          }
          if (choices < count) return;
          observer.disconnect();
          window.benchWhenPainted((now) => {
            const completeMs = now - tapped.timeStamp;
            resolve({ answerableMs: answerableMs ?? completeMs, completeMs });
          });
        });
        observer.observe(document.body, { childList: true, subtree: true });
      };
      addEventListener('click', watch, { capture: true, once: true });
    });
  }, pointCount * RESULTS.length);

const opening = (page: Page): Promise<Opening> => page.evaluate(() => window.benchResult as Promise<Opening>);

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
  const answerable = median(product.map((opened) => opened.answerableMs));
  const complete = median(product.map((opened) => opened.completeMs));
  const limit = median(plain.map((opened) => opened.answerableMs));
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
