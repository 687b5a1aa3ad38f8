/** The thread behind `timesAtRate`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Request } from '../../support/calls.ts';
import { type Rate, timeOf } from './load.ts';

const { request, rate } = workerData as { request: Request; rate: Rate };
// Server and client are both to have compiled what they run.
for (let warmUp = 0; warmUp < 50; warmUp += 1) await timeOf(request);
const times = await Promise.all(
  Array.from({ length: rate.perSecond * rate.seconds }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, (index * 1000) / rate.perSecond));
    return timeOf(request);
  }),
);
parentPort?.postMessage(times);
