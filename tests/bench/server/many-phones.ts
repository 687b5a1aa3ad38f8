import { call, signIn } from '../../support/calls.ts';
import { issueTask } from '../data/company.ts';
import { type Figure, inSeconds } from '../report.ts';
import { answersFor } from './answers.ts';
import { databaseName, type Subject } from './subject.ts';

const TASKS_EACH = 5;
const POINTS = 200;
const TASK_NAME = '同时自查';

/** Every department's phone at once: list, each task, and all its answers. */
export async function measureManyPhones({ database, company, server, adminToken }: Subject): Promise<Figure[]> {
  const { url } = server;
  const deptIds = company.departments.map(({ id }) => id);
  const pointIds = company.pointIds.slice(0, POINTS);
  for (let task = 1; task <= TASKS_EACH; task += 1) {
    await issueTask(url, adminToken, { taskName: `${TASK_NAME} ${task}`, deptIds, pointIds });
  }
  const tokens: string[] = [];
  for (const { person } of company.departments) tokens.push(await signIn(url, person));

  const errors: unknown[] = [];
  let saved = 0;
  const phone = async (token: string): Promise<void> => {
    const { records } = await call(url, 'queryMyTaskCheckList', { query: { taskName: TASK_NAME, status: 'open', pageSize: 50 } }, token);
    for (const { id } of records) {
      const { points } = await call(url, 'queryTaskCheckPointInfo', { params: { id } }, token);
      const entries = answersFor(
        points.map(({ pointId }) => pointId),
        0,
      );
      const { outcomes } = await call(url, 'saveAnswers', { body: { deptTaskId: id, entries } }, token);
      saved += outcomes.filter(({ outcome }) => outcome === 'saved').length;
    }
  };
  const start = performance.now();
  await Promise.all(tokens.map((token) => phone(token).catch((error: unknown) => errors.push(error))));
  const time = performance.now() - start;
  const expected = tokens.length * TASKS_EACH * POINTS;
  const hasAll = errors.length === 0 && saved === expected;
  return [
    {
      name: `${tokens.length} phones at once pull ${TASKS_EACH} tasks of ${POINTS} points, push all (${databaseName[database.dialect]})`,
      measured: `${inSeconds(time)}, ${hasAll ? 'no error' : `${errors.length} errors`}`,
      goal: '≤ 30 s, no error',
      isMet: time <= 30_000 && hasAll,
      how: `${saved.toLocaleString('en')} of ${expected.toLocaleString('en')} answers saved; the phones are simulated in this process and signed in beforehand.${errors.length > 0 ? ` First error: ${String(errors[0])}` : ''}`,
    },
  ];
}
