import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayEnd, dayStart } from '#contract/calendar.ts';
import type { CallInput } from '#contract/endpoints.ts';
import { TASK_STATUSES, TASK_TYPES, taskStatusAt } from '#contract/task-status.ts';
import { type Account, companies, depts, employees } from '../support/fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { answerAll, expectSuccess, issueTask, issueToInternal, newEntry, save, somePointIds, submit } from '../support/task-fixture.ts';

let server: TestServer;
let points: string[];
beforeAll(async () => {
  server = await startTestServer();
  points = await somePointIds(server, 12);
});
afterAll(() => server.stop());

const findTasks = async (query: CallInput<'queryTaskPage'>['query'], as: Account = 'admin01') =>
  expectSuccess(await server.call('queryTaskPage', { query }, { as }));
const cancel = (id: string, as: Account = 'admin01', reason = '计划有变') => server.call('cancelTask', { body: { id, reason } }, { as });
const readInfo = (id: string, as: Account = 'admin01') => server.call('queryTaskInfo', { params: { id } }, { as });

describe('the list of tasks', () => {
  test('is ordered by its last days where that is asked for', async () => {
    for (const endDate of ['2026-07-05', '2026-07-03', '2026-07-04']) await issueToInternal(server, { pointIds: points.slice(0, 1), taskName: `按期排序 ${endDate}`, endDate });
    const ends = async (query: CallInput<'queryTaskPage'>['query']) => (await findTasks({ taskName: '按期排序', ...query })).records.map(({ endDate }) => endDate);
    expect(await ends({ sortBy: 'endDate' })).toEqual(['2026-07-03', '2026-07-04', '2026-07-05']);
    expect(await ends({ sortBy: 'endDate', sortOrder: 'desc', pageSize: 2 })).toEqual(['2026-07-05', '2026-07-04']);
    expect(await ends({ sortOrder: 'desc' })).toEqual(['2026-07-04', '2026-07-03', '2026-07-05']);
  });

  test('shows the latest first, page by page, with the counts of all departments', async () => {
    const issued: string[] = [];
    for (let number = 1; number <= 12; number += 1) {
      server.clock.advance(1000);
      issued.unshift((await issueToInternal(server, { pointIds: points.slice(0, 2), taskName: `分页任务 ${number}` })).taskId);
    }
    const first = await findTasks({ taskName: '分页任务' });
    expect(first).toMatchObject({ total: 12, pageNum: 1, pageSize: 10 });
    const second = await findTasks({ taskName: '分页任务', pageNum: 2 });
    expect([...first.records, ...second.records].map((task) => task.id)).toEqual(issued);
    expect((await findTasks({ taskName: '分页任务', pageNum: 3 })).records).toEqual([]);
    expect((await findTasks({ taskName: '分页任务', pageSize: 50 })).records).toHaveLength(12);
    expect((await server.call('queryTaskPage', { query: { pageSize: 101 } }, { as: 'admin01' })).status).toBe(422);

    const { taskId, deptTaskIds } = await issueTask(server, {
      pointIds: points.slice(0, 5),
      deptIds: [depts.internal.id, depts.surgery.id],
      taskName: '计数任务',
    });
    await answerAll(server, deptTaskIds[depts.internal.id] ?? '', points.slice(0, 5), points.slice(0, 1));
    expectSuccess(await submit(server, deptTaskIds[depts.internal.id] ?? ''));
    await save(server, deptTaskIds[depts.surgery.id] ?? '', [newEntry(server, points[0] ?? '')], 'staff03');
    expect((await findTasks({ taskName: '计数任务' })).records).toEqual([
      {
        id: taskId,
        taskName: '计数任务',
        taskType: 3,
        startDate: '2026-06-01',
        endDate: '2026-06-30',
        status: 'inProgress',
        deptCount: 2,
        submittedCount: 1,
        pointCount: 10,
        answeredCount: 6,
        unqualifiedCount: 1,
        createdByName: employees.admin01.employeeName,
        createdAt: server.clock.now().toISOString(),
      },
    ]);
  });

  test('filters by name as text, not as a pattern, and by type and period', async () => {
    const names = ['夜班100%核查', '夜班100例核查', '夜班_专项', 'ICU Night Ⅰ类ＣＴ'];
    const periods = [
      ['2026-06-20', '2026-07-05'],
      ['2026-07-20', '2026-08-05'],
      ['2026-08-20', '2026-09-05'],
      ['2026-09-20', '2026-10-05'],
    ] as const;
    for (const [index, [startDate, endDate]] of periods.entries()) {
      await issueToInternal(server, { pointIds: points.slice(0, 1), taskName: names[index] ?? '', taskType: (index % 3) + 1, startDate, endDate });
    }
    const found = async (query: CallInput<'queryTaskPage'>['query']) => {
      const { records, total } = await findTasks({ pageSize: 100, ...query });
      const counted = expectSuccess(await server.call('queryTaskCount', { query }, { as: 'admin01' }));
      expect(counted.total, 'the counts are those of the same search').toBe(total);
      expect(counted.byStatus).toMatchObject(Object.fromEntries(records.map(({ status }) => [status, records.filter((task) => task.status === status).length])));
      return names.filter((name) => records.some((task) => task.taskName === name));
    };
    expect(await found({ taskName: '夜班' })).toEqual(names.slice(0, 3));
    expect(await found({ taskName: '100%' })).toEqual(['夜班100%核查']);
    expect(await found({ taskName: '核查 100例' })).toEqual(['夜班100例核查']);
    expect(await found({ taskName: '_' })).toEqual(['夜班_专项']);
    expect(await found({ taskName: 'icu night' })).toEqual(['ICU Night Ⅰ类ＣＴ']);
    expect(await found({ taskType: 2 })).toEqual(['夜班100例核查']);
    expect(await found({ taskName: '', taskType: '', status: '', startDate: '', endDate: '' } as never)).toEqual(names);
    expect(await found({ startDate: '2026-07-05', endDate: '2026-07-20' })).toEqual(names.slice(0, 2));
    expect(await found({ startDate: '2026-07-06', endDate: '2026-07-19' })).toEqual([]);
    expect(await found({ startDate: '2026-09-05' })).toEqual(names.slice(2));
    expect(await found({ endDate: '2026-07-19' })).toEqual([names[0]]);
  });

  test('belongs to the company, and to administrators', async () => {
    const { taskId } = await issueToInternal(server, { pointIds: points.slice(0, 1) });
    expect(await findTasks({}, 'admin91')).toMatchObject({ total: 0, records: [] });
    expect((await server.call('queryTaskPage', { query: {} }, { as: 'staff01' })).status).toBe(403);
    const unknown = await readInfo(uuidv7());
    const theirs = await readInfo(taskId, 'admin91');
    expect([theirs.status, theirs.body.toString()]).toEqual([unknown.status, unknown.body.toString()]);
    expect(theirs).toMatchObject({ status: 404, code: 4004, message: '记录不存在' });
    for (const answer of [
      await server.call('queryTaskDeptList', { query: { taskId } }, { as: 'admin91' }),
      await server.call('queryCheckPointList', { query: { taskId } }, { as: 'admin91' }),
      await server.call('getTaskDeptDetail', { query: { taskId, deptId: depts.internal.id } }, { as: 'admin91' }),
      await server.call('getTaskDeptDetail', { query: { taskId, deptId: depts.surgery.id } }, { as: 'admin01' }),
      await cancel(taskId, 'admin91'),
    ]) {
      expect(answer).toMatchObject({ status: 404, code: 4004 });
    }
  });

  test('pickers: departments of the company, types of the regulation', async () => {
    const departments = expectSuccess(await server.call('taskDepartments', {}, { as: 'admin01' }));
    expect(departments.map((dept) => dept.deptName)).toEqual(['内科', '外科', '护理部']);
    expect(expectSuccess(await server.call('taskTypes', {}, { as: 'staff01' }))).toEqual([...TASK_TYPES]);
  });
});

