import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/endpoints.ts';
import { DEPT_TASK_STATUSES, deptTaskStatusOf, isLateSubmission, isOpen, isOverdueAt } from '#contract/task-status.ts';
import { type Account, companies, depts, employees } from '../support/fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  answerAll,
  expectSuccess,
  issueTask,
  issueToInternal,
  newEntry,
  readDetail,
  save,
  saveOne,
  somePointIds,
  submit,
} from '../support/task-fixture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = '2026-06-15T02:00:00.000Z';

let server: TestServer;
let points: string[];
beforeAll(async () => {
  server = await startTestServer({ now: START });
  points = await somePointIds(server, 20);
});
afterAll(() => server.stop());

const myTasks = async (query: CallInput<'queryMyTaskCheckList'>['query'], as: Account = 'staff01') =>
  expectSuccess(await server.call('queryMyTaskCheckList', { query }, { as }));
const giveBack = (deptTaskId: string, fields: { reason?: string; submittedAt?: string; points?: { pointId: string; remark: string }[] } = {}, as: Account = 'admin01') =>
  server.call('returnSubmission', { body: { deptTaskId, reason: '照片不清楚', ...fields } }, { as });
const correctionOf = async (deptTaskId: string) => {
  const { db } = server.context;
  const correction = await db.selectFrom('self_correction').selectAll().where('dept_task_id', '=', deptTaskId).executeTakeFirst();
  const items =
    correction === undefined
      ? []
      : await db.selectFrom('self_correction_item').selectAll().where('self_correction_id', '=', correction.id).execute();
  return { correction, items };
};

