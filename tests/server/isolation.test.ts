import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPaths, type CallName } from '#contract/api-paths.ts';
import { fieldsOf, withValue } from './support/call-fields.ts';
import { type Kind, prepareStrangers, prepareWorld, type Sample, samples, send, type World } from './support/call-samples.ts';
import { readRows } from './support/database-rows.ts';
import { passwords } from './support/fixture.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const calls = Object.keys(apiPaths) as CallName[];

/** Belongs to nobody, or is proved otherwise: says why a stranger's value is no case. */
interface Exempt {
  reason: string;
}

/**
 * What every identifier that a call takes refers to. A call whose identifiers are not all here fails the first test below:
 * whoever adds one decides here whose records it can reach.
 */
const identifiers: Record<CallName, Record<string, Kind | Exempt>> = {
  login: {},
  refreshToken: { 'body.refreshToken': { reason: 'a secret of 256 bits, which stands for its holder' } },
  checkUsername: { 'body.account': { reason: 'accounts are unique over all companies, so that a taken one has to be told' } },
  userInfo: {},
  signOut: { 'body.refreshToken': { reason: 'a secret of 256 bits, which stands for its holder' } },
  querySessionList: {},
  endSession: { 'params.id': 'session' },
  endOtherSessions: {},
  getSiteByKey: {},

  listTestResources: {},
  createTestResource: {},
  getTestResource: { 'params.id': 'testResource' },
  updateTestResource: { 'params.id': 'testResource' },
  deleteTestResource: { 'params.id': 'testResource' },
  enableTestResources: { 'body.ids.0': 'testResource' },
  deleteTestResources: { 'body.ids.0': 'testResource' },

  queryCompanyAccountPage: { 'query.account': 'account', 'query.deptId': 'dept' },
  addCompanyAccount: {
    'body.deptId': 'dept',
    'body.account': { reason: 'the new account; a taken one is refused whoever has it' },
  },
  queryStaffNameList: {},
  queryCompanyAccountById: { 'params.id': 'employee' },
  updateCompanyAccount: {
    'body.id': 'employee',
    'body.deptId': 'dept',
    'body.read.deptId': { reason: 'what the form began with: it is compared with the person’s department, and never looked up' },
  },
  deleteCompanyAccount: { 'params.id': 'employee' },
  updateCompanyAccountPwd: { 'body.account': 'account' },
  accountImportTemplate: {},
  importCompanyAccount: { 'query.importId': 'submission' },

  queryCompanyDeptList: {},
  queryCompanyDeptInfoPage: {},
  addCompanyDeptInfo: {},
  updateCompanyDeptInfo: { 'body.id': 'dept' },
  deleteCompanyDeptInfo: { 'params.id': 'dept' },
  setDeptKinds: { 'body.kinds.0.id': 'dept' },
  closeCompanyDept: { 'body.id': 'dept' },
  openCompanyDept: { 'params.id': 'dept' },
  queryDeptPointSwitches: {},
  switchDeptPoints: { 'body.deptId': 'dept', 'body.pointIds.0': 'point' },
  deptImportTemplate: {},
  importCompanyDeptInfo: { 'query.importId': 'submission' },

  getInstitution: {},
  previewInstitution: {},
  changeInstitution: {},

  queryLevelOneCheckItemList: {},
  queryCheckItemTree: {},
  queryPointPage: { 'query.itemId': 'item' },
  rewordings: {},
  decideRewordings: {
    'body.decisions.0.pointId': 'point',
    'body.decisions.0.version': { reason: 'compared with the version that the point has, and never looked up' },
    'body.decisions.0.nationalVersion': { reason: 'compared with the version that the national point has, and never looked up' },
  },
  switchPoints: { 'body.ids.0': 'point' },
  addCompanyPoint: { 'body.itemId': 'item' },
  updateCompanyPoint: {
    'body.id': 'point',
    'body.itemId': 'item',
    'body.version': { reason: 'compared with the version that the point has, and never looked up' },
  },
  retireCompanyPoint: { 'params.id': 'point' },
  retirePoints: { 'body.ids.0': 'point' },
  restoreCompanyPoint: { 'params.id': 'point' },
  addCheckItem: { 'body.parentId': 'item' },
  updateCheckItem: { 'body.id': 'item' },
  deleteCheckItem: { 'params.id': 'item' },
  pointImportTemplate: {},
  importCompanyPoint: { 'query.importId': 'submission' },
  exportCompanyPoint: {},

  issueTask: {
    'body.id': 'issue',
    'body.deptIds.0': 'dept',
    'body.pointIds.0': 'point',
    'body.deptPointIds.*key': 'dept',
    'body.deptPointIds.*.0': 'point',
  },
  taskDepartments: {},
  taskTypes: {},
  queryTaskPage: {},
  cancelTask: { 'body.id': 'task' },
  remindTask: { 'body.id': { reason: 'names a reminder within its company, and is never looked up' }, 'body.taskId': 'task', 'body.deptIds.0': 'dept' },
  queryTaskInfo: { 'params.id': 'task' },
  queryTaskToReissue: { 'params.id': 'task' },
  queryTaskCount: {},
  queryCheckPointList: {
    'query.taskId': 'task',
    'query.categoryId': { reason: 'only narrows the points of the task, which is looked up in the company' },
  },
  queryTaskDeptList: { 'query.taskId': 'task' },
  getTaskDeptDetail: { 'query.taskId': 'task', 'query.deptId': 'dept' },
  createExportLink: { 'body.taskId': 'task', 'body.deptId': 'dept' },
  exportCheckPointList: { 'query.token': { reason: 'signed by the server for one task; its tests try forged ones' } },
  queryLateWorkPage: { 'query.taskId': 'task', 'query.deptId': 'dept' },
  importAnswers: {
    'body.employeeId': 'employee',
    'body.deptTaskId': 'deptTask',
    'body.entries.0.id': 'entry',
    'body.entries.0.pointId': 'point',
    'body.entries.0.photos.0': 'file',
  },
  importCorrections: {
    'body.id': 'correction',
    'body.employeeId': 'employee',
    'body.deptTaskId': 'deptTask',
    'body.entries.0.id': 'correctionEntry',
    'body.entries.0.itemId': 'correctionItem',
    'body.entries.0.photosAfter.0': 'file',
  },
  querySeverePage: {},
  reportSevere: { 'body.id': 'severeReport', 'body.files.0.sha256': 'file' },
  closeSevere: { 'body.id': 'severeReport' },
  readSevereFile: { 'params.id': 'severeFile' },
  importSubmission: { 'body.id': 'submission', 'body.employeeId': 'employee', 'body.deptTaskId': 'deptTask' },
  decideLateWork: { 'body.ids.0': 'lateWork' },
  returnSubmission: { 'body.deptTaskId': 'deptTask', 'body.points.0.pointId': 'point' },

  queryMyTaskCheckList: {},
  queryTaskCheckPointInfo: { 'params.id': 'deptTask' },
  queryMyTaskAnswerCheckPoint: { 'query.deptTaskId': 'deptTask' },
  saveAnswers: {
    'body.deptTaskId': 'deptTask',
    'body.entries.0.id': 'entry',
    'body.entries.0.pointId': 'point',
    'body.entries.0.photos.0': 'file',
  },
  submitDeptTask: { 'body.id': 'submission', 'body.deptTaskId': 'deptTask' },
  withdrawSubmission: { 'body.deptTaskId': 'deptTask' },
  handInAnswers: {
    'body.deptTaskId': 'deptTask',
    'body.entries.0.id': 'entry',
    'body.entries.0.pointId': 'point',
    'body.entries.0.photos.0': 'file',
  },
  handInCorrections: {
    'body.id': 'correction',
    'body.deptTaskId': 'deptTask',
    'body.entries.0.id': 'correctionEntry',
    'body.entries.0.itemId': 'correctionItem',
    'body.entries.0.photosAfter.0': 'file',
  },
  queryMyLateWork: {},

  queryCompanySelfCorrectList: {},
  saveCompanySelfCorrectInfo: {
    'body.id': 'correction',
    'body.entries.0.id': 'correctionEntry',
    'body.entries.0.itemId': 'correctionItem',
    'body.entries.0.photosAfter.0': 'file',
  },
  queryCompanySelfCorrectById: { 'params.id': 'correction' },
  selfCorrectDetail: { 'params.id': 'correction' },
  queryCompDeptSelfCorrectPageList: { 'query.deptId': 'dept' },
  exportCompDeptSelfCorrect: { 'query.deptId': 'dept' },
  queryCompDeptSelfCorrectById: { 'params.id': 'correction' },
  confirmSelfCorrectList: { 'body.corrections.0.id': 'correction' },
  confirmSelfCorrect: { 'body.id': 'correction' },
  returnSelfCorrectItems: { 'body.id': 'correction', 'body.items.0.itemId': 'correctionItem' },

  uploadFile: { 'params.sha256': { reason: 'the hash of the bytes that are sent with it' } },
  readFile: { 'params.sha256': 'file' },
  readUploadState: { 'params.sha256': { reason: 'tells what the own department has of it; its tests ask for a file of others' } },
  uploadPiece: { 'params.sha256': { reason: 'the hash of the bytes that are sent in pieces' } },

  querySelfDeclarePage: { 'query.deptId': 'dept' },
  addSelfDeclare: { 'body.id': 'newDeclaration', 'body.attachments.0.sha256': 'file', 'body.signature.sha256': 'file' },
  readSelfDeclare: { 'params.id': 'declaration' },
  querySelfDeclareArchive: { 'params.id': 'declaration' },
  readSelfDeclareFile: { 'params.id': 'declarationFile' },
  updateSelfDeclare: { 'body.selfDeclaredId': 'declaration', 'body.attachments.0.sha256': 'file', 'body.signature.sha256': 'file' },
  batchDeleteSelfDeclare: { 'body.selfDeclaredId.0': 'declaration' },
  draftSelfDeclare: { 'query.deptId': 'dept' },
  queryPublicBoard: {},
  queryOpinionPage: {},
  addOpinion: { 'body.id': 'newOpinion', 'body.declarationId': 'declaration' },
  answerOpinion: { 'body.id': 'opinion' },

  statTaskCount: { 'params.c': 'dept' },
  statQmzc: { 'params.c': 'dept' },
  statUnQualified: { 'params.c': 'dept' },
  queryDutyCalendar: {},
  queryDutySettings: {},
  updateDutySettings: {},
  queryScoreSetting: {},
  updateScoreSetting: {},

  queryOverallSelfCheckStatList: { 'query.deptId': 'dept' },
  querySpecialSelfCheckStatList: { 'query.deptId': 'dept' },
  queryDailySelfCheckStatList: { 'query.deptId': 'dept' },
  querySelfDeclareStatList: { 'query.deptId': 'dept' },
  queryStatDeptTaskList: { 'query.deptId': 'dept', 'query.pointId': 'point' },
  exportSelfCheckStat: { 'query.deptId': 'dept' },
  exportSelfDeclareStat: { 'query.deptId': 'dept' },

  queryNoticePage: {},
  queryNoticeById: { 'params.id': 'notice' },
  addNotice: { 'body.id': 'newNotice', 'body.deptIds.0': 'dept' },
  updateNotice: { 'body.id': 'notice', 'body.deptIds.0': 'dept', 'body.read.deptIds.0': { reason: 'compared with the departments that the notice has, and never looked up' } },
  publishNotice: { 'params.id': 'notice' },
  withdrawNotice: { 'params.id': 'notice' },
  deleteNotice: { 'params.id': 'notice' },
  queryMyNoticeList: {},
  readNotice: { 'params.id': 'notice' },
  readAllNotices: {},

  queryAuditPage: {},
  exportAudit: {},

  laws: {},
  readLaw: { 'params.id': { reason: 'laws are the same for everyone' } },
  lawTexts: {},
  lawTypes: {},
  lawEnactDepts: {},
  lawChanges: {},
  lawChange: { 'params.id': 'lawChange' },
  lawCitations: { 'params.id': 'lawChange', 'query.pointId': 'point' },
  decideCitations: {
    'body.lawId': 'lawChange',
    'body.decisions.0.pointId': 'point',
    'body.decisions.0.version': { reason: 'compared with the version that the point has, and never looked up' },
  },
};

