/** Registers the service worker and offers a new release; it is applied only when the person agrees. */
import type { Workbox } from 'workbox-window';
import { getWorker } from './registration.ts';

const CHECK_EVERY_MS = 60 * 60 * 1000;

let started: Workbox | undefined;
let isReady = false;
let isPutOff = false;
/** The release is in force; this page still runs the one before. */
let hasTakenOver = false;
/** What follows once it is; undefined where the person has not asked for it in this tab. */
let whenTakenOver: (() => void) | undefined;
let problem: string | null = null;
const listeners = new Set<() => void>();

export const isUpdateReady = (): boolean => isReady;

/** Whether the person wants this release later; another one is offered again. */
export const isUpdatePutOff = (): boolean => isPutOff;

/** Whether the person asked for the release, and it has not taken over yet: the worker before it ends its work first. */
export const isUpdateApplying = (): boolean => whenTakenOver !== undefined;

/** Whether only the page has to be loaded anew. */
export const hasUpdateTakenOver = (): boolean => hasTakenOver;

/** Why the app cannot be kept for offline use, as a sentence; null when it can, or when it is not known yet. */
export const getRegistrationProblem = (): string | null => problem;

/** @returns a function that ends the subscription. */
export function subscribeToUpdates(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Registers the worker once the page has loaded, and asks for a new release every hour while online; call once, at start. */
export async function startUpdates(worker: Workbox | undefined = getWorker()): Promise<void> {
  if (!worker) return;
  started = worker;
  worker.addEventListener('waiting', () => {
    isPutOff = false;
    // What was asked for before was another release.
    whenTakenOver = undefined;
    change(true, null);
  });
  worker.addEventListener('controlling', ({ isUpdate }) => {
    // The claim of the first worker is no update; what was waited for is one, also where the page began without a worker.
    if (!isUpdate && !isReady) return;
    hasTakenOver = true;
    const next = whenTakenOver;
    whenTakenOver = undefined;
    tell();
    next?.();
  });
  try {
    await worker.register();
  } catch {
    change(isReady, '离线功能未能启用，请检查浏览器设置后重新打开');
    return;
  }
  setInterval(() => void checkForUpdate(worker), CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void checkForUpdate(worker);
  });
}

let checkedAt = -Infinity;

async function checkForUpdate(worker: Workbox): Promise<void> {
  if (!navigator.onLine || performance.now() - checkedAt < CHECK_EVERY_MS) return;
  checkedAt = performance.now();
  try {
    await worker.update();
  } catch {
    // No network after all; the next hour will do.
    checkedAt = -Infinity;
  }
}

/**
 * Lets the new release take over, after the person asked for it. Other tabs keep running on what they have loaded.
 * @param next once it has, which may be much later: meanwhile the person may have typed what a reload would lose
 */
export function applyUpdate(next: () => void): void {
  if (!started || !isReady) return;
  if (hasTakenOver) return next();
  whenTakenOver = next;
  tell();
  started.messageSkipWaiting();
}

export function putOffUpdate(): void {
  isPutOff = true;
  tell();
}

function change(nextReady: boolean, nextProblem: string | null): void {
  isReady = nextReady;
  problem = nextProblem;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
