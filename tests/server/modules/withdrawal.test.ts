import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { correctionEntry, openCorrection, saveCorrection } from '../support/correction-fixture.ts';
import { type Account, depts } from '../support/fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { answerAll, expectSuccess, issueTask, issueToInternal, newEntry, readDetail, saveOne, somePointIds, submit } from '../support/task-fixture.ts';

const START = '2026-06-15T02:00:00.000Z';
const MINUTE_MS = 60_000;

let server: TestServer;
let points: string[];
beforeAll(async () => {
  server = await startTestServer({ now: START });
  points = await somePointIds(server, 4);
});
beforeEach(() => server.clock.set(START));
afterAll(() => server.stop());

/** A submission of 内科 with one 不合格. */
async function submitted(): Promise<{ deptTaskId: string; taskId: string; submittedAt: string }> {
  const { taskId, deptTaskId } = await issueToInternal(server, { pointIds: points });
  await answerAll(server, deptTaskId, points, [points[1] ?? '']);
  expectSuccess(await submit(server, deptTaskId));
  server.clock.advance(MINUTE_MS);
  return { deptTaskId, taskId, submittedAt: (await readDetail(server, deptTaskId)).submittedAt ?? '' };
}
const withdraw = ({ deptTaskId, submittedAt }: { deptTaskId: string; submittedAt: string }, as: Account = 'staff01') =>
  server.call('withdrawSubmission', { body: { deptTaskId, submittedAt } }, { as });
const giveBack = (deptTaskId: string, fields: object = {}) =>
  server.call('returnSubmission', { body: { deptTaskId, reason: '请补充', points: [], ...fields } }, { as: 'admin01' });
const openAsAdministrator = (taskId: string) => server.call('getTaskDeptDetail', { query: { taskId, deptId: depts.internal.id } }, { as: 'admin01' });
const correctionIdOf = async (deptTaskId: string) => (await readDetail(server, deptTaskId)).correctionId;
const auditOf = (deptTaskId: string) =>
  server.context.db.selectFrom('audit_record').select(['action', 'account', 'summary']).where('object_id', '=', deptTaskId).where('action', '=', 'deptTask.withdraw').execute();

