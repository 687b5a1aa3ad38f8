import type { AnswerValue, HeldAnswer } from '#contract/answer.ts';
import type { CorrectionValue, HeldCorrection } from '#contract/self-correction.ts';
import type { DeptTask } from '#contract/task.ts';
import type { PhoneRow } from './phone-rows.ts';

/**
 * What is stored per account in IndexedDB: one object store, the key tells the kind of row.
 * Every row carries the version of its shape; a row of an unknown version is left alone.
 */
export const ROW_VERSION = 1;

/** What the person sees of something that is filled in, while the server's copy may be older; the same for every kind. */
export interface HeldRow<Value = HeldValue> {
  v: 1;
  value: Value;
  /** The entry that will carry `value` to the server; null when the server has it. */
  entryId: string | null;
  /** The last value that the server confirmed to this phone, or that the person adopted. */
  confirmed: { value: Value; revision: number } | null;
}

/** One check point of a department task. */
export interface AnswerRow extends HeldRow<AnswerValue> {
  deptTaskId: string;
  pointId: string;
}

/** One item of a self-correction. */
export interface CorrectionRow extends HeldRow<CorrectionValue> {
  correctionId: string;
  itemId: string;
}

/** A submission that the server confirmed: holds over any detail that does not know of it yet. */
export interface SubmittedRow extends Pick<DeptTask, 'status' | 'isLate'> {
  v: 1;
  deptTaskId: string;
  submittedAt: string;
  /** Of the return that the person had seen; null where there was none. */
  returnedAt: string | null;
  /** As `returnedAt`, of what the department took back; missing where it never did. */
  withdrawnAt?: string | null;
  correctionId?: string | null;
}

/** What carries the value of a row. */
interface HeldPayload<Value> {
  /** The wording of the check point, so that a failed entry stays readable when its task is gone. */
  content: string;
  value: Value;
  baseRevision: number;
}

export interface AnswerPayload extends HeldPayload<AnswerValue> {
  pointId: string;
}

export interface CorrectionPayload extends HeldPayload<CorrectionValue> {
  correctionId: string;
  itemId: string;
}

export interface SubmitPayload {
  submittedAt: string;
  /** Of the return that the person had seen; null where there was none. */
  returnedAt: string | null;
  /** As `returnedAt`, of what the department took back; missing where it never did. */
  withdrawnAt?: string | null;
  /** The person stands by what is as it was when the task was returned. */
  isUnchangedConfirmed?: boolean;
}

export interface EntryPayloads {
  answer: AnswerPayload;
  submit: SubmitPayload;
  correction: CorrectionPayload;
  /** An answer that its task does not take any more: an administrator decides on it. */
  late: AnswerPayload;
  /** The same of a self-correction. */
  lateCorrection: CorrectionPayload;
}
export type EntryKindName = keyof EntryPayloads;

/**
 * - `waiting`: will be sent.
 * - `sending`: is being sent; after a kill it is found so and sent again under the same id.
 * - `needsLogin`: waits until the same person has signed in again.
 * - `conflict`: somebody else changed the same point; the person has to choose.
 * - `failed`: the server refused it for good; kept, with the reason, until the person retries or dismisses it.
 */
export type EntryState = 'waiting' | 'sending' | 'failed' | 'needsLogin' | 'conflict';

/** `photosMissing`: neither this phone nor the server has a photo that the entry shows. */
export type EntryFailure = 'photosMissing';

/** What the server said to a value before it was changed or sent again: it holds until the server says something new. */
export interface Refusal {
  /** Of the entry that was refused. */
  id: string;
  reason: string;
  failure?: EntryFailure;
  /** Of the entry that has this refusal, then: when there were more since, the server may know it. */
  attempts: number;
}

interface EntryOf<Kind extends EntryKindName> {
  v: 1;
  /** UUIDv7; the server knows a repeated entry by it. */
  id: string;
  account: string;
  kind: Kind;
  deptTaskId: string;
  taskName: string;
  payload: EntryPayloads[Kind];
  photoIds: string[];
  state: EntryState;
  /** How often sending was begun; counted before the request leaves. */
  attempts: number;
  /**
   * A file with it was made. `whole`: the server may learn of it by that. `photos`: nobody takes it as it stood there, but its
   * photos are in the file.
   */
  exported?: 'whole' | 'photos';
  /** How often the server failed at it: so much longer the pause before the next try. */
  serverFailures?: number;
  /** Not sent before this instant, milliseconds. */
  nextAttemptAt: number;
  /** How often a request that carried it together with others failed as a whole: later ones carry fewer. */
  splits: number;
  /** Id of the older entry about the same subject that must be settled first. */
  after: string | null;
  lastError?: string;
  /** Tells a refusal that has a way out of its own from others. */
  failure?: EntryFailure;
  /** Of one that goes on from a refused one and is not answered yet. */
  refusal?: Refusal;
  /** The value that holds on the server, for a conflict. */
  theirs?: Kind extends 'correction' ? HeldCorrection : HeldAnswer;
  createdAt: string;
}
export type AnswerEntryRow = EntryOf<'answer'>;
export type SubmitEntryRow = EntryOf<'submit'>;
export type CorrectionEntryRow = EntryOf<'correction'>;
export type LateEntryRow = EntryOf<'late'>;
export type LateCorrectionEntryRow = EntryOf<'lateCorrection'>;
export type OutboxEntry = AnswerEntryRow | SubmitEntryRow | CorrectionEntryRow | LateEntryRow | LateCorrectionEntryRow;

/** Entries that carry the value of a row; the others are deeds. */
export type HeldEntry = AnswerEntryRow | CorrectionEntryRow;
export type HeldValue = HeldEntry['payload']['value'];
/** A value as the server holds it. */
export type HeldTheirs = NonNullable<HeldEntry['theirs']>;

