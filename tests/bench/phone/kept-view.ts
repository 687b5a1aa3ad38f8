import type { Figure } from '../report.ts';
import { openViews } from '../../support/open-views.ts';
import { median } from '../sample.ts';
import { goToTask, openTask } from './opening.ts';
import { waitUntilQuiet } from './page-clock.ts';
import { timeOfTap } from './tap.ts';
import { onNewPhone, type Workshop } from './workshop.ts';

/** A large task among the open views, hidden and shown again. */
export async function measureKeptView(workshop: Workshop, pointCount: number): Promise<Figure[]> {
  const task = await workshop.issue(pointCount);
  const rounds = workshop.isQuick ? 2 : 5;
  return onNewPhone(workshop, async (phone) => {
    const { page } = phone;
    await goToTask(phone, workshop, task);
    await openTask(phone, task);
    await waitUntilQuiet(page);
    const shown: { paintMs: number; longTasks: number[] }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await timeOfTap(phone, (await openViews(page)).getByRole('button', { name: /^我的任务/ }));
      await waitUntilQuiet(page);
      const views = await openViews(page);
      await waitUntilQuiet(page);
      const from = await page.evaluate(() => performance.now());
      const paintMs = await timeOfTap(phone, views.getByRole('button', { name: /^完成任务/ }));
      await waitUntilQuiet(page);
      const longTasks = await page.evaluate((start) => window.benchNotes.longTasks.filter((task) => task.start >= start).map((task) => task.duration), from);
      shown.push({ paintMs, longTasks });
    }
    const most = Math.max(...shown.map(({ longTasks }) => longTasks.length));
    return [
      {
        name: `An open view shown again, ${pointCount} points`,
        measured: `${most} over 50 ms, paint ${median(shown.map(({ paintMs }) => paintMs))} ms`,
        goal: '≤ 1 frame of work over 50 ms',
        isMet: most <= 1,
        how: `Long tasks after the tap on it, the most of ${rounds} times; the longest ${Math.max(0, ...shown.flatMap(({ longTasks }) => longTasks))} ms. Paint: the tap to the next paint, median.`,
      },
    ];
  });
}
