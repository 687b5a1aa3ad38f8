import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { code } from '#contract/codes.ts';
import { DUTY_KEYS, type DutyKey } from '#contract/duty-plan.ts';
import { periodsOf } from '../../../server/modules/duties/duty-periods.ts';
import { companies, depts, employees } from '../support/fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { answerAll, expectSuccess, issueTask, somePointIds, submit } from '../support/task-fixture.ts';

let server: TestServer;
let points: string[];
// One each: tests move the clock to and fro.
beforeEach(async () => {
  server = await startTestServer({ now: '2026-02-10T02:00:00.000Z' });
  points = await somePointIds(server, 2);
});
afterEach(() => server.stop());

type Account = 'admin01' | 'admin91' | 'staff01' | 'staff03' | 'staff91';
const calendar = async (as: Account = 'admin01', year?: number) =>
  expectSuccess(await server.call('queryDutyCalendar', { query: year === undefined ? {} : { year } }, { as }));
const periods = async (duty: DutyKey, as: Account = 'admin01', year?: number) =>
  (await calendar(as, year)).duties.find((each) => each.duty === duty)?.periods ?? [];
const states = async (duty: DutyKey, as: Account = 'admin01', year?: number) => (await periods(duty, as, year)).map((period) => period.state);
const set = (duties: { duty: DutyKey; frequency: 'none' | 'yearly' | 'halfYearly' | 'quarterly' | 'monthly'; dueMonth: number }[], as: Account = 'admin01') =>
  server.call('updateDutySettings', { body: { duties } }, { as });

const declare = (type: number, declaredAt: string | null, fields: { deptId?: string; compNo?: string; year?: number } = {}) =>
  server.context.db
    .insertInto('declaration')
    .values({
      id: uuidv7(),
      comp_no: fields.compNo ?? companies.first.compNo,
      dept_id: fields.deptId ?? depts.internal.id,
      self_declared_type: type,
      title: '申报',
      year: fields.year ?? 2026,
      body: '',
      training_hours: '',
      website: '',
      status: declaredAt === null ? 'draft' : 'declared',
      declared_at: declaredAt,
      declared_by: declaredAt === null ? null : employees.staff01.id,
      signer_name: null,
      signed_at: null,
      is_institutional: 0,
      revision: 1,
      created_by: employees.staff01.id,
      updated_by: employees.staff01.id,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    })
    .execute();

/** A task for every department that is named, submitted by those that are named. */
async function inspect(taskType: 1 | 3, startDate: string, endDate: string, inspected: readonly ['internal' | 'surgery', 'staff01' | 'staff03'][], asked: string[]) {
  const task = await issueTask(server, { pointIds: points, taskType, startDate, endDate, deptIds: asked });
  for (const [dept, as] of inspected) {
    const deptTaskId = task.deptTaskIds[depts[dept].id] ?? '';
    await answerAll(server, deptTaskId, points, [], as);
    expectSuccess(await submit(server, deptTaskId, as));
  }
  return task;
}
const everyDept = [depts.internal.id, depts.surgery.id, depts.nursing.id];

describe('periodsOf', () => {
  test('nothing is asked of a department that is closed by the due day', async () => {
    const close = async (from: string) => {
      expectSuccess(await server.call('closeCompanyDept', { body: { id: depts.nursing.id, from } }, { as: 'admin01' }));
      return (await periods('dailyCheck')).map(({ required }) => required);
    };
    expect(await close('2026-03-31')).toEqual([2, 2, 2, 2]);
    expect(await close('2026-04-01')).toEqual([3, 2, 2, 2]);
  });

  test('parts a year without a gap, and a yearly duty is due at the end of its month', () => {
    expect(periodsOf('none', 12, 2026)).toEqual([]);
    expect(periodsOf('yearly', 3, 2026)).toEqual([{ label: '全年', from: '2026-01-01', to: '2026-12-31', dueDate: '2026-03-31' }]);
    expect(periodsOf('halfYearly', 3, 2026).map(({ from, to, dueDate }) => [from, to, dueDate])).toEqual([
      ['2026-01-01', '2026-06-30', '2026-06-30'],
      ['2026-07-01', '2026-12-31', '2026-12-31'],
    ]);
    expect(periodsOf('quarterly', 12, 2026).map(({ label, from, to }) => [label, from, to])).toEqual([
      ['第一季度', '2026-01-01', '2026-03-31'],
      ['第二季度', '2026-04-01', '2026-06-30'],
      ['第三季度', '2026-07-01', '2026-09-30'],
      ['第四季度', '2026-10-01', '2026-12-31'],
    ]);
    expect(periodsOf('monthly', 12, 2024).map(({ to }) => to.slice(5))).toEqual([
      '01-31', '02-29', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31',
    ]);
  });
});

