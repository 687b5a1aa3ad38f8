import type { Generated } from 'kysely';
import type { PointMark } from '#contract/check-point.ts';
import type { DepartmentKind } from '#contract/department-kind.ts';
import type { DutyKey, Frequency } from '#contract/duty-plan.ts';
import type { NoticeKind, ShownAudience } from '#contract/notice-kind.ts';
import type { CitationDecisionKind, CitationState } from '#contract/law-change.ts';
import type { LateStatus, LateWorkKind } from '#contract/late-status.ts';
import type { GivenResult, Result } from '#contract/result.ts';
import type { SevereStatus } from '#contract/severe-report-status.ts';

/**
 * Rows as both databases hold them. Identifiers are UUIDs in text, instants ISO 8601 in UTC,
 * days `YYYY-MM-DD`, flags 0 or 1, lists JSON text.
 */
export interface Tables {
  company: CompanyTable;
  dept: DeptTable;
  employee: EmployeeTable;
  session: SessionTable;
  sign_in_attempt: SignInAttemptTable;
  check_item: CheckItemTable;
  check_point: CheckPointTable;
  check_point_version: CheckPointVersionTable;
  company_point: CompanyPointTable;
  point_override: PointOverrideTable;
  point_copy: PointCopyTable;
  institution: InstitutionTable;
  point_not_asked: PointNotAskedTable;
  dept_point: DeptPointTable;
  task: TaskTable;
  task_point: TaskPointTable;
  dept_task: DeptTaskTable;
  submission_return: SubmissionReturnTable;
  answer: AnswerTable;
  answer_history: AnswerHistoryTable;
  late_work: LateWorkTable;
  operation: OperationTable;
  self_correction: SelfCorrectionTable;
  self_correction_item: SelfCorrectionItemTable;
  removed_correction_item: RemovedCorrectionItemTable;
  self_correction_history: SelfCorrectionHistoryTable;
  declaration: DeclarationTable;
  declaration_file: DeclarationFileTable;
  declaration_history: DeclarationHistoryTable;
  upload_piece: UploadPieceTable;
  duty_setting: DutySettingTable;
  score_setting: ScoreSettingTable;
  opinion: OpinionTable;
  severe_report: SevereReportTable;
  severe_report_file: SevereReportFileTable;
  file: FileTable;
  file_dept: FileDeptTable;
  law: LawTable;
  law_article: LawArticleTable;
  law_change: LawChangeTable;
  citation_decision: CitationDecisionTable;
  test_resource: TestResourceTable;
  audit_record: AuditRecordTable;
  setting: SettingTable;
  notice: NoticeTable;
  notice_audience: NoticeAudienceTable;
  notice_receipt: NoticeReceiptTable;
  job: JobTable;
  daily_use: DailyUseTable;
}

export interface CompanyTable {
  comp_no: string;
  comp_name: string;
  spec_code: string;
  site_title: string;
  created_at: string;
}

export interface DeptTable {
  id: string;
  comp_no: string;
  dept_name: string;
  leader: string;
  tel: string;
  extension: string;
  remark: string;
  sort: number;
  /** Null where nobody said: it is then asked everything. */
  kind: DepartmentKind | null;
  /** The first day on which it is closed. */
  closed_from: string | null;
  created_at: string;
}

export interface EmployeeTable {
  id: string;
  comp_no: string;
  dept_id: string;
  account: string;
  /** The account in lower case; unique in the whole system, since signing in names no company. */
  account_key: string;
  employee_name: string;
  sex: string;
  tel: string;
  email: string;
  id_card: string;
  role_id: number;
  is_admin: number;
  avator: string;
  enabled: number;
  password_hash: string;
  must_change_password: number;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
}

/** One pair of access and refresh token; a rotation makes a new row in the same family. */
export interface SessionTable {
  id: string;
  family_id: string;
  employee_id: string;
  access_hash: string;
  access_expires_at: string;
  refresh_hash: string;
  refresh_expires_at: string;
  address: string;
  user_agent: string;
  /** When the password was given: the same in the whole family. */
  signed_in_at: string;
  created_at: string;
  /** When the access token was first used: from then on the pair before is spent for good. */
  used_at: string | null;
  /** When it was used last, to some minutes. */
  last_used_at: string | null;
  /** The row that replaced this one. */
  successor_id: string | null;
  revoked_at: string | null;
}

