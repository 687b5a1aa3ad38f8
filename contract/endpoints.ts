import { z } from 'zod';
import { answersToSave, savedAnswers } from './answer.ts';
import { type ApiCall, apiPaths, type CallName } from './api-paths.ts';
import { auditFilter, auditQuery, auditRecord } from './audit.ts';
import { changedPoint, checkItem, checkPoint, chosenPoints, levelOneItem, newItem, newPoint, pointQuery, renamedItem, switchedPoints } from './check-point.ts';
import {
  attachment,
  changedDeclaration,
  declaration,
  declarationDetail,
  declarationDraft,
  declarationParams,
  declarationQuery,
  declarationTypeParams,
  deletedCount,
  deletedDeclarations,
  draftQuery,
  newDeclaration,
  savedDeclaration,
  uploadState,
} from './declaration.ts';
import { changedDepartment, closedDepartment, department, departmentOption, departmentQuery, deptPointSwitch, kindsOfDepts, newDepartment, switchedDeptPoints } from './department.ts';
import { changedDutySettings, dutyCalendar, dutyQuery, dutySettings } from './duty.ts';
import { nothing, pageOf, pageQuery } from './envelope.ts';
import { fileParams, PHOTO_TYPES, pieceQuery, storedFile, uploadQuery } from './file.ts';
import { overallCheckFigure, taskCountFigure, unqualifiedFigure } from './home.ts';
import { changedInstitution, institution, institutionPreview, institutionProfile } from './institution.ts';
import {
  answersHandedIn,
  comparedLateWork,
  correctionsHandedIn,
  handedIn,
  lateWork,
  lateWorkDecided,
  lateWorkDecision,
  lateWorkQuery,
} from './late-work.ts';
import { dictionary, law, lawFileQuery, lawQuery, lawText, lawTextsQuery } from './law.ts';
import { changedCitation, citationDecisions, decidedCitations, lawChange, lawCitationQuery } from './law-change.ts';
import { BYTES_TYPE, SPREADSHEET_TYPE } from './limits.ts';
import { changedNotice, myNotices, newNotice, notice, noticeDetail, noticeQuery, publishedNotice, readNotices } from './notice.ts';
import { answeredOpinion, boardQuery, newOpinion, opinion, opinionQuery } from './public-board.ts';
import { rewording, rewordingDecisions, rewordingQuery } from './rewording.ts';
import { changedScoreLimits, scoreLimits } from './score-setting.ts';
import {
  confirmedCorrection,
  confirmedCorrections,
  correctionsConfirmed,
  correctionFilter,
  correctionQuery,
  correctionsToSave,
  myCorrectionQuery,
  returnedCorrection,
  savedCorrections,
  selfCorrection,
  selfCorrectionDetail,
  selfCorrectionRecord,
} from './self-correction.ts';
import {
  accountCheck,
  accountCheckAnswer,
  accountSession,
  credentials,
  endedSessions,
  refreshRequest,
  signedIn,
  signOutRequest,
  site,
  siteQuery,
  userInfo,
} from './session.ts';
import { closedSevere, reportedSevere, severeQuery, severeReport } from './severe-report.ts';
import { importQuery, importReport } from './spreadsheet-import.ts';
import { changedEmployee, employee, employeeQuery, newEmployee, passwordChange, staffImportReport, staffName } from './staff.ts';
import { checkStatistics, declarationStatistics, statDeptTask, statDeptTaskQuery, statExportQuery, statQuery } from './statistics.ts';
import {
  cancelledTask,
  deptTask,
  deptTaskDetail,
  exportLink,
  exportQuery,
  exportRequest,
  idParams,
  issuedTask,
  myAnswers,
  myAnswersQuery,
  myTaskQuery,
  newTask,
  reissuedTask,
  reminded,
  remindedTask,
  returnedSubmission,
  statPeriodParams,
  submission,
  submissionToWithdraw,
  submitted,
  taskCount,
  taskCountQuery,
  taskDeptDetailQuery,
  taskDeptQuery,
  taskInfo,
  taskPoint,
  taskPointQuery,
  taskQuery,
  taskRow,
  taskType,
  withdrawnSubmission,
} from './task.ts';
import {
  changedCount,
  changedTestResource,
  enableQuery,
  newTestResource,
  testResource,
  testResourceIds,
  testResourceQuery,
} from './test-resource.ts';
import { answersToImport, correctionsToImport, importedEntries, submissionToImport } from './waiting-import.ts';

