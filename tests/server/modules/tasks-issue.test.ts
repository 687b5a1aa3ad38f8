import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWN_LIST_POINTS_PER_TASK } from '#contract/department-points.ts';
import type { NewTask } from '#contract/task.ts';
import { testDialect } from '../support/database.ts';
import { insertDeptTasks, insertTask } from '../../../server/modules/tasks/task-issue-repository.ts';
import { type Account, companies, depts, employees } from '../support/fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { addOwnPoints, expectSuccess, issueTask, issueToInternal, newTask, readDetail, somePointIds } from '../support/task-fixture.ts';

let server: TestServer;
let points: string[];
beforeAll(async () => {
  // Every statement that takes more than a millisecond is in the log.
  server = await startTestServer({ env: { SLOW_QUERY_MS: '1' } });
  points = await somePointIds(server, 40);
});
afterAll(() => server.stop());

const issue = (task: NewTask, as: Account = 'admin01') => server.call('issueTask', { body: task }, { as });

const countRows = async (taskId: string) => {
  const { db } = server.context;
  const deptTasks = await db.selectFrom('dept_task').select('id').where('task_id', '=', taskId).execute();
  const ids = deptTasks.map((row) => row.id);
  const answers = ids.length === 0 ? [] : await db.selectFrom('answer').select('point_id').where('dept_task_id', 'in', ids).execute();
  return {
    tasks: (await db.selectFrom('task').select('id').where('id', '=', taskId).execute()).length,
    taskPoints: (await db.selectFrom('task_point').select('point_id').where('task_id', '=', taskId).execute()).length,
    deptTasks: deptTasks.length,
    answers: answers.length,
    audits: (await db.selectFrom('audit_record').select('id').where('object_id', '=', taskId).execute()).length,
  };
};
const nothing = { tasks: 0, taskPoints: 0, deptTasks: 0, answers: 0, audits: 0 };