/** A password that was wrong. Kept for as long as throttling looks back. */
export interface SignInAttemptTable {
  id: string;
  /** What was tried: the key of an account, known or not, or its password change. */
  subject: string;
  address: string;
  attempted_at: string;
}

/** `comp_no` is null in the national library, here and in `check_point`. */
export interface CheckItemTable {
  id: string;
  comp_no: string | null;
  parent_id: string | null;
  item_name: string;
  sort: number;
  /** Of an own item that was deleted: what was issued before still names it. */
  retired_at: string | null;
}

export interface CheckPointTable {
  id: string;
  comp_no: string | null;
  item_id: string;
  category_id: string;
  /** The wording that a new task would be issued with. */
  version_id: string;
  sort: number;
  /** JSON of whom it is for; null where every institution is asked. */
  applies_to: string | null;
  /** JSON list of the kinds of departments that are asked; null for all. */
  kinds: string | null;
  retired_at: string | null;
  created_at: string;
}

/** Wording of a point, never changed after it was written: issued tasks point here. */
export interface CheckPointVersionTable {
  id: string;
  point_id: string;
  content: string;
  method: string;
  basis_law: string;
  basis_article: number;
  basis_gist: string;
  /** Publication day of the law's version that the article's number follows. */
  basis_edition: string | null;
  /** Words of the cited article, by which it is found in another edition. */
  basis_anchor: string | null;
  expected: string;
  /** JSON list of bases; null where there are no more. */
  further_bases: string | null;
  /** JSON of a basis: what breaking it costs. */
  liability: string | null;
  weight: Generated<number>;
  mark: PointMark | null;
  created_at: string;
}

/** A wording in place of a national point's. */
export interface PointOverrideTable {
  /** Empty for every company: a citation that moved with its law. */
  comp_no: string;
  point_id: string;
  /** The library's wording that it was made from, or that the company read and did not take. */
  base_version_id: string;
  version_id: string;
  /** 1 where the company has words of its own: it then holds also when the library has another wording. */
  is_reworded: number;
}

/** An own point with the words that a national point had before the library reworded it. */
export interface PointCopyTable {
  comp_no: string;
  point_id: string;
  national_id: string;
  /** The library's wording that it has, or that the company read and did not take. */
  base_version_id: string;
}

/** Only what a company switched by hand: off, or on where its profile has it off. */
export interface CompanyPointTable {
  comp_no: string;
  point_id: string;
  enabled: number;
}

/** 机构档案; of a company that filled it in. */
export interface InstitutionTable {
  comp_no: string;
  /** JSON of `institutionProfile`. */
  profile: string;
  revision: number;
  updated_at: string;
}

/** National points that do not concern a company, by its profile: made anew with each change of the profile or the library. */
export interface PointNotAskedTable {
  comp_no: string;
  point_id: string;
}

/** Only what a company switched by hand for a department, against what its kind has. */
export interface DeptPointTable {
  comp_no: string;
  dept_id: string;
  point_id: string;
  is_asked: number;
}

/** `content_hash` is there for processes of a release before, which write it; nothing reads it any more. */
export interface TaskTable {
  id: string;
  comp_no: string;
  task_name: string;
  task_type: number;
  start_date: string;
  end_date: string;
  correct_days: number;
  remark: string;
  dept_count: number;
  /** Kept in the transaction that submits or returns a department task: filters by status need it for every row. */
  submitted_count: number;
  created_by: string;
  created_at: string;
  cancelled_at: string | null;
  cancelled_by: string | null;
  cancel_reason: string | null;
}

/** All points of a task in their order; which department has which is told by `answer`. */
export interface TaskPointTable {
  task_id: string;
  point_id: string;
  version_id: string;
  category_id: string;
  /** As it was called at the issue: the company may rename its own, and move its points. */
  item_name: string;
  seq: number;
}

