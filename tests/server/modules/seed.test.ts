import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, shanghaiDay } from '#contract/calendar.ts';
import { NOTICE_KINDS, type NoticeKind } from '#contract/notice-kind.ts';
import { rules } from '#contract/rules.ts';
import { createCompany } from '../../../server/commands/create-company.ts';
import { drawPhotos } from '../../../server/commands/demonstration/photos.ts';
import { seedDemonstration } from '../../../server/commands/seed-demonstration.ts';
import { announceDue } from '../../../server/modules/notices/due-notice-service.ts';
import { checkPhoto } from '../../../server/modules/files/image-check.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { answerAll, expectSuccess, readDetail, submit } from '../support/task-fixture.ts';

const ACCOUNTS = [
  { account: 'admin01', password: 'Admin2026', isAdmin: 1, compName: '示例市第一医院' },
  { account: 'staff01', password: 'Staff2026', isAdmin: 0, compName: '示例市第一医院', deptName: '内科' },
  { account: 'staff02', password: 'Staff2026', isAdmin: 0, compName: '示例市第一医院', deptName: '内科' },
  { account: 'staff03', password: 'Staff2026', isAdmin: 0, compName: '示例市第一医院', deptName: '外科' },
  { account: 'admin91', password: 'Admin2026', isAdmin: 1, compName: '示例县中医院' },
  { account: 'staff91', password: 'Staff2026', isAdmin: 0, compName: '示例县中医院' },
  { account: 'admin81', password: 'Admin2026', isAdmin: 1, compName: '示例街道诊所' },
  { account: 'staff81', password: 'Staff2026', isAdmin: 0, compName: '示例街道诊所' },
];

let server: TestServer;
const startSeeded = async (now: string): Promise<TestServer> => {
  const started = await startTestServer({ now, withoutFixture: true });
  await seedDemonstration(started.context);
  return started;
};
const all = {
  tasks: () => server.context.db.selectFrom('task').selectAll().execute(),
  deptTasks: () => server.context.db.selectFrom('dept_task').selectAll().execute(),
  answers: () => server.context.db.selectFrom('answer').selectAll().execute(),
  history: () => server.context.db.selectFrom('answer_history').selectAll().orderBy('revision').execute(),
  corrections: () => server.context.db.selectFrom('self_correction').selectAll().execute(),
  items: () => server.context.db.selectFrom('self_correction_item').selectAll().execute(),
  correctionHistory: () => server.context.db.selectFrom('self_correction_history').selectAll().execute(),
  employees: () => server.context.db.selectFrom('employee').selectAll().execute(),
  notices: () => server.context.db.selectFrom('notice').selectAll().execute(),
  audiences: () => server.context.db.selectFrom('notice_audience').selectAll().execute(),
  receipts: () => server.context.db.selectFrom('notice_receipt').selectAll().execute(),
  depts: () => server.context.db.selectFrom('dept').selectAll().execute(),
};

// An ordinary day; the first day of a quarter and of a year just after midnight in Shanghai; a leap day; the end of a half-year.
/** Kinds that nothing in the demonstration leads to. */
const UNTOLD: readonly NoticeKind[] = ['correctionAdded', 'taskReminded', 'opinionLeft', 'opinionAnswered', 'severeFound', 'libraryReworded'];