describe('my tasks', () => {
  test("are those of the own department, an administrator's too", async () => {
    await issueTask(server, { pointIds: points.slice(0, 2), deptIds: [depts.internal.id, depts.nursing.id], taskName: '归属任务' });
    expect(await myTasks({ taskName: '归属任务' }, 'staff02')).toMatchObject({ total: 1, records: [{ deptName: '内科', status: 'pending' }] });
    expect(await myTasks({ taskName: '归属任务' }, 'admin01')).toMatchObject({ total: 1, records: [{ deptName: '护理部' }] });
    expect(await myTasks({ taskName: '归属任务' }, 'staff03')).toMatchObject({ total: 0 });
    expect(await myTasks({}, 'staff91')).toMatchObject({ total: 0 });
  });

  test('come overdue first, then by their end; closed ones last, the latest first', async () => {
    const ends = ['2026-06-28', '2026-06-16', '2026-06-20', '2026-06-17'];
    const issued: Record<string, { deptTaskId: string; taskId: string }> = {};
    for (const endDate of ends) issued[endDate] = await issueToInternal(server, { pointIds: points.slice(0, 1), taskName: `顺序 ${endDate}`, endDate });
    const closed = await issueToInternal(server, { pointIds: points.slice(0, 1), taskName: '顺序 已提交', endDate: '2026-06-18' });
    await answerAll(server, closed.deptTaskId, points.slice(0, 1));
    expectSuccess(await submit(server, closed.deptTaskId));
    const cancelled = await issueToInternal(server, { pointIds: points.slice(0, 1), taskName: '顺序 已取消', endDate: '2026-06-29' });
    expectSuccess(await server.call('cancelTask', { body: { id: cancelled.taskId, reason: '不需要' } }, { as: 'admin01' }));

    server.clock.set('2026-06-18T02:00:00.000Z');
    const { records } = await myTasks({ taskName: '顺序' });
    expect(records.map((row) => row.taskName.slice(3))).toEqual(['2026-06-16', '2026-06-17', '2026-06-20', '2026-06-28', '已取消', '已提交']);
    expect(records.map((row) => row.isOverdue)).toEqual([true, true, false, false, false, false]);
    expect(await myTasks({ taskName: '已取消\u3000顺序' })).toMatchObject({ total: 1, records: [{ taskName: '顺序 已取消' }] });
    expect((await myTasks({ taskName: '顺序', status: 'open' })).records.map((row) => row.taskName.slice(3))).toEqual([
      '2026-06-16',
      '2026-06-17',
      '2026-06-20',
      '2026-06-28',
    ]);
    const pages = [await myTasks({ taskName: '顺序', pageSize: 2 }), await myTasks({ taskName: '顺序', pageSize: 2, pageNum: 2 })];
    expect(pages.flatMap((page) => page.records.map((row) => row.id))).toEqual(records.slice(0, 4).map((row) => row.id));
    expect(pages[0]?.total).toBe(6);
    server.clock.set(START);
  });

  test('have the same status in SQL as in the contract, for every combination', async () => {
    const own = await startTestServer();
    try {
      const { db } = own.context;
      const flags = [0, 1];
      const corrections = ['none', 'open', 'done'] as const;
      const grid = flags.flatMap((isCancelled) =>
        flags.flatMap((isSubmitted) =>
          flags.flatMap((isReturned) =>
            [0, 3].flatMap((answered) =>
              ['2026-06-14', '2026-06-15'].flatMap((endDate) =>
                corrections.map((correction) => ({ id: uuidv7(), isCancelled, isSubmitted, isReturned, answered, endDate, correction })),
              ),
            ),
          ),
        ),
      );
      const submittedAt = '2026-06-14T16:00:00.000Z';
      const scope = { comp_no: companies.first.compNo, dept_id: depts.internal.id };
      const taskOf = new Map(grid.map((row) => [row.id, uuidv7()]));
      await db
        .insertInto('task')
        .values(
          grid.map((row) => ({
            id: taskOf.get(row.id) ?? '',
            comp_no: scope.comp_no,
            task_name: '网格',
            task_type: 1,
            start_date: '2026-06-01',
            end_date: row.endDate,
            correct_days: 15,
            remark: '',
            dept_count: 1,
            submitted_count: row.isSubmitted,
            created_by: employees.admin01.id,
            created_at: '2026-06-01T00:00:00.000Z',
            cancelled_at: row.isCancelled === 1 ? '2026-06-02T00:00:00.000Z' : null,
          })),
        )
        .execute();
      await db
        .insertInto('dept_task')
        .values(
          grid.map((row) => ({
            ...scope,
            id: row.id,
            task_id: taskOf.get(row.id) ?? '',
            point_count: 3,
            answered_count: row.answered,
            unqualified_count: 0,
            submitted_at: row.isSubmitted === 1 ? submittedAt : null,
            is_returned: row.isReturned,
          })),
        )
        .execute();
      await db
        .insertInto('self_correction')
        .values(
          grid
            .filter((row) => row.correction !== 'none')
            .map((row) => ({
              ...scope,
              id: uuidv7(),
              task_id: taskOf.get(row.id) ?? '',
              dept_task_id: row.id,
              due_date: '2026-07-01',
              item_count: 1,
              corrected_count: 0,
              corrected_at: row.correction === 'done' ? submittedAt : null,
              created_at: submittedAt,
            })),
        )
        .execute();
      const now = own.clock.now();
      const expected = new Map(
        grid.map((row) => {
          const submission = { endDate: row.endDate, submittedAt: row.isSubmitted === 1 ? submittedAt : null, firstSubmittedAt: null };
          const isCancelled = row.isCancelled === 1;
          const status = deptTaskStatusOf({
            isCancelled,
            submittedAt: submission.submittedAt,
            hasOpenCorrection: row.correction === 'open',
            answeredCount: row.answered,
            isReturned: row.isReturned === 1,
          });
          return [row.id, { status, isOverdue: isOverdueAt({ ...submission, isCancelled }, now), isLate: isLateSubmission(submission) }];
        }),
      );
      const found = async (status?: (typeof DEPT_TASK_STATUSES)[number] | 'open' | 'handedIn') =>
        expectSuccess(await own.call('queryMyTaskCheckList', { query: { status, pageSize: 100 } }, { as: 'staff01' })).records;
      const idsWhere = (isWanted: (status: (typeof DEPT_TASK_STATUSES)[number]) => boolean) =>
        [...expected].filter(([, value]) => isWanted(value.status)).map(([id]) => id).sort();
      const all = await found();
      expect(all).toHaveLength(grid.length);
      for (const row of all) expect({ status: row.status, isOverdue: row.isOverdue, isLate: row.isLate }).toEqual(expected.get(row.id));
      for (const status of DEPT_TASK_STATUSES) {
        const wanted = idsWhere((value) => value === status);
        expect(wanted.length).toBeGreaterThan(0);
        expect((await found(status)).map((row) => row.id).sort()).toEqual(wanted);
      }
      expect((await found('open')).map((row) => row.id).sort()).toEqual(idsWhere(isOpen));
      expect((await found('handedIn')).map((row) => row.id).sort()).toEqual(idsWhere((value) => value === 'submitted' || value === 'completed'));
    } finally {
      await own.stop();
    }
  });
});