/** Counts are kept in the transaction that changes an answer, so that lists need not add up thousands of rows. */
export interface DeptTaskTable {
  id: string;
  comp_no: string;
  task_id: string;
  dept_id: string;
  point_count: number;
  answered_count: number;
  unqualified_count: number;
  /** Answers that are 合格 or 不合格: of what is 不适用 nothing is judged. */
  judged_count: Generated<number>;
  /** The three of `ScoreSums`. */
  judged_weight: Generated<number>;
  qualified_weight: Generated<number>;
  failed_vetoes: Generated<number>;
  submitted_at: string | null;
  submitted_by: string | null;
  returned_at: string | null;
  returned_by: string | null;
  return_reason: string | null;
  /** 1 from a return until the next answer. */
  is_returned: number;
  /** Of the submission that was returned first; null where none was. 逾期提交 goes by it: a return makes nobody late. */
  first_submitted_at: string | null;
  /** When an administrator opened the present submission first. */
  opened_at: string | null;
  /** When its department took a submission back last. */
  withdrawn_at: string | null;
  withdrawn_by: string | null;
}

/** A submission that an administrator gave back to its department. */
export interface SubmissionReturnTable {
  id: string;
  comp_no: string;
  dept_task_id: string;
  returned_at: string;
  returned_by: string;
  reason: string;
  /** JSON: `[{ pointId, remark }]`. */
  remarks: string;
  /** Of the submission that came back. */
  submitted_at: string;
  submitted_by: string | null;
}

/** One row for each point of a department task from the moment of issue; `result` is null until it is answered. */
export interface AnswerTable {
  dept_task_id: string;
  point_id: string;
  comp_no: string;
  dept_id: string;
  version_id: string;
  category_id: string;
  seq: number;
  result: Result | null;
  remark: string;
  photos: string;
  answered_by: string | null;
  answered_at: string | null;
  saved_at: string | null;
  revision: number;
  return_remark: string | null;
  /** Copy of the department task's, so that the latest submitted answer to a point is one look into an index; null once the task is cancelled. */
  submitted_at: string | null;
}

/**
 * Every value that anybody gave a point; the primary key makes a repeated outbox entry harmless. A value that lost, or that
 * only confirmed the one held, has the revision that was held.
 */
export interface AnswerHistoryTable {
  entry_id: string;
  comp_no: string;
  dept_task_id: string;
  point_id: string;
  result: GivenResult;
  remark: string;
  photos: string;
  answered_by: string;
  answered_at: string;
  saved_at: string;
  revision: number;
  is_conflict: number;
  /** The administrator who brought it in from a ZIP. */
  imported_by: string | null;
}

/** What a department task or a self-correction did not take any more; the primary key makes a repeated outbox entry harmless. */
export interface LateWorkTable {
  entry_id: string;
  comp_no: string;
  kind: LateWorkKind;
  dept_task_id: string;
  /** Null where the self-correction is gone and nobody knows its items any more. */
  point_id: string | null;
  self_correction_id: string | null;
  item_id: string | null;
  /** The wording of the point as the phone has it, for where the server does not know it. */
  content: string;
  /** JSON of the value as the phone sent it. */
  value: string;
  entered_by: string;
  /** The administrator who brought it in from a ZIP. */
  imported_by: string | null;
  received_at: string;
  /** Why it was too late when it came, in words. */
  late_reason: string;
  status: LateStatus;
  decided_by: string | null;
  decided_at: string | null;
  decision_reason: string;
}

/** First answer to a call that a client may repeat, by the id that the client made. */
export interface OperationTable {
  id: string;
  comp_no: string;
  employee_id: string;
  kind: string;
  answer: string;
  created_at: string;
}

/** Opened when a department task with 不合格 is submitted. */
export interface SelfCorrectionTable {
  id: string;
  comp_no: string;
  dept_task_id: string;
  task_id: string;
  dept_id: string;
  /** The earliest of the open items, the latest of all where none is open: written with each change of an item. */
  due_date: string;
  item_count: number;
  corrected_count: number;
  /** When the last item was marked 已整改; null while one is open. */
  corrected_at: string | null;
  confirmed_at: string | null;
  confirmed_by: string | null;
  created_at: string;
}

export interface SelfCorrectionItemTable {
  id: string;
  comp_no: string;
  self_correction_id: string;
  point_id: string;
  version_id: string;
  problem: string;
  photos_before: string;
  measures: string;
  photos_after: string;
  responsible: string;
  corrected_at: string | null;
  corrected_by: string | null;
  /** Who changed it last: a person of the department, or the administrator who returned it. */
  saved_by: string | null;
  saved_at: string | null;
  /** Raised by every save and every return. */
  revision: number;
  returned_at: string | null;
  /** Of the last return; stays when the item is corrected again. */
  return_reason: string | null;
  /** Null while all items have that of the self-correction. */
  due_date: string | null;
}

