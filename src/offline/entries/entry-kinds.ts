/** How each kind of what waits for the server is sent; what is said of it stands in entry-words.ts of the sync centre. */
import { isCorrectionFilledIn } from '#contract/correction-status.ts';
import { ENTRIES_PER_SAVE } from '#contract/limits.ts';
import { SUBMITTED_FIELD } from '#contract/task-status.ts';
import { ApiError } from '@/api/ApiError.ts';
import { call } from '@/api/call.ts';
import {
  isComplete,
  type AnswerEntryRow,
  type CorrectionEntryRow,
  type EntryKindName,
  type HeldTheirs,
  type LateCorrectionEntryRow,
  type LateEntryRow,
  type OutboxEntry,
  type SubmitEntryRow,
  type SubmittedRow,
} from '@/offline/storage/rows.ts';
import type { FilledCopy } from './delivered-rows.ts';

/** What the server said of a submission. */
export type SubmittedAnswer = Pick<SubmittedRow, 'status' | 'isLate' | 'correctionId'> & { submittedAt?: string | undefined };

/** What the server said of one entry. */
export type Verdict =
  | { type: 'saved'; revision: number }
  | ({ type: 'submitted' } & SubmittedAnswer)
  /** A submission where somebody else was quicker: all that it hands in is there. */
  | { type: 'needless' }
  | { type: 'conflict'; theirs: HeldTheirs }
  /** `isClosed`: its task takes no submission either. */
  | { type: 'rejected'; reason: string; isClosed?: true | undefined }
  | { type: 'photosMissing'; photos: readonly string[] }
  /** The server has it as late work: nothing is left to send, and what holds there is another value for now. */
  | { type: 'handedIn' }
  /** Handed in as late work, and not late: the task takes it as ever. */
  | { type: 'notLate' };

export interface SentVerdict {
  id: string;
  verdict: Verdict;
}

interface EntryKind<Entry extends OutboxEntry> {
  /** What entries must have in common to share a request, such as their department task. */
  groupOf(entry: Entry): string;
  /** The list of work that counts it, by group; late work is the administrator's. */
  countedOn: FilledCopy | null;
  /** The most entries that share a request. */
  maxBatch: number;
  /** Kinds whose entries of the same group must all be gone first, whatever their state. */
  waitsFor: readonly EntryKindName[];
  /** False while the server would refuse it anyway: it stays on this phone until the person has finished it. */
  isReady(entry: Entry): boolean;
  /** What it means for the person that the server knows of no such record: 记录不存在 says little to somebody who has just been writing on it. */
  gone?: string;
  /**
   * Sends entries of one group in one request.
   * @returns a verdict for each entry that the server mentioned
   * @throws ApiError when the request failed as a whole
   */
  send(entries: readonly Entry[], signal: AbortSignal): Promise<SentVerdict[]>;
}

const TASK_GONE = '任务不存在，或已不属于您的科室';

export const entryKinds: {
  answer: EntryKind<AnswerEntryRow>;
  submit: EntryKind<SubmitEntryRow>;
  correction: EntryKind<CorrectionEntryRow>;
  late: EntryKind<LateEntryRow>;
  lateCorrection: EntryKind<LateCorrectionEntryRow>;
} = {
  answer: {
    groupOf: (entry) => entry.deptTaskId,
    countedOn: 'task',
    maxBatch: ENTRIES_PER_SAVE,
    waitsFor: [],
    isReady: (entry) => isComplete(entry.payload.value),
    gone: `${TASK_GONE}。可以交管理员处理`,
    send: sendAnswers,
  },
  submit: {
    groupOf: (entry) => entry.deptTaskId,
    countedOn: 'task',
    maxBatch: 1,
    waitsFor: ['answer'],
    isReady: () => true,
    gone: TASK_GONE,
    send: sendSubmit,
  },
  correction: {
    // A department task that was returned and submitted again has another self-correction than before.
    groupOf: (entry) => entry.payload.correctionId,
    countedOn: 'correction',
    maxBatch: ENTRIES_PER_SAVE,
    waitsFor: [],
    isReady: isCorrectionReady,
    gone: '这份自纠已不能填写：科室任务可能已被退回或撤回，再次提交后会有新的自纠；或者您已调到其他科室。可以交管理员处理',
    send: sendCorrections,
  },
  late: {
    groupOf: (entry) => entry.deptTaskId,
    countedOn: null,
    maxBatch: ENTRIES_PER_SAVE,
    waitsFor: [],
    isReady: (entry) => isComplete(entry.payload.value),
    send: sendLate,
  },
  lateCorrection: {
    groupOf: (entry) => entry.payload.correctionId,
    countedOn: null,
    maxBatch: ENTRIES_PER_SAVE,
    waitsFor: [],
    isReady: isCorrectionReady,
    send: sendLateCorrections,
  },
};