describe('issuing a task', () => {
  test('gives every department every point, in the order of the library', async () => {
    const chosen = [points[7], points[2], points[30]].filter((id) => id !== undefined);
    const task = newTask({ pointIds: chosen, deptIds: [depts.surgery.id, depts.internal.id], remark: '请按时完成', correctDays: 10 });
    expect(expectSuccess(await issue(task))).toEqual({ id: task.id, deptCount: 2, pointCount: 6 });
    expect(await countRows(task.id)).toEqual({ tasks: 1, taskPoints: 3, deptTasks: 2, answers: 6, audits: 1 });

    const info = expectSuccess(await server.call('queryTaskInfo', { params: { id: task.id } }, { as: 'admin01' }));
    expect(info).toMatchObject({
      taskName: task.taskName,
      taskType: 3,
      startDate: '2026-06-01',
      endDate: '2026-06-30',
      status: 'inProgress',
      correctDays: 10,
      remark: '请按时完成',
      deptCount: 2,
      submittedCount: 0,
      pointCount: 6,
      answeredCount: 0,
      createdByName: employees.admin01.employeeName,
      cancelledAt: null,
    });
    const progress = expectSuccess(await server.call('queryTaskDeptList', { query: { taskId: task.id } }, { as: 'admin01' }));
    expect(progress.map((dept) => [dept.deptName, dept.status, dept.pointCount])).toEqual([
      ['内科', 'pending', 3],
      ['外科', 'pending', 3],
    ]);
    const detail = await readDetail(server, progress[0]?.id ?? '');
    expect(detail.points.map((point) => [point.seq, point.pointId])).toEqual([
      [1, points[2]],
      [2, points[7]],
      [3, points[30]],
    ]);
  });

  test('may give single departments points of their own', async () => {
    const task = newTask({
      pointIds: points.slice(0, 5),
      deptIds: [depts.internal.id, depts.surgery.id, depts.nursing.id],
      deptPointIds: { [depts.surgery.id]: points.slice(3, 10) },
    });
    expect(expectSuccess(await issue(task))).toMatchObject({ deptCount: 3, pointCount: 17 });
    const detail = expectSuccess(
      await server.call('getTaskDeptDetail', { query: { taskId: task.id, deptId: depts.surgery.id } }, { as: 'admin01' }),
    );
    expect(detail.points.map((point) => point.pointId)).toEqual(points.slice(3, 10));
    expect(detail.points.map((point) => point.seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const list = expectSuccess(await server.call('queryTaskDeptList', { query: { taskId: task.id } }, { as: 'admin01' }));
    expect(list.map((dept) => dept.pointCount)).toEqual([5, 7, 5]);
    const pinned = expectSuccess(await server.call('queryCheckPointList', { query: { taskId: task.id, pageSize: 100 } }, { as: 'admin01' }));
    expect(pinned.records.map((point) => [point.pointId, point.deptCount])).toEqual(
      points.slice(0, 10).map((id, index) => [id, index < 3 ? 2 : index < 5 ? 3 : 1]),
    );
  });

  test('leaves out points that no department gets in the end', async () => {
    const task = newTask({ pointIds: points.slice(0, 5), deptPointIds: { [depts.internal.id]: points.slice(5, 7) } });
    expect(expectSuccess(await issue(task)).pointCount).toBe(2);
    expect((await countRows(task.id)).taskPoints).toBe(2);
  });

  test('is answered as the first time when repeated by the same person', async () => {
    const task = newTask({ pointIds: points.slice(0, 3) });
    const first = expectSuccess(await issue(task));
    expect(expectSuccess(await issue(task))).toEqual(first);
    // Even when it could not be issued any more.
    server.clock.advance(20 * 24 * 3600 * 1000);
    expect(expectSuccess(await issue(task))).toEqual(first);
    server.clock.advance(-20 * 24 * 3600 * 1000);
    expect(await countRows(task.id)).toEqual({ tasks: 1, taskPoints: 3, deptTasks: 1, answers: 3, audits: 1 });
  });

  test.each<[what: string, change: (task: ReturnType<typeof newTask>) => Partial<ReturnType<typeof newTask>>]>([
    ['another name', () => ({ taskName: '改了名称' })],
    ['another last day', () => ({ endDate: '2026-07-30' })],
    ['another department', () => ({ deptIds: [depts.surgery.id] })],
    ['another point', () => ({ pointIds: points.slice(1, 4) })],
    ['another point for one department', ({ deptIds }) => ({ deptPointIds: { [deptIds[0]!]: points.slice(1, 4) } })],
  ])('says so when it was issued before with %s, and changes nothing', async (_, change) => {
    const task = newTask({ taskName: '第一次的名称', pointIds: points.slice(0, 3) });
    expectSuccess(await issue(task));
    expect(await issue({ ...task, ...change(task) })).toMatchObject({
      status: 409,
      code: 4009,
      message: '“第一次的名称”已经下发，内容与现在填写的不同，请先查看任务列表。仍要另发一份，请再次下发',
    });
    expect(await countRows(task.id)).toEqual({ tasks: 1, taskPoints: 3, deptTasks: 1, answers: 3, audits: 1 });
  });

  test('happens once when the same call comes several times at once', async () => {
    const task = newTask({ pointIds: points, deptIds: [depts.internal.id, depts.surgery.id] });
    await server.signIn('admin01');
    const answers = await Promise.all(Array.from({ length: 8 }, () => issue(task)));
    for (const answer of answers) expect(expectSuccess(answer)).toEqual({ id: task.id, deptCount: 2, pointCount: 80 });
    expect(await countRows(task.id)).toEqual({ tasks: 1, taskPoints: 40, deptTasks: 2, answers: 80, audits: 1 });
  });

  test("refuses somebody else's id, and does not touch that task", async () => {
    const { taskId } = await issueToInternal(server, { pointIds: points.slice(0, 2) });
    const theirs = newTask({ id: taskId, pointIds: points.slice(0, 2), deptIds: [depts.otherInternal.id] });
    expect(await issue(theirs, 'admin91')).toMatchObject({ status: 409, code: 4009, message: '编号已被使用' });
    expect(await countRows(taskId)).toMatchObject({ tasks: 1, deptTasks: 1 });
  });

  test('is for administrators', async () => {
    expect(await issue(newTask({ pointIds: points.slice(0, 1) }), 'staff01')).toMatchObject({ status: 403, code: 4003 });
  });

  test('may begin in the past or in the future, but must not have ended', async () => {
    expect((await issue(newTask({ pointIds: points.slice(0, 1), startDate: '2026-06-15', endDate: '2026-06-15' }))).code).toBe(1000);
    expect((await issue(newTask({ pointIds: points.slice(0, 1), startDate: '2027-01-01', endDate: '2027-01-31' }))).code).toBe(1000);
    const ended = newTask({ pointIds: points.slice(0, 1), endDate: '2026-06-14' });
    expect(await issue(ended)).toMatchObject({ status: 422, details: [{ field: 'endDate', message: '结束日期不能早于今天' }] });
    const reversed = newTask({ pointIds: points.slice(0, 1), startDate: '2026-06-20', endDate: '2026-06-19' });
    expect(await issue(reversed)).toMatchObject({ status: 422, details: [{ field: 'endDate' }] });
    // 00:30 on the 16th in Shanghai is still the 15th in UTC.
    server.clock.set('2026-06-15T16:30:00.000Z');
    expect(await issue(newTask({ pointIds: points.slice(0, 1), endDate: '2026-06-15' }))).toMatchObject({ status: 422 });
    server.clock.set('2026-06-15T02:00:00.000Z');
  });

  test('refuses what is not there, not the own, repeated or switched off, says which, and stores nothing', async () => {
    const { db } = server.context;
    const [foreign] = await addOwnPoints(server.context, 1, companies.second.compNo);
    const [retired] = await addOwnPoints(server.context, 1);
    await db.updateTable('check_point').set({ retired_at: '2026-06-01T00:00:00.000Z' }).where('id', '=', retired?.id ?? '').execute();
    const off = points[39] ?? '';
    await db.insertInto('company_point').values({ comp_no: companies.first.compNo, point_id: off, enabled: 0 }).execute();
    const [a = '', b = ''] = points;

    const cases: [Partial<NewTask>, string, string][] = [
      [{ deptIds: [depts.internal.id, uuidv7()] }, 'deptIds.1', '科室不存在'],
      [{ deptIds: [depts.otherInternal.id] }, 'deptIds.0', '科室不存在'],
      [{ deptIds: [depts.internal.id, depts.internal.id] }, 'deptIds.1', '科室重复'],
      [{ pointIds: [a, uuidv7()] }, 'pointIds.1', '检查要点不存在或已停用'],
      [{ pointIds: [foreign?.id ?? ''] }, 'pointIds.0', '检查要点不存在或已停用'],
      [{ pointIds: [retired?.id ?? ''] }, 'pointIds.0', '检查要点不存在或已停用'],
      [{ pointIds: [a, b, off] }, 'pointIds.2', '检查要点不存在或已停用'],
      [{ pointIds: [a, b, a] }, 'pointIds.2', '检查要点重复'],
      [{ deptPointIds: { [depts.surgery.id]: [a] } }, `deptPointIds.${depts.surgery.id}`, '单独指定要点的科室不在所选科室中'],
      [{ deptPointIds: { [depts.internal.id]: [a, uuidv7()] } }, `deptPointIds.${depts.internal.id}.1`, '检查要点不存在或已停用'],
      [{ deptIds: [] }, 'deptIds', '请选择科室'],
      [{ pointIds: [] }, 'pointIds', '请选择检查要点'],
      [{ taskName: '  ' }, 'taskName', '必填项不能为空'],
      [{ taskType: 4 }, 'taskType', '任务类型只能为全面自查、专项自查或日常自查'],
    ];
    for (const [fields, field, message] of cases) {
      const task = newTask({ pointIds: [a], ...fields });
      expect(await issue(task)).toMatchObject({ status: 422, code: 4022, details: [{ field, message }] });
      expect(await countRows(task.id)).toEqual(nothing);
    }
    await db.deleteFrom('company_point').where('point_id', '=', off).execute();
  });
});

describe('issuing to a department that is deleted at the same moment', () => {
  test('either the task has it, or it is gone, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const dept = expectSuccess(await server.call('addCompanyDeptInfo', { body: { deptName: `临时 ${round}` } }, { as: 'admin01' }));
      const task = newTask({ pointIds: points, deptIds: [dept.id] });
      const [issued, deleted] = await Promise.all([
        issue(task),
        server.call('deleteCompanyDeptInfo', { params: { id: dept.id } }, { as: 'admin01' }),
      ]);
      expect([issued.code, deleted.code].filter((answer) => answer === 1000)).toHaveLength(1);
      expect([1000, 4009, 4022]).toContain(issued.code);
      expect((await countRows(task.id)).deptTasks).toBe(issued.code === 1000 ? 1 : 0);
    }
  });
});