describe('the detail of a department task', () => {
  test('has all that is needed to fill it in', async () => {
    const library = expectSuccess(await server.call('queryPointPage', { query: { pageNum: 5, pageSize: 4 } }, { as: 'staff01' })).records;
    const { deptTaskId } = await issueToInternal(server, { pointIds: library.map((point) => point.id), remark: '重点检查' });
    const detail = await readDetail(server, deptTaskId);
    const tree = expectSuccess(await server.call('queryCheckItemTree', {}, { as: 'staff01' }));
    expect(detail).toMatchObject({
      deptName: '内科',
      status: 'pending',
      remark: '重点检查',
      cancelReason: null,
      pointCount: 4,
      answeredCount: 0,
      submittedAt: null,
    });
    expect(detail.points).toEqual(
      library.map(({ id, itemId, kinds: _kinds, isNational: _isNational, enabled: _enabled, whyOff: _whyOff, isRetired: _isRetired, version: _version, ...wording }, index) => ({
        ...wording,
        pointId: id,
        seq: index + 1,
        categoryId: tree[0]?.id,
        categoryName: tree[0]?.name,
        itemName: tree[0]?.children.find((item) => item.id === itemId)?.name,
        returnRemark: null,
        answer: null,
        lastAnswer: null,
      })),
    );
  });

  test('shows what the department submitted on the point the last time, and nothing of another department', async () => {
    const own = await startTestServer({ now: START });
    try {
      const ids = await somePointIds(own, 4);
      const [a = '', b = '', c = '', d = ''] = ids;
      const round = async (taskName: string, answered: Record<string, string>) => {
        const task = await issueTask(own, { pointIds: ids, taskName, deptIds: [depts.internal.id, depts.surgery.id] });
        const deptTaskId = task.deptTaskIds[depts.internal.id] ?? '';
        const entries = ids.map((id) => newEntry(own, id, answered[id] === undefined ? {} : { result: 'unqualified', remark: answered[id] }));
        await save(own, deptTaskId, entries);
        own.clock.advance(1000);
        expectSuccess(await submit(own, deptTaskId));
        own.clock.advance(1000);
        return { ...task, deptTaskId };
      };
      const first = await round('第一次', { [a]: '第一次的问题', [b]: '第一次的问题' });
      const second = await round('第二次', { [b]: '第二次的问题' });
      const open = await issueTask(own, { pointIds: [a, b, c], taskName: '第三次', deptIds: [depts.internal.id, depts.surgery.id] });
      await save(own, open.deptTaskIds[depts.internal.id] ?? '', [newEntry(own, a, { result: 'notApplicable' })]);

      const lastOf = async (deptTaskId: string, as: Account = 'staff01') =>
        (await readDetail(own, deptTaskId, as)).points.map((point) => [point.pointId, point.lastAnswer?.taskName, point.lastAnswer?.remark]);
      expect(await lastOf(open.deptTaskIds[depts.internal.id] ?? '')).toEqual([
        [a, '第二次', ''],
        [b, '第二次', '第二次的问题'],
        [c, '第二次', ''],
      ]);
      expect(await lastOf(second.deptTaskId)).toEqual([
        [a, '第一次', '第一次的问题'],
        [b, '第一次', '第一次的问题'],
        [c, '第一次', ''],
        [d, '第一次', ''],
      ]);
      expect((await lastOf(first.deptTaskId)).every(([, taskName]) => taskName === undefined)).toBe(true);
      expect((await lastOf(open.deptTaskIds[depts.surgery.id] ?? '', 'staff03')).every(([, taskName]) => taskName === undefined)).toBe(true);

      // What was returned counts no more.
      expectSuccess(await own.call('returnSubmission', { body: { deptTaskId: first.deptTaskId, reason: '重查' } }, { as: 'admin01' }));
      expect((await lastOf(second.deptTaskId)).every(([, taskName]) => taskName === undefined)).toBe(true);
    } finally {
      await own.stop();
    }
  });

  test('is for the own department, and for administrators of the company', async () => {
    const { taskId, deptTaskId } = await issueToInternal(server, { pointIds: points.slice(0, 1) });
    expect((await readDetail(server, deptTaskId, 'staff02')).id).toBe(deptTaskId);
    expect((await readDetail(server, deptTaskId, 'admin01')).id).toBe(deptTaskId);
    const byTask = await server.call('getTaskDeptDetail', { query: { taskId, deptId: depts.internal.id } }, { as: 'admin01' });
    expect(expectSuccess(byTask)).toEqual(await readDetail(server, deptTaskId));
    const unknown = await server.call('queryTaskCheckPointInfo', { params: { id: uuidv7() } }, { as: 'staff03' });
    for (const stranger of ['staff03', 'staff91', 'admin91'] as const) {
      const detail = await server.call('queryTaskCheckPointInfo', { params: { id: deptTaskId } }, { as: stranger });
      expect([detail.status, detail.body.toString()]).toEqual([unknown.status, unknown.body.toString()]);
      const history = await server.call('queryMyTaskAnswerCheckPoint', { query: { deptTaskId } }, { as: stranger });
      expect([history.status, history.body.toString()]).toEqual([unknown.status, unknown.body.toString()]);
      expect((await submit(server, deptTaskId, stranger)).body.toString()).toBe(unknown.body.toString());
    }
  });
});

