import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayEnd, shanghaiDay } from '#contract/calendar.ts';
import { code } from '#contract/codes.ts';
import type { CallAnswer } from '#contract/endpoints.ts';
import { isLateSubmission, isOverdueAt, TASK_STATUSES, taskStatusAt } from '#contract/task-status.ts';
import { seedDemonstration } from '../../../server/commands/seed-demonstration.ts';
import { depts } from '../support/fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { answerAll, expectSuccess, issueTask, somePointIds, submit } from '../support/task-fixture.ts';

const NOW = '2026-06-15T02:00:00.000Z';
const YEAR = { a: '2026-01-01', b: '2026-12-31' };

let server: TestServer;
const statTaskCount = async (params: { a: string; b: string; c: string }, as = 'admin01') => expectSuccess(await server.call('statTaskCount', { params }, { as }));
const statQmzc = async (params: { a: string; b: string; c: string }, as = 'admin01') => expectSuccess(await server.call('statQmzc', { params }, { as }));
const statUnQualified = async (params: { a: string; b: string; c: string }, as = 'admin01') => expectSuccess(await server.call('statUnQualified', { params }, { as }));

describe('over a year of a hospital, the figures are those that counting by hand gives', () => {
  let raw: Awaited<ReturnType<typeof readRaw>>;

  const readRaw = async () => ({
    tasks: await server.context.db.selectFrom('task').selectAll().execute(),
    deptTasks: await server.context.db.selectFrom('dept_task').selectAll().execute(),
    depts: await server.context.db.selectFrom('dept').selectAll().execute(),
    answers: await server.context.db.selectFrom('answer').selectAll().execute(),
    items: await server.context.db
      .selectFrom('self_correction_item')
      .innerJoin('self_correction', 'self_correction.id', 'self_correction_item.self_correction_id')
      .selectAll('self_correction_item')
      .select('self_correction.dept_task_id')
      .execute(),
    versions: await server.context.db.selectFrom('check_point_version').selectAll().execute(),
    categories: await server.context.db.selectFrom('check_item').selectAll().execute(),
  });

  beforeAll(async () => {
    server = await startTestServer({ now: NOW, withoutFixture: true });
    await seedDemonstration(server.context);
    await server.signIn('admin01', 'Admin2026');
    await server.signIn('admin91', 'Admin2026');
    raw = await readRaw();
  });
  afterAll(() => server.stop());

  const now = new Date(NOW);
  const months = (a: string, b: string): string[] => {
    const found = new Set<string>();
    for (let day = a; day <= b; day = addDays(day, 1)) found.add(day.slice(0, 7));
    return [...found];
  };

  interface Scope {
    compNo: string;
    as: string;
    a: string;
    b: string;
    dept: string;
  }
  const idOf = ({ compNo, dept }: Scope): string => (dept === 'all' ? 'all' : (raw.depts.find((each) => each.comp_no === compNo && each.dept_name === dept)?.id ?? ''));
  const partsOf = (scope: Scope) =>
    raw.deptTasks
      .filter((row) => row.comp_no === scope.compNo && (scope.dept === 'all' || row.dept_id === idOf(scope)))
      .map((row) => ({ ...row, task: raw.tasks.find((task) => task.id === row.task_id)! }));
  const touching = (scope: Scope) => partsOf(scope).filter(({ task }) => task.start_date <= scope.b && task.end_date >= scope.a);

  function expectedTaskCount(scope: Scope): CallAnswer<'statTaskCount'> {
    const parts = touching(scope);
    const byStatus = Object.fromEntries(TASK_STATUSES.map((status) => [status, 0])) as CallAnswer<'statTaskCount'>['byStatus'];
    const tasks = new Map(parts.map((part) => [part.task_id, part.task]));
    for (const task of tasks.values()) {
      const own = parts.filter((part) => part.task_id === task.id);
      byStatus[
        taskStatusAt(
          {
            startDate: task.start_date,
            endDate: task.end_date,
            isCancelled: task.cancelled_at !== null,
            deptCount: own.length,
            submittedCount: own.filter((part) => part.submitted_at !== null).length,
          },
          now,
        )
      ] += 1;
    }
    const live = parts.filter(({ task }) => task.cancelled_at === null);
    const late = partsOf(scope).filter((part) => part.task.cancelled_at === null && isOverdueAt({ endDate: part.task.end_date, submittedAt: part.submitted_at, isCancelled: false }, now));
    const lateDepartments = raw.depts
      .map((dept) => ({ deptId: dept.id, deptName: dept.dept_name, sort: dept.sort, count: late.filter((part) => part.dept_id === dept.id).length }))
      .filter((dept) => dept.count > 0)
      .sort((one, other) => other.count - one.count || one.sort - other.sort)
      .map(({ sort: _, ...dept }) => dept);
    return {
      total: tasks.size,
      byStatus,
      months: months(scope.a, scope.b).map((month) => {
        const due = live.filter(({ task }) => task.end_date.startsWith(month) && task.end_date <= scope.b);
        return { month, due: due.length, submitted: due.filter((part) => part.submitted_at !== null).length };
      }),
      lateDepartments,
    };
  }

  function expectedOverall(scope: Scope): CallAnswer<'statQmzc'> {
    const parts = touching(scope).filter(({ task }) => task.task_type === 1 && task.cancelled_at === null);
    const ids = new Set(parts.map((part) => part.id));
    const answers = raw.answers.filter((answer) => ids.has(answer.dept_task_id));
    const submitted = parts.filter((part) => part.submitted_at !== null);
    const isDue = ({ task }: (typeof parts)[number]) => now >= dayEnd(task.end_date) && task.end_date <= scope.b;
    return {
      deptTasks: parts.length,
      submitted: submitted.length,
      onTime: submitted.filter((part) => !isLateSubmission({ endDate: part.task.end_date, submittedAt: part.submitted_at, firstSubmittedAt: part.first_submitted_at })).length,
      due: parts.filter(isDue).length,
      dueSubmitted: submitted.filter(isDue).length,
      pointCount: answers.length,
      answeredCount: answers.filter((answer) => answer.result !== null).length,
      months: months(scope.a, scope.b).map((month) => {
        const own = parts.filter(({ task }) => task.end_date.startsWith(month) && task.end_date <= scope.b);
        return { month, deptTasks: own.length, submitted: own.filter((part) => part.submitted_at !== null).length };
      }),
    };
  }

  function expectedScore(checked: typeof raw.answers): CallAnswer<'statUnQualified'>['score'] {
    const wordings = new Map(raw.versions.map((version) => [version.id, version]));
    const judged = checked.filter((answer) => answer.result !== 'notApplicable').map((answer) => ({ failed: answer.result === 'unqualified', wording: wordings.get(answer.version_id)! }));
    const failed = judged.filter((each) => each.failed);
    const weigh = (answers: typeof judged): number => answers.reduce((sum, { wording }) => sum + wording.weight, 0);
    const failedVetoes = failed.filter(({ wording }) => wording.mark === 'veto').length;
    if (judged.length === 0) return { value: null, scoreClass: null, failedVetoes };
    const rounded = Math.round(1000 * (1 - weigh(failed) / weigh(judged))) / 10;
    const value = failed.length > 0 ? Math.min(rounded, 99.9) : rounded;
    const reached = value >= 85 ? 'excellent' : value >= 60 ? 'passed' : 'focus';
    return { value, scoreClass: failedVetoes > 0 ? 'focus' : reached, failedVetoes };
  }

  function expectedUnqualified(scope: Scope): CallAnswer<'statUnQualified'> {
    const submittedOn = new Map(
      partsOf(scope)
        .filter((part) => part.task.cancelled_at === null && part.submitted_at !== null)
        .map((part) => [part.id, shanghaiDay(new Date(part.submitted_at ?? ''))])
        .filter(([, day]) => day! >= scope.a && day! <= scope.b) as [string, string][],
    );
    const checked = raw.answers.filter((answer) => submittedOn.has(answer.dept_task_id) && answer.result !== null);
    const unqualified = checked.filter((answer) => answer.result === 'unqualified');
    const counts = new Map<string, number>();
    for (const answer of unqualified) counts.set(answer.point_id, (counts.get(answer.point_id) ?? 0) + 1);
    const top = [...counts].sort(([one, many], [other, few]) => few - many || (one < other ? -1 : 1)).slice(0, 10);
    return {
      checked: checked.length,
      judged: checked.filter((answer) => answer.result !== 'notApplicable').length,
      unqualified: unqualified.length,
      corrected: raw.items.filter((item) => submittedOn.has(item.dept_task_id) && item.corrected_at !== null).length,
      score: expectedScore(checked),
      months: months(scope.a, scope.b).map((month) => {
        const isOfMonth = (answer: { dept_task_id: string }) => submittedOn.get(answer.dept_task_id)?.startsWith(month) ?? false;
        const ofMonth = checked.filter(isOfMonth);
        const judged = ofMonth.filter((answer) => answer.result !== 'notApplicable').length;
        return { month, checked: ofMonth.length, judged, unqualified: unqualified.filter(isOfMonth).length };
      }),
      topPoints: top.map(([pointId, count]) => {
        const { version_id: versionId, category_id: categoryId } = unqualified.find((answer) => answer.point_id === pointId)!;
        return {
          pointId,
          count,
          content: raw.versions.find((version) => version.id === versionId)?.content ?? '',
          categoryName: raw.categories.find((category) => category.id === categoryId)?.item_name ?? '',
        };
      }),
    };
  }

  const first = { compNo: '110001', as: 'admin01' };
  const second = { compNo: '110002', as: 'admin91' };
  test.each<Scope>([
    { ...first, a: '2025-06-15', b: '2026-06-15', dept: 'all' },
    { ...first, a: '2026-01-01', b: '2026-06-15', dept: 'all' },
    { ...first, a: '2026-06-15', b: '2026-06-15', dept: 'all' },
    { ...first, a: '2026-05-10', b: '2026-07-20', dept: 'all' },
    { ...first, a: '2016-06-20', b: '2026-06-15', dept: 'all' },
    { ...first, a: '2030-01-01', b: '2030-02-01', dept: 'all' },
    { ...first, a: '2025-06-15', b: '2026-06-15', dept: '内科' },
    { ...first, a: '2025-06-15', b: '2026-06-15', dept: '眼耳鼻喉科' },
    { ...first, a: '2025-06-15', b: '2026-06-15', dept: '信息科' },
    { ...second, a: '2025-06-15', b: '2026-06-15', dept: 'all' },
    { ...second, a: '2025-06-15', b: '2026-06-15', dept: '内科' },
  ])('$as, $a to $b, $dept', async (scope) => {
    const params = { a: scope.a, b: scope.b, c: idOf(scope) };
    expect(await statTaskCount(params, scope.as)).toEqual(expectedTaskCount(scope));
    expect(await statQmzc(params, scope.as)).toEqual(expectedOverall(scope));
    expect(await statUnQualified(params, scope.as)).toEqual(expectedUnqualified(scope));
  });

  test('the year has something of everything, so that the comparison means something', async () => {
    const year = { a: '2025-06-15', b: '2026-06-15', c: 'all' };
    const tasks = await statTaskCount(year);
    for (const status of ['inProgress', 'completed', 'overdue', 'cancelled'] as const) expect(tasks.byStatus[status], status).toBeGreaterThan(0);
    expect(tasks.lateDepartments.length).toBeGreaterThan(3);
    expect(tasks.months).toHaveLength(13);
    const overall = await statQmzc(year);
    expect(overall.submitted).toBeGreaterThan(overall.onTime);
    // What is due after the period is of no month.
    expect(overall.months.reduce((sum, month) => sum + month.deptTasks, 0)).toBeLessThan(overall.deptTasks);
    const unqualified = await statUnQualified(year);
    expect(unqualified.topPoints).toHaveLength(10);
    expect(unqualified.unqualified).toBeGreaterThan(unqualified.corrected);
    expect(unqualified.corrected).toBeGreaterThan(0);
  });
});