describe.each(['2026-06-15T02:00:00.000Z', '2026-12-31T16:00:30.000Z', '2028-02-29T09:00:00.000Z', '2026-06-30T15:59:00.000Z'])('the demonstration at %s', (now) => {
  const today = shanghaiDay(new Date(now));
  beforeAll(async () => {
    server = await startSeeded(now);
  });
  afterAll(() => server.stop());

  test('every count is what the answers give', async () => {
    const [tasks, deptTasks, answers] = await Promise.all([all.tasks(), all.deptTasks(), all.answers()]);
    const answersOf = Map.groupBy(answers, (answer) => answer.dept_task_id);
    for (const deptTask of deptTasks) {
      const own = answersOf.get(deptTask.id) ?? [];
      expect(deptTask).toMatchObject({
        point_count: own.length,
        answered_count: own.filter((answer) => answer.result !== null).length,
        unqualified_count: own.filter((answer) => answer.result === 'unqualified').length,
        judged_count: own.filter((answer) => answer.result === 'qualified' || answer.result === 'unqualified').length,
      });
      expect(own.map((answer) => answer.seq).sort((one, other) => one - other)).toEqual(own.map((_, index) => index + 1));
      if (deptTask.submitted_at !== null) {
        expect(deptTask).toMatchObject({ answered_count: own.length, is_returned: 0, submitted_by: expect.any(String) });
        for (const answer of own) expect(deptTask.submitted_at >= (answer.saved_at ?? '')).toBe(true);
      }
      expect(new Set(own.map((answer) => answer.submitted_at))).toEqual(new Set([deptTask.submitted_at]));
      if (deptTask.is_returned === 1) expect(deptTask).toMatchObject({ submitted_by: null, returned_at: expect.any(String), return_reason: expect.any(String) });
    }
    for (const task of tasks) {
      const own = deptTasks.filter((deptTask) => deptTask.task_id === task.id);
      expect(task).toMatchObject({ dept_count: own.length, submitted_count: own.filter((deptTask) => deptTask.submitted_at !== null).length });
      expect(own.length).toBeGreaterThan(0);
    }
  });

  test('every answer is the last of its history, and every 不合格 has a remark', async () => {
    const [answers, history] = await Promise.all([all.answers(), all.history()]);
    const entriesOf = Map.groupBy(history, (entry) => `${entry.dept_task_id} ${entry.point_id}`);
    for (const answer of answers) {
      const entries = entriesOf.get(`${answer.dept_task_id} ${answer.point_id}`) ?? [];
      expect(answer.revision).toBe(entries.length);
      const { result, remark, photos, answered_by, answered_at, saved_at } = answer;
      if (entries.length > 0) expect(entries.at(-1)).toMatchObject({ result, remark, photos, answered_by, answered_at, saved_at, is_conflict: 0 });
      else expect(answer).toMatchObject({ result: null, remark: '', photos: '[]', answered_by: null, answered_at: null, saved_at: null });
      if (result === 'unqualified') expect(remark).not.toBe('');
    }
    expect(history.some((entry) => entry.revision > 1)).toBe(true);
    const answered = answers.filter((answer) => answer.result !== null);
    const share = answered.filter((answer) => answer.result === 'unqualified').length / answered.length;
    expect(share).toBeGreaterThan(0.03);
    expect(share).toBeLessThan(0.08);
  });

  test('each submission with 不合格 has its correction, and no other department task has one', async () => {
    const [tasks, deptTasks, answers, corrections, items, history] = await Promise.all([all.tasks(), all.deptTasks(), all.answers(), all.corrections(), all.items(), all.correctionHistory()]);
    const due = deptTasks.filter((deptTask) => deptTask.submitted_at !== null && deptTask.unqualified_count > 0);
    expect(corrections.map((correction) => correction.dept_task_id).sort()).toEqual(due.map((deptTask) => deptTask.id).sort());
    for (const correction of corrections) {
      const deptTask = due.find((each) => each.id === correction.dept_task_id)!;
      const task = tasks.find((each) => each.id === correction.task_id)!;
      const own = items.filter((item) => item.self_correction_id === correction.id);
      const corrected = own.filter((item) => item.corrected_at !== null);
      const failed = answers.filter((answer) => answer.dept_task_id === deptTask.id && answer.result === 'unqualified');
      const given = history.filter((entry) => entry.self_correction_id === correction.id && entry.due_date !== null).map((entry) => entry.due_date);
      expect(correction).toMatchObject({
        task_id: deptTask.task_id,
        dept_id: deptTask.dept_id,
        due_date: given.at(-1) ?? addDays(shanghaiDay(new Date(deptTask.submitted_at!)), task.correct_days),
        item_count: failed.length,
        corrected_count: corrected.length,
        corrected_at: corrected.length === own.length ? corrected.map((item) => item.corrected_at).sort().at(-1) : null,
      });
      expect(own.map((item) => [item.point_id, item.version_id, item.problem, item.photos_before]).sort()).toEqual(
        failed.map((answer) => [answer.point_id, answer.version_id, answer.remark, answer.photos]).sort(),
      );
      for (const item of corrected) {
        expect(item.corrected_at! > correction.created_at).toBe(true);
        expect(item.measures).not.toBe('');
      }
    }
    const open = corrections.filter((correction) => correction.corrected_at === null);
    expect(open.some((correction) => correction.due_date < today)).toBe(true);
    expect(open.length).toBeLessThan(corrections.length / 2);
  });

  test('corrections of every kind: untouched, begun, returned, corrected, confirmed', async () => {
    const [corrections, items, history] = await Promise.all([all.corrections(), all.items(), all.correctionHistory()]);
    for (const item of items) {
      const own = history.filter((entry) => entry.item_id === item.id).toSorted((one, other) => one.revision - other.revision);
      expect(own.map((entry) => entry.revision)).toEqual(own.map((_, index) => index + 1));
      expect(item.revision).toBe(own.length);
      const { corrected_at, measures, saved_at } = own.at(-1) ?? { corrected_at: null, measures: '', saved_at: null };
      expect(item).toMatchObject({ corrected_at, measures, saved_at });
      expect(item.return_reason).toBe(own.findLast((entry) => entry.return_reason !== null)?.return_reason ?? null);
    }
    for (const correction of corrections.filter(({ confirmed_at }) => confirmed_at !== null)) {
      expect(correction.corrected_at! < correction.confirmed_at!).toBe(true);
      expect(correction.confirmed_at! < now).toBe(true);
    }
    expect(corrections.some(({ corrected_at, confirmed_at }) => corrected_at !== null && confirmed_at === null)).toBe(true);
    expect(corrections.some(({ confirmed_at }) => confirmed_at !== null)).toBe(true);
    expect(corrections.some(({ corrected_at, corrected_count }) => corrected_at === null && corrected_count > 0)).toBe(true);
    expect(items.some(({ return_reason, corrected_at }) => return_reason !== null && corrected_at === null)).toBe(true);
    expect(items.some(({ return_reason, corrected_at }) => return_reason !== null && corrected_at !== null)).toBe(true);
  });

  test('nothing happened in the future, and everything after what it needs', async () => {
    const [tasks, history, deptTasks, items] = await Promise.all([all.tasks(), all.history(), all.deptTasks(), all.items()]);
    const taskOf = new Map(deptTasks.map((deptTask) => [deptTask.id, tasks.find((task) => task.id === deptTask.task_id)!]));
    for (const task of tasks) {
      expect(task.created_at < now).toBe(true);
      expect(shanghaiDay(new Date(task.created_at)) <= task.start_date).toBe(true);
    }
    for (const entry of history) {
      expect(entry.saved_at <= now && entry.saved_at >= entry.answered_at).toBe(true);
      expect(shanghaiDay(new Date(entry.answered_at)) >= taskOf.get(entry.dept_task_id)!.start_date).toBe(true);
    }
    for (const at of [...deptTasks.flatMap((each) => [each.submitted_at, each.returned_at]), ...items.map((item) => item.corrected_at)]) {
      expect((at ?? '') < now).toBe(true);
    }
  });

  test('a year of tasks of every kind, late, overdue, cancelled and returned ones too', async () => {
    await server.signIn('admin01', 'Admin2026');
    const { message } = await server.call('queryTaskPage', { query: { pageSize: 100 } }, { as: 'admin01' });
    for (const status of ['notStarted', 'inProgress', 'completed', 'overdue', 'cancelled'] as const) {
      expect(message.records.filter((task) => task.status === status).length, status).toBeGreaterThan(0);
    }
    expect(new Set(message.records.map((task) => task.taskType))).toEqual(new Set([1, 2, 3]));
    expect(message.records.map((task) => task.startDate).sort()[0]! < addDays(today, -300)).toBe(true);
    expect(message.records.filter((task) => /第[一二三四]季度日常自查/u.test(task.taskName)).length).toBeGreaterThanOrEqual(4);
    expect(new Set(message.records.map((task) => task.taskName)).size).toBe(message.records.length);
    const deptTasks = await all.deptTasks();
    expect(deptTasks.some((deptTask) => deptTask.is_returned === 1)).toBe(true);
    expect(deptTasks.some((deptTask) => deptTask.returned_at !== null && deptTask.submitted_at !== null)).toBe(true);
  });

  test('each ★ that failed was reported, or waits for that while its task is not submitted', async () => {
    const { db } = server.context;
    const [answers, versions, reports] = await Promise.all([all.answers(), db.selectFrom('check_point_version').select(['id', 'mark']).execute(), db.selectFrom('severe_report').selectAll().execute()]);
    const vetoes = new Set(versions.filter(({ mark }) => mark === 'veto').map(({ id }) => id));
    const failed = answers.filter((answer) => answer.result === 'unqualified' && vetoes.has(answer.version_id));
    const unsubmitted = new Set(failed.filter((answer) => answer.submitted_at === null).map((answer) => `${answer.dept_task_id} ${answer.point_id}`));
    expect(failed.length).toBeGreaterThan(3);
    expect(new Set(reports.map((report) => `${report.dept_task_id} ${report.point_id}`))).toEqual(new Set(failed.map((answer) => `${answer.dept_task_id} ${answer.point_id}`)));
    for (const { status, decided_at, dept_task_id, point_id } of reports) {
      expect([status, (decided_at ?? '') < now]).toEqual([unsubmitted.has(`${dept_task_id} ${point_id}`) ? 'waiting' : 'reported', true]);
    }
  });

  test('notices tell of what happened, and of nothing that is still to come', async () => {
    const [notices, audiences, receipts] = await Promise.all([all.notices(), all.audiences(), all.receipts()]);
    // Its late work waits for a decision, and nobody was reminded.
    expect(new Set(notices.map((notice) => notice.kind))).toEqual(new Set(NOTICE_KINDS.filter((kind) => !UNTOLD.includes(kind))));
    for (const { published_at } of notices) expect((published_at ?? '') < now).toBe(true);
    for (const { read_at } of receipts) expect(read_at < now).toBe(true);
    const objects = new Set([...(await all.deptTasks()), ...(await all.corrections())].map(({ id }) => id));
    for (const { object_id } of audiences) expect(object_id === null || objects.has(object_id)).toBe(true);
    expect(await announceDue(server.context)).toBe(true);
    // The day itself brings a few, and nothing that the days before have left out.
    const made = (await all.notices()).length - notices.length;
    expect(made).toBeLessThan(30);
    await server.signIn('staff01', 'Staff2026');
    const bell = expectSuccess(await server.call('queryMyNoticeList', { query: {} }, { as: 'staff01' }));
    expect(bell.unreadCount).toBeGreaterThan(0);
    expect(bell.unreadCount).toBeLessThan(12);
    expect(bell.total).toBeGreaterThan(bell.unreadCount);
  });

  test('a full inspection asks each department what concerns it: few answers are 不适用', async () => {
    const overall = new Set((await all.tasks()).filter((task) => task.task_type === 1).map(({ id }) => id));
    const own = new Set((await all.deptTasks()).filter((deptTask) => overall.has(deptTask.task_id)).map(({ id }) => id));
    const answered = (await all.answers()).filter((answer) => own.has(answer.dept_task_id) && answer.result !== null);
    const share = answered.filter(({ result }) => result === 'notApplicable').length / answered.length;
    expect(share).toBeLessThan(0.1);
  });

  test('staff01 finds an open task of 20 points, a full one, and an open correction', async () => {
    await server.signIn('staff01', 'Staff2026');
    const { message } = await server.call('queryMyTaskCheckList', { query: { status: 'open', pageSize: 100 } }, { as: 'staff01' });
    const running = message.records.filter((task) => task.startDate <= today && !task.isOverdue && task.answeredCount === 0);
    const [small, full] = running.map((task) => task.pointCount).sort((one, other) => one - other);
    expect(small).toBe(20);
    expect(full).toBeGreaterThan(60);
    const internal = message.records[0]?.deptId;
    const open = (await all.corrections()).filter((correction) => correction.dept_id === internal && correction.corrected_at === null && correction.due_date >= today);
    expect(open.length).toBeGreaterThan(0);
    const items = await all.items();
    expect(open.some(({ id }) => items.some((item) => item.self_correction_id === id && item.return_reason !== null && item.corrected_at === null))).toBe(true);
  });
});

