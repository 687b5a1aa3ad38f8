import { call, requestOf, signIn } from '../../support/calls.ts';
import { issueTask } from '../data/company.ts';
import { type Figure, inMilliseconds } from '../report.ts';
import { median, percentile } from '../sample.ts';
import { answersFor } from './answers.ts';
import { startBare } from './bare.ts';
import { timeOf } from './load.ts';
import { databaseName, type Subject } from './subject.ts';

const ENTRIES = 200;

/** One phone sends all answers of a task at once, again and again; product and bare Fastify take turns on the same rows. */
export async function measureSave({ database, company, server, adminToken, isQuick }: Subject): Promise<Figure[]> {
  const [department] = company.departments;
  if (department === undefined) throw new Error('the company has no department');
  const pointIds = company.pointIds.slice(0, ENTRIES);
  await issueTask(server.url, adminToken, { taskName: '保存', deptIds: [department.id], pointIds });
  const token = await signIn(server.url, department.person);
  const { employeeId, account } = await call(server.url, 'userInfo', {}, token);
  const { records } = await call(server.url, 'queryMyTaskCheckList', { query: { taskName: '保存' } }, token);
  const deptTaskId = records[0]?.id;
  if (deptTaskId === undefined) throw new Error('the department task is not in the list');

  const bare = await startBare(database, { author: { compNo: company.compNo, employeeId, account } });
  try {
    const rounds = isQuick ? 10 : 40;
    const times: { product: number; bare: number }[] = [];
    let revision = 0;
    const entries = () => answersFor(pointIds, revision++);
    const toProduct = async (): Promise<number> => {
      const request = requestOf(server.url, 'saveAnswers', { body: { deptTaskId, entries: entries() } }, token);
      return timeOf(request);
    };
    const toBare = async (): Promise<number> => {
      const body = JSON.stringify({ deptTaskId, entries: entries() });
      return timeOf({ method: 'POST', url: `${bare.url}/save`, headers: { 'content-type': 'application/json' }, body });
    };
    for (let warmUp = 0; warmUp < 5; warmUp += 1) {
      await toProduct();
      await toBare();
    }
    for (let round = 0; round < rounds; round += 1) times.push({ product: await toProduct(), bare: await toBare() });

    // Each save is based on the one before, whoever wrote it: a conflict anywhere would have left the count behind.
    const { outcomes } = await call(server.url, 'saveAnswers', { body: { deptTaskId, entries: entries() } }, token);
    const wrong = outcomes.find((outcome) => outcome.outcome !== 'saved' || outcome.revision !== revision);
    if (wrong !== undefined) throw new Error(`not saved as revision ${revision}: ${JSON.stringify(wrong)}`);

    const product = times.map((time) => time.product);
    const limit = times.map((time) => time.bare);
    return [
      {
        name: `Save of ${ENTRIES} answers in one request, median (${databaseName[database.dialect]})`,
        measured: `${inMilliseconds(median(product))} (p95 ${inMilliseconds(percentile(product, 0.95))})`,
        goal: '≤ 20 ms',
        isMet: median(product) <= 20,
        limit: `bare ${inMilliseconds(median(limit))}`,
        how: `${rounds} requests one after the other, history and audit row included, on disk before the answer (SQLite: synchronous=FULL). Bare: Fastify writing the same rows to the same tables in one transaction, in turns.`,
      },
    ];
  } finally {
    await bare.stop();
  }
}