describe('a large task', () => {
  let own: string[];
  let wards: string[];
  beforeAll(async () => {
    own = (await addOwnPoints(server.context, 1000)).map((point) => point.id);
    const ward = { comp_no: companies.first.compNo, leader: '', tel: '', extension: '', remark: '', sort: 100, created_at: '2026-01-01T00:00:00.000Z' };
    wards = Array.from({ length: 300 }, () => uuidv7());
    const rows = wards.map((id, index) => ({ ...ward, id, dept_name: `病区 ${index + 1}`, sort: 100 + index }));
    await server.context.db.insertInto('dept').values(rows).execute();
  });

  test('of 1,000 points for 60 departments is issued within one request, and by no statement that grows with it', async () => {
    const logged = server.logs.length;
    const started = performance.now();
    const { taskId, deptTaskIds } = await issueTask(server, { pointIds: own, deptIds: wards.slice(0, 60) });
    console.log(`issued 1,000 points to 60 departments in ${Math.round(performance.now() - started)} ms`);
    expect(await countRows(taskId)).toEqual({ tasks: 1, taskPoints: 1000, deptTasks: 60, answers: 60_000, audits: 1 });
    const detail = await readDetail(server, deptTaskIds[wards[57] ?? ''] ?? '', 'admin01');
    expect(detail.points.map((point) => point.pointId)).toEqual(own);
    expect(detail.points.at(-1)?.seq).toBe(1000);
    expect(server.logs.slice(logged).filter((line) => line.includes('insert into answer ('))).toHaveLength(3);
  });

  test('leaves the server room between its statements for what needs no database', async () => {
    const { db, dialect } = server.context;
    const pinned = own.map((point_id, index) => ({ point_id, version_id: uuidv7(), category_id: uuidv7(), item_name: '', seq: index + 1 }));
    const issuing = await db.startTransaction().execute();
    let turns = 0;
    let turn = setImmediate(function next() {
      turns += 1;
      turn = setImmediate(next);
    });
    try {
      const task = { id: uuidv7(), comp_no: companies.first.compNo };
      const dates = { start_date: '2026-06-01', end_date: '2026-06-30', created_at: '2026-06-01T00:00:00.000Z' };
      await insertTask(issuing, { ...task, ...dates, task_name: '大任务', task_type: 3, correct_days: 15, remark: '', dept_count: 100, submitted_count: 0, created_by: employees.admin01.id });
      turns = 0;
      await insertDeptTasks(issuing, dialect, task, wards.slice(0, 100).map((deptId) => ({ id: uuidv7(), deptId })), pinned);
      expect(turns).toBeGreaterThanOrEqual(2);
    } finally {
      clearImmediate(turn);
      await issuing.rollback().execute();
    }
  });

  test('may give each of 300 departments 360 points of its own', async () => {
    const deptPointIds = Object.fromEntries(wards.map((ward, index) => [ward, own.slice(index, index + 360)]));
    const task = newTask({ pointIds: own.slice(0, 1), deptIds: wards, deptPointIds });
    expect(expectSuccess(await issue(task))).toEqual({ id: task.id, deptCount: 300, pointCount: 108_000 });
    expect(await countRows(task.id)).toMatchObject({ taskPoints: 659, deptTasks: 300, answers: 108_000 });
  });

  test('is refused in words when its departments have more points of their own than a body holds', async () => {
    const list = own.slice(0, 1000);
    const listOf = (count: number) => Object.fromEntries(wards.slice(0, count).map((ward) => [ward, list]));
    const most = newTask({ pointIds: list, deptIds: wards.slice(0, 201), deptPointIds: listOf(OWN_LIST_POINTS_PER_TASK / list.length) });
    // The body is read: what is refused is the department that is not there.
    expect(await issue({ ...most, deptIds: [...most.deptIds, uuidv7()] })).toMatchObject({ status: 422, details: [{ message: '科室不存在' }] });
    expect(await issue({ ...most, deptPointIds: listOf(201) })).toMatchObject({
      status: 422,
      details: [{ field: 'deptPointIds', message: '各科室单独指定的要点合计最多 200000 个，请分几次下发' }],
    });
  });
});

