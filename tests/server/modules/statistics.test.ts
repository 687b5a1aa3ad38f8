import { readSheet } from 'read-excel-file/node';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayEnd, dayStart } from '#contract/calendar.ts';
import { code } from '#contract/codes.ts';
import { DECLARATION_TYPES } from '#contract/declaration-type.ts';
import type { CallAnswer } from '#contract/endpoints.ts';
import { scoreClassLabel } from '#contract/score.ts';
import { STAT_KINDS, type StatKind } from '#contract/statistics-kind.ts';
import { seedDemonstration } from '../../../server/commands/seed-demonstration.ts';
import { depts } from '../support/fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { answerAll, expectSuccess, issueTask, somePointIds, submit } from '../support/task-fixture.ts';

const NOW = '2026-06-15T02:00:00.000Z';
const calls = { 1: 'queryOverallSelfCheckStatList', 2: 'querySpecialSelfCheckStatList', 3: 'queryDailySelfCheckStatList' } as const;
type TaskType = keyof typeof calls;
const taskTypes: TaskType[] = [1, 2, 3];

interface Period {
  startDate: string;
  endDate: string;
  deptId?: string;
}

let server: TestServer;
const statistics = async (taskType: TaskType, query: Period, as = 'admin01') => expectSuccess(await server.call(calls[taskType], { query }, { as }));
const declarations = async (query: Period, as = 'admin01') => expectSuccess(await server.call('querySelfDeclareStatList', { query }, { as }));

/** All pages of what stands behind a number. */
async function tasksBehind(query: Period & { taskType?: TaskType; kind: StatKind; pointId?: string }, as = 'admin01') {
  const found: CallAnswer<'queryStatDeptTaskList'>['records'] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const page = expectSuccess(await server.call('queryStatDeptTaskList', { query: { ...query, pageNum, pageSize: 100 } }, { as }));
    found.push(...page.records);
    if (found.length >= page.total || page.records.length === 0) {
      expect(found).toHaveLength(page.total);
      return found;
    }
  }
}

async function insertDeclaration(fields: { compNo: string; deptId: string; type: number; year: number; declaredAt: string | null; by: string }): Promise<void> {
  await server.context.db
    .insertInto('declaration')
    .values({
      id: uuidv7(),
      comp_no: fields.compNo,
      dept_id: fields.deptId,
      self_declared_type: fields.type,
      title: '申报',
      year: fields.year,
      body: '',
      training_hours: '',
      website: '',
      status: fields.declaredAt === null ? 'draft' : 'declared',
      declared_at: fields.declaredAt,
      declared_by: fields.declaredAt === null ? null : fields.by,
      signer_name: null,
      signed_at: null,
      is_institutional: 0,
      revision: 1,
      created_by: fields.by,
      updated_by: fields.by,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    })
    .execute();
}