/** Marks a call whose answer is a file and not an envelope. */
export const bytes = z.custom<Uint8Array>(() => true);
const created = z.object({ id: z.string() });

interface Endpoint {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
  /** Fields of the body may come in the query instead, as the specification has it for passwords. */
  bodyFromQuery?: true;
  /** What a body that is a file may be called; without them a body is JSON. */
  bodyTypes?: readonly string[];
}

/** One schema per request and answer: the server validates and serialises with it, the client takes its types from it. */
export const endpoints = {
  login: { body: credentials, bodyFromQuery: true, answer: signedIn },
  refreshToken: { body: refreshRequest, answer: signedIn },
  checkUsername: { body: accountCheck, bodyFromQuery: true, answer: accountCheckAnswer },
  userInfo: { answer: userInfo },
  signOut: { body: signOutRequest, answer: nothing },
  querySessionList: { answer: z.array(accountSession) },
  endSession: { params: idParams, answer: nothing },
  endOtherSessions: { answer: endedSessions },
  getSiteByKey: { query: siteQuery, answer: site },

  listTestResources: { query: testResourceQuery, answer: pageOf(testResource) },
  createTestResource: { body: newTestResource, answer: created },
  getTestResource: { params: idParams, answer: testResource },
  updateTestResource: { params: idParams, body: changedTestResource, answer: nothing },
  deleteTestResource: { params: idParams, answer: nothing },
  enableTestResources: { query: enableQuery, body: testResourceIds, answer: changedCount },
  deleteTestResources: { body: testResourceIds, answer: changedCount },

  queryCompanyAccountPage: { query: employeeQuery, answer: pageOf(employee) },
  addCompanyAccount: { body: newEmployee, answer: created },
  queryStaffNameList: { answer: z.array(staffName) },
  queryCompanyAccountById: { params: idParams, answer: employee },
  updateCompanyAccount: { body: changedEmployee, answer: nothing },
  deleteCompanyAccount: { params: idParams, answer: nothing },
  updateCompanyAccountPwd: { body: passwordChange, bodyFromQuery: true, answer: nothing },
  accountImportTemplate: { answer: bytes },
  importCompanyAccount: { query: importQuery, bodyTypes: [SPREADSHEET_TYPE], answer: staffImportReport },

  queryCompanyDeptList: { answer: z.array(departmentOption) },
  queryCompanyDeptInfoPage: { query: departmentQuery, answer: pageOf(department) },
  addCompanyDeptInfo: { body: newDepartment, answer: created },
  updateCompanyDeptInfo: { body: changedDepartment, answer: nothing },
  deleteCompanyDeptInfo: { params: idParams, answer: nothing },
  setDeptKinds: { body: kindsOfDepts, answer: changedCount },
  closeCompanyDept: { body: closedDepartment, answer: nothing },
  openCompanyDept: { params: idParams, answer: nothing },
  queryDeptPointSwitches: { answer: z.array(deptPointSwitch) },
  switchDeptPoints: { body: switchedDeptPoints, answer: changedCount },
  deptImportTemplate: { answer: bytes },
  importCompanyDeptInfo: { query: importQuery, bodyTypes: [SPREADSHEET_TYPE], answer: importReport },

  getInstitution: { answer: institution },
  previewInstitution: { body: institutionProfile, answer: institutionPreview },
  changeInstitution: { body: changedInstitution, answer: nothing },

  queryLevelOneCheckItemList: { answer: z.array(levelOneItem) },
  queryCheckItemTree: { answer: z.array(checkItem) },
  queryPointPage: { query: pointQuery, answer: pageOf(checkPoint) },
  rewordings: { query: rewordingQuery, answer: pageOf(rewording) },
  decideRewordings: { body: rewordingDecisions, answer: changedCount },
  switchPoints: { body: switchedPoints, answer: changedCount },
  addCompanyPoint: { body: newPoint, answer: created },
  updateCompanyPoint: { body: changedPoint, answer: nothing },
  retireCompanyPoint: { params: idParams, answer: nothing },
  retirePoints: { body: chosenPoints, answer: changedCount },
  restoreCompanyPoint: { params: idParams, answer: nothing },
  addCheckItem: { body: newItem, answer: created },
  updateCheckItem: { body: renamedItem, answer: nothing },
  deleteCheckItem: { params: idParams, answer: nothing },
  pointImportTemplate: { answer: bytes },
  importCompanyPoint: { query: importQuery, bodyTypes: [SPREADSHEET_TYPE], answer: importReport },
  exportCompanyPoint: { answer: bytes },

  issueTask: { body: newTask, answer: issuedTask },
  taskDepartments: { answer: z.array(departmentOption) },
  taskTypes: { answer: z.array(taskType) },
  queryTaskPage: { query: taskQuery, answer: pageOf(taskRow) },
  cancelTask: { body: cancelledTask, answer: nothing },
  remindTask: { body: remindedTask, answer: reminded },
  queryTaskInfo: { params: idParams, answer: taskInfo },
  queryTaskToReissue: { params: idParams, answer: reissuedTask },
  queryTaskCount: { query: taskCountQuery, answer: taskCount },
  queryCheckPointList: { query: taskPointQuery, answer: pageOf(taskPoint) },
  queryTaskDeptList: { query: taskDeptQuery, answer: z.array(deptTask) },
  getTaskDeptDetail: { query: taskDeptDetailQuery, answer: deptTaskDetail },
  createExportLink: { body: exportRequest, answer: exportLink },
  exportCheckPointList: { query: exportQuery, answer: bytes },
  returnSubmission: { body: returnedSubmission, answer: nothing },
  queryLateWorkPage: { query: lateWorkQuery, answer: pageOf(comparedLateWork) },
  decideLateWork: { body: lateWorkDecision, answer: lateWorkDecided },
  importAnswers: { body: answersToImport, answer: importedEntries },
  importCorrections: { body: correctionsToImport, answer: importedEntries },
  importSubmission: { body: submissionToImport, answer: importedEntries },

  querySeverePage: { query: severeQuery, answer: pageOf(severeReport) },
  reportSevere: { body: reportedSevere, answer: nothing },
  closeSevere: { body: closedSevere, answer: nothing },
  readSevereFile: { params: idParams, answer: bytes },

  queryMyTaskCheckList: { query: myTaskQuery, answer: pageOf(deptTask) },
  queryTaskCheckPointInfo: { params: idParams, answer: deptTaskDetail },
  queryMyTaskAnswerCheckPoint: { query: myAnswersQuery, answer: myAnswers },
  saveAnswers: { body: answersToSave, answer: savedAnswers },
  submitDeptTask: { body: submission, answer: submitted },
  withdrawSubmission: { body: submissionToWithdraw, answer: withdrawnSubmission },
  handInAnswers: { body: answersHandedIn, answer: handedIn },
  handInCorrections: { body: correctionsHandedIn, answer: handedIn },
  queryMyLateWork: { query: pageQuery, answer: pageOf(lateWork) },

  queryCompanySelfCorrectList: { query: myCorrectionQuery, answer: pageOf(selfCorrection) },
  saveCompanySelfCorrectInfo: { body: correctionsToSave, answer: savedCorrections },
  queryCompanySelfCorrectById: { params: idParams, answer: selfCorrectionDetail },
  selfCorrectDetail: { params: idParams, answer: selfCorrectionRecord },
  queryCompDeptSelfCorrectPageList: { query: correctionQuery, answer: pageOf(selfCorrection) },
  queryCompDeptSelfCorrectById: { params: idParams, answer: selfCorrectionRecord },
  exportCompDeptSelfCorrect: { query: correctionFilter, answer: bytes },
  confirmSelfCorrectList: { body: confirmedCorrections, answer: correctionsConfirmed },
  confirmSelfCorrect: { body: confirmedCorrection, answer: nothing },
  returnSelfCorrectItems: { body: returnedCorrection, answer: nothing },

  uploadFile: { params: fileParams, bodyTypes: [...PHOTO_TYPES, BYTES_TYPE], answer: storedFile },
  readFile: { params: fileParams, answer: bytes },
  readUploadState: { params: fileParams, query: uploadQuery, answer: uploadState },
  uploadPiece: { params: fileParams, query: pieceQuery, bodyTypes: [BYTES_TYPE], answer: uploadState },

  querySelfDeclarePage: { params: declarationTypeParams, query: declarationQuery, answer: pageOf(declaration) },
  addSelfDeclare: { params: declarationTypeParams, body: newDeclaration, answer: savedDeclaration },
  readSelfDeclare: { params: declarationParams, answer: declarationDetail },
  querySelfDeclareArchive: { params: declarationParams, answer: z.array(attachment) },
  readSelfDeclareFile: { params: declarationParams, answer: bytes },
  updateSelfDeclare: { body: changedDeclaration, answer: savedDeclaration },
  batchDeleteSelfDeclare: { body: deletedDeclarations, answer: deletedCount },
  draftSelfDeclare: { params: declarationTypeParams, query: draftQuery, answer: declarationDraft },

  queryPublicBoard: { query: boardQuery, answer: pageOf(declaration) },
  queryOpinionPage: { query: opinionQuery, answer: pageOf(opinion) },
  addOpinion: { body: newOpinion, answer: created },
  answerOpinion: { body: answeredOpinion, answer: nothing },

  statTaskCount: { params: statPeriodParams, answer: taskCountFigure },
  statQmzc: { params: statPeriodParams, answer: overallCheckFigure },
  statUnQualified: { params: statPeriodParams, answer: unqualifiedFigure },
  queryDutyCalendar: { query: dutyQuery, answer: dutyCalendar },
  queryDutySettings: { answer: dutySettings },
  updateDutySettings: { body: changedDutySettings, answer: nothing },
  queryScoreSetting: { answer: scoreLimits },
  updateScoreSetting: { body: changedScoreLimits, answer: nothing },

  queryOverallSelfCheckStatList: { query: statQuery, answer: checkStatistics },
  querySpecialSelfCheckStatList: { query: statQuery, answer: checkStatistics },
  queryDailySelfCheckStatList: { query: statQuery, answer: checkStatistics },
  querySelfDeclareStatList: { query: statQuery, answer: declarationStatistics },
  queryStatDeptTaskList: { query: statDeptTaskQuery, answer: pageOf(statDeptTask) },
  exportSelfCheckStat: { query: statExportQuery, answer: bytes },
  exportSelfDeclareStat: { query: statQuery, answer: bytes },

  queryNoticePage: { query: noticeQuery, answer: pageOf(notice) },
  queryNoticeById: { params: idParams, answer: noticeDetail },
  addNotice: { body: newNotice, answer: created },
  updateNotice: { body: changedNotice, answer: nothing },
  publishNotice: { params: idParams, body: publishedNotice, answer: nothing },
  withdrawNotice: { params: idParams, answer: nothing },
  deleteNotice: { params: idParams, answer: nothing },
  queryMyNoticeList: { query: pageQuery, answer: myNotices },
  readNotice: { params: idParams, answer: nothing },
  readAllNotices: { body: readNotices, answer: nothing },

  queryAuditPage: { query: auditQuery, answer: pageOf(auditRecord) },
  exportAudit: { query: auditFilter, answer: bytes },

  laws: { query: lawQuery, answer: pageOf(law) },
  readLaw: { params: idParams, query: lawFileQuery, answer: lawText },
  lawTexts: { query: lawTextsQuery, answer: z.array(lawText) },
  lawTypes: { answer: dictionary },
  lawEnactDepts: { answer: dictionary },
  lawChanges: { query: pageQuery, answer: pageOf(lawChange) },
  lawChange: { params: idParams, answer: lawChange },
  lawCitations: { params: idParams, query: lawCitationQuery, answer: pageOf(changedCitation) },
  decideCitations: { body: citationDecisions, answer: decidedCitations },
} as const satisfies Record<CallName, Endpoint>;

