import type { Access } from './roles.ts';

/**
 * How the server knows a call that comes again since its answer was lost.
 * - `operation`: by an id of what the person does, which the page sends in `OPERATION_HEADER`.
 * - `record`: by the id that the page made for what is new.
 * - `entry`: by the ids of the outbox entries, or of the spreadsheet, that it carries.
 * - `safe`: it need not. The call changes nothing, or nothing more the second time.
 */
export type Repeat = 'operation' | 'record' | 'entry' | 'safe';

export type ApiCall = {
  /** `{name}` stands for a path parameter. */
  path: string;
  access: Access;
} & ({ method: 'GET'; repeat?: undefined } | { method: 'POST' | 'PUT' | 'DELETE'; repeat: Repeat });

/** Stays the same for every try of an operation, and is a UUID. A page of a release before sends none. */
export const OPERATION_HEADER = 'idempotency-key';

const auth = '/api/auth';
const admin = '/api/admin';
const qyzc = '/api/qyzc';
const company = `${qyzc}/company`;
const manage = `${company}/task/mamage`; // sic: the specification spells it so
const check = `${company}/task/check`;
const checkPoint = `${company}/checkpoint`;
const selfCorrect = `${company}/task/selfcorrect`;
const declared = `${company}/self/declared`;
const board = `${company}/self/board`;
const stat = `${company}/stat`;
const notice = `${company}/notice`;
const correctionRecords = `${company}/management/correct`;

