/**
 * Files on their way to the server, in pieces: a lost connection costs one piece, an ended page none of what arrived.
 * Each is kept on this phone until the form that it belongs to was saved: the server forgets after a day what no record has.
 */
import { v7 as uuidv7 } from 'uuid';
import { code } from '#contract/codes.ts';
import { cleanPicture, PICTURE_DAMAGED } from '#contract/picture.ts';
import { ApiError, isTransient } from '@/api/ApiError.ts';
import { readUploadState, uploadPiece } from '@/api/upload-pieces.ts';
import { backOff } from '@/lib/back-off.ts';
import { createSignal } from '@/lib/signal.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { currentAccount } from '@/session/current-account.ts';
import { getToken, getUser, subscribe as subscribeToSession } from '@/session/session-store.ts';
import { accountRows } from '@/offline/storage/account-rows.ts';
import { noteInMemory } from '@/offline/storage/in-memory.ts';
import { checkNow, getReachability, subscribeToReachability } from '@/offline/network/reachability.ts';
import { uploadKey, uploadPrefix, uploadSentKey, type UploadRow, type UploadSentRow } from '@/offline/storage/rows.ts';
import { hashOf } from './photos.ts';

/**
 * - `waiting`: its turn has not come.
 * - `interrupted`: the connection was lost, or the session ended; goes on by itself.
 * - `paused`: until the person goes on.
 * - `failed`: another try may succeed; `problem` says what went wrong.
 * - `refused`: the same file will never be taken; `problem` says why.
 * - `done`: the server has all of it.
 */
export type UploadState = 'waiting' | 'sending' | 'interrupted' | 'paused' | 'failed' | 'refused' | 'done';

export interface Upload {
  id: string;
  name: string;
  type: string;
  size: number;
  /** Empty until the file was read. */
  sha256: string;
  /** Bytes that the server has. */
  sent: number;
  state: UploadState;
  problem: string | undefined;
  /** False when the phone has no room for it: it goes on only as long as the page is open. */
  isKept: boolean;
}

export interface Uploads {
  /** In the order in which they were added; the same array until something changes. */
  list(): readonly Upload[];
  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
  /**
   * Adds the file, unless the form has one with the same content.
   * @param nameOf what the form calls a file with that content, which is no longer on its way
   * @returns the name of that other file
   */
  add(file: File, nameOf: (sha256: string) => string | undefined): Promise<string | undefined>;
  pause(id: string): void;
  /** Goes on with what was paused, failed or interrupted, at once. */
  resume(id: string): void;
  /** Sends what is done once more, as far as the server does not have it any more. */
  sendAgain(): void;
  /** Stops it and forgets the file; also for one that was taken. */
  remove(id: string): Promise<void>;
}

/** What was kept of it is no longer on this phone. */
class FileGone extends Error {
  constructor() {
    super('文件已不在本机，请重新选择');
  }
}

/** Half a picture; the message says so. */
class DamagedFile extends Error {}

/** The file as it is sent: a picture without place and camera. */
async function readClean(file: File): Promise<ArrayBuffer> {
  const bytes = await file.arrayBuffer();
  const picture = cleanPicture(new Uint8Array(bytes));
  if (picture === 'damaged') throw new DamagedFile(PICTURE_DAMAGED);
  return picture?.bytes.buffer ?? bytes;
}

interface Job {
  view: Upload;
  /** What was chosen, as long as this page is open. */
  file: File | undefined;
  controller: AbortController | undefined;
}

const opened = new Map<string, Uploads>();

/** The uploads of one form of the account that is signed in; the same object for the same form. */
export function openUploads(form: string): Uploads {
  const account = currentAccount();
  const key = `${account} ${form}`;
  let uploads = opened.get(key);
  if (uploads === undefined) opened.set(key, (uploads = createUploads(account, form)));
  return uploads;
}

/** Stops and forgets all uploads of a form that is thrown away unopened. */
export async function forgetUploads(form: string): Promise<void> {
  const ids = await idsOf(form);
  await Promise.all(ids.map((id) => openUploads(form).remove(id)));
}

/** SHA-256 of this account's files for the form, as far as they are known. */
export async function uploadHashes(form: string): Promise<string[]> {
  const { disk } = accountRows(currentAccount());
  const hashes = openUploads(form).list().map(({ sha256 }) => sha256);
  // One by one: each row has the file with it.
  for (const key of await disk.read((rows) => rows.keys(uploadPrefix(form))).catch(() => [])) {
    const row = await disk.read((rows) => rows.get<UploadRow>(key)).catch(() => undefined);
    if (row !== undefined) hashes.push(row.sha256);
  }
  return hashes;
}