describe('over a year of a hospital, the figures are those that counting raw rows one by one gives', () => {
  let raw: Awaited<ReturnType<typeof readRaw>>;
  const readRaw = async () => {
    const { db } = server.context;
    const [tasks, deptTasks, allDepts, answers, items, versions, categories, declared] = [
      await db.selectFrom('task').selectAll().execute(),
      await db.selectFrom('dept_task').selectAll().execute(),
      await db.selectFrom('dept').selectAll().execute(),
      await db.selectFrom('answer').selectAll().execute(),
      await db
        .selectFrom('self_correction_item')
        .innerJoin('self_correction', 'self_correction.id', 'self_correction_item.self_correction_id')
        .select(['self_correction.dept_task_id', 'self_correction_item.corrected_at'])
        .execute(),
      await db.selectFrom('check_point_version').selectAll().execute(),
      await db.selectFrom('check_item').selectAll().execute(),
      await db.selectFrom('declaration').selectAll().execute(),
    ];
    const taskOf = new Map(tasks.map((task) => [task.id, task]));
    const answersOf = Map.groupBy(answers, (answer) => answer.dept_task_id);
    const itemsOf = Map.groupBy(items, (item) => item.dept_task_id);
    /** One department task with everything that belongs to it. */
    const parts = deptTasks.map((row) => ({
      ...row,
      task: taskOf.get(row.task_id)!,
      answers: (answersOf.get(row.id) ?? []).filter((answer) => answer.result !== null),
      corrected: (itemsOf.get(row.id) ?? []).filter((item) => item.corrected_at !== null).length,
    }));
    return { parts, versionOf: new Map(versions.map((version) => [version.id, version])), depts: allDepts.toSorted((one, other) => one.sort - other.sort), versions, categories, declared };
  };

  beforeAll(async () => {
    server = await startTestServer({ now: NOW, withoutFixture: true });
    await seedDemonstration(server.context);
    await server.signIn('admin01', 'Admin2026');
    await server.signIn('admin91', 'Admin2026');
    for (const [compNo, count] of [['110001', 60], ['110002', 9]] as const) {
      const rows = await server.context.db.selectFrom('dept').select('id').where('comp_no', '=', compNo).orderBy('sort').execute();
      const { id: by } = await server.context.db.selectFrom('employee').select('id').where('comp_no', '=', compNo).limit(1).executeTakeFirstOrThrow();
      for (let index = 0; index < count; index += 1) {
        const day = addDays('2025-03-01', (index * 37) % 470);
        // Some of them in the last second of a month in Shanghai, some in the first of the next.
        const instant = index % 5 === 0 ? `${day.slice(0, 8)}28T15:59:59.999Z` : index % 5 === 1 ? `${day.slice(0, 7)}-28T16:00:00.000Z` : `${day}T03:00:00.000Z`;
        const deptId = rows[(index * 3) % Math.max(1, rows.length - 2)]!.id;
        await insertDeclaration({ compNo, deptId, type: index % 7, year: Number(day.slice(0, 4)), declaredAt: index % 6 === 4 ? null : instant, by });
      }
    }
    // One was in time, came back, and was submitted again when its end was past.
    const late = (await readRaw()).parts.find((part) => part.comp_no === '110001' && part.submitted_at !== null && part.task.cancelled_at === null && !isOnTime(part));
    await server.context.db.updateTable('dept_task').set({ first_submitted_at: `${late!.task.end_date}T15:59:59.999Z` }).where('id', '=', late!.id).execute();
    raw = await readRaw();
  });
  afterAll(() => server.stop());

  interface Scope {
    compNo: string;
    as: string;
    a: string;
    b: string;
    dept?: string;
  }
  const deptIdOf = ({ compNo, dept }: Scope) => raw.depts.find((each) => each.comp_no === compNo && each.dept_name === dept)?.id;
  const periodOf = (scope: Scope): Period => ({ startDate: scope.a, endDate: scope.b, ...(scope.dept === undefined ? {} : { deptId: deptIdOf(scope)! }) });
  const deptsOf = (scope: Scope) => raw.depts.filter((dept) => dept.comp_no === scope.compNo && (scope.dept === undefined || dept.dept_name === scope.dept));
  const monthsOf = ({ a, b }: Scope): string[] => {
    const found = new Set<string>();
    for (let day = a; day <= b; day = addDays(day, 1)) found.add(day.slice(0, 7));
    return [...found];
  };
  type Part = (typeof raw)['parts'][number];
  /** Instants compared as numbers, where the server compares texts. */
  const isWithin = (instant: string | null, from: string, to: string) =>
    instant !== null && Date.parse(instant) >= dayStart(from).getTime() && Date.parse(instant) < dayEnd(to).getTime();
  const isOnTime = (part: Part) =>
    part.submitted_at !== null && Date.parse(part.first_submitted_at ?? part.submitted_at) < dayEnd(part.task.end_date).getTime();
  const liveOf = (scope: Scope, taskType: TaskType) => {
    const ids = new Set(deptsOf(scope).map((dept) => dept.id));
    return raw.parts.filter((part) => ids.has(part.dept_id) && part.task.task_type === taskType && part.task.cancelled_at === null);
  };
  const touching = (scope: Scope, taskType: TaskType) => liveOf(scope, taskType).filter(({ task }) => !(task.end_date < scope.a || task.start_date > scope.b));
  const submittedIn = (scope: Scope, taskType: TaskType, from = scope.a, to = scope.b) => liveOf(scope, taskType).filter((part) => isWithin(part.submitted_at, from, to));

  const isJudged = ({ result }: { result: string | null }) => result === 'qualified' || result === 'unqualified';
  /** The score of all their answers, as a person would work it out. */
  const scoreByHand = (parts: Part[]) => {
    const judged = parts.flatMap((part) => part.answers.filter(isJudged)).map(({ result, version_id: id }) => ({ result, ...raw.versionOf.get(id)! }));
    const weightOf = (among: typeof judged) => among.reduce((sum, { weight }) => sum + weight, 0);
    const failedVetoes = judged.filter(({ result, mark }) => result === 'unqualified' && mark === 'veto').length;
    if (judged.length === 0) return { value: null, scoreClass: null, failedVetoes };
    const failed = weightOf(judged.filter(({ result }) => result === 'unqualified'));
    const value = Number((100 - (failed / weightOf(judged)) * 100).toFixed(1));
    const scoreClass = failedVetoes > 0 || value < 60 ? ('focus' as const) : value >= 85 ? ('excellent' as const) : ('passed' as const);
    return { value, scoreClass, failedVetoes };
  };
  const counted = (due: Part[], submitted: Part[]) => {
    const failed = submitted.flatMap((part) => part.answers.filter((answer) => answer.result === 'unqualified')).length;
    const corrected = submitted.reduce((sum, part) => sum + part.corrected, 0);
    return {
      deptTasks: due.length,
      onTime: due.filter(isOnTime).length,
      late: due.filter((part) => part.submitted_at !== null && !isOnTime(part)).length,
      notSubmitted: due.filter((part) => part.submitted_at === null).length,
      checked: submitted.flatMap((part) => part.answers).length,
      judged: submitted.flatMap((part) => part.answers.filter(isJudged)).length,
      unqualified: failed,
      corrected,
      correctionRate: failed === 0 ? null : Number(((corrected / failed) * 100).toFixed(1)),
      score: scoreByHand(submitted),
    };
  };

  function expected(scope: Scope, taskType: TaskType): CallAnswer<'queryDailySelfCheckStatList'> {
    const [due, submitted] = [touching(scope, taskType), submittedIn(scope, taskType)];
    const failures = Map.groupBy(
      submitted.flatMap((part) => part.answers).filter((answer) => answer.result === 'unqualified'),
      (answer) => answer.point_id,
    );
    const all = monthsOf(scope);
    return {
      total: counted(due, submitted),
      departments: deptsOf(scope).map((dept) => ({
        deptId: dept.id,
        deptName: dept.dept_name,
        ...counted(
          due.filter((part) => part.dept_id === dept.id),
          submitted.filter((part) => part.dept_id === dept.id),
        ),
      })),
      months: all.map((month, index) => {
        const own = due.filter(({ task }) => task.end_date.slice(0, 7) === month && task.end_date <= scope.b);
        const next = all[index + 1];
        const from = index === 0 ? scope.a : `${month}-01`;
        const checked = submittedIn(scope, taskType, from, next === undefined ? scope.b : addDays(`${next}-01`, -1)).flatMap((part) => part.answers);
        return {
          month,
          deptTasks: own.length,
          submitted: own.filter((part) => part.submitted_at !== null).length,
          checked: checked.length,
          judged: checked.filter(isJudged).length,
          unqualified: checked.filter((answer) => answer.result === 'unqualified').length,
        };
      }),
      topPoints: [...failures]
        .toSorted(([one, many], [other, few]) => few.length - many.length || (one < other ? -1 : 1))
        .slice(0, 10)
        .map(([pointId, found]) => ({
          pointId,
          count: found.length,
          content: raw.versions.find((version) => version.id === found[0]!.version_id)!.content,
          categoryName: raw.categories.find((category) => category.id === found[0]!.category_id)!.item_name,
        })),
    };
  }

  const first = { compNo: '110001', as: 'admin01' };
  const second = { compNo: '110002', as: 'admin91' };
  const scopes: Scope[] = [
    { ...first, a: '2025-06-15', b: '2026-06-15' },
    { ...first, a: '2026-01-01', b: '2026-06-30' },
    { ...first, a: '2026-06-15', b: '2026-06-15' },
    { ...first, a: '2026-05-10', b: '2026-07-20' },
    { ...first, a: '2016-06-20', b: '2026-06-15' },
    { ...first, a: '2030-01-01', b: '2030-02-01' },
    { ...first, a: '2025-06-15', b: '2026-06-15', dept: '内科' },
    { ...first, a: '2025-06-15', b: '2026-06-15', dept: '信息科' },
    { ...second, a: '2025-06-15', b: '2026-06-15' },
    { ...second, a: '2025-06-15', b: '2026-06-15', dept: '内科' },
  ];

  test.each(scopes)('$as, $a to $b, $dept', async (scope) => {
    for (const taskType of taskTypes) expect(await statistics(taskType, periodOf(scope), scope.as)).toEqual(expected(scope, taskType));
  });

  test.each(scopes)('declarations for $as, $a to $b, $dept', async (scope) => {
    const own = deptsOf(scope);
    const ids = new Set(own.map((dept) => dept.id));
    const all = raw.declared.filter((row) => ids.has(row.dept_id) && row.status === 'declared');
    const inPeriod = all.filter((row) => isWithin(row.declared_at, scope.a, scope.b));
    const byType = (rows: typeof all) => DECLARATION_TYPES.map((_, type) => rows.filter((row) => row.self_declared_type === type).length);
    const ofYear = all.filter((row) => row.year === 2026);
    const refs = own.map((dept) => ({ deptId: dept.id, deptName: dept.dept_name }));
    expect(await declarations(periodOf(scope), scope.as)).toEqual({
      total: inPeriod.length,
      byType: byType(inPeriod),
      months: monthsOf(scope).map((month) => ({
        month,
        byType: byType(inPeriod.filter((row) => isWithin(row.declared_at, `${month}-01`, addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)))),
      })),
      departments: refs.map((dept) => {
        const rows = inPeriod.filter((row) => row.dept_id === dept.deptId);
        return { ...dept, total: rows.length, byType: byType(rows) };
      }),
      year: 2026,
      withoutAny: refs.filter((dept) => !ofYear.some((row) => row.dept_id === dept.deptId)),
      without: DECLARATION_TYPES.map((_, selfDeclaredType) => ({
        selfDeclaredType,
        departments: refs.filter((dept) => !ofYear.some((row) => row.dept_id === dept.deptId && row.self_declared_type === selfDeclaredType)),
      })),
    });
  });

  test('behind a number of declarations stand exactly the records that it counts', async () => {
    for (const scope of [{ ...first, a: '2025-10-01', b: '2026-06-15' }, { ...first, a: '2026-03-02', b: '2026-03-31', dept: '内科' }]) {
      const { startDate: declaredFrom, endDate: declaredTo, ...dept } = periodOf(scope);
      const { byType, total } = await declarations(periodOf(scope), scope.as);
      expect(total).toBeGreaterThan(0);
      for (const [type, count] of byType.entries()) {
        const query = { pageSize: 100, declaredFrom, declaredTo, ...dept };
        const page = expectSuccess(await server.call('querySelfDeclarePage', { params: { type: String(type) }, query }, { as: scope.as }));
        expect(page.total).toBe(count);
        for (const { declaredAt } of page.records) expect(isWithin(declaredAt, scope.a, scope.b)).toBe(true);
      }
    }
  });

  const year: Scope = { ...first, a: '2025-06-15', b: '2026-06-15' };

  test('behind every number stand exactly the department tasks that it counts', async () => {
    const behind: Record<StatKind, (scope: Scope, type: TaskType) => Part[]> = {
      all: touching,
      submitted: (scope, type) => touching(scope, type).filter((part) => part.submitted_at !== null),
      onTime: (scope, type) => touching(scope, type).filter(isOnTime),
      late: (scope, type) => touching(scope, type).filter((part) => part.submitted_at !== null && !isOnTime(part)),
      notSubmitted: (scope, type) => touching(scope, type).filter((part) => part.submitted_at === null),
      due: (scope, type) => touching(scope, type).filter(({ task }) => Date.parse(NOW) >= dayEnd(task.end_date).getTime() && task.end_date <= scope.b),
      overdue: (scope, type) => liveOf(scope, type).filter((part) => part.submitted_at === null && part.task.end_date < NOW.slice(0, 10)),
      checked: (scope, type) => submittedIn(scope, type),
      unqualified: (scope, type) => submittedIn(scope, type).filter((part) => part.answers.some((answer) => answer.result === 'unqualified')),
      corrected: (scope, type) => submittedIn(scope, type).filter((part) => part.corrected > 0),
    };
    for (const scope of [year, { ...year, dept: '内科' }]) {
      for (const taskType of taskTypes) {
        const figures = await statistics(taskType, periodOf(scope));
        for (const kind of STAT_KINDS) {
          const listed = await tasksBehind({ ...periodOf(scope), taskType, kind });
          expect(listed.map((row) => row.id).toSorted(), `${taskType} ${kind}`).toEqual(behind[kind](scope, taskType).map((part) => part.id).toSorted());
          expect(listed.map((row) => row.endDate), 'the last to be due first').toEqual(listed.map((row) => row.endDate).toSorted().toReversed());
        }
        const sums = await tasksBehind({ ...periodOf(scope), taskType, kind: 'checked' });
        expect(sums.reduce((sum, row) => sum + row.answeredCount, 0)).toBe(figures.total.checked);
        expect(sums.reduce((sum, row) => sum + row.unqualifiedCount, 0)).toBe(figures.total.unqualified);
        expect(sums.reduce((sum, row) => sum + row.correctedCount, 0)).toBe(figures.total.corrected);
      }
    }
  });

  test('behind a check point stand the department tasks in which it failed', async () => {
    const [point] = (await statistics(2, periodOf(year))).topPoints;
    const listed = await tasksBehind({ ...periodOf(year), taskType: 2, kind: 'unqualified', pointId: point!.pointId });
    expect(listed).toHaveLength(point!.count);
    const failed = submittedIn(year, 2).filter((part) => part.answers.some((answer) => answer.point_id === point!.pointId && answer.result === 'unqualified'));
    expect(listed.map((row) => row.id).toSorted()).toEqual(failed.map((part) => part.id).toSorted());
  });

  test('all types together are what the home screen shows', async () => {
    const { startDate, endDate } = periodOf(year);
    const params = { a: startDate, b: endDate, c: 'all' };
    const [overall, special, daily] = [await statistics(1, periodOf(year)), await statistics(2, periodOf(year)), await statistics(3, periodOf(year))];
    const home = expectSuccess(await server.call('statUnQualified', { params }, { as: 'admin01' }));
    for (const name of ['checked', 'judged', 'unqualified', 'corrected'] as const) {
      expect(overall.total[name] + special.total[name] + daily.total[name]).toBe(home[name]);
    }
    const qmzc = expectSuccess(await server.call('statQmzc', { params }, { as: 'admin01' }));
    expect(overall.total).toMatchObject({ deptTasks: qmzc.deptTasks, onTime: qmzc.onTime, late: qmzc.submitted - qmzc.onTime });
    expect(overall.months.map(({ month, deptTasks, submitted }) => ({ month, deptTasks, submitted }))).toEqual(qmzc.months);

    const { lateDepartments } = expectSuccess(await server.call('statTaskCount', { params }, { as: 'admin01' }));
    expect(lateDepartments.length).toBeGreaterThan(1);
    for (const { deptId, count } of lateDepartments) expect(await tasksBehind({ startDate, endDate, deptId, kind: 'overdue' })).toHaveLength(count);
    const [point] = home.topPoints;
    expect(await tasksBehind({ startDate, endDate, kind: 'unqualified', pointId: point!.pointId })).toHaveLength(point!.count);
  });

  test('the year has something of everything, so that the comparisons mean something', async () => {
    const totals = await Promise.all(taskTypes.map(async (taskType) => (await statistics(taskType, periodOf(year))).total));
    for (const name of ['onTime', 'late', 'notSubmitted', 'checked', 'judged', 'unqualified', 'corrected'] as const) {
      expect(totals.reduce((sum, total) => sum + total[name], 0), name).toBeGreaterThan(0);
    }
    const { byType, withoutAny, months } = await declarations(periodOf(year));
    expect(Math.min(...byType)).toBeGreaterThan(0);
    expect(withoutAny.length).toBeGreaterThan(0);
    expect(months).toHaveLength(13);
    const closeFirst = (from: string | null) => server.context.db.updateTable('dept').set({ closed_from: from }).where('id', '=', withoutAny[0]!.deptId).execute();
    await closeFirst('2026-06-15');
    const after = await declarations(periodOf(year));
    expect(after.withoutAny).toEqual(withoutAny.slice(1));
    expect(after.without.flatMap(({ departments }) => departments.map(({ deptId }) => deptId))).not.toContain(withoutAny[0]!.deptId);
    await closeFirst(null);
  });

  describe('as a workbook', () => {
    type Rows = (string | number | null)[][];
    const sheetOf = async (file: Buffer, name: string): Promise<Rows> => (await readSheet(file, name)) as Rows;

    test('of checks says what the screen says, and is audited', async () => {
      const query = { ...periodOf(year), taskType: 3 } as const;
      const answer = await server.call('exportSelfCheckStat', { query }, { as: 'admin01' });
      expect(answer.status).toBe(200);
      expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('日常自查统计_2025-06-15_2026-06-15_2026-06-15.xlsx');
      const figures = await statistics(3, periodOf(year));
      const rate = ({ judged, unqualified }: { judged: number; unqualified: number }) => (judged === 0 ? null : Number(((unqualified / judged) * 100).toFixed(1)));
      const row = (counts: typeof figures.total) => [
        counts.deptTasks,
        counts.onTime,
        counts.late,
        counts.notSubmitted,
        counts.checked,
        counts.judged,
        counts.unqualified,
        rate(counts),
        counts.corrected,
        counts.correctionRate,
        counts.score.value,
        counts.score.scoreClass && scoreClassLabel[counts.score.scoreClass],
      ];
      const [titles, ...rows] = await sheetOf(answer.body, '科室统计');
      expect(titles).toEqual(['科室', '科室任务', '按时提交', '逾期提交', '未提交', '已查要点', '其中已判定', '不合格', '不合格率（%）', '已整改', '整改率（%）', '评分', '等级']);
      expect(rows).toEqual([...figures.departments.map((dept) => [dept.deptName, ...row(dept)]), ['合计', ...row(figures.total)]]);
      expect((await sheetOf(answer.body, '月度趋势')).slice(1)).toEqual(
        figures.months.map((month) => [month.month, month.deptTasks, month.submitted, month.checked, month.judged, month.unqualified, rate(month)]),
      );
      // Where the months do not add up to the departments, the workbook says why.
      const later = figures.months.reduce((rest, month) => rest - month.deptTasks, figures.total.deptTasks);
      const notes = (await sheetOf(answer.body, '说明')).flat().filter((cell) => String(cell).startsWith('月度趋势'));
      expect(notes).toEqual(later > 0 ? [`月度趋势：统计时间内到期的科室任务；另有 ${later} 项在统计时间之后到期`] : []);
      expect((await sheetOf(answer.body, '最常不合格要点')).slice(1)).toEqual(
        figures.topPoints.map((point, index) => [index + 1, point.content, point.categoryName, point.count]),
      );
      const [record] = await server.context.db.selectFrom('audit_record').selectAll().where('action', '=', 'statistics.export').execute();
      expect(record).toMatchObject({ comp_no: '110001', account: 'admin01', summary: '导出日常自查统计：2025-06-15 至 2026-06-15，全部科室' });
    });

    test('of declarations too', async () => {
      const scope = { ...year, dept: '内科' };
      const answer = await server.call('exportSelfDeclareStat', { query: periodOf(scope) }, { as: 'admin01' });
      const figures = await declarations(periodOf(scope));
      const [titles, ...rows] = await sheetOf(answer.body, '科室申报');
      expect(titles).toEqual(['科室', ...DECLARATION_TYPES, '合计']);
      expect(rows).toEqual([
        ['内科', ...figures.byType, figures.total],
        ['合计', ...figures.byType, figures.total],
      ]);
      expect((await sheetOf(answer.body, '月度申报')).slice(1)).toEqual(figures.months.map((month) => [month.month, ...month.byType]));
      const missing = (await sheetOf(answer.body, '本年未申报')).slice(1);
      expect(missing).toHaveLength(figures.withoutAny.length + figures.without.reduce((sum, each) => sum + each.departments.length, 0));
    });
  });
});