describe.runIf(testDialect === 'postgres')('while a task is being issued', () => {
  test('the staff of the institution is changed, signs in and adds points all the same', async () => {
    const { db } = server.context;
    const task = { start_date: '2026-06-01', end_date: '2026-06-30', correct_days: 15, remark: '', dept_count: 1, submitted_count: 0, created_at: '2026-06-01T00:00:00.000Z' };
    const issuing = await db.startTransaction().execute();
    try {
      await insertTask(issuing, { ...task, id: uuidv7(), comp_no: companies.first.compNo, task_name: '下发中', task_type: 3, created_by: employees.admin01.id });
      expectSuccess(await server.call('login', { body: { userNo: 'admin01', password: 'Admin2026', loginType: 9 } }));
      expectSuccess(await server.call('updateCompanyAccount', { body: { id: employees.admin01.id, tel: '13712345678' } }, { as: 'admin01' }));
      expectSuccess(await server.call('switchPoints', { body: { ids: points.slice(0, 1), enabled: 1 } }, { as: 'admin01' }));
    } finally {
      await issuing.rollback().execute();
    }
  });
});

describe('issuing again', () => {
  const read = async (id: string) => expectSuccess(await server.call('queryTaskToReissue', { params: { id } }, { as: 'admin01' }));

  test('begins with what the task was issued with, own points of departments too', async () => {
    const [a = '', b = '', c = ''] = points;
    const task = newTask({
      taskName: '再次下发的样本', taskType: 2, remark: '重点看抢救车', correctDays: 9, pointIds: [a, b],
      deptIds: [depts.internal.id, depts.nursing.id, depts.surgery.id], deptPointIds: { [depts.surgery.id]: [b, c] },
    });
    expectSuccess(await issue(task));
    const again = await read(task.id);
    expect(again).toMatchObject({ taskName: '再次下发的样本', taskType: 2, remark: '重点看抢救车', correctDays: 9, startDate: '2026-06-01' });
    expect(again.deptIds.toSorted()).toEqual([depts.internal.id, depts.nursing.id, depts.surgery.id].toSorted());
    expect(again.pointIds.toSorted()).toEqual([a, b].toSorted());
    expect(Object.keys(again.deptPointIds)).toEqual([depts.surgery.id]);
    expect(again.deptPointIds[depts.surgery.id]?.toSorted()).toEqual([b, c].toSorted());
    const { taskName, taskType, correctDays, remark, deptIds, pointIds, deptPointIds } = again;
    const other = newTask({ taskName, taskType: taskType === 2 ? 2 : 3, correctDays, remark, deptIds, pointIds, deptPointIds });
    expectSuccess(await issue(other));
    expect(await countRows(other.id)).toEqual(await countRows(task.id));
  });

  test('is an administrator of the company’s alone', async () => {
    const { taskId } = await issueToInternal(server, { pointIds: points.slice(0, 1) });
    expect((await server.call('queryTaskToReissue', { params: { id: taskId } }, { as: 'staff01' })).code).toBe(4003);
    expect((await server.call('queryTaskToReissue', { params: { id: taskId } }, { as: 'admin91' })).code).toBe(4004);
  });
});