/** Made by the client for its own new record: one that a stranger used already is refused, where an unused one works. */
const madeByClient = new Set<Kind>(['issue', 'entry', 'correctionEntry', 'submission', 'newDeclaration', 'newNotice', 'newOpinion']);

let server: TestServer;
let world: World;
let strangers: Awaited<ReturnType<typeof prepareStrangers>>;
beforeAll(async () => {
  server = await startTestServer();
  world = await prepareWorld(server);
  strangers = await prepareStrangers(server);
});
afterAll(() => server.stop());

describe('the register of identifiers', () => {
  it.each(calls)('names every identifier that %s takes', (name) => {
    const taken = fieldsOf(name).filter((field) => field.isIdentifier);
    expect(Object.keys(identifiers[name]).toSorted()).toEqual(taken.map((field) => field.name).toSorted());
  });
});

describe('without a right to the call', () => {
  const bare = (name: CallName, token?: string) =>
    server.inject({
      method: apiPaths[name].method,
      url: apiPaths[name].path.replace(/\{\w+\}/g, 'x'),
      headers: token === undefined ? {} : { accesstoken: token },
    });
  const closed = calls.filter((name) => apiPaths[name].access !== 'open');
  const forAdmins = calls.filter((name) => apiPaths[name].access === 'admin');

  it.each(closed)('%s answers 4001 with status 401 when no token is sent', async (name) => {
    expect(await bare(name)).toMatchObject({ status: 401, code: 4001, message: '请先登录' });
  });

  it.each(closed)('%s answers 4001 with status 200 for an expired, a revoked and a made-up token', async (name) => {
    const expired = await expiredToken();
    const revoked = await revokedToken();
    for (const token of [expired, revoked, 'made-up']) {
      expect(await bare(name, token)).toMatchObject({ status: 200, code: 4001, message: '登录已过期，请重新登录' });
    }
  });

  it.each(forAdmins)('%s answers 4003 to a user, before anything that was sent is looked at', async (name) => {
    expect(await bare(name, await server.signIn('staff01'))).toMatchObject({ status: 403, code: 4003, message: '没有权限执行此操作' });
  });

  it('only what has to be is open', () => {
    expect(calls.filter((name) => apiPaths[name].access === 'open')).toEqual(['login', 'refreshToken', 'signOut', 'getSiteByKey', 'exportCheckPointList']);
  });
});