/** An item that went with its self-correction, when the submission was returned or withdrawn. */
export interface RemovedCorrectionItemTable {
  id: string;
  dept_task_id: string;
  point_id: string;
}

/**
 * Every value that anybody gave an item; the primary key makes a repeated outbox entry harmless. A return is a row too,
 * under an id of the server's.
 */
export interface SelfCorrectionHistoryTable {
  entry_id: string;
  comp_no: string;
  self_correction_id: string;
  item_id: string;
  measures: string;
  responsible: string;
  photos_after: string;
  corrected_at: string | null;
  saved_by: string;
  saved_at: string;
  revision: number;
  is_conflict: number;
  /** The administrator who brought it in from a ZIP. */
  imported_by: string | null;
  /** Both of a return: why, and until when the self-correction is to be done. */
  return_reason: string | null;
  due_date: string | null;
}

/** A self-declared record of type 0 to 6. */
export interface DeclarationTable {
  id: string;
  comp_no: string;
  dept_id: string;
  self_declared_type: number;
  title: string;
  /** The year that it speaks of. */
  year: number;
  body: string;
  /** Of a training; empty where nobody said it. */
  training_hours: string;
  /** Of a publication. */
  website: string;
  status: 'draft' | 'declared';
  /** Null while it is a draft. */
  declared_at: string | null;
  declared_by: string | null;
  /** Null where it is not signed. */
  signer_name: string | null;
  signed_at: string | null;
  revision: number;
  /** 1 where an administrator made it: it speaks for the institution, and not for a department. */
  is_institutional: number;
  created_by: string;
  created_at: string;
  updated_by: string;
  updated_at: string;
}

/** The signature's picture is a file like the attachments. */
export interface DeclarationFileTable {
  id: string;
  declaration_id: string;
  comp_no: string;
  kind: 'attachment' | 'signature';
  seq: number;
  sha256: string;
  name: string;
}

/** Every state that a declaration was in, the last one of a deleted declaration too. */
export interface DeclarationHistoryTable {
  id: string;
  comp_no: string;
  declaration_id: string;
  revision: number;
  deed: 'add' | 'update' | 'delete';
  /** JSON of all that a person entered. */
  content: string;
  saved_by: string;
  saved_at: string;
}

/** Bytes on their way: of a file whose other pieces are still with its owner. */
export interface UploadPieceTable {
  employee_id: string;
  sha256: string;
  seq: number;
  content: Uint8Array;
  received_at: string;
}

/** Only duties that a company has set; the others are asked as `dutyPlans` says. */
export interface DutySettingTable {
  comp_no: string;
  duty: DutyKey;
  frequency: Frequency;
  due_month: number;
}

/** One for each ★ of a department task that was ever 不合格. */
export interface SevereReportTable {
  id: string;
  comp_no: string;
  dept_task_id: string;
  point_id: string;
  version_id: string;
  /** The remark of the last 不合格. */
  problem: string;
  found_by: string;
  found_at: string;
  status: SevereStatus;
  /** Since when the answer is another one. */
  changed_back_at: string | null;
  /** These four are empty until it is reported; `note` also says why it was closed. */
  reported_to: string;
  reported_on: string | null;
  report_number: string;
  note: string;
  decided_by: string | null;
  decided_at: string | null;
}

export interface SevereReportFileTable {
  id: string;
  comp_no: string;
  severe_report_id: string;
  seq: number;
  sha256: string;
  name: string;
}

/** 监督意见 of a person on what is published, or on anything else. */
export interface OpinionTable {
  id: string;
  comp_no: string;
  employee_id: string;
  declaration_id: string | null;
  /** Title of the declaration as it was. */
  subject: string;
  body: string;
  created_at: string;
  /** Empty until somebody answers. */
  answer: string;
  answered_by: string | null;
  answered_at: string | null;
}

/** Only where a company has set its own; `DEFAULT_SCORE_LIMITS` holds for the others. */
export interface ScoreSettingTable {
  comp_no: string;
  excellent: number;
  passed: number;
}

