/** What to send next, and what a failed request means: pure decisions of the sender. */
import { busyStatuses, code } from '#contract/codes.ts';
import { ApiError } from '@/api/ApiError.ts';
import { BACK_OFF_CAP_MS } from '@/lib/back-off.ts';
import { SESSION_ENDED } from '@/lib/session-messages.ts';
import type { EntryKindName, OutboxEntry } from '@/offline/storage/rows.ts';
import type { Verdict } from './entry-kinds.ts';
import { kindOf } from './entry-kinds.ts';

/** `send`: these entries of one kind and group together. `wait`: nothing is due before `until`. */
export type Step = { type: 'send'; entries: OutboxEntry[] } | { type: 'wait'; until: number } | { type: 'idle' };

interface StepOptions {
  /** Further entries to leave out this time. */
  isBlocked?: (entry: OutboxEntry) => boolean;
  /** Entries to send although their pause is not over. */
  isHurried?: (entry: OutboxEntry) => boolean;
  /** Entries with photos to send first: these come after all others, which a large photo on a bad network would hold up. */
  needsUpload?: (entry: OutboxEntry) => boolean;
}

const none = () => false;
/** So many entries at most whose photos go up before they do: what was confirmed is not to wait for too many others. */
const WITH_PHOTOS_TOGETHER = 5;

/** Chooses the oldest entries that are due. One that failed or is in conflict blocks only what depends on it. */
export function nextStep(entries: readonly OutboxEntry[], now: number, { isBlocked = none, isHurried = none, needsUpload = none }: StepOptions = {}): Step {
  const ids = new Set(entries.map((entry) => entry.id));
  const isEarly = waitsForOneOf(entries);
  const sendable = entries
    .filter((entry) => isSendable(entry) && !(entry.after !== null && ids.has(entry.after)))
    .filter((entry) => kindOf(entry).isReady(entry) && !isBlocked(entry))
    .filter((entry) => !isEarly(entry));
  // Nothing ever waits longer than the cap: a moment beyond it was set before the phone's clock went back.
  const isDue = (entry: OutboxEntry) => entry.nextAttemptAt <= now || entry.nextAttemptAt > now + BACK_OFF_CAP_MS || isHurried(entry);
  const inOrder = sendable.filter(isDue).sort((one, other) => (one.id < other.id ? -1 : 1));
  const ready = inOrder.filter((entry) => !needsUpload(entry));
  const due = ready.length > 0 ? ready : inOrder;
  const oldest = due[0];
  if (oldest === undefined) {
    const until = Math.min(...sendable.map((entry) => entry.nextAttemptAt));
    return Number.isFinite(until) ? { type: 'wait', until } : { type: 'idle' };
  }
  const together = due.filter((entry) => placeOf(entry) === placeOf(oldest) && entry.splits === oldest.splits);
  const atMost = batchSize(kindOf(oldest).maxBatch, oldest.splits);
  return { type: 'send', entries: together.slice(0, ready.length > 0 ? atMost : Math.min(atMost, WITH_PHOTOS_TOGETHER)) };
}

/** Tells the entries that go after one of those, as a submission after the answers that it hands in. */
export function waitsForOneOf(others: readonly OutboxEntry[]): (entry: OutboxEntry) => boolean {
  const present = new Set(others.map(placeOf));
  return (entry) => kindOf(entry).waitsFor.some((kind) => present.has(place(kind, groupOf(entry))));
}

/** An entry found `sending` by the only sender was left behind by one that was killed. */
export const isSendable = ({ state }: OutboxEntry): boolean => state === 'waiting' || state === 'sending' || state === 'needsLogin';

const groupOf = (entry: OutboxEntry): string => kindOf(entry).groupOf(entry);
const place = (kind: EntryKindName, group: string): string => `${kind}:${group}`;
const placeOf = (entry: OutboxEntry): string => place(entry.kind, groupOf(entry));

/** Fewer together each time that a request failed as a whole, down to one: so the one that is to blame is found. */
const batchSize = (max: number, splits: number): number => Math.max(1, Math.floor(max / 8 ** splits));

/** What became of one entry; beside the server's verdicts, that none was given. */
export type Outcome =
  | Verdict
  /** Nothing is known: the same entry again. */
  | { type: 'unsent' }
  /** The server failed at it: later, with fewer others. */
  | { type: 'later'; reason: string; isSplit: boolean }
  | { type: 'needsLogin'; reason: string };

/** `network`: nobody answers. `server`: it asks for patience. `needsLogin`: nothing goes without signing in. */
export type Stop = 'network' | 'server' | 'needsLogin' | 'aborted';

export interface Failure {
  /** The outcome of each entry of the request. */
  outcomeOf: (index: number) => Outcome;
  /** Why it is pointless to go on with other entries now; null when it is not. */
  stop: Stop | null;
  /** How long the server, or what stands before it, asks to wait. */
  retryAfterMs?: number | undefined;
}

/**
 * What the failure of a request that carried `count` entries means for them.
 * @param gone what to say where the server knows of no such record
 */
export function judgeFailure(error: unknown, count: number, gone?: string): Failure {
  const retryAfterMs = error instanceof ApiError ? error.retryAfterMs : undefined;
  const all = (outcome: Outcome, stop: Stop | null): Failure => ({ outcomeOf: () => outcome, stop, retryAfterMs });
  if (!(error instanceof ApiError)) {
    const isAborted = error instanceof DOMException && error.name === 'AbortError';
    return isAborted ? all({ type: 'unsent' }, 'aborted') : refused('无法发送这项结果', undefined, count);
  }
  if (error.code === code.signedOut || (error.kind === 'business' && error.status === 401)) return all({ type: 'needsLogin', reason: SESSION_ENDED }, 'needsLogin');
  if (error.kind === 'offline' || error.kind === 'timeout') return all({ type: 'unsent' }, 'network');
  if (error.code === code.tooManyAttempts || busyStatuses.has(error.status)) return all({ type: 'unsent' }, 'server');
  if (error.kind === 'server') {
    // Without an envelope it was a proxy that spoke: our server is down, which is over as soon as it answers anything.
    if (error.code === null) return all({ type: 'unsent' }, 'network');
    return all({ type: 'later', reason: error.message, isSplit: count > 1 }, null);
  }
  return refused((error.code === code.notFound && gone) || error.message, error, count);
}

/** Codes that speak of the department task or of the person, and so of each entry in the request. */
const codesForAll = new Set<number | null>([code.notFound, code.forbidden, code.conflict]);

function refused(reason: string, error: ApiError | undefined, count: number): Failure {
  const rejected: Outcome = { type: 'rejected', reason };
  if (count === 1 || (error && codesForAll.has(error.code))) return { outcomeOf: () => rejected, stop: null };
  const named = new Map<number, string>();
  for (const { field, message } of error?.details ?? []) {
    const index = /^entries\.(\d+)(?:\.|$)/.exec(field)?.[1];
    if (index !== undefined && Number(index) < count) named.set(Number(index), message);
  }
  if (named.size === 0) return { outcomeOf: () => ({ type: 'later', reason, isSplit: true }), stop: null };
  return {
    outcomeOf: (index) => {
      const message = named.get(index);
      return message === undefined ? { type: 'unsent' } : { type: 'rejected', reason: message };
    },
    stop: null,
  };
}
