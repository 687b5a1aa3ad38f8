import { readSheet } from 'read-excel-file/node';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { code } from '#contract/codes.ts';
import { CLEARED, type GivenResult, RESULTS } from '#contract/result.ts';
import { addSums, DEFAULT_SCORE_LIMITS, NO_SUMS, type ScoredPoint, scoreClassLabel, scoreOf, type ScoreSums, sumsOf } from '#contract/score.ts';
import { randomNumbers } from '../../support/random.ts';
import { companies, depts, employees } from '../support/fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { expectSuccess, issueToInternal, newEntry, newTask, readDetail, save, somePointIds, submit } from '../support/task-fixture.ts';

let server: TestServer;
let points: string[];
beforeAll(async () => {
  server = await startTestServer();
  points = await somePointIds(server, 80);
});
afterAll(() => server.stop());

/** Weight and mark of all points, as a phone has them. */
async function scoredPoints(): Promise<Map<string, ScoredPoint>> {
  const { deptTaskId } = await issueToInternal(server, { pointIds: points });
  return new Map((await readDetail(server, deptTaskId)).points.map(({ pointId, weight, mark }) => [pointId, { weight, mark }]));
}

/** Departments that nobody works in: whoever is to fill in their tasks is moved there. */
async function addDepts(count: number): Promise<{ id: string; deptName: string }[]> {
  const rows = Array.from({ length: count }, (_, index) => ({ id: uuidv7(), deptName: `病区${index + 1}` }));
  const rest = { comp_no: companies.first.compNo, leader: '', tel: '', extension: '', remark: '', created_at: '2026-01-01T00:00:00.000Z' };
  await server.context.db.insertInto('dept').values(rows.map(({ id, deptName }, index) => ({ id, dept_name: deptName, sort: 100 + index, ...rest }))).execute();
  return rows;
}
const moveTo = (deptId: string) => server.context.db.updateTable('employee').set({ dept_id: deptId }).where('id', '=', employees.staff01.id).execute();

test('of 1,000 random tasks, filled in and changed, server, statistics and export say what the phone counts', { timeout: 180_000 }, async () => {
  const [TASKS, DEPTS] = [10, 100];
  const random = randomNumbers(28);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const scored = await scoredPoints();
  expect(new Set([...scored.values()].map(({ weight }) => weight ?? 1)).size).toBeGreaterThan(1);
  const own = await addDepts(DEPTS);
  const totals = new Map(own.map(({ id }) => [id, { ...NO_SUMS }]));
  const results: GivenResult[] = [...RESULTS, 'qualified', 'qualified'];
  let failedVetoes = 0;
  for (let taskNumber = 1; taskNumber <= TASKS; taskNumber += 1) {
    const lists = Object.fromEntries(own.map(({ id }) => [id, [...new Set(Array.from({ length: 1 + Math.floor(random() * 8) }, () => pick(points)))]]));
    const task = newTask({ pointIds: points.slice(0, 1), deptIds: own.map(({ id }) => id), deptPointIds: lists, taskType: 2, taskName: `任务${taskNumber}` });
    expectSuccess(await server.call('issueTask', { body: task }, { as: 'admin01' }));
    const idOf = new Map(expectSuccess(await server.call('queryTaskDeptList', { query: { taskId: task.id } }, { as: 'admin01' })).map((row) => [row.deptId, row.id]));
    const sums = new Map<string, ScoreSums>();
    for (const { id } of own) {
      const deptTaskId = idOf.get(id) ?? '';
      const held = new Map<string, GivenResult>();
      await moveTo(id);
      for (const revision of random() < 0.2 ? [0, 1] : [0]) {
        const entries = (lists[id] ?? [])
          .filter(() => revision === 0 || random() < 0.4)
          .map((pointId) => {
            const result = revision === 0 ? pick(results) : pick([...results, CLEARED] as const);
            return newEntry(server, pointId, { result, remark: result === CLEARED ? '' : '说明', baseRevision: revision });
          });
        if (entries.length > 0) await save(server, deptTaskId, entries);
        for (const { pointId, result } of entries) held.set(pointId, result);
      }
      const counted = { ...NO_SUMS };
      for (const [pointId, result] of held) addSums(counted, sumsOf(scored.get(pointId) ?? {}, result === CLEARED ? null : result));
      sums.set(id, counted);
      // What was taken back is open again, and keeps the task from being submitted.
      if (random() < 0.2 && ![...held.values()].includes(CLEARED)) {
        expectSuccess(await submit(server, deptTaskId));
        addSums(totals.get(id)!, counted);
      }
      failedVetoes += counted.failedVetoes;
    }
    const scores = new Map(own.map(({ id }) => [id, scoreOf(sums.get(id)!, DEFAULT_SCORE_LIMITS)]));
    const listed = expectSuccess(await server.call('queryTaskDeptList', { query: { taskId: task.id } }, { as: 'admin01' }));
    expect(new Map(listed.map((row) => [row.deptId, row.score]))).toEqual(scores);
    const whole = { ...NO_SUMS };
    for (const each of sums.values()) addSums(whole, each);
    const info = expectSuccess(await server.call('queryTaskInfo', { params: { id: task.id } }, { as: 'admin01' }));
    expect(info.score).toEqual(scoreOf(whole, DEFAULT_SCORE_LIMITS));

    const { url } = expectSuccess(await server.call('createExportLink', { body: { taskId: task.id } }, { as: 'admin01' }));
    const { body } = await server.inject({ method: 'GET', url });
    const rows = (await readSheet(body, '汇总')) as (string | number | null)[][];
    const exported = new Map(rows.slice(-DEPTS - 1).map((row) => [row[0], [row[7], row[8]]]));
    const cells = ({ value, scoreClass }: ReturnType<typeof scoreOf>) => [value, scoreClass === null ? null : scoreClassLabel[scoreClass]];
    expect(exported).toEqual(new Map([...own.map(({ id, deptName }) => [deptName, cells(scores.get(id)!)] as const), ['合计', cells(info.score)] as const]));
  }
  expect(failedVetoes).toBeGreaterThan(0);
  await moveTo(depts.internal.id);
  const { departments } = expectSuccess(await server.call('querySpecialSelfCheckStatList', { query: { startDate: '2026-06-01', endDate: '2026-06-30' } }, { as: 'admin01' }));
  for (const { id } of own) expect(departments.find((dept) => dept.deptId === id)?.score).toEqual(scoreOf(totals.get(id)!, DEFAULT_SCORE_LIMITS));
});

