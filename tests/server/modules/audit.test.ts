import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { apiPaths, type CallName } from '#contract/api-paths.ts';
import { type AuditAction, auditActionLabel } from '#contract/audit-action.ts';
import { bytes, endpoints } from '#contract/endpoints.ts';
import type { AuditFilter } from '#contract/audit.ts';
import { purgeAudit } from '../../../server/modules/audit/audit-purge-service.ts';
import { prepareWorld, samples, send, type World } from '../support/call-samples.ts';
import { testDialect } from '../support/database.ts';
import { companies, depts, employees } from '../support/fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { expectSuccess } from '../support/task-fixture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const calls = Object.keys(apiPaths) as CallName[];

/** What each call that changes or exports something leaves in the audit log. */
const recorded: Partial<Record<CallName, AuditAction>> = {
  login: 'session.signIn',
  signOut: 'session.signOut',
  endSession: 'session.end',
  endOtherSessions: 'session.end',
  createTestResource: 'testResource.add',
  updateTestResource: 'testResource.update',
  deleteTestResource: 'testResource.delete',
  enableTestResources: 'testResource.enable',
  deleteTestResources: 'testResource.delete',
  addCompanyAccount: 'employee.add',
  queryCompanyAccountById: 'employee.read',
  updateCompanyAccount: 'employee.update',
  deleteCompanyAccount: 'employee.delete',
  updateCompanyAccountPwd: 'employee.resetPassword',
  importCompanyAccount: 'employee.import',
  addCompanyDeptInfo: 'dept.add',
  updateCompanyDeptInfo: 'dept.update',
  deleteCompanyDeptInfo: 'dept.delete',
  setDeptKinds: 'dept.kinds',
  closeCompanyDept: 'dept.close',
  openCompanyDept: 'dept.open',
  switchDeptPoints: 'dept.points',
  changeInstitution: 'institution.update',
  importCompanyDeptInfo: 'dept.import',
  switchPoints: 'checkPoint.disable',
  addCompanyPoint: 'checkPoint.add',
  updateCompanyPoint: 'checkPoint.update',
  retireCompanyPoint: 'checkPoint.retire',
  retirePoints: 'checkPoint.retire',
  restoreCompanyPoint: 'checkPoint.restore',
  addCheckItem: 'checkItem.add',
  updateCheckItem: 'checkItem.update',
  deleteCheckItem: 'checkItem.delete',
  importCompanyPoint: 'checkPoint.import',
  exportCompanyPoint: 'checkPoint.export',
  issueTask: 'task.issue',
  cancelTask: 'task.cancel',
  createExportLink: 'task.exportLink',
  exportCheckPointList: 'task.export',
  returnSubmission: 'deptTask.return',
  saveAnswers: 'answer.save',
  handInAnswers: 'lateWork.handIn',
  handInCorrections: 'lateWork.handIn',
  decideLateWork: 'lateWork.accept',
  importAnswers: 'answer.import',
  importCorrections: 'selfCorrection.import',
  importSubmission: 'deptTask.import',
  remindTask: 'task.remind',
  submitDeptTask: 'deptTask.submit',
  withdrawSubmission: 'deptTask.withdraw',
  saveCompanySelfCorrectInfo: 'selfCorrection.save',
  confirmSelfCorrectList: 'selfCorrection.confirm',
  confirmSelfCorrect: 'selfCorrection.confirm',
  returnSelfCorrectItems: 'selfCorrection.return',
  uploadFile: 'file.upload',
  uploadPiece: 'file.upload',
  addSelfDeclare: 'declaration.add',
  updateSelfDeclare: 'declaration.update',
  batchDeleteSelfDeclare: 'declaration.delete',
  updateDutySettings: 'duty.set',
  updateScoreSetting: 'score.set',
  addOpinion: 'opinion.add',
  answerOpinion: 'opinion.answer',
  reportSevere: 'severe.report',
  closeSevere: 'severe.close',
  exportCompDeptSelfCorrect: 'selfCorrection.export',
  exportSelfCheckStat: 'statistics.export',
  exportSelfDeclareStat: 'statistics.export',
  addNotice: 'notice.add',
  updateNotice: 'notice.update',
  publishNotice: 'notice.publish',
  withdrawNotice: 'notice.withdraw',
  deleteNotice: 'notice.delete',
  exportAudit: 'audit.export',
  decideCitations: 'citation.rewrite',
  decideRewordings: 'rewording.keep',
};