describe('submitting', () => {
  test('needs an answer to every point', async () => {
    const { deptTaskId, pointIds } = await issueToInternal(server, { pointIds: points.slice(0, 3) });
    expect(await submit(server, deptTaskId)).toMatchObject({ status: 409, code: 4009, message: '还有 3 个检查要点未填写' });
    await save(server, deptTaskId, [newEntry(server, pointIds[0] ?? '')]);
    expect(await submit(server, deptTaskId)).toMatchObject({ message: '还有 2 个检查要点未填写' });
    await save(server, deptTaskId, pointIds.slice(1).map((id) => newEntry(server, id)));
    expect(expectSuccess(await submit(server, deptTaskId))).toMatchObject({ deptTaskId, status: 'completed', isLate: false, unqualifiedCount: 0 });
    expect(await readDetail(server, deptTaskId)).toMatchObject({
      status: 'completed',
      submittedAt: server.clock.now().toISOString(),
      submittedByName: employees.staff01.employeeName,
    });
    expect((await correctionOf(deptTaskId)).correction).toBeUndefined();
  });

  test('needs a reason where a ★ does not apply, and for no other point', async () => {
    const { deptTaskId, pointIds } = await issueToInternal(server, { pointIds: points.slice(0, 20) });
    const detail = await readDetail(server, deptTaskId);
    const vetoes = detail.points.filter(({ mark }) => mark === 'veto').map(({ pointId }) => pointId);
    expect(vetoes.length).toBeGreaterThan(0);
    await save(server, deptTaskId, pointIds.map((id) => newEntry(server, id, { result: 'notApplicable' })));
    const refused = await submit(server, deptTaskId);
    expect(refused).toMatchObject({ status: 409, message: `还有 ${vetoes.length} 个否决项（★）标为不适用但没有说明，请填写说明后再提交` });
    await save(server, deptTaskId, vetoes.map((id) => newEntry(server, id, { result: 'notApplicable', remark: '本科室无此业务', baseRevision: 1 })));
    expect(expectSuccess(await submit(server, deptTaskId))).toMatchObject({ status: 'completed' });
    expect((await readDetail(server, deptTaskId)).score).toEqual({ value: null, scoreClass: null, failedVetoes: 0 });
  });

  test('opens a self-correction for what was unqualified', async () => {
    // 01:00 on the 16th in Shanghai.
    server.clock.set('2026-06-15T17:00:00.000Z');
    const { taskId, deptTaskId, pointIds } = await issueToInternal(server, { pointIds: points.slice(0, 4), correctDays: 10 });
    await answerAll(server, deptTaskId, pointIds, pointIds.slice(1, 3));
    expect(expectSuccess(await submit(server, deptTaskId))).toMatchObject({ deptTaskId, status: 'submitted', isLate: false, unqualifiedCount: 2 });
    const { correction, items } = await correctionOf(deptTaskId);
    expect(correction).toMatchObject({ task_id: taskId, dept_id: depts.internal.id, due_date: '2026-06-26', item_count: 2, corrected_count: 0, corrected_at: null });
    expect(items.map((item) => item.point_id).sort()).toEqual(pointIds.slice(1, 3).sort());
    expect(items[0]).toMatchObject({ problem: '不符合要求', photos_before: '[]', photos_after: '[]', measures: '', revision: 0, corrected_at: null });
    server.clock.set(START);
  });

  test('is answered as the first time when repeated, even after it was returned', async () => {
    const { deptTaskId, pointIds } = await issueToInternal(server, { pointIds: points.slice(0, 2) });
    await answerAll(server, deptTaskId, pointIds, pointIds.slice(0, 1));
    const id = uuidv7();
    const first = expectSuccess(await submit(server, deptTaskId, 'staff01', id));
    server.clock.advance(60_000);
    expect(expectSuccess(await submit(server, deptTaskId, 'staff01', id))).toEqual(first);
    expectSuccess(await giveBack(deptTaskId));
    expect(expectSuccess(await submit(server, deptTaskId, 'staff01', id))).toEqual(first);
    expect((await readDetail(server, deptTaskId)).status).toBe('returned');
    const other = await issueToInternal(server, { pointIds: points.slice(0, 1) });
    expect(await submit(server, other.deptTaskId, 'staff01', id)).toMatchObject({ status: 409, message: '编号已被使用' });
    expect(await submit(server, deptTaskId, 'staff02', id)).toMatchObject({ status: 409, message: '编号已被使用' });
    server.clock.set(START);
  });

  test('happens once when the same or different calls come at once', async () => {
    await Promise.all([server.signIn('staff01'), server.signIn('staff02')]);
    for (let round = 0; round < 6; round += 1) {
      const { taskId, deptTaskId, pointIds } = await issueToInternal(server, { pointIds: points.slice(0, 3) });
      await answerAll(server, deptTaskId, pointIds, pointIds.slice(0, 1));
      const id = uuidv7();
      const same = Array.from({ length: 4 }, () => submit(server, deptTaskId, 'staff01', id));
      const answers = await Promise.all([...same, submit(server, deptTaskId, 'staff02')]);
      const own = answers.slice(0, 4).map((answer) => answer.code);
      expect(new Set(own).size).toBe(1);
      expect(new Set([own[0], answers[4]?.code])).toEqual(new Set([1000, 4009]));
      expect((await correctionOf(deptTaskId)).items).toHaveLength(1);
      const info = expectSuccess(await server.call('queryTaskInfo', { params: { id: taskId } }, { as: 'admin01' }));
      expect(info).toMatchObject({ submittedCount: 1, status: 'completed' });
    }
  });

  test('says who was quicker, and that a task was cancelled', async () => {
    const { deptTaskId, pointIds } = await issueToInternal(server, { pointIds: points.slice(0, 1) });
    await answerAll(server, deptTaskId, pointIds);
    expectSuccess(await submit(server, deptTaskId, 'staff02'));
    expect(await submit(server, deptTaskId, 'staff01')).toMatchObject({
      status: 409,
      message: `任务已由 ${employees.staff02.employeeName} 于 2026-06-15 10:00:00 提交`,
    });
    const cancelled = await issueToInternal(server, { pointIds: points.slice(0, 1) });
    await answerAll(server, cancelled.deptTaskId, points.slice(0, 1));
    expectSuccess(await server.call('cancelTask', { body: { id: cancelled.taskId, reason: '重复下发' } }, { as: 'admin01' }));
    expect(await submit(server, cancelled.deptTaskId)).toMatchObject({ status: 409, message: '任务已取消（重复下发）' });
  });

  test("is the own department's business: an administrator may read, not submit", async () => {
    const { deptTaskId, pointIds } = await issueToInternal(server, { pointIds: points.slice(0, 1) });
    await answerAll(server, deptTaskId, pointIds);
    expect(await submit(server, deptTaskId, 'admin01')).toMatchObject({ status: 403, code: 4003 });
    const { deptTaskIds } = await issueTask(server, { pointIds: points.slice(0, 1), deptIds: [depts.nursing.id] });
    const own = deptTaskIds[depts.nursing.id] ?? '';
    await answerAll(server, own, points.slice(0, 1), [], 'admin01');
    expect((await submit(server, own, 'admin01')).code).toBe(1000);
  });

  test("counts by the phone's time when it fits, so that a ward without a network is not late; else by the arrival", async () => {
    const cases: [sentAt: string, arrivesAt: string, countsAt: string][] = [
      ['2026-06-20T12:00:00.000Z', '2026-06-21T03:00:00.000Z', '2026-06-20T12:00:00.000Z'],
      // From the future, longer ago than a phone is offline, and before the last answer.
      ['2026-06-22T03:00:00.000Z', '2026-06-21T03:00:00.000Z', '2026-06-21T03:00:00.000Z'],
      ['2026-06-20T12:00:00.000Z', '2026-06-29T03:00:00.000Z', '2026-06-29T03:00:00.000Z'],
      ['2026-06-16T00:00:00.000Z', '2026-06-21T03:00:00.000Z', '2026-06-18T02:00:00.000Z'],
    ];
    for (const [submittedAt, arrivesAt, countsAt] of cases) {
      server.clock.set(START);
      const { deptTaskId, pointIds } = await issueToInternal(server, { pointIds: points.slice(0, 2), endDate: '2026-06-20' });
      server.clock.set('2026-06-18T02:00:00.000Z');
      await answerAll(server, deptTaskId, pointIds);
      server.clock.set(arrivesAt);
      const answer = expectSuccess(await server.call('submitDeptTask', { body: { id: uuidv7(), deptTaskId, submittedAt } }, { as: 'staff01' }));
      expect(answer.isLate).toBe(countsAt > '2026-06-20T16:00:00.000Z');
      expect(await readDetail(server, deptTaskId)).toMatchObject({ submittedAt: countsAt, isLate: answer.isLate, isOverdue: false });
    }
    server.clock.set(START);
  });

  test('opens a self-correction that may take its days from the arrival on, however long the phone had no network', async () => {
    server.clock.set('2026-06-18T02:00:00.000Z');
    const { deptTaskId, pointIds } = await issueToInternal(server, { pointIds: points.slice(0, 2), endDate: '2026-06-20', correctDays: 3 });
    await answerAll(server, deptTaskId, pointIds, [pointIds[0] ?? '']);
    server.clock.set('2026-06-23T02:00:00.000Z');
    const body = { id: uuidv7(), deptTaskId, submittedAt: '2026-06-18T03:00:00.000Z' };
    expect(expectSuccess(await server.call('submitDeptTask', { body }, { as: 'staff01' }))).toMatchObject({ isLate: false });
    const correction = await server.context.db.selectFrom('self_correction').select('due_date').where('dept_task_id', '=', deptTaskId).executeTakeFirst();
    expect(correction).toEqual({ due_date: '2026-06-26' });
    server.clock.set(START);
  });

  test('sent in time counts so, though a colleague with a wrong clock answered, but not before the last answer', async () => {
    server.clock.set('2026-06-20T08:00:00.000Z');
    const { deptTaskId, pointIds } = await issueToInternal(server, { pointIds: points.slice(0, 2), endDate: '2026-06-20' });
    await saveOne(server, deptTaskId, newEntry(server, pointIds[0] ?? '', { answeredAt: '2026-06-20T20:00:00.000Z' }), 'staff02');
    server.clock.advance(60_000);
    await saveOne(server, deptTaskId, newEntry(server, pointIds[1] ?? ''));
    server.clock.set('2026-06-21T08:00:00.000Z');
    const body = { id: uuidv7(), deptTaskId, submittedAt: '2026-06-20T08:00:30.000Z' };
    expect(expectSuccess(await server.call('submitDeptTask', { body }, { as: 'staff01' }))).toMatchObject({ isLate: false });
    expect(await readDetail(server, deptTaskId)).toMatchObject({ submittedAt: '2026-06-20T08:01:00.000Z' });
    server.clock.set(START);
  });

  test('is late from the first moment after the last day in Shanghai', async () => {
    for (const [at, isLate] of [
      ['2026-06-20T15:59:59.999Z', false],
      ['2026-06-20T16:00:00.000Z', true],
    ] as const) {
      server.clock.set(START);
      const { deptTaskId, pointIds } = await issueToInternal(server, { pointIds: points.slice(0, 1), endDate: '2026-06-20' });
      await answerAll(server, deptTaskId, pointIds);
      server.clock.set(at);
      expect(expectSuccess(await submit(server, deptTaskId)).isLate).toBe(isLate);
    }
    server.clock.set(START);
  });
});

