import { v7 as uuidv7 } from 'uuid';
import { apiPaths, type CallName } from '#contract/api-paths.ts';
import { SERVICES } from '#contract/institution-profile.ts';
import { DEFAULT_SCORE_LIMITS } from '#contract/score.ts';
import { usualProfile } from '#contract/usual-profile.ts';
import { correctAll, correctionEntry, openCorrection, readCorrection, saveCorrection } from './correction-fixture.ts';
import { fileIdOf, newDeclaration } from './declaration-fixture.ts';
import { companies, depts, employees, passwords } from './fixture.ts';
import { addedNotice } from './notice-fixture.ts';
import { makePhoto, uploaded } from './photos.ts';
import type { TestServer } from './server.ts';
import { openLawChange } from './law-fixture.ts';
import { linkToNational } from './rewording-fixture.ts';
import { openSevere, reportedSevere } from './severe-fixture.ts';
import { DEPT_TITLES, makeSpreadsheet, POINT_TITLES, STAFF_TITLES } from './spreadsheets.ts';
import { addOwnPoints, answerAll, expectSuccess, issueTask, issueToInternal, newEntry, newTask, readDetail, somePointIds, submit } from './task-fixture.ts';

/** A correct request. */
export interface Sample {
  as?: string;
  /** Instead of `as`. */
  token?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  bytes?: { data: Uint8Array; type: string };
}

/** What the samples of one server share. */
export interface World {
  server: TestServer;
  pointIds: string[];
  itemId: string;
  categoryId: string;
  lawId: string;
  photo: string;
}

let number = 0;
const next = () => (number += 1);

export async function prepareWorld(server: TestServer): Promise<World> {
  const own = await addOwnPoints(server.context, 2);
  const lawId = uuidv7();
  await server.context.db
    .insertInto('law')
    .values({
      id: lawId,
      title_key: '示例法',
      title: '示例法',
      doc_number: '',
      law_type: '法律',
      enact_dept: '示例机关',
      publish_date: '2020-01-01',
      effective_date: null,
      status: 'effective',
      article_count: 1,
      version: 'a'.repeat(64),
      pdf_sha256: null,
      imported_at: server.clock.now().toISOString(),
    })
    .execute();
  await server.context.db
    .insertInto('law_article')
    .values({ law_id: lawId, seq: 1, chapter: '', number: 1, label: '第一条', paragraphs: JSON.stringify(['示例原文。']) })
    .execute();
  return {
    server,
    pointIds: await somePointIds(server, 3),
    itemId: own[0]?.itemId ?? '',
    categoryId: own[0]?.categoryId ?? '',
    lawId,
    photo: await uploaded(server, await makePhoto(1)),
  };
}

const addEmployee = async ({ server }: World) => {
  const account = `sample${next()}`;
  const body = { employeeName: '样本', account, pwd: 'Wisteria2026', deptId: depts.internal.id };
  const { id } = expectSuccess(await server.call('addCompanyAccount', { body }, { as: 'admin01' }));
  return { id, account, pwd: body.pwd };
};
const addDepartment = async ({ server }: World) =>
  expectSuccess(await server.call('addCompanyDeptInfo', { body: { deptName: `样本科室 ${next()}` } }, { as: 'admin01' })).id;
const addTestResource = async ({ server }: World) =>
  expectSuccess(await server.call('createTestResource', { body: { name: `样本 ${next()}`, remark: '' } }, { as: 'admin01' })).id;
const newPointFields = () => ({
  content: `样本要点 ${next()}`,
  method: '查看记录',
  basisLaw: '示例法',
  basisArticle: 1,
  basisGist: '说明',
  basisEdition: '2020-01-01',
  basisAnchor: '示例原文',
  expected: '符合',
});
const addPoint = async ({ server, itemId }: World) => {
  const { id } = expectSuccess(await server.call('addCompanyPoint', { body: { ...newPointFields(), itemId } }, { as: 'admin01' }));
  const { version_id: version } = await server.context.db.selectFrom('check_point').select('version_id').where('id', '=', id).executeTakeFirstOrThrow();
  return { id, version, itemId };
};
const changedLaw = ({ server, itemId }: World) => openLawChange(server, { title: `样本变动法${next()}`, itemId });
const addItem = async ({ server, categoryId }: World, itemName = `样本项目 ${next()}`) =>
  expectSuccess(await server.call('addCheckItem', { body: { parentId: categoryId, itemName } }, { as: 'admin01' })).id;
