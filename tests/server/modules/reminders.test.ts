import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, depts } from '../support/fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { answerAll, expectSuccess, issueTask, somePointIds, submit } from '../support/task-fixture.ts';

const START = '2026-06-15T02:00:00.000Z';

let server: TestServer;
let points: string[];
beforeAll(async () => {
  server = await startTestServer({ now: START });
  points = await somePointIds(server, 2);
});
beforeEach(() => server.clock.set(START));
afterAll(() => server.stop());

const issue = () => issueTask(server, { pointIds: points, deptIds: [depts.internal.id, depts.surgery.id], taskName: '催办的任务' });
const remind = (taskId: string, fields: object = {}, as: Account = 'admin01') =>
  server.call('remindTask', { body: { id: uuidv7(), taskId, deptIds: [depts.internal.id, depts.surgery.id], note: '', ...fields } }, { as });
const told = async (as: Account, deptTaskId: string | undefined) =>
  expectSuccess(await server.call('queryMyNoticeList', { query: {} }, { as })).records.filter(({ kind, objectId }) => kind === 'taskReminded' && objectId === deptTaskId);
const listed = async (taskId: string, deptId: string) =>
  expectSuccess(await server.call('queryTaskDeptList', { query: { taskId } }, { as: 'admin01' })).find((row) => row.deptId === deptId);

test('a reminder reaches each department that has not submitted, leads to its task, and stays with the task', async () => {
  const { taskId, deptTaskIds } = await issue();
  await answerAll(server, deptTaskIds[depts.internal.id] ?? '', points);
  expectSuccess(await submit(server, deptTaskIds[depts.internal.id] ?? ''));
  expect(expectSuccess(await remind(taskId, { note: '今天下班前' }))).toEqual({ deptCount: 1 });
  expect(await told('staff01', deptTaskIds[depts.internal.id])).toEqual([]);
  expect(await told('staff03', deptTaskIds[depts.surgery.id])).toMatchObject([
    { title: '请尽快提交：催办的任务', body: '“催办的任务”将于 2026-06-30 截止，贵科室还未提交，请尽快完成并提交。\n今天下班前' },
  ]);
  expect(await listed(taskId, depts.surgery.id)).toMatchObject({ remindedAt: START, remindCount: 1 });
  expect(await listed(taskId, depts.internal.id)).toMatchObject({ remindedAt: null, remindCount: 0 });
  const [record] = await server.context.db.selectFrom('audit_record').select(['summary']).where('action', '=', 'task.remind').where('object_id', '=', taskId).execute();
  expect(record?.summary).toBe('催办任务：催办的任务，1 个科室');
});

test('the same reminder twice is one; another one counts', async () => {
  const { taskId, deptTaskIds } = await issue();
  const id = uuidv7();
  for (let count = 0; count < 2; count += 1) expectSuccess(await remind(taskId, { id }));
  expect(await told('staff01', deptTaskIds[depts.internal.id])).toHaveLength(1);
  server.clock.advance(60_000);
  expectSuccess(await remind(taskId));
  expect(await listed(taskId, depts.internal.id)).toMatchObject({ remindedAt: server.clock.now().toISOString(), remindCount: 2 });
});

test('what cannot be reminded of is refused in words', async () => {
  const { taskId, deptTaskIds } = await issue();
  expect(await remind(taskId, { deptIds: [depts.nursing.id] })).toMatchObject({ code: 4022, details: [{ field: 'deptIds.0', message: '科室不在本任务中' }] });
  expect(await remind(taskId, { deptIds: [] })).toMatchObject({ code: 4022, details: [{ field: 'deptIds', message: '请选择要催办的科室' }] });
  expect(await remind(taskId, {}, 'admin91')).toMatchObject({ code: 4004 });
  expect(await remind(taskId, {}, 'staff01')).toMatchObject({ code: 4003 });
  server.clock.set('2026-05-20T02:00:00.000Z');
  expect(await remind(taskId)).toMatchObject({ code: 4009, message: '任务 2026-06-01 开始，开始前不能催办' });
  server.clock.set(START);
  await answerAll(server, deptTaskIds[depts.internal.id] ?? '', points);
  expectSuccess(await submit(server, deptTaskIds[depts.internal.id] ?? ''));
  expect(await remind(taskId, { deptIds: [depts.internal.id] })).toMatchObject({ code: 4009, message: '所选科室均已提交，不需要催办' });
  expectSuccess(await server.call('cancelTask', { body: { id: taskId, reason: '重复' } }, { as: 'admin01' }));
  expect(await remind(taskId)).toMatchObject({ code: 4009, message: '任务已取消，不能催办' });
});