describe('the limits of the classes', () => {
  const set = (excellent: number, passed: number, as: 'admin01' | 'staff01' | 'admin91' = 'admin01') =>
    server.call('updateScoreSetting', { body: { excellent, passed } }, { as });
  const limitsFor = async (as: 'admin01' | 'admin91') => expectSuccess(await server.call('queryScoreSetting', {}, { as }));

  test('are the company’s own, told to phones, and changes are audited', async () => {
    expect(await limitsFor('admin01')).toEqual(DEFAULT_SCORE_LIMITS);
    const { deptTaskId, taskId } = await issueToInternal(server, { pointIds: points.slice(0, 4) });
    await save(server, deptTaskId, points.slice(0, 4).map((pointId) => newEntry(server, pointId)));
    expect(await readDetail(server, deptTaskId)).toMatchObject({ scoreLimits: DEFAULT_SCORE_LIMITS, score: { value: 100, scoreClass: 'excellent' } });
    expectSuccess(await set(95, 70));
    expectSuccess(await set(96, 71));
    expect([await limitsFor('admin01'), await limitsFor('admin91')]).toEqual([{ excellent: 96, passed: 71 }, DEFAULT_SCORE_LIMITS]);
    expect((await readDetail(server, deptTaskId)).scoreLimits).toEqual({ excellent: 96, passed: 71 });
    expect(expectSuccess(await server.call('queryTaskInfo', { params: { id: taskId } }, { as: 'admin01' })).score.scoreClass).toBe('excellent');
    const [record] = await server.context.db.selectFrom('audit_record').select('summary').where('action', '=', 'score.set').orderBy('id', 'desc').execute();
    expect(record?.summary).toBe('设置评分等级：优秀 96 分以上，合格 71 分以上');
    expectSuccess(await set(DEFAULT_SCORE_LIMITS.excellent, DEFAULT_SCORE_LIMITS.passed));
  });

  test('are changed over another administrator’s change only by who was told of it', async () => {
    const change = (body: object) => server.call('updateScoreSetting', { body }, { as: 'admin01' });
    const read = DEFAULT_SCORE_LIMITS;
    expectSuccess(await change({ excellent: 90, read }));
    expectSuccess(await change({ passed: 65, read }));
    expect(await limitsFor('admin01')).toEqual({ excellent: 90, passed: 65 });
    const refused = await change({ excellent: 95, passed: 70, read });
    expect([refused.status, refused.details]).toEqual([
      409,
      [
        { field: 'excellent', message: '刚刚被其他管理员改为“90”，再次保存以您填写的为准' },
        { field: 'passed', message: '刚刚被其他管理员改为“65”，再次保存以您填写的为准' },
      ],
    ]);
    expectSuccess(await change({ excellent: 95, passed: 70 }));
    // Against what the form shows it fits.
    const shown = { excellent: 95, passed: 60 };
    expect(await change({ excellent: 68, read: shown })).toMatchObject({ status: 409, details: [{ field: 'excellent', message: '应高于现在的合格分数线 70 分' }] });
    expect((await change({ excellent: 70 })).details).toEqual([{ field: 'excellent', message: '应高于现在的合格分数线 70 分' }]);
    expect((await change({ passed: 95 })).details).toEqual([{ field: 'passed', message: '应低于现在的优秀分数线 95 分' }]);
    expect(await limitsFor('admin01')).toEqual({ excellent: 95, passed: 70 });
    expectSuccess(await set(DEFAULT_SCORE_LIMITS.excellent, DEFAULT_SCORE_LIMITS.passed));
  });

  test('are an administrator’s, and refused where they cannot be', async () => {
    expect((await set(90, 70, 'staff01')).code).toBe(code.forbidden);
    expect((await set(60, 60)).details).toEqual([{ field: 'passed', message: '合格分数线应低于优秀分数线' }]);
    expect((await set(101, 60)).details).toEqual([{ field: 'excellent', message: '优秀分数线为 1 至 100 的整数' }]);
    expect((await set(85.5, -1)).details?.map(({ field }) => field)).toEqual(['excellent', 'passed']);
  });
});