const addNotice = ({ server }: World, isPublished: 0 | 1) => addedNotice(server, { title: `样本公告 ${next()}`, isPublished, deptIds: [depts.internal.id] });
const noticeWords = { title: '样本公告', body: '内容' };
const noticeReaders = { audience: 'depts' as const, deptIds: [depts.internal.id] };
/** A commitment with an attachment and a signature, not yet declared. */
const commitmentFields = async ({ server, photo }: World) => ({
  ...newDeclaration({ title: `样本承诺 ${next()}` }),
  attachments: [{ sha256: photo, name: '附件.jpg' }],
  signature: { signerName: '张三', sha256: await uploaded(server, await makePhoto(3000 + next(), 'png')) },
});
const addCommitment = async (world: World) => {
  const body = await commitmentFields(world);
  return expectSuccess(await world.server.call('addSelfDeclare', { params: { type: '6' }, body }, { as: 'staff01' })).id;
};
const addPublicity = async ({ server }: World) => {
  const body = newDeclaration({ title: '样本公示', status: 'declared' });
  return expectSuccess(await server.call('addSelfDeclare', { params: { type: '4' }, body }, { as: 'staff01' })).id;
};
const issue = (world: World) => issueToInternal(world.server, { pointIds: world.pointIds });
/** Late work on a task that was cancelled. */
const handedIn = async (world: World) => {
  const { taskId, deptTaskId, pointIds } = await issue(world);
  expectSuccess(await world.server.call('cancelTask', { body: { id: taskId, reason: '重复下发' } }, { as: 'admin01' }));
  const entry = newEntry(world.server, pointIds[0] ?? '');
  expectSuccess(await world.server.call('handInAnswers', { body: { deptTaskId, entries: [entry] } }, { as: 'staff01' }));
  return { id: entry.id, taskId };
};
const correction = (world: World) => openCorrection(world.server, { pointIds: world.pointIds });
const freshSession = async ({ server }: World) =>
  expectSuccess(await server.call('login', { body: { userNo: 'staff02', password: passwords.staff, loginType: 9 } }));

/** One more sign-in of the user of the samples. */
const addSession = async (world: Pick<World, 'server'>, account: 'staff01' | 'staff03' | 'staff91' = 'staff01') => {
  await world.server.signIn(account);
  expectSuccess(await world.server.call('login', { body: { userNo: account, password: passwords.staff, loginType: 9 } }));
  const sessions = expectSuccess(await world.server.call('querySessionList', {}, { as: account }));
  return sessions.find((session) => !session.isCurrent)?.id ?? '';
};

const admin = { as: 'admin01' };
const user = { as: 'staff01' };
const page = { pageNum: '1', pageSize: '10' };
const period = { a: '2026-06-01', b: '2026-06-30' };
const statistics = { startDate: '2026-06-01', endDate: '2026-06-30', deptId: depts.internal.id };
const auditFilter = { startDate: '2026-06-01', endDate: '2026-06-30', person: '管理员', action: 'session.signIn', succeeded: '1' };

/** Every field is filled in, and no point is left out. */
const sampleProfile = {
  ...usualProfile('综合医院', 3),
  services: [...SERVICES],
  grade: '甲',
  licenceNumber: '12345678-9',
  address: '示例市示例路 1 号',
  legalPerson: '张三',
  principal: '李四',
  dentalChairs: 4,
  subjects: ['03', '03.02'],
  complianceDept: '医务科',
  complianceStaff: [{ name: '王五', isFullTime: true }],
};