describe('the points of a task', () => {
  test('are counted over all departments by what holds now', async () => {
    const { taskId, deptTaskIds } = await issueTask(server, { pointIds: points.slice(0, 3), deptIds: [depts.internal.id, depts.surgery.id] });
    const [a = '', b = '', c = ''] = points;
    const internal = deptTaskIds[depts.internal.id] ?? '';
    await save(server, internal, [newEntry(server, a), newEntry(server, b, { result: 'unqualified', remark: '过期' })]);
    await save(server, internal, [newEntry(server, a, { result: 'notApplicable', baseRevision: 1 })]);
    await save(server, deptTaskIds[depts.surgery.id] ?? '', [newEntry(server, a, { result: 'unqualified', remark: '缺失' })], 'staff03');

    const list = async (query: { result?: 'qualified' | 'unqualified' | 'notApplicable'; keyword?: string; pageNum?: number; pageSize?: number }) =>
      expectSuccess(await server.call('queryCheckPointList', { query: { taskId, ...query } }, { as: 'admin01' }));
    const counts = (await list({})).records.map((point) => [point.pointId, point.deptCount, point.qualified, point.unqualified, point.notApplicable]);
    expect(counts).toEqual([
      [a, 2, 0, 1, 1],
      [b, 2, 0, 1, 0],
      [c, 2, 0, 0, 0],
    ]);
    expect((await list({ result: 'unqualified' })).records.map((point) => point.pointId)).toEqual([a, b]);
    expect(await list({ result: 'qualified' })).toMatchObject({ total: 0, records: [] });
    expect((await list({ pageNum: 2, pageSize: 2 })).records.map((point) => point.pointId)).toEqual([c]);
    const content = (await list({})).records[1]?.content ?? '';
    expect(await list({ keyword: content.slice(0, 20) })).toMatchObject({ total: 1, records: [{ pointId: b }] });
    expect(await list({ keyword: '%' })).toMatchObject({ total: 0 });
  });

  test('say of themselves what their departments read', async () => {
    const { taskId, deptTaskId } = await issueToInternal(server, { pointIds: [...points] });
    const { records } = expectSuccess(await server.call('queryCheckPointList', { query: { taskId, pageSize: 100 } }, { as: 'admin01' }));
    const read = expectSuccess(await server.call('queryTaskCheckPointInfo', { params: { id: deptTaskId } }, { as: 'staff01' })).points;
    const said = ({ pointId, content, method, basis, expected, furtherBases, liability, weight, mark }: (typeof records)[number] | (typeof read)[number]) => ({ pointId, content, method, basis, expected, furtherBases, liability, weight, mark });
    expect(records.map(said)).toEqual(read.slice(0, records.length).map(said));
    expect(records.some(({ mark }) => mark !== undefined)).toBe(true);
  });
});

