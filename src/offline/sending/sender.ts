/**
 * Sends what waits under one account: photos, then the entries that show them. It marks an entry in storage before the
 * request leaves and removes it only when the server has confirmed its id, so that it may be killed between any two steps.
 */
import { code } from '#contract/codes.ts';
import { ApiError } from '@/api/ApiError.ts';
import { call } from '@/api/call.ts';
import { uploadFile } from '@/api/files.ts';
import { getToken, getUser, subscribe as subscribeToSession } from '@/session/session-store.ts';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { StorageError, type WriteRows } from '@/offline/storage/database.ts';
import { kindOf } from '@/offline/entries/entry-kinds.ts';
import { canBeTakenBack, getHeldRow, withoutPredecessor } from '@/offline/entries/held-change.ts';
import { heldKindOf, isHeldEntry } from '@/offline/entries/held-kinds.ts';
import { readLocalPhoto } from '@/offline/files/photos.ts';
import { checkNow, getReachability } from '@/offline/network/reachability.ts';
import { moveCopies } from '@/offline/reading/kept-copies.ts';
import {
  ENTRY_PREFIX,
  entryKey,
  PHOTO_PREFIX,
  uploadedKey,
  type OutboxEntry,
  type PhotoRow,
  type UploadedRow,
} from '@/offline/storage/rows.ts';
import { countDelivered, removeWaitingSubmit, settle } from '@/offline/entries/settle.ts';
import { type Failure, isSendable, judgeFailure, nextStep, type Outcome, type Step, type Stop, waitsForOneOf } from '@/offline/entries/sync-plan.ts';
import { moveToDisk } from '@/offline/entries/unsaved.ts';
import type { SenderLock } from './sender-lock.ts';

export interface SenderOptions {
  rows: AccountRows;
  lock: SenderLock;
  now?: () => number;
  random?: () => number;
  /** Department tasks of which the server confirmed something. */
  onDelivered: (deptTaskIds: string[]) => void;
  /** True from the first request of a run to its end. */
  onSending?: (isSending: boolean) => void;
}

/**
 * - `busy`: another tab sends. `signedOut`: nobody, or somebody else, is signed in.
 * - `idle`: nothing is left to send. `wait`: nothing is due before `until`.
 * - `stopped`: going on is pointless for now, and before `retryAfterMs` nobody wants to be asked again.
 */
export type RunEnd =
  | { type: 'busy' | 'signedOut' | 'idle' }
  | { type: 'wait'; until: number }
  | { type: 'stopped'; why: Stop | 'storage' | 'unexpected'; retryAfterMs?: number | undefined };

/** Consecutive requests that the server failed at before the others are left alone too. */
const SERVER_FAILURES = 2;

const sooner = (one: Step, other: Step): Step =>
  one.type === 'wait' && other.type === 'wait' ? { type: 'wait', until: Math.min(one.until, other.until) } : other.type === 'idle' ? one : other;

/** A browser without a database has nothing in it; any other trouble with it is not to be taken for that. */
async function orIfRefused<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StorageError && error.problem === 'unavailable') return otherwise;
    throw error;
  }
}

/** What came of a request, or of several with the photos that belong to it. */
interface Sent {
  stop: Stop | null;
  retryAfterMs?: number | undefined;
  hasServerFailed: boolean;
}

export interface Sender {
  /**
   * Sends until nothing is due. Rejects only with what nobody foresaw.
   * @param isHurried what waits for its next try is tried once at the beginning: why it failed may be over
   */
  run(isHurried?: boolean): Promise<RunEnd>;
  /** Gives up a request that has gone without an answer for some time: it was made over a network that is gone. */
  giveUpStale(): void;
}

/** Not where nothing is known: the request itself then tells. */
async function isKnownOffline(): Promise<boolean> {
  if (getReachability() === 'offline') await checkNow();
  if (getReachability() !== 'offline') return false;
  // The probe only hints: it fails also where something stands in its way alone. Nobody minds this call.
  await call('userInfo', undefined, { timeoutMs: ASKING_LIMIT_MS }).catch(() => undefined);
  return getReachability() === 'offline';
}