/** Calls that could be taken for a write or an export, and why they leave nothing. */
const unrecorded: Partial<Record<CallName, string>> = {
  refreshToken: 'goes on with a sign-in that was recorded',
  checkUsername: 'reads',
  readNotice: 'what somebody has read is no act on a record',
  readAllNotices: 'what somebody has read is no act on a record',
  accountImportTemplate: 'an empty form',
  deptImportTemplate: 'an empty form',
  pointImportTemplate: 'an empty form',
  readFile: 'shows one picture on a screen',
  readSelfDeclareFile: 'shows one document on a screen',
  readSevereFile: 'shows one document on a screen',
  previewInstitution: 'reads',
};

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await prepareWorld(server);
  for (const account of ['admin01', 'staff01', 'staff02', 'staff03', 'staff91']) await server.signIn(account);
});
afterAll(() => server.stop());

const rows = () => server.context.db.selectFrom('audit_record').selectAll().orderBy('at').orderBy('id').execute();
const rowsOf = async (work: () => Promise<unknown>) => {
  const before = new Set((await rows()).map((row) => row.id));
  await work();
  return (await rows()).filter((row) => !before.has(row.id));
};

describe('the register of what is recorded', () => {
  const suspects = calls.filter((name) => apiPaths[name].method !== 'GET' || endpoints[name].answer === bytes);

  it.each(suspects)('has %s, which changes or exports something', (name) => {
    expect(Number(name in recorded) + Number(name in unrecorded), 'name it in exactly one of the two tables').toBe(1);
  });

  it('names nothing else', () => {
    expect([...Object.keys(recorded), ...Object.keys(unrecorded)].filter((name) => !suspects.includes(name as CallName))).toEqual([]);
  });
});

describe('a call', () => {
  it.each(calls)('%s leaves what it has to leave, once', async (name) => {
    const sample = await samples[name](world);
    server.clock.advance(1);
    const left = await rowsOf(async () => expect((await send(server, name, sample, '10.9.8.7')).status).toBe(200));
    const action = recorded[name];
    expect(left.map((row) => row.action)).toEqual(action === undefined ? [] : [action]);
    for (const row of left) {
      expect(row).toMatchObject({ comp_no: companies.first.compNo, address: '10.9.8.7', succeeded: 1, at: server.clock.now().toISOString() });
      expect(Object.keys(employees)).toContain(row.account);
      expect(row.employee_id).toBe(employees[row.account as 'admin01'].id);
      if (sample.as !== undefined) expect(row.account).toBe(sample.as);
      expect(row.summary).not.toBe('');
      // People read the time of Shanghai there.
      expect(row.summary).not.toMatch(/\dT\d/);
      expect(row.object_type).not.toBe('');
    }
  });

  it.each(calls.filter((name) => name in recorded && apiPaths[name].access !== 'open'))('%s leaves nothing when it is refused', async (name) => {
    expect(await rowsOf(() => send(server, name, { as: 'staff91', params: { id: uuidv7(), type: '0', sha256: 'f'.repeat(64) }, body: { x: 1 } }))).toEqual([]);
  });
});

it('a password that was wrong is recorded as a failure', async () => {
  const [row] = await rowsOf(() => server.call('updateCompanyAccountPwd', { body: { account: 'staff03', pwd: 'Changed2026', oldPwd: 'Wrong2026' } }, { as: 'staff03', from: '10.9.8.7' }));
  expect(row).toMatchObject({ account: 'staff03', action: 'employee.password', succeeded: 0, address: '10.9.8.7' });
});

