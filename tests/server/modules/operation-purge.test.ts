import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayStart } from '#contract/calendar.ts';
import { purgeOperations } from '../../../server/modules/jobs/operation-purge-service.ts';
import { companies, employees } from '../support/fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { answerAll, expectSuccess, issueToInternal, somePointIds, submit } from '../support/task-fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const idsOfOperations = async () => (await server.context.db.selectFrom('operation').select('id').execute()).map(({ id }) => id);

it('a submission is answered as the first time for 400 days, and forgotten then', async () => {
  const pointIds = await somePointIds(server, 2);
  const { deptTaskId } = await issueToInternal(server, { pointIds });
  await answerAll(server, deptTaskId, pointIds);
  const id = uuidv7();
  const first = expectSuccess(await submit(server, deptTaskId, 'staff01', id));
  server.clock.set(dayStart(addDays('2026-06-15', 400)));
  expect(await purgeOperations(server.context)).toBe(true);
  expect(expectSuccess(await submit(server, deptTaskId, 'staff01', id))).toEqual(first);
  server.clock.set(dayStart(addDays('2026-06-15', 401)));
  expect(await purgeOperations(server.context)).toBe(true);
  expect(await idsOfOperations()).toEqual([]);
});

it('goes on until nothing old is left', async () => {
  const taken = { comp_no: companies.first.compNo, employee_id: employees.staff01.id, kind: 'submit', answer: '' };
  const insert = (created_at: string, count: number) =>
    server.context.db.insertInto('operation').values(Array.from({ length: count }, () => ({ ...taken, id: uuidv7(), created_at }))).execute();
  const today = server.clock.now().toISOString();
  for (let part = 0; part < 3; part += 1) await insert('2026-01-01T00:00:00.000Z', 500);
  await insert(today, 2);
  server.clock.advance(24 * 60 * 60 * 1000);
  expect(await purgeOperations(server.context)).toBe(true);
  expect(await idsOfOperations()).toHaveLength(2);
});