const ASKING_LIMIT_MS = 10_000;

/** A lost request speaks of the network, or of something that lets small ones through and not this one. */
async function isServerThere(): Promise<boolean> {
  await checkNow();
  return getReachability() === 'online';
}

/** Whatever the server asks for: a pause that nobody can understand is taken for a defect. */
const PHOTO_REST_CAP_MS = 15 * 60_000;

const PHOTO_BLOCKED_REASON = '照片暂时传不上去（网络慢或被拦截），会自动再试';

/** Whoever is there answers sooner. */
const STALE_MS = 5000;

/** Makes the sender of an account. */
export function createSender({ rows, lock, now = Date.now, random = Math.random, onDelivered, onSending = () => undefined }: SenderOptions): Sender {
  const { account, disk, unsaved } = rows;
  let current: { since: number; controller: AbortController } | undefined;
  const noteRequest = () => {
    if (current) current.since = performance.now();
  };
  /**
   * While the server takes no more photos of this person for today: each try would send one in vain. What shows none goes on.
   * By the page's own clock, since somebody may set the phone's.
   */
  let photoRest: { until: number; reason: string } | undefined;
  /** Photos whose row cannot be read, which is as good as none. */
  const unreadable = new Set<string>();
  const isOurs = () => getUser()?.employeeId === account && getToken() !== '';

  const run = async (isHurried = false): Promise<RunEnd> => {
    let end: RunEnd = { type: 'busy' };
    await lock(`zyzc-outbox-${account}`, async (lost) => {
      const controller = new AbortController();
      current = { since: performance.now(), controller };
      const stop = () => controller.abort();
      lost.addEventListener('abort', stop);
      // A request must never leave under the token of another account.
      const unsubscribe = subscribeToSession(() => {
        if (!isOurs()) stop();
      });
      try {
        end = await sendAll(controller.signal, isHurried);
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        end = { type: 'stopped', why: 'storage' };
      } finally {
        current = undefined;
        onSending(false);
        unsubscribe();
        lost.removeEventListener('abort', stop);
      }
    });
    return end;
  };

  const sendAll = async (signal: AbortSignal, isHurried: boolean): Promise<RunEnd> => {
    const tried = new Set<string>();
    // What was never tried is held back for another reason, such as a chance to undo it. A photo may have failed before its entry was.
    const wasTried = ({ attempts, serverFailures = 0 }: OutboxEntry): boolean => attempts > 0 || serverFailures > 0;
    const isInHurry = (entry: OutboxEntry): boolean => isHurried && wasTried(entry) && !tried.has(entry.id);
    if (isHurried) photoRest = undefined;
    let serverFailures = 0;
    let isDiskUsable = true;
    for (;;) {
      if (signal.aborted) return { type: 'stopped', why: 'aborted' };
      if (!isOurs()) return { type: 'signedOut' };
      await moveToDisk(rows);
      await moveCopies(rows);
      const { step, isUnsaved } = await plan(isDiskUsable, isInHurry);
      if (step.type !== 'send') return isDiskUsable ? step : { type: 'stopped', why: 'storage' };
      onSending(true);
      for (const { id } of step.entries) tried.add(id);
      try {
        const { stop, retryAfterMs, hasServerFailed } = await sendTogether(step.entries, signal);
        if (stop) return { type: 'stopped', why: stop, retryAfterMs };
        serverFailures = hasServerFailed ? serverFailures + 1 : 0;
      } catch (error) {
        // What is on a phone that takes no notes waits there; what is in memory may still go.
        if (!(error instanceof StorageError) || isUnsaved) throw error;
        isDiskUsable = false;
      }
      if (serverFailures >= SERVER_FAILURES) return { type: 'stopped', why: 'server' };
    }
  };

  /**
   * Entries on the phone first; those in memory may wait for one of them. With a full disk that is as long as it is full: an
   * attempt that cannot be noted must not leave, or a tap after a kill would put another value under an id that the server
   * knows, and be lost. Nor may the newer value overtake: after a kill the older one would come as a conflict with it.
   * A submission on the phone waits for answers in memory, too.
   */
  const plan = async (isDiskUsable: boolean, isHurried: (entry: OutboxEntry) => boolean): Promise<{ step: Step; isUnsaved: boolean }> => {
    const inMemory = unsaved.list<OutboxEntry>(ENTRY_PREFIX);
    const onDisk = await orIfRefused(disk.read((read) => read.list<OutboxEntry>(ENTRY_PREFIX)), []).catch((error: unknown) => {
      // A phone that cannot be read must not keep from the server what is in memory.
      if (inMemory.length > 0 && error instanceof StorageError) return [];
      throw error;
    });
    const needsUpload = await uploadsOf([...onDisk, ...inMemory]);
    const step: Step = isDiskUsable ? nextStep(onDisk, now(), { isBlocked: waitsForOneOf(inMemory), isHurried, needsUpload }) : { type: 'idle' };
    if (step.type === 'send' || inMemory.length === 0) return { step, isUnsaved: false };
    const diskIds = new Set(onDisk.map((entry) => entry.id));
    const tasksOnDisk = new Set(onDisk.map((entry) => entry.deptTaskId));
    const isBlocked = (entry: OutboxEntry): boolean =>
      (entry.after !== null && diskIds.has(entry.after)) || (entry.kind === 'submit' && tasksOnDisk.has(entry.deptTaskId));
    const memoryStep = nextStep(inMemory, now(), { isBlocked, isHurried, needsUpload });
    return { step: sooner(step, memoryStep), isUnsaved: true };
  };

  /** Tells the entries with a photo on this phone that the server has not confirmed. */
  const uploadsOf = async (entries: readonly OutboxEntry[]): Promise<(entry: OutboxEntry) => boolean> => {
    if (entries.every(({ photoIds }) => photoIds.length === 0)) return () => false;
    const [uploaded, local] = await Promise.all([namesIn(uploadedKey('')), namesIn(PHOTO_PREFIX)]);
    return ({ photoIds }) => photoIds.some((sha256) => local.has(sha256) && !uploaded.has(sha256));
  };

  const sendTogether = async (planned: OutboxEntry[], signal: AbortSignal): Promise<Sent> => {
    // An attempt that nobody can hear would count all the same, and what was tried can no longer be taken back.
    if (planned.some(canBeTakenBack) && (await isKnownOffline())) return { stop: 'network', hasServerFailed: false };
    const photos = await uploadPhotos(planned, signal);
    if (photos.outcomes.size > 0) await settleAll(photos.outcomes);
    if (photos.stop) return { stop: photos.stop, retryAfterMs: photos.retryAfterMs, hasServerFailed: false };
    const entries = await markSending(
      planned.filter((entry) => !photos.outcomes.has(entry.id)),
      photos.notUploaded,
    );
    const [first] = entries;
    if (first === undefined) return { stop: null, hasServerFailed: photos.hasServerFailed };

    const outcomes = new Map<string, Outcome>();
    let failure: Failure | undefined;
    try {
      noteRequest();
      for (const { id, verdict } of await kindOf(first).send(entries, signal)) outcomes.set(id, verdict);
      for (const { id } of entries) if (!outcomes.has(id)) outcomes.set(id, { type: 'later', reason: '服务器没有确认这项内容', isSplit: false });
    } catch (error) {
      const judged = judgeFailure(error, entries.length, kindOf(first).gone);
      entries.forEach((entry, index) => outcomes.set(entry.id, judged.outcomeOf(index)));
      failure = judged;
    }
    await settleAll(outcomes);
    const isClosed = [...outcomes.values()].some((outcome) => outcome.type === 'rejected' && outcome.isClosed);
    // On a phone that takes no notes it stays.
    if (isClosed) await rows.changeEverywhere((change) => removeWaitingSubmit(change, first.deptTaskId));
    const isDelivered = entries.some(({ id }) => ['saved', 'submitted', 'needless', 'conflict', 'handedIn'].includes(outcomes.get(id)?.type ?? ''));
    if (isDelivered) onDelivered([first.deptTaskId]);
    return { stop: failure?.stop ?? null, retryAfterMs: failure?.retryAfterMs, hasServerFailed: hasLater(outcomes) };
  };

  /** Uploads what the server has not confirmed. A photo that is not on this phone came from the server, or is missed by it. */
  const uploadPhotos = async (entries: OutboxEntry[], signal: AbortSignal) => {
    const outcomes = new Map<string, Outcome>();
    const notUploaded = new Set<string>();
    let hasServerFailed = false;
    const wanted = new Set(entries.flatMap((entry) => entry.photoIds));
    const uploaded = wanted.size === 0 ? new Set<string>() : await namesIn(uploadedKey(''));
    for (const sha256 of wanted) {
      if (uploaded.has(sha256)) continue;
      const photo = await readPhoto(sha256);
      if (unreadable.has(sha256)) {
        notUploaded.add(sha256);
        for (const entry of entries) if (entry.photoIds.includes(sha256)) outcomes.set(entry.id, { type: 'photosMissing', photos: [sha256] });
      }
      if (!photo) continue;
      if (photoRest !== undefined && performance.now() < photoRest.until) {
        notUploaded.add(sha256);
        for (const entry of entries) if (entry.photoIds.includes(sha256)) outcomes.set(entry.id, { type: 'later', reason: photoRest.reason, isSplit: false });
        continue;
      }
      try {
        noteRequest();
        const stored = await uploadFile(sha256, photo.bytes, photo.type, { signal });
        if (stored.sha256 !== sha256 || stored.size !== photo.bytes.byteLength) {
          throw new ApiError('server', '服务器没有存好照片', { code: code.internal });
        }
        const row: UploadedRow = { v: 1, uploadedAt: new Date(now()).toISOString() };
        await rows.changeSomewhere(async (change) => change.put(uploadedKey(sha256), row));
      } catch (error) {
        if (error instanceof StorageError) throw error;
        notUploaded.add(sha256);
        const failure = await judgeUpload(error);
        const outcome = failure.outcomeOf(0);
        if (error instanceof ApiError && error.kind === 'server' && error.code !== null) hasServerFailed = true;
        if (outcome.type !== 'unsent') {
          const described = outcome.type === 'rejected' ? { ...outcome, reason: `照片上传失败：${outcome.reason}` } : outcome;
          for (const entry of entries) if (entry.photoIds.includes(sha256)) outcomes.set(entry.id, described);
        }
        if (failure.stop) return { outcomes, notUploaded, hasServerFailed, stop: failure.stop, retryAfterMs: failure.retryAfterMs };
      }
    }
    return { outcomes, notUploaded, hasServerFailed, stop: null };
  };

  /** Where only the photo does not get through, its answers wait for a while and hold up no others. */
  const judgeUpload = async (error: unknown): Promise<Failure> => {
    const failure = judgeFailure(error, 1);
    // Our server says how long; what stands before it and does not is about calls of any kind.
    if (error instanceof ApiError && error.code === code.tooManyAttempts && failure.retryAfterMs !== undefined) {
      photoRest = { until: performance.now() + Math.min(failure.retryAfterMs, PHOTO_REST_CAP_MS), reason: error.message };
      return { outcomeOf: () => ({ type: 'later', reason: error.message, isSplit: false }), stop: null };
    }
    if (failure.stop !== 'network' || !(await isServerThere())) return failure;
    return { outcomeOf: () => ({ type: 'later', reason: PHOTO_BLOCKED_REASON, isSplit: false }), stop: null };
  };

  /** Undefined also for one whose bytes the browser has lost, while other rows can be read: it must not hold up the rest. */
  const readPhoto = async (sha256: string): Promise<PhotoRow | undefined> => {
    try {
      return await orIfRefused(readLocalPhoto(rows, sha256), undefined);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      await namesIn(PHOTO_PREFIX);
      unreadable.add(sha256);
      return undefined;
    }
  };

  /**
   * Counts the attempt before the request leaves: from then on a tap no longer changes the entry.
   * Entries that a tap gave another photo since the upload, or that are held back since, wait for the next round.
   */
  const markSending = async (planned: OutboxEntry[], notUploaded: ReadonlySet<string>): Promise<OutboxEntry[]> => {
    if (planned.length === 0) return [];
    const known = new Set(planned.flatMap((entry) => entry.photoIds));
    const dueAt = new Map(planned.map(({ id, nextAttemptAt }) => [id, nextAttemptAt]));
    const keys = planned.map(({ id }) => entryKey(id));
    const marked = await rows.changeWhere(keys, async (change, there) => {
      const entries = there.map(async (key): Promise<OutboxEntry[]> => {
        const entry = await change.get<OutboxEntry>(key);
        if (!entry || !isSendable(entry) || !kindOf(entry).isReady(entry)) return [];
        if (entry.photoIds.some((photo) => notUploaded.has(photo) || !known.has(photo)) || entry.nextAttemptAt > (dueAt.get(entry.id) ?? 0)) return [];
        const sent: OutboxEntry = { ...(await withFreshBase(entry)), state: 'sending', attempts: entry.attempts + 1 };
        change.put(key, sent);
        return [sent];
      });
      return (await Promise.all(entries)).flat();
    });
    return marked.flat();
  };

  const settleAll = async (outcomes: ReadonlyMap<string, Outcome>): Promise<void> => {
    const missed = [...outcomes.values()].flatMap((outcome) => (outcome.type === 'photosMissing' ? outcome.photos : []));
    const local = missed.length > 0 ? await namesIn(PHOTO_PREFIX) : new Set<string>();
    if (missed.length > 0) {
      const forget = async (change: WriteRows) => missed.forEach((photo) => change.remove(uploadedKey(photo)));
      const refusal = await rows.changeEverywhere(forget);
      if (refusal !== null && refusal.problem !== 'unavailable') throw refusal;
    }
    // One that was in memory may have moved to the phone while it was sent.
    await rows.changeWhere([...outcomes.keys()].map(entryKey), async (change, there) => {
      const keys = new Set(there);
      let delivered = 0;
      for (const [id, outcome] of outcomes) {
        if (!keys.has(entryKey(id))) continue;
        const clock = { now: now(), random: random() };
        const isSettled = await settle(change, id, outcome, clock, (photo) => local.has(photo) && !unreadable.has(photo));
        if (isSettled && ['saved', 'submitted', 'handedIn'].includes(outcome.type)) delivered += 1;
      }
      if (delivered > 0) await countDelivered(change, delivered);
    });
  };

  /** What follows the prefix in the keys, of unsaved rows too. */
  const namesIn = async (prefix: string): Promise<Set<string>> => {
    const onDisk = await orIfRefused(disk.read((read) => read.keys(prefix)), []);
    const keys = [...unsaved.keysUnder(prefix), ...onDisk];
    return new Set(keys.map((key) => key.slice(prefix.length)));
  };

  const hasLater = (outcomes: ReadonlyMap<string, Outcome>): boolean => [...outcomes.values()].some(({ type }) => type === 'later');

  /** An entry in memory may follow one on the phone that was confirmed since: then it is based on that. */
  const withFreshBase = async (entry: OutboxEntry): Promise<OutboxEntry> => {
    if (unsaved.get(entryKey(entry.id)) === undefined || !isHeldEntry(entry) || entry.attempts > 0) return entry;
    const key = heldKindOf(entry).keyOf(entry);
    const stored = await disk.read((read) => getHeldRow(read, key)).catch(() => undefined);
    return withoutPredecessor(entry, stored?.confirmed ?? null);
  };

  return {
    run,
    giveUpStale: () => {
      if (current && performance.now() - current.since > STALE_MS) current.controller.abort();
    },
  };
}