/** For every call a correct request, made anew each time, since some can succeed only once. */
export const samples: Record<CallName, (world: World) => Promise<Sample>> = {
  login: async () => ({ body: { userNo: 'staff01', password: passwords.staff, loginType: 9 } }),
  refreshToken: async (world) => ({ body: { refreshToken: (await freshSession(world)).refreshToken } }),
  checkUsername: async () => ({ ...admin, body: { account: 'free01' } }),
  userInfo: async () => user,
  signOut: async (world) => {
    const { accessToken, refreshToken } = await freshSession(world);
    return { token: accessToken, body: { refreshToken } };
  },
  querySessionList: async () => user,
  endSession: async (world) => ({ ...user, params: { id: await addSession(world) } }),
  endOtherSessions: async (world) => ({ token: (await freshSession(world)).accessToken }),
  getSiteByKey: async () => ({ query: { key: 'siteTitle' } }),

  listTestResources: async () => ({ ...admin, query: { ...page, name: '样本' } }),
  createTestResource: async () => ({ ...admin, body: { name: '样本', remark: '备注' } }),
  getTestResource: async (world) => ({ ...admin, params: { id: await addTestResource(world) } }),
  updateTestResource: async (world) => ({ ...admin, params: { id: await addTestResource(world) }, body: { name: '改名', remark: '备注' } }),
  deleteTestResource: async (world) => ({ ...admin, params: { id: await addTestResource(world) } }),
  enableTestResources: async (world) => ({ ...admin, query: { enable: 'false' }, body: { ids: [await addTestResource(world)] } }),
  deleteTestResources: async (world) => ({ ...admin, body: { ids: [await addTestResource(world)] } }),

  queryCompanyAccountPage: async () => ({
    ...admin,
    query: { ...page, employeeName: '张', account: 'staff', deptId: depts.internal.id, isAdmin: '0', enabled: '1', sortBy: 'lastSignInAt', sortOrder: 'desc' },
  }),
  addCompanyAccount: async () => ({
    ...admin,
    body: {
      employeeName: '样本',
      sex: '女',
      tel: '13712345678',
      email: 'sample@hospital.example',
      idCard: '110101199001010011',
      deptId: depts.internal.id,
      isAdmin: 0,
      enabled: 1,
      account: `sample${next()}`,
      pwd: 'Wisteria2026',
    },
  }),
  queryStaffNameList: async () => admin,
  queryCompanyAccountById: async () => ({ ...user, params: { id: employees.staff01.id } }),
  updateCompanyAccount: async (world) => ({
    ...admin,
    body: {
      id: (await addEmployee(world)).id,
      employeeName: '改名',
      sex: '男',
      tel: '13712345678',
      email: 'sample@hospital.example',
      idCard: '110101199001010011',
      deptId: depts.surgery.id,
      isAdmin: 0,
      enabled: 1,
      read: { employeeName: '样本', deptId: depts.internal.id, sex: '', tel: '', email: '', idCard: '', isAdmin: 0, enabled: 1 },
    },
  }),
  deleteCompanyAccount: async (world) => ({ ...admin, params: { id: (await addEmployee(world)).id } }),
  updateCompanyAccountPwd: async (world) => ({ ...admin, body: { account: (await addEmployee(world)).account, pwd: 'Changed2026', oldPwd: '', again: 0 } }),

  accountImportTemplate: async () => admin,
  importCompanyAccount: async () => ({
    ...admin,
    query: { dryRun: '0', importId: uuidv7() },
    bytes: await makeSpreadsheet([STAFF_TITLES, ['样本', `sample${next()}`, '内科', '女', '13712345678', 'sample@hospital.example', '110101199001010011', '普通用户', 'Sample2026']]),
  }),

  queryCompanyDeptList: async () => user,
  queryCompanyDeptInfoPage: async () => ({ ...admin, query: { ...page, deptName: '科', sortBy: 'employeeCount', sortOrder: 'desc' } }),
  addCompanyDeptInfo: async () => ({ ...admin, body: { deptName: `样本科室 ${next()}`, leader: '主任', tel: '12345678', extension: '8012', remark: '备注', kind: 'surgery', sort: 1 } }),
  updateCompanyDeptInfo: async ({ server }) => {
    const first = { deptName: `样本科室 ${next()}`, leader: '', tel: '', extension: '', remark: '', kind: null, sort: 7 };
    const { id } = expectSuccess(await server.call('addCompanyDeptInfo', { body: first }, { as: 'admin01' }));
    const changes = { deptName: `改名科室 ${next()}`, leader: '主任', tel: '12345678', extension: '8012', remark: '备注', kind: 'surgery', sort: 1 };
    return { ...admin, body: { id, ...changes, read: first } };
  },
  deleteCompanyDeptInfo: async (world) => ({ ...admin, params: { id: await addDepartment(world) } }),

  setDeptKinds: async (world) => ({ ...admin, body: { kinds: [{ id: await addDepartment(world), kind: 'surgery' }] } }),
  closeCompanyDept: async (world) => ({ ...admin, body: { id: await addDepartment(world), from: '2026-06-01', read: { from: '' } } }),
  openCompanyDept: async (world) => {
    const id = await addDepartment(world);
    expectSuccess(await world.server.call('closeCompanyDept', { body: { id, from: '2026-06-01' } }, admin));
    return { ...admin, params: { id } };
  },
  queryDeptPointSwitches: async () => admin,
  switchDeptPoints: async (world) => ({ ...admin, body: { deptId: await addDepartment(world), pointIds: world.pointIds.slice(0, 1), choice: 'asked' } }),
  deptImportTemplate: async () => admin,
  importCompanyDeptInfo: async () => ({
    ...admin,
    query: { dryRun: '0', importId: uuidv7() },
    bytes: await makeSpreadsheet([DEPT_TITLES, [`样本科室 ${next()}`, '主任', '12345678', '8012', '1', '备注', '内科']]),
  }),

  getInstitution: async () => admin,
  previewInstitution: async () => ({ ...admin, body: sampleProfile }),
  changeInstitution: async ({ server }) => {
    const { revision, compName } = expectSuccess(await server.call('getInstitution', {}, admin));
    return { ...admin, body: { compName, siteTitle: `样本标题 ${next()}`, profile: sampleProfile, revision } };
  },

  queryLevelOneCheckItemList: async () => user,
  queryCheckItemTree: async () => user,
  queryPointPage: async ({ itemId }) => ({ ...user, query: { ...page, itemId, keyword: '要点', state: 'enabled', source: 'own', basisState: 'amended' } }),
  rewordings: async () => ({ ...admin, query: { ...page, pending: '1' } }),
  decideRewordings: async (world) => {
    const { id: pointId, version } = await addPoint(world);
    const nationalVersion = await linkToNational(world.server, companies.first.compNo, pointId);
    return { ...admin, body: { decisions: [{ pointId, version, nationalVersion, kind: 'keep', isPending: true }] } };
  },
  switchPoints: async (world) => ({ ...admin, body: { ids: [(await addPoint(world)).id], enabled: 0 } }),
  addCompanyPoint: async ({ itemId }) => ({ ...admin, body: { ...newPointFields(), itemId } }),
  updateCompanyPoint: async (world) => {
    const { id, version, itemId } = await addPoint(world);
    return { ...admin, body: { ...newPointFields(), id, version, itemId } };
  },
  retireCompanyPoint: async (world) => ({ ...admin, params: { id: (await addPoint(world)).id } }),
  retirePoints: async (world) => ({ ...admin, body: { ids: [(await addPoint(world)).id] } }),
  restoreCompanyPoint: async (world) => {
    const { id } = await addPoint(world);
    expectSuccess(await world.server.call('retireCompanyPoint', { params: { id } }, admin));
    return { ...admin, params: { id } };
  },
  addCheckItem: async ({ categoryId }) => ({ ...admin, body: { parentId: categoryId, itemName: `样本项目 ${next()}` } }),
  updateCheckItem: async (world) => {
    const read = { itemName: `样本项目 ${next()}` };
    return { ...admin, body: { id: await addItem(world, read.itemName), itemName: `改名项目 ${next()}`, read } };
  },
  deleteCheckItem: async (world) => ({ ...admin, params: { id: await addItem(world) } }),
  pointImportTemplate: async () => admin,
  importCompanyPoint: async () => ({
    ...admin,
    query: { dryRun: '0', importId: uuidv7() },
    bytes: await makeSpreadsheet([POINT_TITLES, ['本院补充', '', `样本要点 ${next()}`, '查看', '示例法', '1', '2020-01-01', '说明', '符合', '启用']]),
  }),
  exportCompanyPoint: async () => admin,

  issueTask: async ({ pointIds }) => ({
    ...admin,
    body: newTask({
      taskName: '样本任务',
      correctDays: 10,
      remark: '备注',
      pointIds: pointIds.slice(0, 2),
      deptIds: [depts.internal.id, depts.surgery.id],
      deptPointIds: { [depts.internal.id]: pointIds.slice(2) },
    }),
  }),
  taskDepartments: async () => admin,
  taskTypes: async () => user,
  queryTaskPage: async () => ({
    ...admin,
    query: { ...page, taskName: '任务', taskType: '3', status: 'inProgress', startDate: '2026-06-01', endDate: '2026-06-30', sortBy: 'endDate', sortOrder: 'desc' },
  }),
  cancelTask: async (world) => ({ ...admin, body: { id: (await issue(world)).taskId, reason: '不再需要' } }),
  remindTask: async (world) => ({ ...admin, body: { id: uuidv7(), taskId: (await issue(world)).taskId, deptIds: [depts.internal.id], note: '请今天完成' } }),
  queryTaskInfo: async (world) => ({ ...admin, params: { id: (await issue(world)).taskId } }),
  queryTaskToReissue: async (world) => ({ ...admin, params: { id: (await issue(world)).taskId } }),
  queryTaskCount: async () => ({ ...admin, query: { taskName: '任务', taskType: '3', startDate: '2026-06-01', endDate: '2026-06-30' } }),
  queryCheckPointList: async (world) => ({
    ...admin,
    query: { ...page, taskId: (await issue(world)).taskId, categoryId: world.itemId, result: 'unqualified', keyword: '要点' },
  }),
  queryTaskDeptList: async (world) => ({ ...admin, query: { taskId: (await issue(world)).taskId } }),
  getTaskDeptDetail: async (world) => ({ ...admin, query: { taskId: (await issue(world)).taskId, deptId: depts.internal.id } }),
  createExportLink: async (world) => ({ ...admin, body: { taskId: (await issue(world)).taskId, deptId: depts.internal.id } }),
  exportCheckPointList: async (world) => {
    const body = { taskId: (await issue(world)).taskId };
    const { url } = expectSuccess(await world.server.call('createExportLink', { body }, admin));
    return { query: { token: new URL(url, 'http://host').searchParams.get('token') ?? '' } };
  },
  returnSubmission: async (world) => {
    const { deptTaskId, pointIds } = await issue(world);
    await answerAll(world.server, deptTaskId, pointIds);
    const { submittedAt } = expectSuccess(await submit(world.server, deptTaskId));
    return { ...admin, body: { deptTaskId, submittedAt, reason: '请补充', points: [{ pointId: pointIds[0] ?? '', remark: '照片不清' }] } };
  },

  queryLateWorkPage: async (world) => ({
    ...admin,
    query: { ...page, taskId: (await handedIn(world)).taskId, deptId: depts.internal.id, status: 'waiting' },
  }),
  importAnswers: async (world) => {
    const { deptTaskId, pointIds } = await issue(world);
    const entry = newEntry(world.server, pointIds[0] ?? '', { result: 'unqualified', remark: '不符合要求', photos: [world.photo] });
    return { ...admin, body: { employeeId: employees.staff01.id, deptTaskId, isDryRun: false, entries: [entry] } };
  },
  importCorrections: async (world) => {
    const { id, deptTaskId, itemIds } = await correction(world);
    const entry = { ...correctionEntry(world.server, itemIds[0] ?? '', { photosAfter: [world.photo] }), content: '检查要点' };
    return { ...admin, body: { id, employeeId: employees.staff01.id, deptTaskId, isDryRun: false, entries: [entry] } };
  },
  importSubmission: async (world) => {
    const { deptTaskId, pointIds } = await issue(world);
    await answerAll(world.server, deptTaskId, pointIds);
    const submittedAt = world.server.clock.now().toISOString();
    return { ...admin, body: { id: uuidv7(), employeeId: employees.staff01.id, deptTaskId, isDryRun: false, submittedAt, returnedAt: null, withdrawnAt: null } };
  },
  decideLateWork: async (world) => ({ ...admin, body: { ids: [(await handedIn(world)).id], revisions: [0], decision: 'accepted', reason: '' } }),

  querySeverePage: async () => ({ ...admin, query: { ...page, status: 'waiting' } }),
  reportSevere: async ({ server }) => {
    const sha256 = await uploaded(server, await makePhoto(77), 'admin01');
    const { id } = await reportedSevere(server, { deptId: depts.internal.id, file: sha256, words: '样本' }, 'staff01', 'admin01');
    const read = { reportedTo: '样本卫生健康委员会', reportedOn: '2026-06-01', reportNumber: '', note: '', files: [sha256] };
    return { ...admin, body: { id, reportedTo: '示例市卫生健康委员会', reportedOn: '2026-06-01', reportNumber: '示卫报〔2026〕1号', note: '', files: [{ sha256, name: '回执.jpg' }], read } };
  },
  closeSevere: async ({ server }) => ({ ...admin, body: { id: await openSevere(server, { deptId: depts.internal.id, words: '样本' }, 'staff01', 'admin01'), reason: '填写有误' } }),
  readSevereFile: async ({ server }) => {
    const file = await uploaded(server, await makePhoto(78), 'admin01');
    const { fileId } = await reportedSevere(server, { deptId: depts.internal.id, file, words: '样本' }, 'staff01', 'admin01');
    return { ...admin, params: { id: fileId } };
  },
  queryMyTaskCheckList: async () => ({ ...user, query: { ...page, taskName: '任务', taskType: '3', status: 'open' } }),
  queryTaskCheckPointInfo: async (world) => ({ ...user, params: { id: (await issue(world)).deptTaskId } }),
  queryMyTaskAnswerCheckPoint: async (world) => ({ ...user, query: { deptTaskId: (await issue(world)).deptTaskId } }),
  saveAnswers: async (world) => {
    const { deptTaskId, pointIds } = await issue(world);
    const entry = newEntry(world.server, pointIds[0] ?? '', { result: 'unqualified', remark: '不符合要求', photos: [world.photo] });
    return { ...user, body: { deptTaskId, entries: [entry] } };
  },
  submitDeptTask: async (world) => {
    const { deptTaskId, pointIds } = await issue(world);
    await answerAll(world.server, deptTaskId, pointIds);
    return { ...user, body: { id: uuidv7(), deptTaskId, submittedAt: world.server.clock.now().toISOString(), returnedAt: null, withdrawnAt: null, isUnchangedConfirmed: false } };
  },
  withdrawSubmission: async (world) => {
    const { deptTaskId, pointIds } = await issue(world);
    await answerAll(world.server, deptTaskId, pointIds);
    expectSuccess(await submit(world.server, deptTaskId));
    return { ...user, body: { deptTaskId, submittedAt: (await readDetail(world.server, deptTaskId)).submittedAt ?? '' } };
  },

  // As an administrator: whoever is of the company may hand in for any of its departments.
  handInAnswers: async (world) => {
    const { deptTaskId, pointIds } = await issue(world);
    const photo = await uploaded(world.server, await makePhoto(4000 + next()), 'admin01');
    const entry = newEntry(world.server, pointIds[0] ?? '', { result: 'unqualified', remark: '不符合要求', photos: [photo] });
    return { ...admin, body: { deptTaskId, entries: [{ ...entry, content: '检查要点' }] } };
  },
  handInCorrections: async (world) => {
    const { id, deptTaskId, itemIds } = await correction(world);
    const photo = await uploaded(world.server, await makePhoto(5000 + next()), 'admin01');
    const entry = { ...correctionEntry(world.server, itemIds[0] ?? '', { photosAfter: [photo] }), content: '检查要点' };
    return { ...admin, body: { id, deptTaskId, entries: [entry] } };
  },
  queryMyLateWork: async () => ({ ...user, query: page }),

  queryCompanySelfCorrectList: async () => ({ ...user, query: { ...page, taskName: '任务', status: 'open' } }),
  saveCompanySelfCorrectInfo: async (world) => {
    const { id, itemIds } = await correction(world);
    return { ...user, body: { id, entries: [correctionEntry(world.server, itemIds[0] ?? '', { photosAfter: [world.photo] })] } };
  },
  queryCompanySelfCorrectById: async (world) => ({ ...user, params: { id: (await correction(world)).id } }),
  selfCorrectDetail: async (world) => ({ ...user, params: { id: (await correction(world)).id } }),
  queryCompDeptSelfCorrectPageList: async () => ({
    ...admin,
    query: { ...page, taskName: '任务', status: 'open', deptId: depts.internal.id, startDate: '2026-06-01', endDate: '2026-06-30', sortBy: 'itemCount', sortOrder: 'desc' },
  }),
  exportCompDeptSelfCorrect: async () => ({
    ...admin,
    query: { taskName: '任务', status: 'open', deptId: depts.internal.id, startDate: '2026-06-01', endDate: '2026-06-30', sortBy: 'itemCount', sortOrder: 'desc' },
  }),
  queryCompDeptSelfCorrectById: async (world) => ({ ...admin, params: { id: (await correction(world)).id } }),
  confirmSelfCorrectList: async (world) => {
    const opened = await correction(world);
    await correctAll(world.server, opened);
    return { ...admin, body: { corrections: [{ id: opened.id, version: (await readCorrection(world.server, opened.id)).version }] } };
  },
  confirmSelfCorrect: async (world) => {
    const opened = await correction(world);
    await correctAll(world.server, opened);
    return { ...admin, body: { id: opened.id, version: (await readCorrection(world.server, opened.id)).version } };
  },
  returnSelfCorrectItems: async (world) => {
    const opened = await correction(world);
    await correctAll(world.server, opened);
    return { ...admin, body: { id: opened.id, dueDate: '2026-12-31', items: [{ itemId: opened.itemIds[0] ?? '', reason: '请补充照片', revision: 1 }] } };
  },

  uploadFile: async () => {
    const photo = await makePhoto(1000 + next());
    return { ...user, params: { sha256: photo.sha256 }, bytes: photo };
  },
  readFile: async ({ photo }) => ({ ...user, params: { sha256: photo } }),
  readUploadState: async ({ photo }) => ({ ...user, params: { sha256: photo }, query: { size: '1000' } }),
  uploadPiece: async () => {
    const photo = await makePhoto(2000 + next());
    return { ...user, params: { sha256: photo.sha256 }, query: { size: String(photo.data.length), index: '0' }, bytes: { ...photo, type: 'application/octet-stream' } };
  },

  querySelfDeclarePage: async () => ({ ...admin, params: { type: '6' }, query: { ...page, year: '2026', title: '样本', status: 'draft', deptId: depts.internal.id, declaredFrom: '2026-01-01', declaredTo: '2026-12-31', sortBy: 'updatedAt', sortOrder: 'asc' } }),
  addSelfDeclare: async (world) => ({ ...user, params: { type: '6' }, body: await commitmentFields(world) }),
  readSelfDeclare: async (world) => ({ ...user, params: { type: '6', id: await addCommitment(world) } }),
  querySelfDeclareArchive: async (world) => ({ ...user, params: { type: '6', id: await addCommitment(world) } }),
  readSelfDeclareFile: async (world) => ({ ...user, params: { type: '6', id: await fileIdOf(world.server, await addCommitment(world), 'staff01') } }),
  updateSelfDeclare: async (world) => {
    const { id, ...fields } = await commitmentFields(world);
    expectSuccess(await world.server.call('addSelfDeclare', { params: { type: '6' }, body: { id, ...fields } }, { as: 'staff01' }));
    return { ...user, body: { ...fields, selfDeclaredType: 6, selfDeclaredId: id, revision: 1 } };
  },
  batchDeleteSelfDeclare: async (world) => ({ ...user, body: { selfDeclaredType: 6, selfDeclaredId: [await addCommitment(world)] } }),
  draftSelfDeclare: async () => ({ ...admin, params: { type: '5' }, query: { year: '2026', deptId: depts.internal.id } }),

  statTaskCount: async () => ({ ...admin, params: { ...period, c: depts.internal.id } }),
  statQmzc: async () => ({ ...admin, params: { ...period, c: depts.internal.id } }),
  statUnQualified: async () => ({ ...admin, params: { ...period, c: depts.internal.id } }),
  queryDutyCalendar: async () => ({ ...user, query: { year: '2026' } }),
  queryDutySettings: async () => admin,
  queryScoreSetting: async () => admin,
  updateScoreSetting: async () => ({ ...admin, body: { excellent: 90, passed: 70, read: DEFAULT_SCORE_LIMITS } }),
  updateDutySettings: async () => ({
    ...admin,
    body: { duties: [{ duty: 'publicity', frequency: 'quarterly', dueMonth: 12 }], read: [{ duty: 'publicity', frequency: 'yearly', dueMonth: 12 }] },
  }),

  queryOverallSelfCheckStatList: async () => ({ ...admin, query: statistics }),
  querySpecialSelfCheckStatList: async () => ({ ...admin, query: statistics }),
  queryDailySelfCheckStatList: async () => ({ ...admin, query: statistics }),
  querySelfDeclareStatList: async () => ({ ...admin, query: statistics }),
  queryStatDeptTaskList: async ({ pointIds }) => ({
    ...admin,
    query: { ...page, ...statistics, taskType: '3', kind: 'unqualified', pointId: pointIds[0] ?? '' },
  }),
  exportSelfCheckStat: async () => ({ ...admin, query: { ...statistics, taskType: '3' } }),
  exportSelfDeclareStat: async () => ({ ...admin, query: statistics }),

  queryNoticePage: async () => ({ ...admin, query: { ...page, title: '样本', kind: 'manual', status: 'published', sortBy: 'publishedAt', sortOrder: 'asc' } }),
  queryNoticeById: async (world) => ({ ...admin, params: { id: await addNotice(world, 1) } }),
  queryPublicBoard: async () => ({ ...user, query: { ...page, type: '4', year: '2026' } }),
  queryOpinionPage: async () => ({ ...user, query: { ...page, status: 'open' } }),
  addOpinion: async (world) => ({ ...user, body: { id: uuidv7(), body: '样本意见', declarationId: await addPublicity(world) } }),
  answerOpinion: async ({ server }) => {
    const id = uuidv7();
    expectSuccess(await server.call('addOpinion', { body: { id, body: '样本意见' } }, { as: 'staff01' }));
    return { ...admin, body: { id, answer: '已核实', read: { answer: '' } } };
  },
  addNotice: async () => ({
    ...admin,
    body: { id: uuidv7(), title: '样本公告', body: '内容', audience: 'depts', deptIds: [depts.internal.id], isPublished: 0 },
  }),
  updateNotice: async (world) => ({
    ...admin,
    body: { id: await addedNotice(world.server, { ...noticeWords, ...noticeReaders }), title: '改后公告', body: '改后内容', audience: 'depts', deptIds: [depts.surgery.id], read: { ...noticeWords, ...noticeReaders, status: 'published' } },
  }),
  publishNotice: async ({ server }) => ({ ...admin, params: { id: await addedNotice(server, { ...noticeWords, isPublished: 0 }) }, body: { read: noticeWords } }),
  withdrawNotice: async (world) => ({ ...admin, params: { id: await addNotice(world, 1) } }),
  deleteNotice: async (world) => ({ ...admin, params: { id: await addNotice(world, 1) } }),
  queryMyNoticeList: async () => ({ ...user, query: page }),
  readNotice: async (world) => ({ ...user, params: { id: await addNotice(world, 1) } }),
  readAllNotices: async ({ server }) => ({ ...user, body: { until: server.clock.now().toISOString() } }),

  queryAuditPage: async () => ({ ...admin, query: { ...page, ...auditFilter } }),
  exportAudit: async () => ({ ...admin, query: auditFilter }),

  laws: async () => ({ ...user, query: { ...page, title: '法', lawType: '法律', enactDept: '示例机关', status: 'effective' } }),
  readLaw: async ({ lawId }) => ({ ...user, params: { id: lawId }, query: { v: '', format: 'text' } }),
  lawTexts: async ({ lawId }) => ({ ...user, query: { ids: lawId } }),
  lawTypes: async () => user,
  lawEnactDepts: async () => user,
  lawChanges: async () => ({ ...admin, query: page }),
  lawChange: async (world) => ({ ...admin, params: { id: (await changedLaw(world)).lawId } }),
  lawCitations: async (world) => {
    const { lawId, pointId } = await changedLaw(world);
    return { ...admin, params: { id: lawId }, query: { ...page, state: 'changed', pending: '1', pointId } };
  },
  decideCitations: async (world) => {
    const { lawId, pointId, version } = await changedLaw(world);
    const wording = { content: `改写要点 ${next()}`, method: '查看记录', expected: '符合', gist: '说明' };
    return { ...admin, body: { lawId, decisions: [{ pointId, place: 0, version, seen: null, kind: 'rewrite', article: 2, anchor: '两小时内报告', wording }] } };
  },
};