type Endpoints = typeof endpoints;
type Part<Name extends CallName, Key extends string, Otherwise> = Endpoints[Name] extends Record<Key, infer Schema>
  ? Schema extends z.ZodType
    ? Schema
    : Otherwise
  : Otherwise;

/** What a caller sends: fields with a default may be left out. */
export type CallInput<Name extends CallName> = InputPart<Name, 'params'> & InputPart<Name, 'query'> & InputPart<Name, 'body'>;
type InputPart<Name extends CallName, Key extends 'params' | 'query' | 'body'> =
  Part<Name, Key, undefined> extends z.ZodType ? { [K in Key]: z.input<Part<Name, Key, never>> } : { [K in Key]?: undefined };

/** What the server works with after validation. */
export type CallRequest<Name extends CallName> = {
  params: Part<Name, 'params', undefined> extends z.ZodType ? z.output<Part<Name, 'params', never>> : undefined;
  query: Part<Name, 'query', undefined> extends z.ZodType ? z.output<Part<Name, 'query', never>> : undefined;
  body: Part<Name, 'body', undefined> extends z.ZodType ? z.output<Part<Name, 'body', never>> : undefined;
};

/** The payload of a call's answer. */
export type CallAnswer<Name extends CallName> = z.output<Endpoints[Name]['answer']>;

/** Path, method and access of a call together with its schemas. */
export function endpoint(name: CallName): Endpoint & ApiCall {
  // Without these types the compiler would compare every path with every schema.
  const call: ApiCall = apiPaths[name];
  const schemas: Endpoint = endpoints[name];
  return { ...call, ...schemas };
}
