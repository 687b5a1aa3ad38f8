import type { CDPSession } from 'playwright-core';
import { type Figure, inMiB } from '../report.ts';
import { goToTask, openPlainForm, openTask } from './opening.ts';
import { waitUntilQuiet } from './page-clock.ts';
import { onNewPhone, type Workshop } from './workshop.ts';

const MIB = 1024 * 1024;

/** What the points of a large task occupy: the same screen with one point and with all. */
export async function measureHeap(workshop: Workshop, pointCount: number): Promise<Figure[]> {
  const heaps = async (count: number): Promise<{ product: number; plain: number }> => {
    const task = await workshop.issue(count);
    const product = await onNewPhone(workshop, async (phone) => {
      await goToTask(phone, workshop, task);
      await openTask(phone, task);
      await waitUntilQuiet(phone.page);
      return heapOf(phone.session);
    });
    const plain = await onNewPhone(workshop, async (phone) => {
      await openPlainForm(phone, workshop, task);
      await waitUntilQuiet(phone.page);
      return heapOf(phone.session);
    });
    return { product, plain };
  };
  const one = await heaps(1);
  const all = await heaps(pointCount);
  const added = all.product - one.product;
  return [
    {
      name: `Heap added by ${pointCount} points`,
      measured: inMiB(added),
      goal: '≤ 10 MiB',
      isMet: added <= 10 * MIB,
      limit: `plain React ${inMiB(all.plain - one.plain)}`,
      how: `JSHeapUsedSize after garbage collection, task of ${pointCount} points opened, less the same with one point: the screen and what is kept of the task. In all ${inMiB(all.product)}, plain React ${inMiB(all.plain)}.`,
    },
  ];
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('Performance.enable');
  for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value;
  if (used === undefined) throw new Error('the browser told no heap size');
  return used;
}