/** One photo; bytes and not a Blob, which WebKit has lost from IndexedDB. */
export interface PhotoRow {
  v: 1;
  sha256: string;
  type: string;
  bytes: ArrayBuffer;
  createdAt: string;
}

/** Says that the server confirmed a photo, apart from the bytes so that asking is cheap. */
export interface UploadedRow {
  v: 1;
  uploadedAt: string;
}

/** Where the person was in a department task, so that a page that the phone ended comes back there. */
export interface PlaceRow {
  v: 1;
  pointId: string;
  /** Pixels from the top of the visible part down to the point's card. */
  offset: number;
}

/** Which department task or self-correction the person was in last. */
export interface LastPlaceRow {
  v: 1;
  id: string;
}

/** What the server said last of something that is read without a network. */
export interface CopyRow {
  v: 1;
  /** The payload of the call, as the contract has it. */
  data: unknown;
  keptAt: string;
  /** When the server gave it, an instant by its own clock; empty or missing where it did not say. */
  servedAt?: string;
  /** The server has said since that it knows of no such thing of this person: what was read stays to be read. */
  isGone?: true;
}
/** A department task with its points; a self-correction with its items; under the id `all`, every enabled check point, and every law's metadata. */
export type CopyKind = 'task' | 'correction' | 'points' | 'laws';

/** How much of the present batch has reached the server; a batch begins with what is entered after all was delivered. */
export interface DeliveredRow {
  v: 1;
  count: number;
  /** Nothing was left to send when it was written. */
  isWhole: boolean;
}

/** The person's own texts for remarks, the latest first. */
export interface PhrasesRow {
  v: 1;
  items: string[];
}

/** What somebody typed into a form that is sent as a whole; kept until it was sent or thrown away. */
export interface DraftRow {
  v: 1;
  /** Which form, and what of: `declaration:0:new`. */
  form: string;
  /** As the form has it. */
  data: unknown;
  keptAt: string;
}

/** A file that is being sent in pieces, whole, so that it goes on after the phone ended the page. */
export interface UploadRow {
  v: 1;
  id: string;
  name: string;
  type: string;
  sha256: string;
  bytes: ArrayBuffer;
}

/** How much of such a file the server had last; apart from the bytes, which need not be written again for it. */
export interface UploadSentRow {
  v: 1;
  sent: number;
}

/** Written when the database is made. */
export interface MarkRow {
  v: 1;
  createdAt: string;
}

export type Row =
  | AnswerRow
  | CorrectionRow
  | SubmittedRow
  | OutboxEntry
  | PhotoRow
  | UploadedRow
  | PlaceRow
  | LastPlaceRow
  | CopyRow
  | DeliveredRow
  | DraftRow
  | PhrasesRow
  | UploadRow
  | UploadSentRow
  | MarkRow
  | PhoneRow;

export const answerKey = (deptTaskId: string, pointId: string): string => `answer:${deptTaskId}:${pointId}`;
export const answerPrefix = (deptTaskId: string): string => `answer:${deptTaskId}:`;
export const ANSWER_PREFIX = 'answer:';
export const correctionKey = (correctionId: string, itemId: string): string => `correction:${correctionId}:${itemId}`;
export const correctionPrefix = (correctionId: string): string => `correction:${correctionId}:`;
export const CORRECTION_PREFIX = 'correction:';
export const SUBMITTED_PREFIX = 'submitted:';
export const submittedKey = (deptTaskId: string): string => `${SUBMITTED_PREFIX}${deptTaskId}`;
export const entryKey = (id: string): string => `entry:${id}`;
export const ENTRY_PREFIX = 'entry:';
export const photoKey = (sha256: string): string => `photo:${sha256}`;
export const PHOTO_PREFIX = 'photo:';
export const COPY_PREFIX = 'copy:';
/** The lists and figures of every screen as the query library persists them: a text, in a copy row. */
export const LISTS_KEY = `${COPY_PREFIX}lists`;
/** Under which localStorage holds the same. @param account empty for what all such keys begin with */
export const queriesKey = (account: string): string => `zyzc-queries-v1:${account}`;
export const copyPrefix = (kind: CopyKind): string => `${COPY_PREFIX}${kind}:`;
export const copyKey = (kind: CopyKind, id: string): string => `${copyPrefix(kind)}${id}`;
/** @param form as in the row, or the beginning of one for a prefix */
export const DRAFT_PREFIX = 'draft:';
export const draftKey = (form: string): string => `${DRAFT_PREFIX}${form}`;
export const UPLOAD_PREFIX = 'upload:';
export const uploadPrefix = (form: string): string => `${UPLOAD_PREFIX}${form}:`;
export const uploadKey = (form: string, id: string): string => `${uploadPrefix(form)}${id}`;
/** Of notes without which nothing that was given is lost. */
export const META_PREFIX = 'meta:';
export const uploadSentKey = (id: string): string => `${META_PREFIX}upload-sent:${id}`;
export const CREATED_KEY = `${META_PREFIX}created`;
export const PHRASES_KEY = `${META_PREFIX}phrases`;
export const DELIVERED_KEY = `${META_PREFIX}delivered`;
export const uploadedKey = (sha256: string): string => `${META_PREFIX}uploaded:${sha256}`;
export const PLACE_PREFIX = `${META_PREFIX}place:`;
export const LAST_PLACE_KEY = `${META_PREFIX}last-place`;
export const placeKey = (deptTaskId: string): string => `${PLACE_PREFIX}${deptTaskId}`;

/** Whether the server would take the answer: a 不合格 needs a remark. Until then it is kept here only. */
export const isComplete = (value: AnswerValue): boolean => value.result !== 'unqualified' || value.remark.trim() !== '';
