/** Constants that both sides must agree on. */
export const LOGIN_TYPE = 9;
export const REQUEST_TIMEOUT_MS = 30_000;
/** Of every answer: the number of the request, which the lines of the server's log carry too. */
export const REQUEST_ID_HEADER = 'x-request-id';

export const REMARK_MAX = 500;
export const RESPONSIBLE_MAX = 30;
export const RETURN_REASON_MAX = 200;
/** Characters of what a reminder says besides what every one says. */
export const REMINDER_NOTE_MAX = 200;
export const PHOTOS_PER_ANSWER = 9;
export const DEPARTMENT_SORT_MAX = 9999;
/** The longer side of a photo after it was shrunk on the phone, in pixels, unless the shorter one would fall below its least. */
export const PHOTO_LONG_SIDE = 1600;
/** Of a long screenshot or a panorama: with less nobody can read it. */
export const PHOTO_SHORT_SIDE = 900;
/** Width times height, and the longer side, of a canvas that phones can draw on: iOS allows 16,777,216. */
export const PHOTO_MAX_PIXELS = 16_000_000;
export const PHOTO_MAX_SIDE = 16_000;
/** Bytes of a shrunk photo: a weak signal has to carry it. */
export const PHOTO_SHRUNK_BYTES = 3 * 1024 * 1024;
/** Bytes of one uploaded photo; a shrunk one is far below. */
export const PHOTO_MAX_BYTES = 8 * 1024 * 1024;
/** Width times height of an uploaded image: more is taken for a decompression bomb. */
export const IMAGE_MAX_PIXELS = 40_000_000;
/** Answers in one save. */
export const ENTRIES_PER_SAVE = 200;
/** Entries of one department task that are imported at once. */
export const ENTRIES_PER_IMPORT = 500;
/** Characters of a password that is asked for, not chosen: nobody has a longer one. */
export const ASKED_PASSWORD_MAX = 128;
/** Late work that is decided on at once. */
export const LATE_PER_DECISION = 100;
/** Self-corrections that are confirmed at once. */
export const CONFIRMED_AT_ONCE = 100;
export const POINTS_PER_TASK = 2000;
export const DEPTS_PER_TASK = 500;
/** Characters of a person's own text for remarks, and how many of them. */
export const PHRASE_MAX = 40;
export const PHRASES_MAX = 20;
/** Characters of one text on a photo: more is no mark. */
export const MARK_TEXT_MAX = 20;
export const CORRECT_DAYS_DEFAULT = 15;
export const CORRECT_DAYS_MAX = 365;
/** Texts of laws in one answer. */
export const LAWS_PER_READ = 20;
/** Characters of a check point's content, method or standard. */
export const POINT_TEXT_MAX = 500;
export const BASIS_LAW_MAX = 100;
export const BASIS_GIST_MAX = 300;
/** Characters of an article by which it is found again in another edition. */
export const BASIS_ANCHOR_MAX = 30;
/** Of a point, besides the first. */
export const BASES_PER_POINT = 20;
/** Citations of an edition that are decided on at once. */
export const CITATIONS_PER_DECISION = 100;
/** Points whose words are decided on at once. */
export const REWORDINGS_PER_DECISION = 100;
export const ITEM_NAME_MAX = 50;
/** Points that a company has in use besides the national ones, and its own items. */
export const OWN_POINTS_MAX = 2000;
export const OWN_ITEMS_MAX = 200;
/** Points switched on or off, or retired, at once. */
export const POINTS_PER_SWITCH = 500;
export const NOTICE_TITLE_MAX = 60;
/** People that a notice names who have not read it; it counts all. */
export const UNREAD_NAMED = 300;
export const NOTICE_BODY_MAX = 2000;
/** Of whoever has an account, or signs. */
export const PERSON_NAME_MAX = 50;
/** People of one institution whose names a search is given. */
export const STAFF_NAMES_MAX = 20_000;
export const EMAIL_MAX = 100;
/** Digits of a department's extension. */
export const EXTENSION_MAX = 8;
/** Characters of a declaration. */
export const DECLARATION_TITLE_MAX = 100;
export const DECLARATION_BODY_MAX = 20_000;
export const ATTACHMENT_NAME_MAX = 120;
export const ATTACHMENTS_PER_DECLARATION = 20;
export const DECLARATIONS_PER_DELETE = 100;
/** Characters of 监督意见, and of its answer; and how many one person may leave on a day. */
export const OPINION_MAX = 500;
/** Characters of a report of a severe problem, in each of its fields. */
export const SEVERE_TEXT_MAX = 200;
export const OPINIONS_PER_DAY = 100;
/** Bytes of one attachment. */
export const ATTACHMENT_MAX_BYTES = 20 * 1024 * 1024;
/** Bytes of one piece of a file that is uploaded so that it can go on after a lost connection. */
export const PIECE_BYTES = 512 * 1024;
/** Files that one person may have begun to upload. */
export const UPLOADS_AT_ONCE = 20;
/** Of bytes that are judged by their content. */
export const BYTES_TYPE = 'application/octet-stream';
/** Of an imported spreadsheet. */
export const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const IMPORT_MAX_BYTES = 2 * 1024 * 1024;
export const IMPORT_MAX_ROWS = 2000;
/**
 * Bytes of photos and attachments that one person may send on a day: 200 points with nine photos of 500 KB each are 900 MB, the
 * attachments of a declaration 400 MB, and what an administrator brings in from a colleague's phone comes on top.
 */
export const FILE_BYTES_PER_DAY = 2_000_000_000;
export const FILES_FULL_TODAY = '今天上传的照片和附件已达 2 GB 上限，明天再上传；未上传的内容仍保存在本机';
/** Bytes of answers, corrections, declarations and late work: 2,000 points filled in twenty times are 60 MB. */
export const TEXT_BYTES_PER_DAY = 200_000_000;
export const TEXT_FULL_TODAY = '今天提交的内容已达 200 MB 上限，明天再提交；未提交的内容仍保存在本机';
/** Pieces of late work that one person may have waiting for a decision: the largest task has 2,000 points. */
export const LATE_WAITING_MAX = 5000;
/** The same of one check point, or one item of a self-correction. */
export const LATE_WAITING_PER_SUBJECT = 10;
/** How long a client waits for an import: a password is hashed for each row, on purpose slowly. */
export const IMPORT_TIMEOUT_MS = 180_000;
/** Changes whenever a shape that clients persist changes; old persisted queries are then dropped. */
export const CONTRACT_VERSION = '2';
/** Of an institution, and of what its screens are headed with. */
export const COMPANY_NAME_MAX = 100;
export const SITE_TITLE_MAX = 60;
/** People of an institution who watch over its lawful practice. */
export const COMPLIANCE_STAFF_MAX = 50;