describe('returning a submission', () => {
  const submitted = async (unqualified = 0) => {
    const issued = await issueToInternal(server, { pointIds: points.slice(0, 3) });
    await answerAll(server, issued.deptTaskId, issued.pointIds, issued.pointIds.slice(0, unqualified));
    expectSuccess(await submit(server, issued.deptTaskId));
    return issued;
  };

  test('lesson 31: opens it again with the reason and remarks on single points, and keeps the answers', async () => {
    const { taskId, deptTaskId, pointIds } = await submitted();
    const [a = '', b = ''] = pointIds;
    server.clock.advance(DAY_MS);
    expectSuccess(await giveBack(deptTaskId, { reason: '请补拍照片', points: [{ pointId: b, remark: '看不清有效期' }] }));
    const detail = await readDetail(server, deptTaskId);
    expect(detail).toMatchObject({ status: 'returned', returnReason: '请补拍照片', submittedAt: null, submittedByName: null, answeredCount: 3 });
    expect(detail.points.map((point) => point.returnRemark)).toEqual([null, '看不清有效期', null]);
    expect(detail.points.every((point) => point.answer?.result === 'qualified')).toBe(true);
    expect((await myTasks({ status: 'returned' })).records.map((row) => row.id)).toContain(deptTaskId);
    expect(expectSuccess(await server.call('queryTaskInfo', { params: { id: taskId } }, { as: 'admin01' }))).toMatchObject({ submittedCount: 0, status: 'inProgress' });

    const outcome = await saveOne(server, deptTaskId, newEntry(server, b, { result: 'unqualified', remark: '过期两瓶', baseRevision: 1 }));
    expect(outcome).toMatchObject({ outcome: 'saved', revision: 2 });
    expect(await readDetail(server, deptTaskId)).toMatchObject({ status: 'inProgress', returnReason: '请补拍照片', unqualifiedCount: 1 });
    expect(expectSuccess(await submit(server, deptTaskId))).toMatchObject({ status: 'submitted', unqualifiedCount: 1 });
    expect((await correctionOf(deptTaskId)).items.map((item) => item.problem)).toEqual(['过期两瓶']);

    // A second return replaces the remarks of the first.
    expectSuccess(await giveBack(deptTaskId, { points: [{ pointId: a, remark: '这一项' }] }));
    expect((await readDetail(server, deptTaskId)).points.map((point) => point.returnRemark)).toEqual(['这一项', null, null]);
    const audits = await server.context.db.selectFrom('audit_record').select('action').where('object_id', '=', deptTaskId).execute();
    expect(audits.map((row) => row.action).sort()).toEqual(
      ['answer.save', 'answer.save', 'deptTask.return', 'deptTask.return', 'deptTask.submit', 'deptTask.submit'].sort(),
    );
    server.clock.set(START);
  });

  test('makes nobody late who submitted in time, and saves nobody who did not', async () => {
    const cases = [
      ['2026-06-20T15:59:59.999Z', false],
      ['2026-06-20T16:00:00.000Z', true],
    ] as const;
    for (const [at, isLate] of cases) {
      server.clock.set(START);
      const { taskId, deptTaskId, pointIds } = await issueToInternal(server, { pointIds: points.slice(0, 2), endDate: '2026-06-20' });
      await answerAll(server, deptTaskId, pointIds);
      server.clock.set(at);
      expect(expectSuccess(await submit(server, deptTaskId)).isLate).toBe(isLate);
      for (const day of ['2026-06-23', '2026-06-25']) {
        server.clock.set(`${day}T01:00:00.000Z`);
        expectSuccess(await giveBack(deptTaskId));
        expect(await readDetail(server, deptTaskId)).toMatchObject({ isOverdue: true, isLate: false, firstSubmittedAt: at });
        server.clock.advance(60_000);
        expect(expectSuccess(await submit(server, deptTaskId)).isLate).toBe(isLate);
      }
      expect(await readDetail(server, deptTaskId)).toMatchObject({ isLate, submittedAt: '2026-06-25T01:01:00.000Z', firstSubmittedAt: at });
      const asked = { startDate: '2026-06-01', endDate: '2026-06-30', taskType: 3, deptId: depts.internal.id } as const;
      const behind = async (kind: 'late' | 'onTime') =>
        expectSuccess(await server.call('queryStatDeptTaskList', { query: { ...asked, kind, pageSize: 100 } }, { as: 'admin01' })).records.filter((row) => row.taskId === taskId);
      expect([await behind('late'), await behind('onTime')].map((rows) => rows.length)).toEqual(isLate ? [1, 0] : [0, 1]);
    }
    server.clock.set(START);
  });

  test('is on record for good: who returned what, why, and with which remarks', async () => {
    const { deptTaskId, pointIds } = await submitted();
    const [a = '', b = ''] = pointIds;
    const first = (await readDetail(server, deptTaskId)).submittedAt;
    server.clock.advance(DAY_MS);
    expectSuccess(await giveBack(deptTaskId, { reason: '请补拍照片', points: [{ pointId: b, remark: '看不清' }, { pointId: b, remark: '看不清有效期' }] }));
    server.clock.advance(DAY_MS);
    expectSuccess(await submit(server, deptTaskId, 'staff02'));
    const second = (await readDetail(server, deptTaskId)).submittedAt;
    expectSuccess(await giveBack(deptTaskId, { reason: '还缺一张', points: [{ pointId: a, remark: '这一项' }] }));
    const { returns } = expectSuccess(await server.call('queryMyTaskAnswerCheckPoint', { query: { deptTaskId } }, { as: 'staff01' }));
    const returnedByName = employees.admin01.employeeName;
    expect(returns).toMatchObject([
      { reason: '还缺一张', returnedByName, remarks: [{ pointId: a, remark: '这一项' }], submittedAt: second, submittedByName: employees.staff02.employeeName },
      { reason: '请补拍照片', returnedByName, remarks: [{ pointId: b, remark: '看不清有效期' }], submittedAt: first, submittedByName: employees.staff01.employeeName },
    ]);
    for (const as of ['staff03', 'staff91'] as const) {
      expect((await server.call('queryMyTaskAnswerCheckPoint', { query: { deptTaskId } }, { as })).code).toBe(4004);
    }
    server.clock.set(START);
  });

  test('is not undone by a submission that waited on a phone since before it', async () => {
    const { deptTaskId } = await submitted();
    server.clock.advance(DAY_MS);
    expectSuccess(await giveBack(deptTaskId, { reason: '请补拍照片' }));
    const { returnedAt } = await readDetail(server, deptTaskId);
    expect(returnedAt).toBe(server.clock.now().toISOString());
    const body = { id: uuidv7(), deptTaskId, submittedAt: server.clock.now().toISOString() };
    for (const seen of [{}, { returnedAt: null }, { returnedAt: START }]) {
      const refused = await server.call('submitDeptTask', { body: { ...body, ...seen } }, { as: 'staff01' });
      expect(refused).toMatchObject({ status: 409, code: 4009, message: '任务已退回：请补拍照片。请修改后重新提交' });
    }
    expect(await readDetail(server, deptTaskId)).toMatchObject({ status: 'returned', submittedAt: null, returnedAt });
    expectSuccess(await server.call('submitDeptTask', { body: { ...body, returnedAt, isUnchangedConfirmed: true } }, { as: 'staff01' }));
    server.clock.set(START);
  });

  test('takes back an untouched self-correction, and is refused once somebody worked on it', async () => {
    const untouched = await submitted(2);
    expectSuccess(await giveBack(untouched.deptTaskId));
    expect(await correctionOf(untouched.deptTaskId)).toEqual({ correction: undefined, items: [] });
    expectSuccess(await submit(server, untouched.deptTaskId));
    const { correction, items } = await correctionOf(untouched.deptTaskId);
    expect(items).toHaveLength(2);
    expect(await readDetail(server, untouched.deptTaskId)).toMatchObject({ isCorrecting: false });
    await server.context.db
      .updateTable('self_correction_item')
      .set({ measures: '已更换', revision: 1, saved_by: employees.staff01.id })
      .where('id', '=', items[0]?.id ?? '')
      .execute();
    expect(await readDetail(server, untouched.deptTaskId)).toMatchObject({ isCorrecting: true });
    expect(await giveBack(untouched.deptTaskId)).toMatchObject({ status: 409, message: '该科室已开始自纠整改，不能退回' });
    expect((await correctionOf(untouched.deptTaskId)).correction?.id).toBe(correction?.id);
    expect((await readDetail(server, untouched.deptTaskId)).status).toBe('submitted');
  });

  test('is of the submission that was seen, not of one that came since', async () => {
    const { deptTaskId } = await submitted();
    const { submittedAt } = await readDetail(server, deptTaskId);
    if (submittedAt === null) throw new Error('not submitted');
    expectSuccess(await giveBack(deptTaskId, { submittedAt }));
    server.clock.advance(60_000);
    expectSuccess(await submit(server, deptTaskId));
    expect(await giveBack(deptTaskId, { submittedAt })).toMatchObject({ status: 409, message: '该科室已重新提交，请刷新后再决定是否退回' });
    const again = await readDetail(server, deptTaskId);
    expect(again.status).toBe('completed');
    expectSuccess(await giveBack(deptTaskId, { submittedAt: again.submittedAt ?? '' }));
  });

  test('says what has become of a submission that is not there any more', async () => {
    const { deptTaskId } = await submitted();
    const { submittedAt } = await readDetail(server, deptTaskId);
    expectSuccess(await server.call('withdrawSubmission', { body: { deptTaskId, submittedAt: submittedAt ?? '' } }, { as: 'staff01' }));
    expect(await giveBack(deptTaskId)).toMatchObject({ status: 409, message: '该科室已撤回提交，不需要退回' });
    server.clock.advance(60_000);
    expectSuccess(await submit(server, deptTaskId));
    server.clock.advance(60_000);
    expectSuccess(await giveBack(deptTaskId));
    expect((await giveBack(deptTaskId)).message).toMatch(/^该科室的提交已由 \S+ 于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 退回$/);
  });

  test('needs a submission, a reason, points of the task, and an administrator of the company', async () => {
    const open = await issueToInternal(server, { pointIds: points.slice(0, 1) });
    expect(await giveBack(open.deptTaskId)).toMatchObject({ status: 409, message: '该科室尚未提交，不能退回' });
    const { deptTaskId } = await submitted();
    expect((await giveBack(deptTaskId, { reason: '' })).status).toBe(422);
    const foreignPoint = await giveBack(deptTaskId, { points: [{ pointId: points[10] ?? '', remark: '不在任务中' }] });
    expect(foreignPoint).toMatchObject({ status: 422, details: [{ field: 'points.0.pointId', message: '检查要点不在本任务中' }] });
    expect((await giveBack(deptTaskId, {}, 'staff01')).status).toBe(403);
    expect(await giveBack(deptTaskId, {}, 'admin91')).toMatchObject({ status: 404, code: 4004 });
    expect((await readDetail(server, deptTaskId)).status).toBe('completed');
  });

  test('happens once when two administrators do it at once', async () => {
    const { taskId, deptTaskId } = await submitted(1);
    const answers = await Promise.all([giveBack(deptTaskId), giveBack(deptTaskId), giveBack(deptTaskId)]);
    expect(answers.map((answer) => answer.code).sort((x, y) => x - y)).toEqual([1000, 4009, 4009]);
    const info = expectSuccess(await server.call('queryTaskInfo', { params: { id: taskId } }, { as: 'admin01' }));
    expect(info.submittedCount).toBe(0);
  });
});