/** Of this account's files for the form; also of those that this page has not read from the phone yet. */
async function idsOf(form: string): Promise<string[]> {
  const { disk } = accountRows(currentAccount());
  const keys = await disk.read((rows) => rows.keys(uploadPrefix(form))).catch(() => []);
  const here = openUploads(form).list();
  return [...new Set([...keys.map((key) => key.slice(uploadPrefix(form).length)), ...here.map(({ id }) => id)])];
}

function createUploads(account: string, form: string): Uploads {
  const rowsOfAccount = accountRows(account);
  const { disk } = rowsOfAccount;
  const changed = createSignal();
  let jobs: readonly Job[] = [];
  let views: readonly Upload[] = [];
  let isWorking = false;
  let wake: () => void = () => undefined;

  const publish = (): void => {
    views = jobs.map(({ view }) => view);
    noteInMemory(`uploads ${account} ${form}`, views.filter(({ isKept, state }) => !isKept && state !== 'refused').length);
    changed.tell();
  };
  const change = (job: Job, changes: Partial<Upload>): void => {
    job.view = { ...job.view, ...changes };
    publish();
  };
  const find = (id: string): Job | undefined => jobs.find(({ view }) => view.id === id);
  const push = (job: Job): void => {
    jobs = [...jobs, job];
    publish();
  };
  const drop = (job: Job | undefined): void => {
    jobs = jobs.filter((other) => other !== job);
    publish();
  };

  const restore = async (): Promise<void> => {
    const keys = await disk.read((rows) => rows.keys(uploadPrefix(form))).catch(() => []);
    for (const key of keys) {
      const row = await disk.read((rows) => rows.get<UploadRow>(key)).catch(() => undefined);
      if (row === undefined || find(row.id) !== undefined) continue;
      const { id, name, type, sha256 } = row;
      const sent = (await disk.read((rows) => rows.get<UploadSentRow>(uploadSentKey(id))).catch(() => undefined))?.sent ?? 0;
      const view: Upload = { id, name, type, size: row.bytes.byteLength, sha256, sent, state: 'waiting', problem: undefined, isKept: true };
      push({ view, file: undefined, controller: undefined });
    }
    void work();
  };
  const read = async ({ view: { id, isKept }, file }: Job): Promise<ArrayBuffer> => {
    if (!isKept && file !== undefined) return await readClean(file);
    const row = await disk.read((rows) => rows.get<UploadRow>(uploadKey(form, id)));
    if (row === undefined) throw new FileGone();
    return row.bytes;
  };
  /** @returns whether this phone had room for it */
  const keep = async ({ id, name, type }: Upload, sha256: string, bytes: ArrayBuffer): Promise<boolean> => {
    const row: UploadRow = { v: 1, id, name, type, sha256, bytes };
    return await disk.change(async (rows) => rows.put(uploadKey(form, id), row)).then(
      () => true,
      () => false,
    );
  };
  /** For a job whose row vanished with the database. */
  const keepAgain = async (job: Job): Promise<void> => {
    change(job, { isKept: false });
    try {
      if (job.file === undefined) throw new FileGone();
      const isKept = await keep(job.view, job.view.sha256, await readClean(job.file));
      if (find(job.view.id) === undefined) await forget(job.view.id);
      else change(job, { isKept });
    } catch (error) {
      if (job.view.state !== 'done') change(job, { state: 'refused', problem: sentenceOf(error, '上传失败，请重试') });
    }
  };
  rowsOfAccount.subscribe((changes) => {
    const lost = new Set(changes.filter(({ row }) => row === undefined).map(({ key }) => key));
    for (const job of jobs) if (job.view.isKept && lost.has(uploadKey(form, job.view.id))) void keepAgain(job);
  });

  const add: Uploads['add'] = async (file, nameOf) => {
    const id = uuidv7();
    const view: Upload = { id, name: file.name, type: file.type, size: file.size, sha256: '', sent: 0, state: 'waiting', problem: undefined, isKept: true };
    const job: Job = { view, file, controller: undefined };
    push(job);
    let bytes: ArrayBuffer;
    try {
      bytes = await readClean(file);
    } catch (error) {
      change(job, { state: 'refused', problem: error instanceof DamagedFile ? error.message : '无法读取这个文件，请重新选择', isKept: false });
      return undefined;
    }
    const sha256 = await hashOf(bytes);
    const sameAs = jobs.find((other) => other.view.sha256 === sha256)?.view.name ?? nameOf(sha256);
    if (sameAs !== undefined) {
      drop(job);
      return sameAs;
    }
    const isKept = await keep(view, sha256, bytes);
    // Removed while it was read.
    if (find(id) === undefined) {
      await forget(id);
      return undefined;
    }
    change(job, { sha256, size: bytes.byteLength, isKept });
    void work();
    return undefined;
  };
  const forget = (id: string): Promise<void> =>
    disk
      .change(async (rows) => {
        rows.remove(uploadKey(form, id));
        rows.remove(uploadSentKey(id));
      })
      .catch(() => undefined);

  const isOurs = (): boolean => getUser()?.employeeId === account && getToken() !== '';
  // No piece may leave under the session of another person. What stops with a session goes on with this person's next one.
  subscribeToSession(() => {
    if (isOurs()) void work();
    else for (const { controller } of jobs) controller?.abort();
  });

  /** One at a time: a phone's signal is not faster for two. */
  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    try {
      let failures = 0;
      for (let job = nextJob(); job !== undefined; job = nextJob()) {
        if (!isOurs()) return;
        const isReached = await send(job);
        failures = isReached ? 0 : failures + 1;
        if (!isReached) await untilWorthTrying(backOff(failures, Math.random()));
      }
    } finally {
      isWorking = false;
    }
  };
  const nextJob = (): Job | undefined => jobs.find(({ view }) => view.sha256 !== '' && (view.state === 'waiting' || view.state === 'interrupted'));

  /** @returns false when there is nobody to send to at the moment */
  const send = async (job: Job): Promise<boolean> => {
    const controller = new AbortController();
    job.controller = controller;
    change(job, { state: 'sending', problem: undefined });
    try {
      await sendPieces(job, controller.signal);
      change(job, { state: 'done', sent: job.view.size });
      return true;
    } catch (error) {
      if (controller.signal.aborted) {
        // Neither paused nor, for a resume since, waiting: the session ended.
        if (job.view.state === 'sending') change(job, { state: 'interrupted' });
        return true;
      }
      // Another day brings room, and no other try before.
      const isFull = error instanceof ApiError && error.code === code.tooManyAttempts;
      const isLost = (isTransient(error) && !isFull) || (error instanceof ApiError && error.code === code.signedOut);
      change(job, isLost ? { state: 'interrupted' } : { state: isFinal(error) ? 'refused' : 'failed', problem: sentenceOf(error, '上传失败，请重试') });
      return !isLost;
    } finally {
      job.controller = undefined;
    }
  };

  const sendPieces = async (job: Job, signal: AbortSignal): Promise<void> => {
    const { id, sha256, size, isKept } = job.view;
    const bytes = await read(job);
    let { pieceSize, received, isStored } = await readUploadState(sha256, size, signal);
    while (!isStored) {
      const here = new Set(received);
      const count = Math.ceil(size / pieceSize);
      const index = Array.from({ length: count }, (_, at) => at).find((at) => !here.has(at));
      if (index === undefined) throw new Error('文件没有传完整，请重试');
      const before = sentBytes(here, pieceSize, size);
      change(job, { sent: before });
      if (isKept) void disk.change(async (rows) => rows.put(uploadSentKey(id), { v: 1, sent: before } satisfies UploadSentRow)).catch(() => undefined);
      const piece = bytes.slice(index * pieceSize, Math.min(size, (index + 1) * pieceSize));
      const onProgress = (sent: number): void => change(job, { sent: before + Math.min(sent, piece.byteLength) });
      ({ pieceSize, received, isStored } = await uploadPiece({ sha256, size, index }, piece, { signal, onProgress }));
    }
  };

  const untilWorthTrying = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        end();
        resolve();
      };
      const timer = setTimeout(done, delayMs);
      const end = subscribeToReachability(() => getReachability() === 'online' && done());
      wake = done;
    });

  void restore();
  return {
    list: () => views,
    subscribe: changed.subscribe,
    add,
    pause: (id) => {
      const job = find(id);
      if (job === undefined || job.view.state === 'done' || job.view.state === 'refused') return;
      change(job, { state: 'paused' });
      job.controller?.abort();
    },
    resume: (id) => {
      const job = find(id);
      if (job === undefined || job.view.state === 'done' || job.view.state === 'refused' || job.view.state === 'sending') return;
      change(job, { state: 'waiting', problem: undefined });
      void checkNow();
      wake();
      void work();
    },
    sendAgain: () => {
      for (const job of jobs) if (job.view.state === 'done') change(job, { state: 'waiting' });
      void work();
    },
    remove: async (id) => {
      const job = find(id);
      drop(job);
      job?.controller?.abort();
      await forget(id);
    },
  };
}

/** Bytes in those pieces; the last one is shorter. */
const sentBytes = (received: ReadonlySet<number>, pieceSize: number, size: number): number =>
  [...received].reduce((sum, index) => sum + Math.max(0, Math.min(pieceSize, size - index * pieceSize)), 0);

/** What the server names when the file itself is wrong; a wrong checksum comes of the way there, and may be right next time. */
const fieldsOfFile: ReadonlySet<string> = new Set(['file', 'size']);

/** Whether the same file would end there at every try. */
const isFinal = (error: unknown): boolean =>
  error instanceof FileGone ||
  (error instanceof ApiError && (error.code === code.tooLarge || (error.details ?? []).some(({ field }) => fieldsOfFile.has(field))));