describe('the demonstration', () => {
  beforeAll(async () => {
    server = await startSeeded('2026-06-15T02:00:00.000Z');
  });
  afterAll(() => server.stop());

  test('has the accounts that everybody relies on, and no others that anybody could sign in with', async () => {
    for (const { account, password, ...user } of ACCOUNTS) {
      const { message } = await server.call('login', { body: { userNo: account, password, loginType: 9 } });
      expect(message.user).toMatchObject({ account, ...user, mustChangePassword: false });
    }
    const named = new Set(ACCOUNTS.map((each) => each.account));
    const others = (await all.employees()).filter((employee) => !named.has(employee.account));
    expect(others.every((employee) => employee.is_admin === 0)).toBe(true);
    expect(new Set(others.map((employee) => employee.password_hash)).size).toBe(1);
    for (const password of ['', 'Staff2026', 'Admin2026']) {
      expect((await server.call('login', { body: { userNo: others[0]?.account ?? '', password, loginType: 9 } })).code).not.toBe(1000);
    }
  });

  test('has people and departments enough, whose data would pass every rule', async () => {
    const first = (row: { comp_no: string }): boolean => row.comp_no === '110001';
    const employees = await all.employees();
    const depts = await all.depts();
    expect(depts.filter(first).length).toBeGreaterThanOrEqual(20);
    expect(employees.filter(first).length).toBeGreaterThanOrEqual(60);
    for (const name of ['内科', '外科', '急诊科', '药剂科', '检验科']) expect(depts.filter(first).map((dept) => dept.dept_name)).toContain(name);
    for (const employee of employees) {
      expect(rules.account.test(employee.account)).toBe(true);
      expect(rules.phone.test(employee.tel)).toBe(true);
      expect(rules.email.test(employee.email)).toBe(true);
      expect(rules.idCard.test(employee.id_card)).toBe(true);
    }
    expect(new Set(employees.map((employee) => employee.employee_name)).size).toBe(employees.length);
    for (const dept of depts) {
      expect(rules.landline.test(dept.tel)).toBe(true);
      expect(rules.digits.test(dept.extension)).toBe(true);
    }
  });

  test('shows photos to the department that took them', async () => {
    await server.signIn('admin01', 'Admin2026');
    await server.signIn('staff91', 'Staff2026');
    const uses = await server.context.db.selectFrom('file_dept').selectAll().where('comp_no', '=', '110001').execute();
    expect(uses.length).toBeGreaterThan(20);
    const used = new Set((await all.answers()).flatMap((answer) => (JSON.parse(answer.photos) as string[]).map((sha256) => `${sha256} ${answer.dept_id}`)));
    const stored = new Set((await server.context.db.selectFrom('file_dept').selectAll().execute()).map((use) => `${use.sha256} ${use.dept_id}`));
    for (const use of used) expect(stored.has(use)).toBe(true);
    const photo = await server.call('readFile', { params: { sha256: uses[0]?.sha256 ?? '' } }, { as: 'admin01' });
    expect([photo.status, photo.headers['content-type']]).toEqual([200, 'image/png']);
    for (const { bytes } of drawPhotos()) expect(checkPhoto(bytes)).toEqual({ type: 'image/png', bytes: new Uint8Array(bytes) });
  });

  test('brings laws to read', async () => {
    const { message } = await server.call('laws', { query: {} }, { as: 'staff91' });
    expect(message.total).toBeGreaterThan(0);
  });

  test('has declared of every type, with documents that can be read and commitments that are signed', async () => {
    await server.signIn('staff01', 'Staff2026');
    for (const type of [0, 1, 2, 3, 4, 5, 6]) {
      const { records } = expectSuccess(await server.call('querySelfDeclarePage', { params: { type }, query: {} }, { as: 'staff01' }));
      expect(records.length, `type ${type}`).toBeGreaterThan(0);
      const detail = expectSuccess(await server.call('readSelfDeclare', { params: { type, id: records.at(-1)?.id ?? '' } }, { as: 'staff01' }));
      expect(detail.body.length).toBeGreaterThan(50);
      expect(detail.signature !== null).toBe(type === 6);
      for (const { id, size } of [...detail.attachments, ...(detail.signature === null ? [] : [{ id: detail.signature.fileId, size: undefined }])]) {
        const file = await server.call('readSelfDeclareFile', { params: { type, id } }, { as: 'staff01' });
        expect(file.status).toBe(200);
        if (size !== undefined) expect(file.body.length).toBe(size);
      }
    }
    const future = await server.context.db.selectFrom('declaration').select('id').where('created_at', '>', server.clock.now().toISOString()).execute();
    expect(future).toEqual([]);
  });

  test('goes on as if the server had stored it: filled in, submitted and returned', async () => {
    await server.signIn('staff01', 'Staff2026');
    const { message } = await server.call('queryMyTaskCheckList', { query: { status: 'open', pageSize: 100 } }, { as: 'staff01' });
    const deptTaskId = message.records.find((task) => task.pointCount === 20)?.id ?? '';
    const detail = await readDetail(server, deptTaskId);
    expect(detail.points.some((point) => point.lastAnswer !== null)).toBe(true);
    const points = detail.points.map((point) => point.pointId);
    await answerAll(server, deptTaskId, points, points.slice(0, 2));
    expect(expectSuccess(await submit(server, deptTaskId))).toMatchObject({ status: 'submitted', unqualifiedCount: 2, isLate: false });
    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId, reason: '请补充照片', points: [] } }, { as: 'admin01' }));
    const departments = expectSuccess(await server.call('queryTaskDeptList', { query: { taskId: detail.taskId } }, { as: 'admin01' }));
    expect(departments.find((row) => row.id === deptTaskId)).toMatchObject({ status: 'returned', answeredCount: 20 });
  });

  test('refuses a database that has a company', async () => {
    const before = (await all.tasks()).length;
    await expect(seedDemonstration(server.context)).rejects.toThrow('数据库中已有机构');
    expect((await all.tasks()).length).toBe(before);
  });

  test('is alike at each run', async () => {
    const fingerprint = async () => ({
      employees: (await all.employees()).map(({ password_hash: _, ...employee }) => employee),
      answers: (await all.answers()).map(({ version_id: _, ...answer }) => answer).sort((one, other) => (`${one.dept_task_id}${one.point_id}` < `${other.dept_task_id}${other.point_id}` ? -1 : 1)),
    });
    await server.stop();
    server = await startSeeded('2026-06-15T02:00:00.000Z');
    const one = await fingerprint();
    await server.stop();
    server = await startSeeded('2026-06-15T02:00:00.000Z');
    expect(await fingerprint()).toEqual(one);
  });
});