/** Every call that the server answers: method, path, who may use it, and how a repeat is known. */
export const apiPaths = {
  login: { method: 'POST', path: `${auth}/login`, access: 'open', repeat: 'safe' },
  refreshToken: { method: 'POST', path: `${auth}/refreshToken`, access: 'open', repeat: 'safe' },
  checkUsername: { method: 'POST', path: `${auth}/checkUsername`, access: 'admin', repeat: 'safe' },
  userInfo: { method: 'GET', path: `${admin}/userInfo`, access: 'user' },
  // Open, so that a session whose access token has expired can be ended too: its tokens stand for their holder.
  signOut: { method: 'POST', path: `${admin}/signOut`, access: 'open', repeat: 'safe' },
  querySessionList: { method: 'GET', path: `${admin}/querySessionList`, access: 'user' },
  endSession: { method: 'POST', path: `${admin}/endSession/{id}`, access: 'user', repeat: 'safe' },
  endOtherSessions: { method: 'POST', path: `${admin}/endOtherSessions`, access: 'user', repeat: 'safe' },
  getSiteByKey: { method: 'GET', path: `${admin}/getSiteByKey`, access: 'open' },

  listTestResources: { method: 'GET', path: `${admin}/test/list`, access: 'admin' },
  createTestResource: { method: 'POST', path: `${admin}/test/create`, access: 'admin', repeat: 'operation' },
  getTestResource: { method: 'GET', path: `${admin}/test/{id}`, access: 'admin' },
  updateTestResource: { method: 'PUT', path: `${admin}/test/{id}`, access: 'admin', repeat: 'operation' },
  deleteTestResource: { method: 'DELETE', path: `${admin}/test/{id}`, access: 'admin', repeat: 'operation' },
  enableTestResources: { method: 'POST', path: `${admin}/test/multiplePut`, access: 'admin', repeat: 'operation' },
  deleteTestResources: { method: 'DELETE', path: `${admin}/testbulk`, access: 'admin', repeat: 'operation' },

  queryCompanyAccountPage: { method: 'GET', path: `${company}/employee/queryCompanyAccountPage`, access: 'admin' },
  addCompanyAccount: { method: 'POST', path: `${company}/employee/addCompanyAccount`, access: 'admin', repeat: 'operation' },
  queryStaffNameList: { method: 'GET', path: `${company}/employee/queryStaffNameList`, access: 'admin' },
  queryCompanyAccountById: { method: 'POST', path: `${company}/employee/queryCompanyAccountById/{id}`, access: 'user', repeat: 'safe' },
  updateCompanyAccount: { method: 'POST', path: `${company}/employee/updateCompanyAccount`, access: 'admin', repeat: 'operation' },
  deleteCompanyAccount: { method: 'POST', path: `${company}/employee/deleteCompanyAccount/{id}`, access: 'admin', repeat: 'operation' },
  updateCompanyAccountPwd: { method: 'POST', path: `${company}/employee/updateCompanyAccountPwd`, access: 'user', repeat: 'operation' },
  accountImportTemplate: { method: 'GET', path: `${company}/employee/accountImportTemplate`, access: 'admin' },
  importCompanyAccount: { method: 'POST', path: `${company}/employee/importCompanyAccount`, access: 'admin', repeat: 'entry' },

  queryCompanyDeptList: { method: 'GET', path: `${company}/dept/queryCompanyDeptList`, access: 'user' },
  queryCompanyDeptInfoPage: { method: 'GET', path: `${company}/dept/queryCompanyDeptInfoPage`, access: 'admin' },
  addCompanyDeptInfo: { method: 'POST', path: `${company}/dept/addCompanyDeptInfo`, access: 'admin', repeat: 'operation' },
  updateCompanyDeptInfo: { method: 'POST', path: `${company}/dept/updateCompanyDeptInfo`, access: 'admin', repeat: 'operation' },
  deleteCompanyDeptInfo: { method: 'POST', path: `${company}/dept/deleteCompanyDeptInfo/{id}`, access: 'admin', repeat: 'operation' },
  setDeptKinds: { method: 'POST', path: `${company}/dept/setDeptKinds`, access: 'admin', repeat: 'operation' },
  closeCompanyDept: { method: 'POST', path: `${company}/dept/closeCompanyDept`, access: 'admin', repeat: 'safe' },
  openCompanyDept: { method: 'POST', path: `${company}/dept/openCompanyDept/{id}`, access: 'admin', repeat: 'safe' },
  queryDeptPointSwitches: { method: 'GET', path: `${company}/dept/queryDeptPointSwitches`, access: 'admin' },
  switchDeptPoints: { method: 'POST', path: `${company}/dept/switchDeptPoints`, access: 'admin', repeat: 'operation' },
  deptImportTemplate: { method: 'GET', path: `${company}/dept/deptImportTemplate`, access: 'admin' },
  importCompanyDeptInfo: { method: 'POST', path: `${company}/dept/importCompanyDeptInfo`, access: 'admin', repeat: 'entry' },

  getInstitution: { method: 'GET', path: `${company}/institution/getInstitution`, access: 'admin' },
  previewInstitution: { method: 'POST', path: `${company}/institution/previewInstitution`, access: 'admin', repeat: 'safe' },
  changeInstitution: { method: 'POST', path: `${company}/institution/changeInstitution`, access: 'admin', repeat: 'safe' },

  queryLevelOneCheckItemList: { method: 'GET', path: `${checkPoint}/queryLevelOneCheckItemList`, access: 'user' },
  queryCheckItemTree: { method: 'GET', path: `${checkPoint}/queryCheckItemTree`, access: 'user' },
  queryPointPage: { method: 'GET', path: `${checkPoint}/queryPointPage`, access: 'user' },
  rewordings: { method: 'GET', path: `${checkPoint}/rewordings`, access: 'admin' },
  decideRewordings: { method: 'POST', path: `${checkPoint}/decideRewordings`, access: 'admin', repeat: 'safe' },
  switchPoints: { method: 'POST', path: `${checkPoint}/switchPoints`, access: 'admin', repeat: 'safe' },
  addCompanyPoint: { method: 'POST', path: `${checkPoint}/addCompanyPoint`, access: 'admin', repeat: 'operation' },
  updateCompanyPoint: { method: 'POST', path: `${checkPoint}/updateCompanyPoint`, access: 'admin', repeat: 'operation' },
  retireCompanyPoint: { method: 'POST', path: `${checkPoint}/retireCompanyPoint/{id}`, access: 'admin', repeat: 'safe' },
  retirePoints: { method: 'POST', path: `${checkPoint}/retirePoints`, access: 'admin', repeat: 'safe' },
  restoreCompanyPoint: { method: 'POST', path: `${checkPoint}/restoreCompanyPoint/{id}`, access: 'admin', repeat: 'safe' },
  addCheckItem: { method: 'POST', path: `${checkPoint}/addCheckItem`, access: 'admin', repeat: 'operation' },
  updateCheckItem: { method: 'POST', path: `${checkPoint}/updateCheckItem`, access: 'admin', repeat: 'operation' },
  deleteCheckItem: { method: 'POST', path: `${checkPoint}/deleteCheckItem/{id}`, access: 'admin', repeat: 'operation' },
  pointImportTemplate: { method: 'GET', path: `${checkPoint}/pointImportTemplate`, access: 'admin' },
  importCompanyPoint: { method: 'POST', path: `${checkPoint}/importCompanyPoint`, access: 'admin', repeat: 'entry' },
  exportCompanyPoint: { method: 'GET', path: `${checkPoint}/exportCompanyPoint`, access: 'admin' },

  issueTask: { method: 'POST', path: `${company}/management/task/issue`, access: 'admin', repeat: 'record' },
  taskDepartments: { method: 'GET', path: `${company}/management/task/dept`, access: 'admin' },
  taskTypes: { method: 'GET', path: `${company}/management/task/type`, access: 'user' },
  queryTaskPage: { method: 'GET', path: `${manage}/queryTaskPage`, access: 'admin' },
  cancelTask: { method: 'POST', path: `${manage}/cancelTask`, access: 'admin', repeat: 'operation' },
  remindTask: { method: 'POST', path: `${manage}/remindTask`, access: 'admin', repeat: 'record' },
  queryTaskInfo: { method: 'GET', path: `${manage}/queryTaskInfo/{id}`, access: 'admin' },
  queryTaskToReissue: { method: 'GET', path: `${manage}/queryTaskToReissue/{id}`, access: 'admin' },
  queryTaskCount: { method: 'GET', path: `${manage}/queryTaskCount`, access: 'admin' },
  queryCheckPointList: { method: 'GET', path: `${manage}/queryCheckPointList`, access: 'admin' },
  queryTaskDeptList: { method: 'GET', path: `${manage}/queryTaskDeptList`, access: 'admin' },
  getTaskDeptDetail: { method: 'GET', path: `${manage}/getTaskDeptDetail`, access: 'admin' },
  createExportLink: { method: 'POST', path: `${manage}/createExportLink`, access: 'admin', repeat: 'safe' },
  exportCheckPointList: { method: 'GET', path: `${manage}/freepass/exportCheckPointList`, access: 'open' },
  returnSubmission: { method: 'POST', path: `${manage}/returnSubmission`, access: 'admin', repeat: 'operation' },
  queryLateWorkPage: { method: 'GET', path: `${manage}/queryLateWorkPage`, access: 'admin' },
  decideLateWork: { method: 'POST', path: `${manage}/decideLateWork`, access: 'admin', repeat: 'operation' },
  importAnswers: { method: 'POST', path: `${manage}/importAnswers`, access: 'admin', repeat: 'entry' },
  importCorrections: { method: 'POST', path: `${manage}/importCorrections`, access: 'admin', repeat: 'entry' },
  importSubmission: { method: 'POST', path: `${manage}/importSubmission`, access: 'admin', repeat: 'entry' },

  querySeverePage: { method: 'GET', path: `${manage}/querySeverePage`, access: 'admin' },
  reportSevere: { method: 'POST', path: `${manage}/reportSevere`, access: 'admin', repeat: 'operation' },
  closeSevere: { method: 'POST', path: `${manage}/closeSevere`, access: 'admin', repeat: 'safe' },
  readSevereFile: { method: 'GET', path: `${manage}/readSevereFile/{id}`, access: 'admin' },

  queryMyTaskCheckList: { method: 'GET', path: `${check}/queryMyTaskCheckList`, access: 'user' },
  queryTaskCheckPointInfo: { method: 'GET', path: `${check}/queryTaskCheckPointInfo/{id}`, access: 'user' },
  queryMyTaskAnswerCheckPoint: { method: 'GET', path: `${check}/queryMyTaskAnswerCheckPoint`, access: 'user' },
  saveAnswers: { method: 'POST', path: `${check}/saveAnswers`, access: 'user', repeat: 'entry' },
  submitDeptTask: { method: 'POST', path: `${check}/submit`, access: 'user', repeat: 'entry' },
  withdrawSubmission: { method: 'POST', path: `${check}/withdraw`, access: 'user', repeat: 'safe' },
  handInAnswers: { method: 'POST', path: `${check}/handInAnswers`, access: 'user', repeat: 'entry' },
  handInCorrections: { method: 'POST', path: `${check}/handInCorrections`, access: 'user', repeat: 'entry' },
  queryMyLateWork: { method: 'GET', path: `${check}/queryMyLateWork`, access: 'user' },

  queryCompanySelfCorrectList: { method: 'GET', path: `${selfCorrect}/queryCompanySelfCorrectList`, access: 'user' },
  saveCompanySelfCorrectInfo: { method: 'POST', path: `${selfCorrect}/saveCompanySelfCorrectInfo`, access: 'user', repeat: 'entry' },
  queryCompanySelfCorrectById: { method: 'GET', path: `${selfCorrect}/queryCompanySelfCorrectById/{id}`, access: 'user' },
  selfCorrectDetail: { method: 'GET', path: `${selfCorrect}/detail/{id}`, access: 'user' },
  queryCompDeptSelfCorrectPageList: { method: 'GET', path: `${correctionRecords}/queryCompDeptSelfCorrectPageList`, access: 'admin' },
  queryCompDeptSelfCorrectById: { method: 'GET', path: `${correctionRecords}/queryCompDeptSelfCorrectById/{id}`, access: 'admin' },
  exportCompDeptSelfCorrect: { method: 'GET', path: `${correctionRecords}/exportCompDeptSelfCorrect`, access: 'admin' },
  confirmSelfCorrectList: { method: 'POST', path: `${correctionRecords}/confirmList`, access: 'admin', repeat: 'operation' },
  confirmSelfCorrect: { method: 'POST', path: `${correctionRecords}/confirm`, access: 'admin', repeat: 'operation' },
  returnSelfCorrectItems: { method: 'POST', path: `${correctionRecords}/returnItems`, access: 'admin', repeat: 'operation' },

  uploadFile: { method: 'POST', path: `${company}/file/upload/{sha256}`, access: 'user', repeat: 'safe' },
  readFile: { method: 'GET', path: `${company}/file/{sha256}`, access: 'user' },

  readUploadState: { method: 'GET', path: `${company}/file/pieces/{sha256}`, access: 'user' },
  uploadPiece: { method: 'POST', path: `${company}/file/pieces/{sha256}`, access: 'user', repeat: 'safe' },

  querySelfDeclarePage: { method: 'GET', path: `${declared}/{type}`, access: 'user' },
  addSelfDeclare: { method: 'POST', path: `${declared}/{type}`, access: 'user', repeat: 'record' },
  readSelfDeclare: { method: 'GET', path: `${declared}/{type}/{id}`, access: 'user' },
  querySelfDeclareArchive: { method: 'GET', path: `${declared}/archive/{type}/{id}`, access: 'user' },
  readSelfDeclareFile: { method: 'GET', path: `${declared}/archive/read-file/{type}/{id}`, access: 'user' },
  updateSelfDeclare: { method: 'POST', path: `${declared}/updateSelfDeclare`, access: 'user', repeat: 'operation' },
  batchDeleteSelfDeclare: { method: 'POST', path: `${declared}/batchDeleteSelfDeclare`, access: 'user', repeat: 'operation' },
  draftSelfDeclare: { method: 'GET', path: `${declared}/draft/{type}`, access: 'user' },

  queryPublicBoard: { method: 'GET', path: `${board}/queryPublicBoard`, access: 'user' },
  queryOpinionPage: { method: 'GET', path: `${board}/queryOpinionPage`, access: 'user' },
  addOpinion: { method: 'POST', path: `${board}/addOpinion`, access: 'user', repeat: 'record' },
  answerOpinion: { method: 'POST', path: `${board}/answerOpinion`, access: 'admin', repeat: 'safe' },

  statTaskCount: { method: 'GET', path: `${company}/home/statTaskCount/{a}/{b}/{c}`, access: 'admin' },
  statQmzc: { method: 'GET', path: `${company}/home/statQmzc/{a}/{b}/{c}`, access: 'admin' },
  statUnQualified: { method: 'GET', path: `${company}/home/statUnQualified/{a}/{b}/{c}`, access: 'admin' },
  queryDutyCalendar: { method: 'GET', path: `${company}/home/queryDutyCalendar`, access: 'user' },
  queryDutySettings: { method: 'GET', path: `${company}/home/queryDutySettings`, access: 'admin' },
  updateDutySettings: { method: 'POST', path: `${company}/home/updateDutySettings`, access: 'admin', repeat: 'operation' },
  queryScoreSetting: { method: 'GET', path: `${company}/home/queryScoreSetting`, access: 'admin' },
  updateScoreSetting: { method: 'POST', path: `${company}/home/updateScoreSetting`, access: 'admin', repeat: 'operation' },

  queryOverallSelfCheckStatList: { method: 'GET', path: `${stat}/queryOverallSelfCheckStatList`, access: 'admin' },
  querySpecialSelfCheckStatList: { method: 'GET', path: `${stat}/querySpecialSelfCheckStatList`, access: 'admin' },
  queryDailySelfCheckStatList: { method: 'GET', path: `${stat}/queryDailySelfCheckStatList`, access: 'admin' },
  querySelfDeclareStatList: { method: 'GET', path: `${stat}/querySelfDeclareStatList`, access: 'admin' },
  queryStatDeptTaskList: { method: 'GET', path: `${stat}/queryStatDeptTaskList`, access: 'admin' },
  exportSelfCheckStat: { method: 'GET', path: `${stat}/exportSelfCheckStat`, access: 'admin' },
  exportSelfDeclareStat: { method: 'GET', path: `${stat}/exportSelfDeclareStat`, access: 'admin' },

  queryNoticePage: { method: 'GET', path: `${notice}/queryNoticePage`, access: 'admin' },
  queryNoticeById: { method: 'GET', path: `${notice}/queryNoticeById/{id}`, access: 'admin' },
  addNotice: { method: 'POST', path: `${notice}/addNotice`, access: 'admin', repeat: 'record' },
  updateNotice: { method: 'POST', path: `${notice}/updateNotice`, access: 'admin', repeat: 'operation' },
  publishNotice: { method: 'POST', path: `${notice}/publishNotice/{id}`, access: 'admin', repeat: 'operation' },
  withdrawNotice: { method: 'POST', path: `${notice}/withdrawNotice/{id}`, access: 'admin', repeat: 'operation' },
  deleteNotice: { method: 'POST', path: `${notice}/deleteNotice/{id}`, access: 'admin', repeat: 'operation' },
  queryMyNoticeList: { method: 'GET', path: `${notice}/queryMyNoticeList`, access: 'user' },
  readNotice: { method: 'POST', path: `${notice}/readNotice/{id}`, access: 'user', repeat: 'safe' },
  readAllNotices: { method: 'POST', path: `${notice}/readAllNotices`, access: 'user', repeat: 'safe' },

  queryAuditPage: { method: 'GET', path: `${company}/audit/queryAuditPage`, access: 'admin' },
  exportAudit: { method: 'GET', path: `${company}/audit/exportAudit`, access: 'admin' },

  laws: { method: 'GET', path: `${company}/laws`, access: 'user' },
  readLaw: { method: 'GET', path: `${qyzc}/supervise/law/archive/read-file/{id}`, access: 'user' },
  lawTexts: { method: 'GET', path: `${qyzc}/law/texts`, access: 'user' },
  lawTypes: { method: 'GET', path: `${qyzc}/law/types/dict`, access: 'user' },
  lawEnactDepts: { method: 'GET', path: `${qyzc}/law/enactDepts/dict`, access: 'user' },
  lawChanges: { method: 'GET', path: `${qyzc}/law/changes`, access: 'admin' },
  lawChange: { method: 'GET', path: `${qyzc}/law/changes/{id}`, access: 'admin' },
  lawCitations: { method: 'GET', path: `${qyzc}/law/changes/{id}/citations`, access: 'admin' },
  decideCitations: { method: 'POST', path: `${qyzc}/law/decideCitations`, access: 'admin', repeat: 'safe' },
} as const satisfies Record<string, ApiCall>;

export type CallName = keyof typeof apiPaths;

/** The path with its parameters filled in and encoded. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`path parameter ${name} is missing in ${path}`);
    return encodeURIComponent(value);
  });
}
