import { addDays, shanghaiDay } from '#contract/calendar.ts';
import { requestOf } from '../../support/calls.ts';
import { TASKS } from '../data/history.ts';
import type { Figure } from '../report.ts';
import { startBare } from './bare.ts';
import { type Target, type Throughput, throughputs } from './load.ts';
import { recordQueries } from './recorded-queries.ts';
import { databaseName, type Subject } from './subject.ts';

const perSecond = (throughput: Throughput): string => `${Math.round(throughput.perSecond).toLocaleString('en')} /s`;

/** Ten rows of a type and a period, filtered and counted. */
export async function measureTaskList({ database, server, adminToken, isQuick }: Subject): Promise<Figure[]> {
  const today = shanghaiDay(new Date());
  const query = { pageNum: 1, pageSize: 10, taskType: 2, startDate: addDays(today, -60), endDate: addDays(today, -30) };
  const request = requestOf(server.url, 'queryTaskPage', { query }, adminToken);
  const { queries, answer } = await recordQueries(database, request);
  const { total, records } = (JSON.parse(answer) as { message: { total: number; records: unknown[] } }).message;
  if (records.length !== 10) throw new Error(`the list has ${records.length} rows`);

  const bare = await startBare(database, { queries, bytes: answer });
  try {
    const bareTarget = (path: string): Target => ({ server: bare, request: { method: 'GET', url: `${bare.url}${path}`, headers: {} } });
    const targets = [{ server, request }, bareTarget('/read'), bareTarget('/bytes')] as const;
    const [product, sameQueries, sameBytes] = await throughputs(targets, isQuick ? 1 : 4);
    const ratio = product.perSecond / sameQueries.perSecond;
    return [
      {
        name: `Task list, 10 of ${TASKS.toLocaleString('en')}, filtered and counted (${databaseName[database.dialect]})`,
        measured: `${perSecond(product)} = ${ratio.toFixed(2)} of bare`,
        goal: '≥ 0.80 of bare',
        isMet: ratio >= 0.8,
        limit: `bare ${perSecond(sameQueries)}`,
        how: `autocannon, 20 connections, medians of three runs in turns. Filter: a type and a period, ${total} tasks fit; session and scope checks included. Bare: Fastify with the same ${queries.length} statements, prepared, on the same data. Processor time of the server's process for one request: ${product.cpuMs.toFixed(2)} ms, bare ${sameQueries.cpuMs.toFixed(2)} ms. The same bytes without a query: ${perSecond(sameBytes)}.`,
      },
    ];
  } finally {
    await bare.stop();
  }
}