describe('the samples', () => {
  it.each(calls)('%s succeeds with records of the caller', async (name) => {
    const answer = await send(server, name, await samples[name](world));
    expect(answer.status, answer.body.toString().slice(0, 300)).toBe(200);
    if (String(answer.headers['content-type']).startsWith('application/json')) expect(answer.code).toBe(1000);
  });
});

const cases = calls.flatMap((name) =>
  Object.entries(identifiers[name]).flatMap(([field, kind]) => (typeof kind === 'string' ? [{ name, field, kind }] : [])),
);

describe("with a stranger's identifier", () => {
  it.each(cases)('$name answers for $field as if the record did not exist', async ({ name, field, kind }) => {
    const sample = await samples[name](world);
    const foreign = strangers.otherCompany[kind];
    // A colleague's record of another department is hidden from users only.
    const ids = [foreign, ...(sample.as === 'staff01' && kind in strangers.otherDepartment ? [strangers.otherDepartment[kind as 'file']] : [])];
    const unknown = kind === 'file' ? 'f'.repeat(64) : kind === 'account' ? 'nobody1' : uuidv7();
    for (const id of ids) {
      const before = await readRows(server.context);
      const answer = await send(server, name, replaced(sample, field, id));
      expect(await readRows(server.context)).toBe(before);
      const text = answer.body.toString();
      expect(text).not.toContain('机密');
      if (madeByClient.has(kind)) {
        expect(answer.code === 4009 || text.includes('"outcome":"rejected"'), text).toBe(true);
        continue;
      }
      const expected = await send(server, name, replaced(sample, field, unknown));
      expect(text.replaceAll(id, '<id>')).toBe(expected.body.toString().replaceAll(unknown, '<id>'));
      expect(answer.status).toBe(expected.status);
      expect([200, 404, 422]).toContain(answer.status);
      expect(holdsNothing(answer.code, answer.message), text).toBe(true);
    }
  });

  it('of a department that has the same name, lists show the own one only', async () => {
    const text = (await send(server, 'queryTaskPage', { as: 'admin01', query: { pageSize: '100' } })).body.toString();
    expect(text).not.toContain(strangers.otherCompany.task);
    const notices = (await send(server, 'queryNoticePage', { as: 'admin01', query: { pageSize: '100' } })).body.toString();
    expect(notices).not.toContain(strangers.otherCompany.notice);
    const myNotices = (await send(server, 'queryMyNoticeList', { as: 'staff01', query: { pageSize: '100' } })).body.toString();
    expect(myNotices).not.toContain('机密');
    const mine = (await send(server, 'queryMyTaskCheckList', { as: 'staff01', query: { pageSize: '100' } })).body.toString();
    expect(mine).not.toContain('机密');
  });
});

