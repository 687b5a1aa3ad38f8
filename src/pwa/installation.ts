/** Brings the service worker and each new release of it onto this device, and tries again after a failure. */
import type { Workbox } from 'workbox-window';
import { createSignal } from '@/lib/signal.ts';

const CHECK_EVERY_MS = 60 * 60 * 1000;
const FIRST_RETRY_MS = 60 * 1000;

/** Whether the app opens without a network: not yet while its files are being fetched for the first time. */
export type OfflineStart = 'ready' | 'preparing' | 'missing';

/**
 * Why the last release could not be kept: there are no workers here (an old browser, a private window, an address without
 * HTTPS), the worker did not come or was refused, or what came was not all that was built.
 */
export type InstallationProblem = 'unsupported' | 'refused' | 'incomplete';

export interface Installation {
  offlineStart: OfflineStart;
  /** Null when it could be kept, or when it is not known yet. */
  problem: InstallationProblem | null;
}

let state: Installation = { offlineStart: 'preparing', problem: null };
/** In a row. */
let failures = 0;
let askedAt = -Infinity;
/** Undefined once the worker is not to come again before the next start. */
let installed: Workbox | undefined;
let nextTry: ReturnType<typeof setTimeout> | undefined;
const changed = createSignal();

/** The same object until something changes. */
export const getInstallation = (): Installation => state;

/** @returns a function that ends the subscription. */
export const subscribeToInstallation = changed.subscribe;

/**
 * Registers the worker once the page has loaded, and asks for a new release every hour while online; call once, at start.
 * @param worker undefined where the browser has none
 */
export async function keepInstalled(worker: Workbox | undefined): Promise<void> {
  if (!worker) return change({ offlineStart: 'missing', problem: 'unsupported' });
  addEventListener('online', () => {
    if (failures > 0) void ask(worker);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && (failures > 0 || performance.now() - askedAt >= CHECK_EVERY_MS)) void ask(worker);
  });
  installed = worker;
  await register(worker);
  planNext(worker);
}

/**
 * For whoever shows it: somebody may have cleared the site's data under the page. A worker that is gone is brought again; one
 * that is left without its files goes with this page, and the next start brings another.
 */
export async function checkInstalled(): Promise<void> {
  if (installed === undefined || state.offlineStart !== 'ready') return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) {
    change({ offlineStart: 'preparing', problem: null });
    await register(installed);
  } else if ((await caches.match('./index.html', { ignoreSearch: true })) === undefined) {
    installed = undefined;
    clearTimeout(nextTry);
    change({ offlineStart: 'missing', problem: 'incomplete' });
    await registration.unregister();
  }
}

/** Again after an hour; after a failure after a minute, then after twice as long each time. */
function planNext(worker: Workbox): void {
  clearTimeout(nextTry);
  const pauseMs = failures === 0 ? CHECK_EVERY_MS : Math.min(CHECK_EVERY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
  nextTry = setTimeout(() => void ask(worker), pauseMs);
}

async function ask(worker: Workbox): Promise<void> {
  if (installed === undefined) return;
  if (navigator.onLine) {
    askedAt = performance.now();
    // After the first installation failed, the browser knows of no worker; and workbox-window follows one update alone.
    const isKnown = failures === 0 || (await register(worker));
    try {
      if (isKnown) await worker.update();
    } catch {
      // No network after all, or something foreign in place of the worker.
      askedAt = -Infinity;
    }
  }
  planNext(worker);
}

const followed = new WeakSet<ServiceWorkerRegistration>();

/** @returns whether a worker is there that can be asked for a new release */
async function register(worker: Workbox): Promise<boolean> {
  try {
    const registration = await worker.register();
    if (registration === undefined) return true;
    if (!followed.has(registration)) {
      followed.add(registration);
      const followNew = (): void => {
        if (registration.installing) follow(worker, registration, registration.installing);
      };
      followNew();
      registration.addEventListener('updatefound', followNew);
    }
    if (registration.active) change({ ...state, offlineStart: 'ready' });
    return registration.active !== null;
  } catch {
    fail({ offlineStart: 'missing', problem: 'refused' });
    return false;
  }
}

function follow(worker: Workbox, registration: ServiceWorkerRegistration, installing: ServiceWorker): void {
  let isWhole = false;
  installing.addEventListener('statechange', () => {
    if (installing.state === 'installed') {
      isWhole = true;
      failures = 0;
      change({ offlineStart: 'ready', problem: null });
    }
    if (installing.state !== 'redundant' || isWhole) return;
    fail({ offlineStart: registration.active === null ? 'missing' : 'ready', problem: 'incomplete' });
    planNext(worker);
  });
}

function fail(next: Installation): void {
  failures += 1;
  change(next);
}

function change(next: Installation): void {
  if (next.offlineStart === state.offlineStart && next.problem === state.problem) return;
  state = next;
  changed.tell();
}