/** Stored bytes, once for each company and hash. */
export interface FileTable {
  comp_no: string;
  /** Of the bytes as they were sent: what phones and records call the file. */
  sha256: string;
  /** Of the bytes as they are stored, without a picture's metadata; null for those of before that nobody has looked at yet. */
  stored_as: string | null;
  size: number;
  type: string;
  created_by: string;
  created_at: string;
  /** When it was uploaded last, until something refers to it; null from then on. */
  unused_since: string | null;
}

/** How much a person has stored on a day in Shanghai; only the present one counts. */
export interface DailyUseTable {
  employee_id: string;
  day: string;
  /** Photos, and pieces of attachments. */
  file_bytes: number;
  text_bytes: number;
}

/** Departments whose people may read a file. */
export interface FileDeptTable {
  comp_no: string;
  sha256: string;
  dept_id: string;
}

export interface LawTable {
  id: string;
  title: string;
  /** The title without the country's name and white space: alike for all versions of a law. */
  title_key: string;
  doc_number: string;
  law_type: string;
  enact_dept: string;
  publish_date: string | null;
  effective_date: string | null;
  status: 'effective' | 'amended' | 'repealed';
  article_count: number;
  version: string;
  pdf_sha256: string | null;
  imported_at: string;
}

export interface LawArticleTable {
  law_id: string;
  seq: number;
  chapter: string;
  number: number;
  label: string;
  /** JSON list of paragraphs. */
  paragraphs: string;
}

/** What an edition of a law made of a citation: computed once for each. */
export interface LawChangeTable {
  /** The new edition. */
  law_id: string;
  /** Empty for a national point as the library has it. */
  comp_no: string;
  point_id: string;
  /** As in `changedCitation`. */
  place: number;
  /** The point's wording that this was computed for, or that came out of it. */
  version_id: string;
  /** Of the law's text: another one is looked through again. */
  law_version: string;
  /** JSON of the basis as it was. */
  cited: string;
  state: CitationState;
  /** Where it stands in the new edition; null where that is not certain. */
  article: number | null;
  /** JSON list of articles. */
  candidates: string;
  before_law_id: string | null;
  before_article: number | null;
  is_checked: number;
}

export interface CitationDecisionTable {
  comp_no: string;
  law_id: string;
  point_id: string;
  place: number;
  kind: CitationDecisionKind;
  article: number | null;
  /** The point's wording that came out of it. */
  version_id: string;
  /** Of what was decided, to tell a call that came twice from another decision. */
  content_hash: string;
  decided_by: string;
  decided_at: string;
}

export interface TestResourceTable {
  id: string;
  comp_no: string;
  name: string;
  remark: string;
  enabled: number;
  created_at: string;
}

export interface AuditRecordTable {
  id: string;
  comp_no: string | null;
  employee_id: string | null;
  account: string;
  action: string;
  object_type: string;
  object_id: string;
  summary: string;
  address: string;
  succeeded: number;
  at: string;
}

/** Values that all server processes share, such as the key that signs export links. */
export interface SettingTable {
  name: string;
  value: string;
}

export interface NoticeTable {
  id: string;
  comp_no: string;
  kind: NoticeKind;
  /** What an automatic one tells of, once for each happening: another process that finds it too makes no second notice. */
  event_key: string | null;
  title: string;
  body: string;
  audience: ShownAudience;
  task_id: string | null;
  /** Null for what a day brought about. */
  published_by: string | null;
  published_at: string | null;
  withdrawn_at: string | null;
  created_at: string;
}

/** Who reads a notice. `published_at` is null while nobody may: of a draft, or after it was withdrawn. */
export interface NoticeAudienceTable {
  notice_id: string;
  comp_no: string;
  /** Id of a department or a person, the company's number where everyone is meant, or what `adminsOf` makes of it. */
  audience: string;
  /** The department task or self-correction that it is about. */
  object_id: string | null;
  published_at: string | null;
}

export interface NoticeReceiptTable {
  notice_id: string;
  employee_id: string;
  read_at: string;
}

/** Work that one of all server processes does once a day. */
export interface JobTable {
  name: string;
  /** Which process is at it, and until when that is believed without a sign of life. */
  holder: string | null;
  held_until: string | null;
  /** The last day that it was done for. */
  done_day: string | null;
}