describe('npm run init', () => {
  beforeAll(async () => {
    server = await startTestServer({ withoutFixture: true });
  });
  afterAll(() => server.stop());
  const company = { compName: '某医院', compNo: '200001', account: 'Boss1', employeeName: '管理员', deptName: '医务科' };

  test('makes an institution whose administrator must choose a password first', async () => {
    const { password } = await createCompany(server.context, company);
    expect(rules.strongPassword.test(password)).toBe(true);
    const { message } = await server.call('login', { body: { userNo: 'boss1', password, loginType: 9 } });
    expect(message.user).toMatchObject({ compName: '某医院', isAdmin: 1, mustChangePassword: true });
    expect(await server.context.db.selectFrom('institution').selectAll().execute()).toEqual([]);
    expect(JSON.stringify(await all.employees())).not.toContain(password);
  });

  test('a clinic is asked at once what concerns it', async () => {
    await createCompany(server.context, { ...company, compNo: '200003', account: 'boss3', category: '诊所' });
    const { profile } = await server.context.db.selectFrom('institution').select('profile').where('comp_no', '=', '200003').executeTakeFirstOrThrow();
    expect(JSON.parse(profile)).toMatchObject({ category: '诊所', level: 0, practice: 'filing' });
    const left = await server.context.db.selectFrom('point_not_asked').select('point_id').where('comp_no', '=', '200003').execute();
    expect(left.length).toBeGreaterThan(0);
    await expect(createCompany(server.context, { ...company, compNo: '200004', account: 'boss4', category: '医院' })).rejects.toThrow('机构类别应为');
  });

  test('says what is wrong, and leaves nothing behind', async () => {
    await expect(createCompany(server.context, { ...company, compNo: '200002' })).rejects.toThrow('已存在');
    await expect(createCompany(server.context, { ...company, account: '管理员' })).rejects.toThrow('账号为字母数字组成');
    expect(await server.context.db.selectFrom('company').select('comp_no').execute()).toEqual([{ comp_no: '200001' }, { comp_no: '200003' }]);
  });
});