describe('the record itself', () => {
  const change = () => server.context.db.updateTable('audit_record').set({ summary: '改过' }).execute();
  const remove = () => server.context.db.deleteFrom('audit_record').execute();

  it('is never changed', async () => {
    await expect(change()).rejects.toThrow('audit records are never changed');
  });

  it.runIf(testDialect === 'sqlite')('is not replaced, by its id or by its place, whoever opens the file', async () => {
    const before = await rows();
    const stranger = new SqliteDatabase(join(server.dataDir, 'zyzc.db'));
    const columns = 'id, account, action, object_type, object_id, summary, address, succeeded, at';
    const replace = (into: string, values: string) => stranger.exec(`insert or replace into audit_record (${into}) ${values}`);
    const rest = "'x', 'session.signIn', 'employee', '', 'forged', '', 1, '2026-06-15T00:00:00.000Z'";
    try {
      expect(() => replace(columns, `select id, ${rest} from audit_record limit 1`)).toThrow('audit records are never changed');
      expect(() => replace(`rowid, ${columns}`, `select rowid, 'another', ${rest} from audit_record limit 1`)).toThrow('audit records are never changed');
      expect(() => stranger.exec("update or replace audit_record set summary = 'forged'")).toThrow('audit records are never changed');
      // What is new goes in as ever.
      replace(columns, `values ('${uuidv7()}', ${rest.replace('forged', 'new')})`);
    } finally {
      stranger.close();
    }
    const after = await rows();
    expect(after.filter(({ summary }) => summary !== 'new')).toEqual(before);
    expect(after).toHaveLength(before.length + 1);
  });

  it('is not removed, whoever asks the database', async () => {
    await addOld(1);
    await expect(remove()).rejects.toThrow('audit records are kept for 190 days');
    if (testDialect === 'postgres') await expect(sql`truncate audit_record`.execute(server.context.db)).rejects.toThrow('never changed');
    expect((await rows()).length).toBeGreaterThan(0);
  });

  it('goes after as many days as are asked for, and no younger one does', async () => {
    const clock = { ...server.context, now: () => new Date() };
    const [old, older] = [await addOld(191), await addOld(2000)];
    const young = await addOld(189);
    const has = async (id: string) => (await server.context.db.selectFrom('audit_record').select('id').where('id', '=', id).execute()).length === 1;
    expect(await purgeAudit(clock, 300)).toBe(true);
    expect([await has(older), await has(old), await has(young)]).toEqual([false, true, true]);
    // The next day, as it were.
    await server.context.db.deleteFrom('job').where('name', '=', 'auditPurge').execute();
    await Promise.all([purgeAudit(clock, 190), purgeAudit(clock, 190)]);
    expect([await has(old), await has(young)]).toEqual([false, true]);
  });

  async function addOld(days: number): Promise<string> {
    const id = uuidv7();
    // By the clock of the machine, which the database goes by.
    const at = new Date(Date.now() - days * DAY_MS).toISOString();
    const [row] = await rows();
    await server.context.db.insertInto('audit_record').values({ ...row!, id, at, comp_no: null }).execute();
    return id;
  }
});