describe('cancelling', () => {
  test('ends a task once, for all departments, and leaves it readable', async () => {
    const { taskId, deptTaskId } = await issueToInternal(server, { pointIds: points.slice(0, 2) });
    await save(server, deptTaskId, [newEntry(server, points[0] ?? '')]);
    expectSuccess(await cancel(taskId));
    const info = expectSuccess(await readInfo(taskId));
    expect(info).toMatchObject({ status: 'cancelled', cancelReason: '计划有变', cancelledAt: server.clock.now().toISOString(), answeredCount: 1 });
    const depts = expectSuccess(await server.call('queryTaskDeptList', { query: { taskId } }, { as: 'admin01' }));
    expect(depts[0]).toMatchObject({ status: 'cancelled', isOverdue: false });
    expect(await cancel(taskId)).toMatchObject({ status: 409, code: 4009, message: '任务已取消，不能重复取消' });
    const audits = await server.context.db.selectFrom('audit_record').select('action').where('object_id', '=', taskId).execute();
    expect(audits.map((row) => row.action).sort()).toEqual(['task.cancel', 'task.issue']);
  });

  test('needs a reason, an administrator, and a task that is not completed', async () => {
    const { taskId, deptTaskId, pointIds } = await issueToInternal(server, { pointIds: points.slice(0, 2) });
    expect((await cancel(taskId, 'admin01', ' ')).status).toBe(422);
    expect((await cancel(taskId, 'staff01')).status).toBe(403);
    expect((await cancel(uuidv7())).status).toBe(404);
    await answerAll(server, deptTaskId, pointIds);
    expectSuccess(await submit(server, deptTaskId));
    expect(await cancel(taskId)).toMatchObject({ status: 409, message: '所有科室均已提交，任务已完成，不能取消' });
  });

  test('and the last submission at once: one of them is refused', async () => {
    await Promise.all([server.signIn('admin01'), server.signIn('staff01')]);
    for (let round = 0; round < 10; round += 1) {
      const { taskId, deptTaskId, pointIds } = await issueToInternal(server, { pointIds: points.slice(0, 2) });
      await answerAll(server, deptTaskId, pointIds);
      const [cancelled, submitted] = await Promise.all([cancel(taskId), submit(server, deptTaskId)]);
      expect(new Set([cancelled.code, submitted.code])).toEqual(new Set([1000, 4009]));
      const info = expectSuccess(await readInfo(taskId));
      expect(info.status).toBe(cancelled.code === 1000 ? 'cancelled' : 'completed');
      expect(info.submittedCount).toBe(cancelled.code === 1000 ? 0 : 1);
    }
  });
});