describe('the edges', () => {
  const JUNE = { startDate: '2026-06-01', endDate: '2026-06-30' };
  let points: string[];
  beforeAll(async () => {
    server = await startTestServer({ now: '2026-06-10T02:00:00.000Z' });
    points = await somePointIds(server, 4);
  });
  afterAll(() => server.stop());

  test('a department without a task stands in the list with nothing', async () => {
    const { total, departments, months, topPoints } = await statistics(2, JUNE);
    expect(departments.map((dept) => dept.deptName)).toEqual(['内科', '外科', '护理部']);
    for (const counts of [total, ...departments]) {
      expect(counts).toMatchObject({ deptTasks: 0, onTime: 0, late: 0, notSubmitted: 0, checked: 0, unqualified: 0, corrected: 0, correctionRate: null });
    }
    expect([months.length, topPoints.length]).toEqual([1, 0]);
  });

  test('midnight in Shanghai parts on time from late, and June from July', async () => {
    for (const [deptId, as, at, failed] of [
      [depts.internal.id, 'staff01', '2026-06-30T15:59:59.999Z', 1],
      [depts.surgery.id, 'staff03', '2026-06-30T16:00:00.000Z', 2],
    ] as const) {
      const { deptTaskIds } = await issueTask(server, { pointIds: points, deptIds: [deptId], taskType: 2, ...JUNE });
      server.clock.set(at);
      await answerAll(server, deptTaskIds[deptId] ?? '', points, points.slice(0, failed), as);
      expectSuccess(await submit(server, deptTaskIds[deptId] ?? '', as));
    }
    expect((await statistics(2, JUNE)).total).toMatchObject({ deptTasks: 2, onTime: 1, late: 1, notSubmitted: 0, checked: 4, unqualified: 1, correctionRate: 0 });
    expect((await statistics(2, { startDate: '2026-07-01', endDate: '2026-07-31' })).total).toMatchObject({ deptTasks: 0, checked: 4, unqualified: 2 });
    expect((await statistics(2, { startDate: '2026-06-01', endDate: '2026-07-31' })).months).toEqual([
      { month: '2026-06', deptTasks: 2, submitted: 2, checked: 4, judged: 4, unqualified: 1 },
      { month: '2026-07', deptTasks: 0, submitted: 0, checked: 4, judged: 4, unqualified: 2 },
    ]);
    expect((await statistics(1, JUNE)).total.deptTasks + (await statistics(3, JUNE)).total.deptTasks).toBe(0);
  });

  test('a returned submission and a cancelled task leave no answers behind', async () => {
    const before = await statistics(3, { ...JUNE, endDate: '2026-12-31' });
    const { taskId, deptTaskIds } = await issueTask(server, { pointIds: points, taskType: 3, endDate: '2026-08-31', deptIds: [depts.internal.id, depts.surgery.id] });
    const deptTaskId = deptTaskIds[depts.internal.id] ?? '';
    await answerAll(server, deptTaskId, points, points.slice(0, 1));
    expectSuccess(await submit(server, deptTaskId));
    expect((await statistics(3, { ...JUNE, endDate: '2026-12-31' })).total).toMatchObject({ checked: before.total.checked + 4, notSubmitted: before.total.notSubmitted + 1 });
    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId, reason: '请补充照片', points: [] } }, { as: 'admin01' }));
    expect((await statistics(3, { ...JUNE, endDate: '2026-12-31' })).total).toMatchObject({ checked: before.total.checked, notSubmitted: before.total.notSubmitted + 2 });
    expectSuccess(await server.call('cancelTask', { body: { id: taskId, reason: '计划有变' } }, { as: 'admin01' }));
    expect(await statistics(3, { ...JUNE, endDate: '2026-12-31' })).toEqual(before);
    expect(await tasksBehind({ ...JUNE, endDate: '2026-12-31', taskType: 3, kind: 'all' })).toHaveLength(before.total.deptTasks);
  });

  test('a period that cannot be is refused at its field, for every call', async () => {
    const names = [...Object.values(calls), 'querySelfDeclareStatList'] as const;
    for (const name of names) {
      const call = (query: Partial<Period>, as: 'admin01' | 'staff01' | 'admin91' = 'admin01') => server.call(name, { query: query as Period }, { as });
      const reversed = await call({ startDate: '2026-02-01', endDate: '2026-01-31' });
      expect([reversed.code, reversed.details]).toEqual([code.validation, [{ field: 'endDate', message: '结束日期不能早于开始日期' }]]);
      expect((await call({ startDate: '2016-01-01', endDate: '2026-12-31' })).details).toEqual([{ field: 'endDate', message: '一次最多统计 10 年，请缩短时间' }]);
      expect((await call({ startDate: '2026-02-30', endDate: '2026-03-01' })).details).toMatchObject([{ field: 'startDate' }]);
      expect((await call({ endDate: '2026-03-01' })).details).toMatchObject([{ field: 'startDate' }]);
      for (const deptId of [uuidv7(), depts.otherInternal.id]) expect(await call({ ...JUNE, deptId })).toMatchObject({ code: code.notFound, message: '科室不存在，请改选其他科室' });
      expect((await call({ ...JUNE, deptId: 'everything' })).code).toBe(code.notFound);
      expect((await call(JUNE, 'staff01')).code).toBe(code.forbidden);
    }
    for (const taskType of taskTypes) expect((await statistics(taskType, JUNE, 'admin91')).total.deptTasks).toBe(0);
    const wrongKind = await server.inject({
      method: 'GET',
      url: '/api/qyzc/company/stat/queryStatDeptTaskList',
      query: { ...JUNE, taskType: '9', kind: 'everything' },
      headers: { accesstoken: await server.signIn('admin01') },
    });
    expect(wrongKind.details?.map((detail) => detail.field).toSorted()).toEqual(['kind', 'taskType']);
  });
});
