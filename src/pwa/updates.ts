/** Registers the service worker and offers a new release; it is applied only when the person agrees. */
import type { Workbox } from 'workbox-window';
import { getWorker } from './registration.ts';

const CHECK_EVERY_MS = 60 * 60 * 1000;

let isReady = false;
let isPutOff = false;
/** Another tab applied the release; this one still runs the old. */
let hasTakenOver = false;
let problem: string | null = null;
const listeners = new Set<() => void>();

export const isUpdateReady = (): boolean => isReady;

/** Whether the person wants this release later; another one is offered again. */
export const isUpdatePutOff = (): boolean => isPutOff;

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
  worker.addEventListener('waiting', () => {
    isPutOff = false;
    change(true, null);
  });
  worker.addEventListener('controlling', ({ isUpdate }) => {
    if (isUpdate) hasTakenOver = true;
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
 * Lets the new release take over and loads it, after the person agreed. What was entered is on this phone already;
 * other tabs keep running on what they have loaded.
 */
export function applyUpdate(worker: Workbox | undefined = getWorker()): void {
  if (!worker || !isReady) return;
  if (hasTakenOver) return location.reload();
  worker.addEventListener('controlling', () => location.reload());
  worker.messageSkipWaiting();
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
