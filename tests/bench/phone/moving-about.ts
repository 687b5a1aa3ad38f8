import type { Locator } from 'playwright-core';
import type { Figure } from '../report.ts';
import { median } from '../sample.ts';
import { call } from '../../support/calls.ts';
import { answersFor } from '../server/answers.ts';
import { waitUntilQuiet } from './page-clock.ts';
import { goToTask, openTask } from './opening.ts';
import { tap, timeOfTap } from './tap.ts';
import { onNewPhone, type Phone, type Workshop } from './workshop.ts';

const worst = (times: readonly number[]): string => `${median(times)} ms, worst ${Math.max(...times)} ms`;
const how = 'Event Timing of real touches (the tap to the next paint)';

/** 未查 and 下一个未查 in a large task of which nine points in ten are answered. */
export async function measureMovingAbout(workshop: Workshop, pointCount: number): Promise<Figure[]> {
  const task = await workshop.issue(pointCount);
  const answered = task.points.slice(0, Math.floor(pointCount * 0.9)).map(({ pointId }) => pointId);
  for (let start = 0; start < answered.length; start += 200) {
    const entries = answersFor(answered.slice(start, start + 200), 0);
    await call(workshop.server.url, 'saveAnswers', { body: { deptTaskId: task.deptTaskId, entries } }, task.token);
  }
  const rounds = workshop.isQuick ? 2 : 5;
  return onNewPhone(workshop, async (phone) => {
    const { page } = phone;
    await goToTask(phone, workshop, task);
    await openTask(phone, task, pointCount - answered.length);
    await waitUntilQuiet(page);

    const next = page.getByRole('button', { name: '下一个未查' });
    const jumps: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await scrollToTop(phone);
      jumps.push(await timeOfTap(phone, next));
      await arrived(phone);
    }
    const applied: NewList[] = [];
    const cleared: NewList[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await tap(phone, page.getByRole('button', { name: '筛选', exact: true }));
      await tap(phone, page.getByRole('dialog').locator('label', { hasText: '未查' }));
      applied.push(await timesOfNewList(phone, page.getByRole('dialog').getByRole('button', { name: /^查看 \d+ 项$/ })));
      await waitUntilQuiet(page);
      cleared.push(await timesOfNewList(phone, page.getByRole('button', { name: /^清除筛选/ })));
      await waitUntilQuiet(page);
    }
    const details = `${pointCount} points, ${answered.length} answered, ${rounds} times`;
    return [
      { name: `Filter 未查 to next paint, ${pointCount} points`, measured: worst(applied.map(({ paintMs }) => paintMs)), how: `${how}, ${details}: the tap that closes the sheet. The ${pointCount - answered.length} points are painted after ${worst(applied.map(({ listMs }) => listMs))}.` },
      { name: `Filter removed to next paint, ${pointCount} points`, measured: worst(cleared.map(({ paintMs }) => paintMs)), how: `${how}, ${details}: all points again, those in sight painted after ${worst(cleared.map(({ listMs }) => listMs))}.` },
      { name: `下一个未查 to next paint, ${pointCount} points`, measured: worst(jumps), how: `${how}, ${details}: from the top to the first point that is not answered.` },
    ];
  });
}

/** Milliseconds from the tap: until the next paint, and until the list that takes the place of this one is painted. */
interface NewList {
  paintMs: number;
  listMs: number;
}

async function timesOfNewList(phone: Phone, target: Locator): Promise<NewList> {
  const listMs = phone.page.evaluate(async () => {
    const list = document.querySelector('[data-category]')?.parentElement;
    let clickedAt = 0;
    addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), { capture: true, once: true });
    return new Promise<number>((resolve) => {
      new MutationObserver((_, observer) => {
        if (list?.isConnected === true) return;
        observer.disconnect();
        window.benchWhenPainted((now) => resolve(Math.round(now - clickedAt)));
      }).observe(document.body, { childList: true, subtree: true });
    });
  });
  const paintMs = await timeOfTap(phone, target);
  return { paintMs, listMs: await listMs };
}

const scrollToTop = async ({ page }: Phone): Promise<void> => {
  await page.locator('[role=group][data-point]').first().evaluate((card) => card.scrollIntoView({ block: 'center' }));
  await waitUntilQuiet(page);
};

/** The jump has to have led to a point that is not answered. */
async function arrived({ page }: Phone): Promise<void> {
  const isThere = await page.evaluate(() => {
    const card = document.activeElement;
    if (!card?.matches('[role=group]')) return false;
    const { top, bottom } = card.getBoundingClientRect();
    return card.querySelector('input:checked') === null && bottom > 0 && top < innerHeight;
  });
  if (!isThere) throw new Error('下一个未查 led to no unanswered point');
}