describe('the edges', () => {
  let points: string[];
  beforeAll(async () => {
    server = await startTestServer({ now: '2026-06-10T02:00:00.000Z' });
    points = await somePointIds(server, 4);
  });
  afterAll(() => server.stop());

  test('a day ends at midnight in Shanghai: what comes then is late, and of the next month', async () => {
    const tasks = [];
    for (const deptId of [depts.internal.id, depts.surgery.id]) {
      tasks.push(await issueTask(server, { pointIds: points, deptIds: [deptId], taskType: 1, taskName: '全面自查', startDate: '2026-06-01', endDate: '2026-06-30' }));
    }
    for (const [index, [as, at]] of ([['staff01', '2026-06-30T15:59:59.999Z'], ['staff03', '2026-06-30T16:00:00.000Z']] as const).entries()) {
      server.clock.set(at);
      const deptTaskId = Object.values(tasks[index]?.deptTaskIds ?? {})[0] ?? '';
      await answerAll(server, deptTaskId, points, points.slice(0, index + 1), as);
      expectSuccess(await submit(server, deptTaskId, as));
    }
    expect(await statQmzc({ ...YEAR, c: 'all' })).toMatchObject({ deptTasks: 2, submitted: 2, onTime: 1, due: 2, dueSubmitted: 2, pointCount: 8, answeredCount: 8 });
    expect(await statUnQualified({ a: '2026-06-01', b: '2026-06-30', c: 'all' })).toMatchObject({ checked: 4, unqualified: 1, months: [{ month: '2026-06', checked: 4, judged: 4, unqualified: 1 }] });
    expect(await statUnQualified({ a: '2026-07-01', b: '2026-07-01', c: 'all' })).toMatchObject({ checked: 4, unqualified: 2, months: [{ month: '2026-07', checked: 4, judged: 4, unqualified: 2 }] });
  });

  test('what was returned counts no more until it is submitted again', async () => {
    const before = await statUnQualified({ ...YEAR, c: depts.internal.id });
    const { deptTaskIds } = await issueTask(server, { pointIds: points, endDate: '2026-07-31', taskName: '退回的任务' });
    const deptTaskId = deptTaskIds[depts.internal.id] ?? '';
    await answerAll(server, deptTaskId, points, points.slice(0, 1));
    expectSuccess(await submit(server, deptTaskId));
    const submitted = await statUnQualified({ ...YEAR, c: depts.internal.id });
    expect([submitted.checked, submitted.unqualified]).toEqual([before.checked + 4, before.unqualified + 1]);
    expect(submitted.topPoints[0]).toMatchObject({ pointId: points[0], count: 2 });
    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId, reason: '请补充照片', points: [] } }, { as: 'admin01' }));
    expect(await statUnQualified({ ...YEAR, c: depts.internal.id })).toEqual(before);
  });

  test('a cancelled task is counted as cancelled, and nowhere else', async () => {
    const before = { tasks: await statTaskCount({ ...YEAR, c: 'all' }), overall: await statQmzc({ ...YEAR, c: 'all' }), unqualified: await statUnQualified({ ...YEAR, c: 'all' }) };
    const { taskId, deptTaskIds } = await issueTask(server, { pointIds: points, taskType: 1, endDate: '2026-07-10', deptIds: [depts.internal.id, depts.surgery.id], taskName: '取消的任务' });
    await answerAll(server, deptTaskIds[depts.internal.id] ?? '', points, points);
    expectSuccess(await submit(server, deptTaskIds[depts.internal.id] ?? ''));
    expectSuccess(await server.call('cancelTask', { body: { id: taskId, reason: '计划有变' } }, { as: 'admin01' }));
    expect(await statTaskCount({ ...YEAR, c: 'all' })).toEqual({
      ...before.tasks,
      total: before.tasks.total + 1,
      byStatus: { ...before.tasks.byStatus, cancelled: before.tasks.byStatus.cancelled + 1 },
    });
    expect(await statQmzc({ ...YEAR, c: 'all' })).toEqual(before.overall);
    expect(await statUnQualified({ ...YEAR, c: 'all' })).toEqual(before.unqualified);
  });

  test('for one department, a task is done when that department is', async () => {
    const before = { all: await statTaskCount({ ...YEAR, c: 'all' }), internal: await statTaskCount({ ...YEAR, c: depts.internal.id }) };
    const { deptTaskIds } = await issueTask(server, { pointIds: points, endDate: '2026-07-10', deptIds: [depts.internal.id, depts.surgery.id], taskName: '两个科室' });
    await answerAll(server, deptTaskIds[depts.internal.id] ?? '', points);
    expectSuccess(await submit(server, deptTaskIds[depts.internal.id] ?? ''));
    expect((await statTaskCount({ ...YEAR, c: 'all' })).byStatus.inProgress).toBe(before.all.byStatus.inProgress + 1);
    const internal = await statTaskCount({ ...YEAR, c: depts.internal.id });
    expect(internal.byStatus.completed).toBe(before.internal.byStatus.completed + 1);
    expect(internal.byStatus.inProgress).toBe(before.internal.byStatus.inProgress);
  });

  test('what is overdue is so in the new year too, and stands behind the number', async () => {
    const { deptTaskIds } = await issueTask(server, { pointIds: points, endDate: '2026-12-31', taskName: '年底的任务' });
    const before = server.clock.now();
    server.clock.set('2027-01-05T02:00:00.000Z');
    const { total, lateDepartments } = await statTaskCount({ a: '2027-01-01', b: '2027-01-05', c: depts.internal.id });
    expect(total).toBe(0);
    const asked = { startDate: '2027-01-01', endDate: '2027-01-05', deptId: depts.internal.id, kind: 'overdue' } as const;
    const behind = expectSuccess(await server.call('queryStatDeptTaskList', { query: { ...asked, pageSize: 100 } }, { as: 'admin01' }));
    expect(behind.records.map((row) => row.id)).toContain(deptTaskIds[depts.internal.id]);
    expect(lateDepartments).toEqual([{ deptId: depts.internal.id, deptName: depts.internal.deptName, count: behind.total }]);
    server.clock.set(before);
  });

  test('a period that cannot be is refused at its field', async () => {
    for (const name of ['statTaskCount', 'statQmzc', 'statUnQualified'] as const) {
      const call = (params: { a: string; b: string; c: string }, as: 'admin01' | 'admin91' | 'staff01' = 'admin01') => server.call(name, { params }, { as });
      const reversed = await call({ a: '2026-02-01', b: '2026-01-31', c: 'all' });
      expect([reversed.code, reversed.details]).toEqual([code.validation, [{ field: 'b', message: '结束日期不能早于开始日期' }]]);
      expect((await call({ a: '2016-01-01', b: '2026-12-31', c: 'all' })).details).toEqual([{ field: 'b', message: '一次最多统计 10 年，请缩短时间' }]);
      expect((await call({ a: '2016-06-15', b: '2026-06-14', c: 'all' })).code).toBe(code.success);
      expect((await call({ a: '2026-02-30', b: '2026-03-01', c: 'all' })).details).toMatchObject([{ field: 'a' }]);
      for (const c of [uuidv7(), depts.otherInternal.id, 'everything']) expect((await call({ ...YEAR, c })).code).toBe(code.notFound);
      expect((await call({ ...YEAR, c: 'all' }, 'staff01')).code).toBe(code.forbidden);
    }
    expect(await statTaskCount({ ...YEAR, c: 'all' }, 'admin91')).toMatchObject({ total: 0, lateDepartments: [] });
  });
});