/** Refused, or an empty page, or a count of nothing, or figures of nothing, or one entry that was not stored. */
function holdsNothing(code: number, message: unknown): boolean {
  if (code === 4004 || code === 4022) return true;
  if (code !== 1000 || typeof message !== 'object' || message === null) return false;
  const payload = message as { records?: unknown[]; count?: number; outcomes?: { outcome: string }[] };
  if (payload.records !== undefined) return payload.records.length === 0;
  if (payload.outcomes !== undefined) return payload.outcomes.every(({ outcome }) => ['rejected', 'refused', 'photosMissing'].includes(outcome));
  return !/[1-9]/.test(JSON.stringify(message).replace(/"\d{4}-\d{2}"/g, ''));
}

function replaced(sample: Sample, field: string, value: string): Sample {
  const [part = '', ...path] = field.split('.');
  return { ...sample, [part]: withValue(sample[part as 'body'], path, value) };
}

let expired: string | undefined;
async function expiredToken(): Promise<string> {
  if (expired !== undefined) return expired;
  const answer = await server.call('login', { body: { userNo: 'admin01', password: passwords.admin, loginType: 9 } });
  expired = answer.message.accessToken;
  await server.context.db
    .updateTable('session')
    .set({ access_expires_at: server.clock.now().toISOString() })
    .where('access_expires_at', '=', answer.message.expiresTime)
    .where('used_at', 'is', null)
    .execute();
  return expired;
}

let revoked: string | undefined;
async function revokedToken(): Promise<string> {
  if (revoked !== undefined) return revoked;
  const answer = await server.call('login', { body: { userNo: 'admin01', password: passwords.admin, loginType: 9 } });
  revoked = answer.message.accessToken;
  await server.call('signOut', { body: {} }, { token: revoked });
  return revoked;
}