describe('the list', () => {
  let list: TestServer;
  const day = { startDate: '2026-06-15', endDate: '2026-06-15' };
  const read = async (filter: Partial<AuditFilter & { pageNum: number; pageSize: number }> = {}, as: 'admin01' | 'admin91' = 'admin01') =>
    expectSuccess(await list.call('queryAuditPage', { query: { ...day, ...filter } }, { as }));
  beforeAll(async () => {
    list = await startTestServer({ now: '2026-06-14T15:59:59.999Z' });
    await list.signIn('staff01');
    list.clock.set('2026-06-14T16:00:00.000Z');
    await list.call('login', { body: { userNo: 'Staff01', password: 'Wrong2026', loginType: 9 } }, { from: '10.0.0.9' });
    await list.call('login', { body: { userNo: 'nobody', password: 'Wrong2026', loginType: 9 } });
    await list.signIn('admin01');
    await list.signIn('admin91');
    for (const deptName of ['甲科', '乙科']) {
      list.clock.advance(1000);
      await list.call('addCompanyDeptInfo', { body: { deptName } }, { as: 'admin01' });
    }
    list.clock.advance(1000);
    await list.call('addCompanyAccount', { body: { employeeName: '新人', account: 'new01', pwd: 'Sample2026', deptId: depts.internal.id } }, { as: 'admin01' });
  });
  afterAll(() => list.stop());

  it('shows the latest first, in words', async () => {
    const { records, total } = await read();
    expect(total).toBe(5);
    expect(records.map((record) => [record.actionName, record.summary, record.succeeded])).toEqual([
      ['新增人员', '新增人员 new01', 1],
      ['新增科室', '新增科室 乙科', 1],
      ['新增科室', '新增科室 甲科', 1],
      ['登录', '登录', 1],
      ['登录', '登录失败', 0],
    ]);
    expect(records[0]).toMatchObject({ account: 'admin01', employeeName: '管理员甲', objectName: '人员', address: '127.0.0.1', at: '2026-06-14T16:00:03.000Z' });
    expect(records[4]).toMatchObject({ account: 'Staff01', employeeName: '张内一', address: '10.0.0.9' });
  });

  it.each([
    [{ startDate: '2026-06-14', endDate: '2026-06-14' }, ['登录']],
    [{ startDate: '2026-06-16', endDate: '2026-06-30' }, []],
    [{ person: '张内' }, ['登录']],
    [{ person: 'ADMIN0' }, ['新增人员', '新增科室', '新增科室', '登录']],
    [{ person: '%' }, []],
    [{ action: 'dept.add' as const }, ['新增科室', '新增科室']],
    [{ succeeded: 0 }, ['登录']],
    [{ succeeded: '' as never, action: '' as never, person: '' }, ['新增人员', '新增科室', '新增科室', '登录', '登录']],
    [{ pageNum: 2, pageSize: 2 }, ['新增科室', '登录']],
  ])('filtered by %j', async (filter, actions) => {
    expect((await read(filter)).records.map((record) => record.actionName)).toEqual(actions);
  });

  it('is that of the own company: what nobody is known to have done belongs to none', async () => {
    const theirs = await read({}, 'admin91');
    expect(theirs.records.map((record) => record.account)).toEqual(['admin91']);
    expect((await read({ person: 'nobody' })).total).toBe(0);
    expect((await read({ person: 'admin91' })).total).toBe(0);
  });

  it.each([
    [{ startDate: '2026-02-30' }, '请填写存在的日期，格式为 YYYY-MM-DD'],
    [{ action: 'drop.table' }, '操作不正确'],
    [{ succeeded: 2 }, '只能为成功或失败'],
    [{ startDate: undefined }, '请填写存在的日期，格式为 YYYY-MM-DD'],
  ])('refuses %j', async (filter, message) => {
    const answer = await list.call('queryAuditPage', { query: { ...day, ...filter } as never }, { as: 'admin01' });
    expect([answer.status, answer.message]).toEqual([422, message]);
  });

  it('is exported with the same filter, and the export is recorded', async () => {
    list.clock.advance(1000);
    const answer = await list.call('exportAudit', { query: { ...day, person: 'admin01' } }, { as: 'admin01', from: '10.0.0.8' });
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('操作日志_2026-06-15_2026-06-15'));
    const [header, ...cells] = await readSheet(answer.body, '操作日志');
    expect(header).toEqual(['时间', '账号', '姓名', '操作', '结果', '内容', '对象', '对象编号', '地址']);
    expect(cells.map((row) => row.slice(0, 6))).toEqual([
      ['2026-06-15 00:00:03', 'admin01', '管理员甲', '新增人员', '成功', '新增人员 new01'],
      ['2026-06-15 00:00:02', 'admin01', '管理员甲', '新增科室', '成功', '新增科室 乙科'],
      ['2026-06-15 00:00:01', 'admin01', '管理员甲', '新增科室', '成功', '新增科室 甲科'],
      ['2026-06-15 00:00:00', 'admin01', '管理员甲', '登录', '成功', '登录'],
    ]);
    const about = await readSheet(answer.body, '说明');
    expect(about.slice(0, 4)).toEqual([['操作日志', '2026-06-15 至 2026-06-15'], ['人员', 'admin01'], ['操作', '全部'], ['结果', '全部']]);
    const [record] = (await read({ action: 'audit.export' })).records;
    expect(record).toMatchObject({ account: 'admin01', address: '10.0.0.8', summary: '导出操作日志：2026-06-15 至 2026-06-15，4 条' });
  });

  it('of many rows is complete, each once', async () => {
    const [row] = await list.context.db.selectFrom('audit_record').selectAll().where('comp_no', '=', companies.second.compNo).execute();
    const at = '2026-06-10T00:00:00.000Z';
    // Many at the same instant, as a busy second has them.
    const many = Array.from({ length: 2500 }, (_, index) => ({ ...row!, id: uuidv7(), at, summary: `第 ${index} 条` }));
    for (let start = 0; start < many.length; start += 500) await list.context.db.insertInto('audit_record').values(many.slice(start, start + 500)).execute();
    const answer = await list.call('exportAudit', { query: { startDate: '2026-06-10', endDate: '2026-06-10' } }, { as: 'admin91' });
    const [, ...cells] = await readSheet(answer.body, '操作日志');
    expect(new Set(cells.map((cell) => cell[5])).size).toBe(2500);
    expect(cells).toHaveLength(2500);
  });
});

it('every action has words of its own', () => {
  const labels = Object.values(auditActionLabel);
  expect(new Set(labels).size).toBe(labels.length);
});