describe('a submission', () => {
  test('tells at once which self-correction it opened', async () => {
    const { deptTaskId } = await issueToInternal(server, { pointIds: points });
    await answerAll(server, deptTaskId, points, [points[1] ?? '']);
    const id = uuidv7();
    const answer = expectSuccess(await submit(server, deptTaskId, 'staff01', id));
    expect(answer.correctionId).toBe(await correctionIdOf(deptTaskId));
    expect(answer.correctionId).toEqual(expect.any(String));
    expect(expectSuccess(await submit(server, deptTaskId, 'staff01', id))).toEqual(answer);
  });

  test('taken back is open again for the whole department, without its self-correction', async () => {
    const given = await submitted();
    const before = await correctionIdOf(given.deptTaskId);
    const answer = expectSuccess(await withdraw(given, 'staff02'));
    const withdrawnAt = server.clock.now().toISOString();
    expect(answer).toEqual({ withdrawnAt });
    expect(await readDetail(server, given.deptTaskId)).toMatchObject({
      status: 'inProgress', submittedAt: null, answeredCount: 4, withdrawnAt, withdrawnByName: '李内二', correctionId: null, openedAt: null,
    });
    expect((await server.call('queryCompanySelfCorrectById', { params: { id: before ?? '' } }, { as: 'staff01' })).code).toBe(4004);
    const info = expectSuccess(await server.call('queryTaskInfo', { params: { id: given.taskId } }, { as: 'admin01' }));
    expect(info).toMatchObject({ submittedCount: 0 });
    expect(await auditOf(given.deptTaskId)).toMatchObject([{ account: 'staff02', summary: '撤回科室任务的提交：六月日常自查' }]);

    expect(await saveOne(server, given.deptTaskId, newEntry(server, points[1] ?? '', { baseRevision: 1 }))).toMatchObject({ outcome: 'saved' });
    expect(expectSuccess(await submit(server, given.deptTaskId))).toMatchObject({ status: 'completed', unqualifiedCount: 0, correctionId: null });
  });

  test('is taken back once in effect, however often that is said', async () => {
    const given = await submitted();
    expectSuccess(await withdraw(given));
    expectSuccess(await withdraw(given));
    expect(await auditOf(given.deptTaskId)).toHaveLength(1);
    server.clock.advance(MINUTE_MS);
    expectSuccess(await submit(server, given.deptTaskId));
    // What was said of the submission before does not take this one back.
    expect(await withdraw(given)).toMatchObject({ code: 4009, message: '任务已重新提交，请重新查看后再撤回' });
  });

  test.each([
    ['the inspection', (taskId: string) => openAsAdministrator(taskId)],
    ['its self-correction', async (_taskId: string, deptTaskId: string) =>
      server.call('queryCompDeptSelfCorrectById', { params: { id: (await correctionIdOf(deptTaskId)) ?? '' } }, { as: 'admin01' })],
  ])('stays once an administrator has opened %s, and says since when', async (_, openIt) => {
    const given = await submitted();
    expect((await openIt(given.taskId, given.deptTaskId)).code).toBe(1000);
    const openedAt = server.clock.now().toISOString();
    server.clock.advance(MINUTE_MS);
    expect((await openIt(given.taskId, given.deptTaskId)).code).toBe(1000);
    expect(await readDetail(server, given.deptTaskId)).toMatchObject({ openedAt });
    expect(await withdraw(given)).toMatchObject({ code: 4009, message: expect.stringMatching(/^管理员已于 .* 查看，不能撤回；需要修改时请管理员退回$/) });
    expect(await readDetail(server, given.deptTaskId)).toMatchObject({ status: 'submitted' });
  });

  test('of a task that was opened before it was submitted is not opened', async () => {
    const { taskId, deptTaskId } = await issueToInternal(server, { pointIds: points });
    expectSuccess(await openAsAdministrator(taskId));
    await answerAll(server, deptTaskId, points);
    expectSuccess(await submit(server, deptTaskId));
    const { submittedAt } = await readDetail(server, deptTaskId);
    expectSuccess(await withdraw({ deptTaskId, submittedAt: submittedAt ?? '' }));
  });

  test('stays once somebody works on its self-correction, and in a task that was cancelled', async () => {
    const correction = await openCorrection(server, { pointIds: points });
    await saveCorrection(server, correction.id, correctionEntry(server, correction.itemIds[0] ?? ''));
    const submittedAt = (await readDetail(server, correction.deptTaskId)).submittedAt ?? '';
    expect(await withdraw({ deptTaskId: correction.deptTaskId, submittedAt })).toMatchObject({ code: 4009, message: '已开始自纠整改，不能撤回；需要修改时请联系管理员' });

    const { taskId, deptTaskIds } = await issueTask(server, { pointIds: points, deptIds: [depts.internal.id, depts.nursing.id] });
    const deptTaskId = deptTaskIds[depts.internal.id] ?? '';
    await answerAll(server, deptTaskId, points);
    expectSuccess(await submit(server, deptTaskId));
    const given = { deptTaskId, submittedAt: (await readDetail(server, deptTaskId)).submittedAt ?? '' };
    expectSuccess(await server.call('cancelTask', { body: { id: taskId, reason: '重复' } }, { as: 'admin01' }));
    expect(await withdraw(given)).toMatchObject({ code: 4009, message: '任务已取消，不能撤回' });
  });

  test('that never was, or was returned, is not taken back; one of others is not known', async () => {
    const { deptTaskId } = await issueToInternal(server, { pointIds: points });
    expect(await withdraw({ deptTaskId, submittedAt: START })).toMatchObject({ code: 4009, message: '任务还没有提交，不需要撤回' });
    const given = await submitted();
    for (const as of ['staff03', 'staff91'] as const) expect(await withdraw(given, as)).toMatchObject({ code: 4004 });
    expect(await withdraw(given, 'admin01')).toMatchObject({ code: 4003 });
    expectSuccess(await giveBack(given.deptTaskId));
    expect(await withdraw(given)).toMatchObject({ code: 4009, message: '任务已被退回，可以直接修改，不需要撤回' });
  });

  test('from before a withdrawal does not undo it', async () => {
    const given = await submitted();
    expectSuccess(await withdraw(given));
    const body = { id: uuidv7(), deptTaskId: given.deptTaskId, submittedAt: server.clock.now().toISOString() };
    expect(await server.call('submitDeptTask', { body }, { as: 'staff02' })).toMatchObject({ code: 4009, message: '提交已被撤回过，请重新查看后再提交' });
  });

  test('returned and taken back at once is one of both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const given = await submitted();
      const [returned, withdrawn] = await Promise.all([giveBack(given.deptTaskId), withdraw(given)]);
      expect([returned.code, withdrawn.code].sort()).toEqual([1000, 4009]);
      expect(await readDetail(server, given.deptTaskId)).toMatchObject({ submittedAt: null, status: returned.code === 1000 ? 'returned' : 'inProgress' });
    }
  });

  test('opened and taken back at once is seen as it stays', async () => {
    for (let round = 0; round < 4; round += 1) {
      const given = await submitted();
      const [opened, withdrawn] = await Promise.all([openAsAdministrator(given.taskId), withdraw(given)]);
      const isWithdrawn = withdrawn.code === 1000;
      const { submittedAt } = await readDetail(server, given.deptTaskId);
      expect(submittedAt).toBe(isWithdrawn ? null : given.submittedAt);
      if (!isWithdrawn) expect(expectSuccess(opened).submittedAt).toBe(given.submittedAt);
    }
  });
});