describe('the status of a task in SQL and in the contract', () => {
  test('agree for every combination, on either side of midnight in Shanghai', async () => {
    const own = await startTestServer();
    try {
      const today = '2026-03-01';
      const days = [-2, -1, 0, 1, 2].map((difference) => addDays(today, difference));
      const grid = days.flatMap((start_date) =>
        days
          .filter((end_date) => end_date >= start_date)
          .flatMap((end_date) =>
            [0, 1].flatMap((isCancelled) =>
              [0, 1, 2].map((submitted_count) => ({
                id: uuidv7(),
                comp_no: companies.first.compNo,
                task_name: '网格',
                task_type: 1,
                start_date,
                end_date,
                correct_days: 15,
                remark: '',
                dept_count: 2,
                submitted_count,
                created_by: employees.admin01.id,
                created_at: '2026-02-01T00:00:00.000Z',
                cancelled_at: isCancelled === 1 ? '2026-02-02T00:00:00.000Z' : null,
                cancelled_by: isCancelled === 1 ? employees.admin01.id : null,
                cancel_reason: isCancelled === 1 ? '测试' : null,
              })),
            ),
          ),
      );
      const { db } = own.context;
      await db.insertInto('task').values(grid).execute();
      await db
        .insertInto('dept_task')
        .values(
          grid.flatMap((task) =>
            [depts.internal.id, depts.surgery.id].map((deptId) => ({
              id: uuidv7(),
              comp_no: task.comp_no,
              task_id: task.id,
              dept_id: deptId,
              point_count: 1,
              answered_count: 0,
              unqualified_count: 0,
              is_returned: 0,
            })),
          ),
        )
        .execute();

      const instants = [
        dayStart(today),
        new Date(dayEnd(today).getTime() - 1),
        dayEnd(today),
        new Date(dayStart(today).getTime() - 1),
        new Date(`${today}T12:00:00.000Z`),
      ];
      for (const now of instants) {
        own.clock.set(now);
        const expected = new Map(
          grid.map((task) => [
            task.id,
            taskStatusAt(
              {
                startDate: task.start_date,
                endDate: task.end_date,
                isCancelled: task.cancelled_at !== null,
                deptCount: task.dept_count,
                submittedCount: task.submitted_count,
              },
              now,
            ),
          ]),
        );
        const byStatus: Record<string, number> = {};
        for (const status of TASK_STATUSES) {
          const wanted = [...expected].filter(([, value]) => value === status).map(([id]) => id);
          const page = expectSuccess(await own.call('queryTaskPage', { query: { status, pageSize: 100 } }, { as: 'admin01' }));
          expect(page.records.map((task) => task.id).sort()).toEqual(wanted.sort());
          expect(page.records.every((task) => task.status === status)).toBe(true);
          expect(page.total).toBe(wanted.length);
          expect(wanted.length).toBeGreaterThan(0);
          byStatus[status] = wanted.length;
        }
        expect(expectSuccess(await own.call('queryTaskCount', { query: {} }, { as: 'admin01' }))).toEqual({ total: grid.length, byStatus });
      }
    } finally {
      await own.stop();
    }
  });

  test('counts nothing where there is nothing', async () => {
    const empty = { notStarted: 0, inProgress: 0, completed: 0, overdue: 0, cancelled: 0 };
    expect(expectSuccess(await server.call('queryTaskCount', { query: {} }, { as: 'admin91' }))).toEqual({ total: 0, byStatus: empty });
  });
});