describe('the calendar of an institution', () => {
  test('asks for what the regulation asks for, until when', async () => {
    const { year, deptName, duties } = await calendar();
    expect([year, deptName]).toEqual([2026, null]);
    expect(duties.map(({ duty, frequency }) => [duty, frequency])).toEqual([
      ['overallCheck', 'yearly'],
      ['dailyCheck', 'quarterly'],
      ['yearPlan', 'yearly'],
      ['teachTrain', 'yearly'],
      ['publicity', 'yearly'],
      ['annualReview', 'yearly'],
      ['commitment', 'yearly'],
    ]);
    expect(await periods('overallCheck')).toEqual([
      {
        label: '全年',
        from: '2026-01-01',
        to: '2026-12-31',
        dueDate: '2026-12-31',
        state: 'due',
        required: 3,
        done: 0,
        missing: [depts.internal, depts.surgery, depts.nursing].map(({ id, deptName: name }) => ({ deptId: id, deptName: name, isIssued: false })),
      },
    ]);
    expect(await states('dailyCheck')).toEqual(['due', 'upcoming', 'upcoming', 'upcoming']);
    expect(await periods('yearPlan')).toMatchObject([{ dueDate: '2026-03-31', state: 'due', required: 1, done: 0, missing: [] }]);
  });

  test('a check is done when every department has submitted one that was due in the period', async () => {
    await inspect(3, '2026-02-01', '2026-02-28', [['internal', 'staff01'], ['surgery', 'staff03']], everyDept.slice(0, 2));
    expect(await periods('dailyCheck')).toMatchObject([
      { state: 'due', required: 3, done: 2, missing: [{ deptName: '护理部', isIssued: false }] },
      { state: 'upcoming', done: 0 },
      { state: 'upcoming' },
      { state: 'upcoming' },
    ]);
    await issueTask(server, { pointIds: points, taskType: 3, startDate: '2026-02-01', endDate: '2026-03-10', deptIds: [depts.nursing.id] });
    expect((await periods('dailyCheck'))[0]?.missing).toMatchObject([{ deptName: '护理部', isIssued: true }]);
    // Another type, and another quarter, do not help.
    expect((await periods('overallCheck'))[0]).toMatchObject({ done: 0 });
    server.clock.set('2026-04-01T02:00:00.000Z');
    expect(await states('dailyCheck')).toEqual(['overdue', 'due', 'upcoming', 'upcoming']);
    expect(await states('yearPlan')).toEqual(['overdue']);
    server.clock.set('2026-03-31T15:59:59.000Z');
    expect(await states('yearPlan')).toEqual(['due']);
  });

  test('submitted late it is done, returned or cancelled it is not', async () => {
    const task = await inspect(3, '2026-02-01', '2026-02-28', [['internal', 'staff01']], [depts.internal.id]);
    expect((await periods('dailyCheck'))[0]?.done).toBe(1);
    const deptTaskId = task.deptTaskIds[depts.internal.id] ?? '';
    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId, reason: '请补充', points: [] } }, { as: 'admin01' }));
    expect((await periods('dailyCheck'))[0]?.done).toBe(0);
    server.clock.set('2026-04-20T02:00:00.000Z');
    expectSuccess(await submit(server, deptTaskId, 'staff01'));
    expect((await periods('dailyCheck')).map(({ done }) => done)).toEqual([1, 0, 0, 0]);
    const cancelled = await issueTask(server, { pointIds: points, taskType: 3, startDate: '2026-04-01', endDate: '2026-05-28', deptIds: [depts.internal.id, depts.surgery.id] });
    const otherId = cancelled.deptTaskIds[depts.internal.id] ?? '';
    await answerAll(server, otherId, points);
    expectSuccess(await submit(server, otherId));
    expect((await periods('dailyCheck'))[1]?.done).toBe(1);
    expectSuccess(await server.call('cancelTask', { body: { id: cancelled.taskId, reason: '计划有变' } }, { as: 'admin01' }));
    expect((await periods('dailyCheck'))[1]).toMatchObject({ done: 0 });
    expect((await periods('dailyCheck'))[1]?.missing.map(({ isIssued }) => isIssued)).toEqual([false, false, false]);
  });

  test('a department is asked for nothing before it was there', async () => {
    server.clock.set('2026-05-05T02:00:00.000Z');
    const { id } = expectSuccess(await server.call('addCompanyDeptInfo', { body: { deptName: '新科室' } }, { as: 'admin01' }));
    expect((await periods('dailyCheck')).map(({ required }) => required)).toEqual([3, 4, 4, 4]);
    await server.context.db.deleteFrom('dept').where('id', '=', id).execute();
    expect(await states('dailyCheck', 'admin01', 2025)).toEqual(['notAsked', 'notAsked', 'notAsked', 'notAsked']);
    expect(await states('yearPlan', 'admin01', 2025)).toEqual(['notAsked']);
    expect(await states('dailyCheck', 'admin01', 2027)).toEqual(['upcoming', 'upcoming', 'upcoming', 'upcoming']);
  });

  test('a declaration of any department is done for the year that it speaks of; a draft is none', async () => {
    await declare(0, null);
    await declare(0, '2026-02-01T02:00:00.000Z', { year: 2025 });
    await declare(0, '2026-02-01T02:00:00.000Z', { compNo: companies.second.compNo, deptId: depts.otherInternal.id });
    expect(await states('yearPlan')).toEqual(['due']);
    await declare(0, '2026-02-01T02:00:00.000Z', { deptId: depts.surgery.id });
    expect(await periods('yearPlan')).toMatchObject([{ state: 'done', required: 1, done: 1 }]);
    expect(await states('teachTrain')).toEqual(['due']);
  });

  test('asked more than once a year, the day of declaration in Shanghai decides', async () => {
    expectSuccess(await set([{ duty: 'publicity', frequency: 'quarterly', dueMonth: 12 }]));
    server.clock.set('2026-08-01T02:00:00.000Z');
    await declare(4, '2026-03-31T15:59:59.999Z');
    await declare(4, '2026-06-30T16:00:00.000Z');
    expect(await states('publicity')).toEqual(['done', 'overdue', 'done', 'upcoming']);
  });
});