function isCorrectionReady({ payload: { value } }: CorrectionEntryRow | LateCorrectionEntryRow): boolean {
  return value.correctedAt === null || isCorrectionFilledIn(value);
}

/** The line of the table for an entry of any kind. */
export const kindOf = (entry: OutboxEntry): EntryKind<OutboxEntry> => entryKinds[entry.kind] as EntryKind<OutboxEntry>;

async function sendAnswers(entries: readonly AnswerEntryRow[], signal: AbortSignal): Promise<SentVerdict[]> {
  const { data } = await call('saveAnswers', { body: answersOf(entries) }, { signal });
  return data.outcomes.flatMap(verdictOf);
}

async function sendLate(entries: readonly LateEntryRow[], signal: AbortSignal): Promise<SentVerdict[]> {
  const sent = answersOf(entries);
  const body = { ...sent, entries: sent.entries.map((entry, index) => ({ ...entry, content: entries[index]?.payload.content ?? '' })) };
  const { data } = await call('handInAnswers', { body }, { signal });
  // Late work has no revision before it is accepted.
  return data.outcomes.flatMap((outcome) => verdictOf({ revision: 0, ...outcome }));
}

async function sendLateCorrections(entries: readonly LateCorrectionEntryRow[], signal: AbortSignal): Promise<SentVerdict[]> {
  const body = {
    ...correctionsOf(entries),
    deptTaskId: entries[0]?.deptTaskId ?? '',
    entries: correctionsOf(entries).entries.map((entry, index) => ({ ...entry, content: entries[index]?.payload.content ?? '' })),
  };
  const { data } = await call('handInCorrections', { body }, { signal });
  return data.outcomes.flatMap((outcome) => verdictOf({ revision: 0, ...outcome }));
}

const answersOf = (entries: readonly (AnswerEntryRow | LateEntryRow)[]) => ({
  deptTaskId: entries[0]?.deptTaskId ?? '',
  entries: entries.map(({ id, payload: { pointId, baseRevision, value } }) => ({ id, pointId, baseRevision, ...value })),
});

interface SentOutcome {
  id: string;
  outcome: 'saved' | 'conflict' | 'rejected' | 'photosMissing' | 'handedIn';
  revision?: number | undefined;
  current?: HeldTheirs | undefined;
  reason?: string | undefined;
  missingPhotos?: string[] | undefined;
  isClosed?: true | undefined;
  isNotLate?: true | undefined;
}

/** Nothing where the server did not say what belongs to its outcome: the entry is then taken for not mentioned. */
function verdictOf({ id, outcome, revision, current, reason, missingPhotos, isClosed, isNotLate }: SentOutcome): SentVerdict[] {
  switch (outcome) {
    case 'saved':
      return revision === undefined ? [] : [{ id, verdict: { type: 'saved', revision } }];
    case 'conflict':
      return current === undefined ? [] : [{ id, verdict: { type: 'conflict', theirs: current } }];
    case 'photosMissing':
      return [{ id, verdict: { type: 'photosMissing', photos: missingPhotos ?? [] } }];
    case 'handedIn':
      return [{ id, verdict: { type: 'handedIn' } }];
    case 'rejected':
      if (isNotLate === true) return [{ id, verdict: { type: 'notLate' } }];
      return [{ id, verdict: { type: 'rejected', reason: reason ?? '服务器拒绝了这项内容', isClosed } }];
  }
}

async function sendCorrections(entries: readonly CorrectionEntryRow[], signal: AbortSignal): Promise<SentVerdict[]> {
  const { data } = await call('saveCompanySelfCorrectInfo', { body: correctionsOf(entries) }, { signal });
  return data.outcomes.flatMap(verdictOf);
}

const correctionsOf = (entries: readonly (CorrectionEntryRow | LateCorrectionEntryRow)[]) => ({
  id: entries[0]?.payload.correctionId ?? '',
  entries: entries.map(({ id, payload: { itemId, baseRevision, value } }) => ({ id, itemId, baseRevision, ...value })),
});

async function sendSubmit(entries: readonly SubmitEntryRow[], signal: AbortSignal): Promise<SentVerdict[]> {
  const verdicts: SentVerdict[] = [];
  for (const { id, deptTaskId, payload } of entries) {
    try {
      const { status, isLate, submittedAt, correctionId = null } = (await call('submitDeptTask', { body: { id, deptTaskId, ...payload } }, { signal })).data;
      verdicts.push({ id, verdict: { type: 'submitted', status, isLate, submittedAt, correctionId } });
    } catch (error) {
      if (!isSubmittedAlready(error)) throw error;
      verdicts.push({ id, verdict: { type: 'needless' } });
    }
  }
  return verdicts;
}

const isSubmittedAlready = (error: unknown): boolean => error instanceof ApiError && error.details?.[0]?.field === SUBMITTED_FIELD;