describe('a returned task', () => {
  const again = async (deptTaskId: string, isUnchangedConfirmed?: boolean) => {
    const { returnedAt } = await readDetail(server, deptTaskId);
    const body = { id: uuidv7(), deptTaskId, submittedAt: server.clock.now().toISOString(), returnedAt, ...(isUnchangedConfirmed !== undefined && { isUnchangedConfirmed }) };
    return server.call('submitDeptTask', { body }, { as: 'staff01' });
  };

  test('does not come back as it was, unless the person stands by it', async () => {
    const { deptTaskId } = await submitted();
    expectSuccess(await giveBack(deptTaskId));
    server.clock.advance(MINUTE_MS);
    expect(await again(deptTaskId)).toMatchObject({ code: 4009, message: '退回后没有修改任何检查要点，请修改，或在提交时确认结果不变' });
    expectSuccess(await again(deptTaskId, true));
  });

  test('names the points that were sent back and are as they were', async () => {
    const { deptTaskId } = await submitted();
    expectSuccess(await giveBack(deptTaskId, { points: [points[0], points[2]].map((pointId) => ({ pointId, remark: '照片不清' })) }));
    server.clock.advance(MINUTE_MS);
    await saveOne(server, deptTaskId, newEntry(server, points[0] ?? '', { remark: '已重拍', baseRevision: 1 }));
    expect(await again(deptTaskId)).toMatchObject({ code: 4009, message: '退回的第 3 项没有修改，请修改，或在提交时确认结果不变' });
    await saveOne(server, deptTaskId, newEntry(server, points[2] ?? '', { remark: '已重拍', baseRevision: 1 }));
    expectSuccess(await again(deptTaskId));
  });
});

describe('a return', () => {
  const lastReturn = async (deptTaskId: string) =>
    expectSuccess(await server.call('queryMyTaskAnswerCheckPoint', { query: { deptTaskId } }, { as: 'staff01' })).returns[0];

  test('needs one text: that of the whole, which points without their own have too', async () => {
    const { deptTaskId } = await submitted();
    expectSuccess(await giveBack(deptTaskId, { points: [{ pointId: points[0], remark: '' }, { pointId: points[2], remark: '看不清' }] }));
    expect(await lastReturn(deptTaskId)).toMatchObject({ reason: '请补充', remarks: [{ remark: '请补充' }, { remark: '看不清' }] });
  });

  test.each([
    ['one point', [0], '第 1 项：照片不清'],
    ['several', [2, 0], '第 1、3 项需要修改，见各项退回意见'],
  ])('or that of %s, which lists and notices then tell of', async (_, indexes, reason) => {
    const { deptTaskId } = await submitted();
    expectSuccess(await giveBack(deptTaskId, { reason: '', points: indexes.map((index) => ({ pointId: points[index], remark: '照片不清' })) }));
    expect(await readDetail(server, deptTaskId)).toMatchObject({ returnReason: reason });
    const { records } = expectSuccess(await server.call('queryMyNoticeList', { query: {} }, { as: 'staff01' }));
    expect(records.find(({ kind, objectId }) => kind === 'taskReturned' && objectId === deptTaskId)?.body).toContain(`退回原因：${reason}`);
  });

  test.each([
    ['nothing', [], 'reason'],
    ['a point without words', [{ pointId: '01970000-0000-7000-8000-000000000001', remark: ' ' }], 'points.0.remark'],
  ])('with %s is refused where it is missing', async (_, remarked, field) => {
    const { deptTaskId } = await submitted();
    expect(await giveBack(deptTaskId, { reason: ' ', points: remarked })).toMatchObject({ code: 4022, details: [{ field, message: '请填写退回原因，或在选定的要点中填写退回意见' }] });
  });
});