describe('for staff', () => {
  test('it is the part of the own department', async () => {
    await inspect(3, '2026-02-01', '2026-02-28', [['internal', 'staff01']], everyDept.slice(0, 2));
    await declare(1, '2026-02-01T02:00:00.000Z');
    const own = await calendar('staff01');
    expect(own.deptName).toBe('内科');
    expect(await periods('dailyCheck', 'staff01')).toMatchObject([{ state: 'done', required: 1, done: 1, missing: [] }, {}, {}, {}]);
    expect(await periods('dailyCheck', 'staff03')).toMatchObject([{ state: 'due', required: 1, done: 0, missing: [{ deptName: '外科', isIssued: true }] }, {}, {}, {}]);
    expect(await states('teachTrain', 'staff01')).toEqual(['done']);
    // What the institution owes is not shown as the debt of a department.
    expect(await states('teachTrain', 'staff03')).toEqual(['notAsked']);
    expect(await states('dailyCheck', 'staff91')).toEqual(['due', 'upcoming', 'upcoming', 'upcoming']);
  });
});

describe('the frequencies', () => {
  test('are those of the company alone, in the order of the calendar, and changes are audited', async () => {
    expectSuccess(
      await set([
        { duty: 'dailyCheck', frequency: 'monthly', dueMonth: 12 },
        { duty: 'yearPlan', frequency: 'none', dueMonth: 1 },
        { duty: 'overallCheck', frequency: 'yearly', dueMonth: 11 },
      ]),
    );
    expectSuccess(await set([{ duty: 'overallCheck', frequency: 'halfYearly', dueMonth: 12 }]));
    const settings = expectSuccess(await server.call('queryDutySettings', {}, { as: 'admin01' }));
    expect(settings.map(({ duty }) => duty)).toEqual([...DUTY_KEYS]);
    expect(settings.slice(0, 3)).toEqual([
      { duty: 'overallCheck', frequency: 'halfYearly', dueMonth: 12 },
      { duty: 'dailyCheck', frequency: 'monthly', dueMonth: 12 },
      { duty: 'yearPlan', frequency: 'none', dueMonth: 1 },
    ]);
    expect((await calendar()).duties.map(({ duty }) => duty)).not.toContain('yearPlan');
    expect(await periods('overallCheck')).toMatchObject([{ dueDate: '2026-06-30' }, { dueDate: '2026-12-31' }]);
    expect(await states('dailyCheck')).toHaveLength(12);
    expect((await calendar('staff01')).duties.map(({ duty }) => duty)).not.toContain('yearPlan');
    expect(await states('dailyCheck', 'admin91')).toHaveLength(4);
    const records = await server.context.db.selectFrom('audit_record').select('summary').where('action', '=', 'duty.set').orderBy('id', 'desc').execute();
    expect(records.map(({ summary }) => summary).slice(0, 2)).toEqual([
      '设置履职频次：全面自查每半年一次',
      '设置履职频次：日常自查每月一次、年度计划不要求、全面自查每年一次（11月底前）',
    ]);
  });

  test('that another administrator has set meanwhile are not overwritten without a word', async () => {
    const read = expectSuccess(await server.call('queryDutySettings', {}, { as: 'admin01' }));
    const mine = [
      { duty: 'publicity' as const, frequency: 'halfYearly' as const, dueMonth: 12 },
      { duty: 'yearPlan' as const, frequency: 'yearly' as const, dueMonth: 2 },
    ];
    expectSuccess(await set([{ duty: 'publicity', frequency: 'quarterly', dueMonth: 12 }, { duty: 'teachTrain', frequency: 'monthly', dueMonth: 12 }]));
    const message = '刚刚被其他管理员改为：定期公示每季度一次，再次保存以您填写的为准';
    const save = (body: object) => server.call('updateDutySettings', { body: { duties: mine, ...body } }, { as: 'admin01' });
    expect(await save({ read })).toMatchObject({ status: 409, message, details: [{ field: 'duties.0.frequency', message }] });
    expect(await states('publicity')).toHaveLength(4);
    expect(await periods('yearPlan')).toMatchObject([{ dueDate: '2026-03-31' }]);
    expectSuccess(await save({}));
    expect(await states('publicity')).toHaveLength(2);
    expect(await periods('yearPlan')).toMatchObject([{ dueDate: '2026-02-28' }]);
    expect(await states('teachTrain'), 'what nobody else was about to change').toHaveLength(12);
    // Who sends what holds by now overwrites nothing.
    expectSuccess(await save({ read }));
  });

  test('may leave the summary until the next first quarter, which then answers for the year before', async () => {
    await server.context.db.updateTable('company').set({ created_at: '2025-11-01T00:00:00.000Z' }).execute();
    expectSuccess(await set([{ duty: 'annualReview', frequency: 'yearly', dueMonth: 15 }]));
    expect(await periods('annualReview')).toMatchObject([{ label: '2025年度', dueDate: '2026-03-31', state: 'due' }]);
    await declare(5, '2026-02-05T02:00:00.000Z');
    expect(await states('annualReview'), 'that of this year is none of the year before').toEqual(['due']);
    server.clock.set('2026-04-01T02:00:00.000Z');
    expect(await states('annualReview')).toEqual(['overdue']);
    await declare(5, '2026-04-01T02:00:00.000Z', { year: 2025 });
    expect(await states('annualReview')).toEqual(['done']);
    expect(await states('annualReview', 'admin01', 2025), 'nobody was there in 2024').toEqual(['notAsked']);
    expect((await set([{ duty: 'yearPlan', frequency: 'yearly', dueMonth: 13 }])).details).toEqual([
      { field: 'duties.0.dueMonth', message: '截止月份为 1 至 12 月，年度总结可为次年 1 至 3 月' },
    ]);
  });

  test('are an administrator’s, and refused where they cannot be', async () => {
    expect((await set([{ duty: 'dailyCheck', frequency: 'monthly', dueMonth: 12 }], 'staff01')).code).toBe(code.forbidden);
    expect((await server.call('queryDutySettings', {}, { as: 'staff01' })).code).toBe(code.forbidden);
    const twice = { duty: 'dailyCheck', frequency: 'monthly', dueMonth: 12 } as const;
    expect((await set([twice, twice])).details).toEqual([{ field: 'duties', message: '履职事项重复' }]);
    expect((await set([{ ...twice, dueMonth: 13 }])).details).toEqual([{ field: 'duties.0.dueMonth', message: '截止月份为 1 至 12 月，年度总结可为次年 1 至 3 月' }]);
    expect((await set([{ ...twice, frequency: 'halfYearly' }])).details).toEqual([{ field: 'duties.0.frequency', message: '法规要求日常自查至少每季度一次' }]);
    expect((await set([{ ...twice, duty: 'overallCheck', frequency: 'none' }])).details).toEqual([{ field: 'duties.0.frequency', message: '法规要求全面自查至少每年一次' }]);
    expect((await set([])).details).toEqual([{ field: 'duties', message: '没有要保存的内容' }]);
    expect((await set([{ ...twice, frequency: 'weekly' as 'yearly' }])).details).toEqual([{ field: 'duties.0.frequency', message: '履职频次错误' }]);
    expect(await states('dailyCheck')).toHaveLength(4);
  });
});