/** Sends a sample as a browser would. A query value may be a list: the name is then repeated. */
export async function send(server: TestServer, name: CallName, sample: Sample, from?: string) {
  const { method, path } = apiPaths[name];
  const token = sample.token ?? (sample.as === undefined ? undefined : await server.signIn(sample.as));
  const url = path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(sample.params?.[parameter] ?? ''));
  const payload = sample.bytes === undefined ? JSON.stringify(sample.body ?? null) : Buffer.from(sample.bytes.data);
  return server.inject({
    method,
    url,
    query: sample.query ?? {},
    headers: {
      ...(token === undefined ? {} : { accesstoken: token }),
      ...(method === 'GET' ? {} : { 'content-type': sample.bytes?.type ?? 'application/json' }),
      ...sample.headers,
    },
    ...(method === 'GET' ? {} : { payload }),
    ...(from === undefined ? {} : { remoteAddress: from }),
  });
}

/** Objects that a caller has no right to, all with 机密 in their texts. */
export async function prepareStrangers(server: TestServer) {
  const secret = { taskName: '机密任务', remark: '机密说明' };
  const foreignPoints = await addOwnPoints(server.context, 2, companies.second.compNo);
  const foreignTask = await issueTask(
    server,
    { ...secret, deptIds: [depts.otherInternal.id], pointIds: foreignPoints.map((point) => point.id) },
    'admin91',
  );
  const surgeryTask = await issueTask(server, { ...secret, deptIds: [depts.surgery.id], pointIds: await somePointIds(server, 2) });
  const foreignDeptTask = foreignTask.deptTaskIds[depts.otherInternal.id] ?? '';
  const surgeryDeptTask = surgeryTask.deptTaskIds[depts.surgery.id] ?? '';
  const foreignPhoto = await uploaded(server, await makePhoto(9001), 'staff91');
  const surgeryPhoto = await uploaded(server, await makePhoto(9002), 'staff03');
  const answerWith = async (deptTaskId: string, pointId: string, photo: string, as: 'staff91' | 'staff03') => {
    const entry = newEntry(server, pointId, { result: 'unqualified', remark: '机密问题', photos: [photo] });
    expectSuccess(await server.call('saveAnswers', { body: { deptTaskId, entries: [entry] } }, { as }));
    return entry.id;
  };
  const foreignEntry = await answerWith(foreignDeptTask, foreignTask.pointIds[0] ?? '', foreignPhoto, 'staff91');
  const surgeryEntry = await answerWith(surgeryDeptTask, surgeryTask.pointIds[0] ?? '', surgeryPhoto, 'staff03');
  const submitAll = async (deptTaskId: string, pointIds: string[], as: 'staff91' | 'staff03') => {
    await answerAll(server, deptTaskId, pointIds.slice(1), [], as);
    const id = uuidv7();
    expectSuccess(await submit(server, deptTaskId, as, id));
    return id;
  };
  const foreignSubmission = await submitAll(foreignDeptTask, foreignTask.pointIds, 'staff91');
  const surgerySubmission = await submitAll(surgeryDeptTask, surgeryTask.pointIds, 'staff03');
  const foreignCorrection = await openCorrection(
    server,
    { deptId: depts.otherInternal.id, taskName: secret.taskName, pointIds: foreignPoints.map((point) => point.id) },
    'staff91',
    'admin91',
  );
  const surgeryCorrection = await openCorrection(
    server,
    { deptId: depts.surgery.id, taskName: secret.taskName, pointIds: surgeryTask.pointIds },
    'staff03',
  );
  const correctSecretly = async (opened: typeof foreignCorrection, as: 'staff91' | 'staff03') => {
    const entry = correctionEntry(server, opened.itemIds[0] ?? '', { measures: '机密措施', correctedAt: null });
    await saveCorrection(server, opened.id, entry, as);
    return entry.id;
  };
  const foreignCorrectionEntry = await correctSecretly(foreignCorrection, 'staff91');
  const surgeryCorrectionEntry = await correctSecretly(surgeryCorrection, 'staff03');
  const declareSecretly = async (file: string, as: 'staff91' | 'staff03') => {
    const body = newDeclaration({ title: '机密申报', attachments: [{ sha256: file, name: '机密附件.jpg' }] });
    const { id } = expectSuccess(await server.call('addSelfDeclare', { params: { type: '6' }, body }, { as }));
    return { id, fileId: await fileIdOf(server, id, as) };
  };
  const foreignDeclaration = await declareSecretly(foreignPhoto, 'staff91');
  const surgeryDeclaration = await declareSecretly(surgeryPhoto, 'staff03');
  const lateEntry = newEntry(server, foreignTask.pointIds[0] ?? '', { result: 'unqualified', remark: '机密迟到' });
  expectSuccess(await server.call('handInAnswers', { body: { deptTaskId: foreignDeptTask, entries: [lateEntry] } }, { as: 'staff91' }));
  const foreignResource = expectSuccess(
    await server.call('createTestResource', { body: { name: '机密资源', remark: '' } }, { as: 'admin91' }),
  ).id;
  const foreignSevere = await reportedSevere(server, { deptId: depts.otherInternal.id, file: foreignPhoto, words: '机密' }, 'staff91', 'admin91');
  const foreignChange = await openLawChange(server, { title: '机密变动法', itemId: foreignPoints[0]?.itemId ?? '' }, 'admin91');
  const foreignOpinion = uuidv7();
  expectSuccess(await server.call('addOpinion', { body: { id: foreignOpinion, body: '机密意见' } }, { as: 'staff91' }));
  const foreignNotice = await addedNotice(server, { title: '机密公告', deptIds: [depts.otherInternal.id] }, 'admin91');
  const surgeryNotice = await addedNotice(server, { title: '机密公告', deptIds: [depts.surgery.id] });
  return {
    /** Of another company: for administrators and users alike. */
    otherCompany: {
      notice: foreignNotice,
      task: foreignTask.taskId,
      deptTask: foreignDeptTask,
      dept: depts.otherInternal.id,
      employee: employees.staff91.id,
      account: 'staff91',
      session: await addSession({ server }, 'staff91'),
      testResource: foreignResource,
      file: foreignPhoto,
      point: foreignPoints[0]?.id ?? '',
      item: foreignPoints[0]?.itemId ?? '',
      issue: foreignTask.taskId,
      entry: foreignEntry,
      lateWork: lateEntry.id,
      correction: foreignCorrection.id,
      correctionItem: foreignCorrection.itemIds[0] ?? '',
      correctionEntry: foreignCorrectionEntry,
      submission: foreignSubmission,
      declaration: foreignDeclaration.id,
      newDeclaration: foreignDeclaration.id,
      newNotice: foreignNotice,
      lawChange: foreignChange.lawId,
      severeReport: foreignSevere.id,
      severeFile: foreignSevere.fileId,
      opinion: foreignOpinion,
      newOpinion: foreignOpinion,
      declarationFile: foreignDeclaration.fileId,
    },
    /** Of another department of the same company, or of a colleague: for users. */
    otherDepartment: {
      notice: surgeryNotice,
      deptTask: surgeryDeptTask,
      employee: employees.staff03.id,
      account: 'staff03',
      session: await addSession({ server }, 'staff03'),
      file: surgeryPhoto,
      declaration: surgeryDeclaration.id,
      newDeclaration: surgeryDeclaration.id,
      newNotice: surgeryNotice,
      declarationFile: surgeryDeclaration.fileId,
      entry: surgeryEntry,
      correction: surgeryCorrection.id,
      correctionItem: surgeryCorrection.itemIds[0] ?? '',
      correctionEntry: surgeryCorrectionEntry,
      submission: surgerySubmission,
    },
  };
}

export type Kind = keyof Awaited<ReturnType<typeof prepareStrangers>>['otherCompany'];
