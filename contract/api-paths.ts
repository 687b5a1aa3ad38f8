import type { Access } from './roles.ts';

export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{name}` stands for a path parameter. */
  path: string;
  access: Access;
}

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

/** Every call that the server answers: method, path, and who may use it. */
export const apiPaths = {
  login: { method: 'POST', path: `${auth}/login`, access: 'open' },
  refreshToken: { method: 'POST', path: `${auth}/refreshToken`, access: 'open' },
  checkUsername: { method: 'POST', path: `${auth}/checkUsername`, access: 'admin' },
  userInfo: { method: 'GET', path: `${admin}/userInfo`, access: 'user' },
  // Open, so that a session whose access token has expired can be ended too: its tokens stand for their holder.
  signOut: { method: 'POST', path: `${admin}/signOut`, access: 'open' },
  querySessionList: { method: 'GET', path: `${admin}/querySessionList`, access: 'user' },
  endSession: { method: 'POST', path: `${admin}/endSession/{id}`, access: 'user' },
  endOtherSessions: { method: 'POST', path: `${admin}/endOtherSessions`, access: 'user' },
  getSiteByKey: { method: 'GET', path: `${admin}/getSiteByKey`, access: 'open' },

  listTestResources: { method: 'GET', path: `${admin}/test/list`, access: 'admin' },
  createTestResource: { method: 'POST', path: `${admin}/test/create`, access: 'admin' },
  getTestResource: { method: 'GET', path: `${admin}/test/{id}`, access: 'admin' },
  updateTestResource: { method: 'PUT', path: `${admin}/test/{id}`, access: 'admin' },
  deleteTestResource: { method: 'DELETE', path: `${admin}/test/{id}`, access: 'admin' },
  enableTestResources: { method: 'POST', path: `${admin}/test/multiplePut`, access: 'admin' },
  deleteTestResources: { method: 'DELETE', path: `${admin}/testbulk`, access: 'admin' },

  queryCompanyAccountPage: { method: 'GET', path: `${company}/employee/queryCompanyAccountPage`, access: 'admin' },
  addCompanyAccount: { method: 'POST', path: `${company}/employee/addCompanyAccount`, access: 'admin' },
  queryStaffNameList: { method: 'GET', path: `${company}/employee/queryStaffNameList`, access: 'admin' },
  queryCompanyAccountById: { method: 'POST', path: `${company}/employee/queryCompanyAccountById/{id}`, access: 'user' },
  updateCompanyAccount: { method: 'POST', path: `${company}/employee/updateCompanyAccount`, access: 'admin' },
  deleteCompanyAccount: { method: 'POST', path: `${company}/employee/deleteCompanyAccount/{id}`, access: 'admin' },
  updateCompanyAccountPwd: { method: 'POST', path: `${company}/employee/updateCompanyAccountPwd`, access: 'user' },
  accountImportTemplate: { method: 'GET', path: `${company}/employee/accountImportTemplate`, access: 'admin' },
  importCompanyAccount: { method: 'POST', path: `${company}/employee/importCompanyAccount`, access: 'admin' },

  queryCompanyDeptList: { method: 'GET', path: `${company}/dept/queryCompanyDeptList`, access: 'user' },
  queryCompanyDeptInfoPage: { method: 'GET', path: `${company}/dept/queryCompanyDeptInfoPage`, access: 'admin' },
  addCompanyDeptInfo: { method: 'POST', path: `${company}/dept/addCompanyDeptInfo`, access: 'admin' },
  updateCompanyDeptInfo: { method: 'POST', path: `${company}/dept/updateCompanyDeptInfo`, access: 'admin' },
  deleteCompanyDeptInfo: { method: 'POST', path: `${company}/dept/deleteCompanyDeptInfo/{id}`, access: 'admin' },
  setDeptKinds: { method: 'POST', path: `${company}/dept/setDeptKinds`, access: 'admin' },
  closeCompanyDept: { method: 'POST', path: `${company}/dept/closeCompanyDept`, access: 'admin' },
  openCompanyDept: { method: 'POST', path: `${company}/dept/openCompanyDept/{id}`, access: 'admin' },
  queryDeptPointSwitches: { method: 'GET', path: `${company}/dept/queryDeptPointSwitches`, access: 'admin' },
  switchDeptPoints: { method: 'POST', path: `${company}/dept/switchDeptPoints`, access: 'admin' },
  deptImportTemplate: { method: 'GET', path: `${company}/dept/deptImportTemplate`, access: 'admin' },
  importCompanyDeptInfo: { method: 'POST', path: `${company}/dept/importCompanyDeptInfo`, access: 'admin' },

  getInstitution: { method: 'GET', path: `${company}/institution/getInstitution`, access: 'admin' },
  previewInstitution: { method: 'POST', path: `${company}/institution/previewInstitution`, access: 'admin' },
  changeInstitution: { method: 'POST', path: `${company}/institution/changeInstitution`, access: 'admin' },

  queryLevelOneCheckItemList: { method: 'GET', path: `${checkPoint}/queryLevelOneCheckItemList`, access: 'user' },
  queryCheckItemTree: { method: 'GET', path: `${checkPoint}/queryCheckItemTree`, access: 'user' },
  queryPointPage: { method: 'GET', path: `${checkPoint}/queryPointPage`, access: 'user' },
  rewordings: { method: 'GET', path: `${checkPoint}/rewordings`, access: 'admin' },
  decideRewordings: { method: 'POST', path: `${checkPoint}/decideRewordings`, access: 'admin' },
  switchPoints: { method: 'POST', path: `${checkPoint}/switchPoints`, access: 'admin' },
  addCompanyPoint: { method: 'POST', path: `${checkPoint}/addCompanyPoint`, access: 'admin' },
  updateCompanyPoint: { method: 'POST', path: `${checkPoint}/updateCompanyPoint`, access: 'admin' },
  retireCompanyPoint: { method: 'POST', path: `${checkPoint}/retireCompanyPoint/{id}`, access: 'admin' },
  retirePoints: { method: 'POST', path: `${checkPoint}/retirePoints`, access: 'admin' },
  restoreCompanyPoint: { method: 'POST', path: `${checkPoint}/restoreCompanyPoint/{id}`, access: 'admin' },
  addCheckItem: { method: 'POST', path: `${checkPoint}/addCheckItem`, access: 'admin' },
  updateCheckItem: { method: 'POST', path: `${checkPoint}/updateCheckItem`, access: 'admin' },
  deleteCheckItem: { method: 'POST', path: `${checkPoint}/deleteCheckItem/{id}`, access: 'admin' },
  pointImportTemplate: { method: 'GET', path: `${checkPoint}/pointImportTemplate`, access: 'admin' },
  importCompanyPoint: { method: 'POST', path: `${checkPoint}/importCompanyPoint`, access: 'admin' },
  exportCompanyPoint: { method: 'GET', path: `${checkPoint}/exportCompanyPoint`, access: 'admin' },

  issueTask: { method: 'POST', path: `${company}/management/task/issue`, access: 'admin' },
  taskDepartments: { method: 'GET', path: `${company}/management/task/dept`, access: 'admin' },
  taskTypes: { method: 'GET', path: `${company}/management/task/type`, access: 'user' },
  queryTaskPage: { method: 'GET', path: `${manage}/queryTaskPage`, access: 'admin' },
  cancelTask: { method: 'POST', path: `${manage}/cancelTask`, access: 'admin' },
  remindTask: { method: 'POST', path: `${manage}/remindTask`, access: 'admin' },
  queryTaskInfo: { method: 'GET', path: `${manage}/queryTaskInfo/{id}`, access: 'admin' },
  queryTaskToReissue: { method: 'GET', path: `${manage}/queryTaskToReissue/{id}`, access: 'admin' },
  queryTaskCount: { method: 'GET', path: `${manage}/queryTaskCount`, access: 'admin' },
  queryCheckPointList: { method: 'GET', path: `${manage}/queryCheckPointList`, access: 'admin' },
  queryTaskDeptList: { method: 'GET', path: `${manage}/queryTaskDeptList`, access: 'admin' },
  getTaskDeptDetail: { method: 'GET', path: `${manage}/getTaskDeptDetail`, access: 'admin' },
  createExportLink: { method: 'POST', path: `${manage}/createExportLink`, access: 'admin' },
  exportCheckPointList: { method: 'GET', path: `${manage}/freepass/exportCheckPointList`, access: 'open' },
  returnSubmission: { method: 'POST', path: `${manage}/returnSubmission`, access: 'admin' },
  queryLateWorkPage: { method: 'GET', path: `${manage}/queryLateWorkPage`, access: 'admin' },
  decideLateWork: { method: 'POST', path: `${manage}/decideLateWork`, access: 'admin' },
  importAnswers: { method: 'POST', path: `${manage}/importAnswers`, access: 'admin' },
  importCorrections: { method: 'POST', path: `${manage}/importCorrections`, access: 'admin' },
  importSubmission: { method: 'POST', path: `${manage}/importSubmission`, access: 'admin' },

  querySeverePage: { method: 'GET', path: `${manage}/querySeverePage`, access: 'admin' },
  reportSevere: { method: 'POST', path: `${manage}/reportSevere`, access: 'admin' },
  closeSevere: { method: 'POST', path: `${manage}/closeSevere`, access: 'admin' },
  readSevereFile: { method: 'GET', path: `${manage}/readSevereFile/{id}`, access: 'admin' },

  queryMyTaskCheckList: { method: 'GET', path: `${check}/queryMyTaskCheckList`, access: 'user' },
  queryTaskCheckPointInfo: { method: 'GET', path: `${check}/queryTaskCheckPointInfo/{id}`, access: 'user' },
  queryMyTaskAnswerCheckPoint: { method: 'GET', path: `${check}/queryMyTaskAnswerCheckPoint`, access: 'user' },
  saveAnswers: { method: 'POST', path: `${check}/saveAnswers`, access: 'user' },
  submitDeptTask: { method: 'POST', path: `${check}/submit`, access: 'user' },
  withdrawSubmission: { method: 'POST', path: `${check}/withdraw`, access: 'user' },
  handInAnswers: { method: 'POST', path: `${check}/handInAnswers`, access: 'user' },
  handInCorrections: { method: 'POST', path: `${check}/handInCorrections`, access: 'user' },
  queryMyLateWork: { method: 'GET', path: `${check}/queryMyLateWork`, access: 'user' },

  queryCompanySelfCorrectList: { method: 'GET', path: `${selfCorrect}/queryCompanySelfCorrectList`, access: 'user' },
  saveCompanySelfCorrectInfo: { method: 'POST', path: `${selfCorrect}/saveCompanySelfCorrectInfo`, access: 'user' },
  queryCompanySelfCorrectById: { method: 'GET', path: `${selfCorrect}/queryCompanySelfCorrectById/{id}`, access: 'user' },
  selfCorrectDetail: { method: 'GET', path: `${selfCorrect}/detail/{id}`, access: 'user' },
  queryCompDeptSelfCorrectPageList: { method: 'GET', path: `${correctionRecords}/queryCompDeptSelfCorrectPageList`, access: 'admin' },
  queryCompDeptSelfCorrectById: { method: 'GET', path: `${correctionRecords}/queryCompDeptSelfCorrectById/{id}`, access: 'admin' },
  exportCompDeptSelfCorrect: { method: 'GET', path: `${correctionRecords}/exportCompDeptSelfCorrect`, access: 'admin' },
  confirmSelfCorrectList: { method: 'POST', path: `${correctionRecords}/confirmList`, access: 'admin' },
  confirmSelfCorrect: { method: 'POST', path: `${correctionRecords}/confirm`, access: 'admin' },
  returnSelfCorrectItems: { method: 'POST', path: `${correctionRecords}/returnItems`, access: 'admin' },

  uploadFile: { method: 'POST', path: `${company}/file/upload/{sha256}`, access: 'user' },
  readFile: { method: 'GET', path: `${company}/file/{sha256}`, access: 'user' },

  readUploadState: { method: 'GET', path: `${company}/file/pieces/{sha256}`, access: 'user' },
  uploadPiece: { method: 'POST', path: `${company}/file/pieces/{sha256}`, access: 'user' },

  querySelfDeclarePage: { method: 'GET', path: `${declared}/{type}`, access: 'user' },
  addSelfDeclare: { method: 'POST', path: `${declared}/{type}`, access: 'user' },
  readSelfDeclare: { method: 'GET', path: `${declared}/{type}/{id}`, access: 'user' },
  querySelfDeclareArchive: { method: 'GET', path: `${declared}/archive/{type}/{id}`, access: 'user' },
  readSelfDeclareFile: { method: 'GET', path: `${declared}/archive/read-file/{type}/{id}`, access: 'user' },
  updateSelfDeclare: { method: 'POST', path: `${declared}/updateSelfDeclare`, access: 'user' },
  batchDeleteSelfDeclare: { method: 'POST', path: `${declared}/batchDeleteSelfDeclare`, access: 'user' },
  draftSelfDeclare: { method: 'GET', path: `${declared}/draft/{type}`, access: 'user' },

  queryPublicBoard: { method: 'GET', path: `${board}/queryPublicBoard`, access: 'user' },
  queryOpinionPage: { method: 'GET', path: `${board}/queryOpinionPage`, access: 'user' },
  addOpinion: { method: 'POST', path: `${board}/addOpinion`, access: 'user' },
  answerOpinion: { method: 'POST', path: `${board}/answerOpinion`, access: 'admin' },

  statTaskCount: { method: 'GET', path: `${company}/home/statTaskCount/{a}/{b}/{c}`, access: 'admin' },
  statQmzc: { method: 'GET', path: `${company}/home/statQmzc/{a}/{b}/{c}`, access: 'admin' },
  statUnQualified: { method: 'GET', path: `${company}/home/statUnQualified/{a}/{b}/{c}`, access: 'admin' },
  queryDutyCalendar: { method: 'GET', path: `${company}/home/queryDutyCalendar`, access: 'user' },
  queryDutySettings: { method: 'GET', path: `${company}/home/queryDutySettings`, access: 'admin' },
  updateDutySettings: { method: 'POST', path: `${company}/home/updateDutySettings`, access: 'admin' },
  queryScoreSetting: { method: 'GET', path: `${company}/home/queryScoreSetting`, access: 'admin' },
  updateScoreSetting: { method: 'POST', path: `${company}/home/updateScoreSetting`, access: 'admin' },

  queryOverallSelfCheckStatList: { method: 'GET', path: `${stat}/queryOverallSelfCheckStatList`, access: 'admin' },
  querySpecialSelfCheckStatList: { method: 'GET', path: `${stat}/querySpecialSelfCheckStatList`, access: 'admin' },
  queryDailySelfCheckStatList: { method: 'GET', path: `${stat}/queryDailySelfCheckStatList`, access: 'admin' },
  querySelfDeclareStatList: { method: 'GET', path: `${stat}/querySelfDeclareStatList`, access: 'admin' },
  queryStatDeptTaskList: { method: 'GET', path: `${stat}/queryStatDeptTaskList`, access: 'admin' },
  exportSelfCheckStat: { method: 'GET', path: `${stat}/exportSelfCheckStat`, access: 'admin' },
  exportSelfDeclareStat: { method: 'GET', path: `${stat}/exportSelfDeclareStat`, access: 'admin' },

  queryNoticePage: { method: 'GET', path: `${notice}/queryNoticePage`, access: 'admin' },
  queryNoticeById: { method: 'GET', path: `${notice}/queryNoticeById/{id}`, access: 'admin' },
  addNotice: { method: 'POST', path: `${notice}/addNotice`, access: 'admin' },
  updateNotice: { method: 'POST', path: `${notice}/updateNotice`, access: 'admin' },
  publishNotice: { method: 'POST', path: `${notice}/publishNotice/{id}`, access: 'admin' },
  withdrawNotice: { method: 'POST', path: `${notice}/withdrawNotice/{id}`, access: 'admin' },
  deleteNotice: { method: 'POST', path: `${notice}/deleteNotice/{id}`, access: 'admin' },
  queryMyNoticeList: { method: 'GET', path: `${notice}/queryMyNoticeList`, access: 'user' },
  readNotice: { method: 'POST', path: `${notice}/readNotice/{id}`, access: 'user' },
  readAllNotices: { method: 'POST', path: `${notice}/readAllNotices`, access: 'user' },

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
  decideCitations: { method: 'POST', path: `${qyzc}/law/decideCitations`, access: 'admin' },
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
