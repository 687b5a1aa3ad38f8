import { call, requestOf, signIn } from '../../support/calls.ts';
import { issueTask } from '../data/company.ts';
import { type Figure, inKiB, inMilliseconds } from '../report.ts';
import { median, percentile } from '../sample.ts';
import { answersFor } from './answers.ts';
import { timesAtRate } from './load.ts';
import { databaseName, type Subject } from './subject.ts';

const POINTS = 200;
const PER_SECOND = 50;

/** A department task that is half filled in, of a department with years of earlier answers. */
export async function measureTaskDetail({ database, company, server, adminToken, isQuick }: Subject): Promise<Figure[]> {
  const [department] = company.departments;
  if (department === undefined) throw new Error('the company has no department');
  const pointIds = company.pointIds.slice(0, POINTS);
  await issueTask(server.url, adminToken, { taskName: '详情', deptIds: [department.id], pointIds });
  const token = await signIn(server.url, department.person);
  const { records } = await call(server.url, 'queryMyTaskCheckList', { query: { taskName: '详情' } }, token);
  const id = records[0]?.id;
  if (id === undefined) throw new Error('the department task is not in the list');
  await call(server.url, 'saveAnswers', { body: { deptTaskId: id, entries: answersFor(pointIds.slice(0, POINTS / 2), 0) } }, token);

  const request = requestOf(server.url, 'queryTaskCheckPointInfo', { params: { id } }, token);
  const size = (await (await fetch(request.url, request)).arrayBuffer()).byteLength;
  const times = await timesAtRate(request, { perSecond: PER_SECOND, seconds: isQuick ? 3 : 15 });
  const p99 = percentile(times, 0.99);
  return [
    {
      name: `Task detail of ${POINTS} points, p99 at ${PER_SECOND} requests a second (${databaseName[database.dialect]})`,
      measured: `${inMilliseconds(p99)} (p50 ${inMilliseconds(median(times))})`,
      goal: '≤ 25 ms',
      isMet: p99 <= 25,
      how: `${times.length} requests, one every ${1000 / PER_SECOND} ms whether or not the one before was answered, until the last byte; ${inKiB(size)} each, half of the points answered, every point with the answer of an earlier task.`,
    },
  ];
}
