/** Offers a new release; it is applied only when the person agrees. */
import type { Workbox } from 'workbox-window';
import { createSignal } from '@/lib/signal.ts';

let started: Workbox | undefined;
let isReady = false;
let isPutOff = false;
/** The release is in force; this page still runs the one before. */
let hasTakenOver = false;
/** What follows once it is; undefined where the person has not asked for it in this tab. */
let whenTakenOver: (() => void) | undefined;
const changed = createSignal();

export const isUpdateReady = (): boolean => isReady;

/** Whether the person wants this release later; another one is offered again. */
export const isUpdatePutOff = (): boolean => isPutOff;

/** Whether the person asked for the release, and it has not taken over yet: the worker before it ends its work first. */
export const isUpdateApplying = (): boolean => whenTakenOver !== undefined;

/** Whether only the page has to be loaded anew. */
export const hasUpdateTakenOver = (): boolean => hasTakenOver;

/** @returns a function that ends the subscription. */
export const subscribeToUpdates = changed.subscribe;

/** Follows what the worker says of new releases; call once, at start, before it is registered. */
export function followUpdates(worker: Workbox | undefined): void {
  started = worker;
  worker?.addEventListener('waiting', () => {
    isPutOff = false;
    // What was asked for before was another release.
    whenTakenOver = undefined;
    isReady = true;
    tell();
  });
  worker?.addEventListener('controlling', ({ isUpdate }) => {
    // The claim of the first worker is no update; what was waited for is one, also where the page began without a worker.
    if (!isUpdate && !isReady) return;
    hasTakenOver = true;
    const next = whenTakenOver;
    whenTakenOver = undefined;
    tell();
    next?.();
  });
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

function tell(): void {
  changed.tell();
}
