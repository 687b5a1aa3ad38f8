/** Whether our server is there: the results of real requests decide, a probe whose answer is checked asks in between. */
import { onCallSettled } from '@/api/call-events.ts';
import { probe } from '@/api/probe.ts';
import { readStored, writeStored } from '@/lib/local-storage.ts';
import { createSignal } from '@/lib/signal.ts';

export type Reachability = 'online' | 'offline' | 'unknown';

const LAST_CONTACT_KEY = 'zyzc:last-contact';
const STORE_CONTACT_EVERY_MS = 30_000;
const PROBE_FIRST_MS = 5000;
const PROBE_CAP_MS = 60_000;

let current: Reachability = 'unknown';
let lastContactAt: number | null = storedContact();
let storedAt = 0;
let probeTimer: ReturnType<typeof setTimeout> | undefined;
let probeDelay = PROBE_FIRST_MS;
let probing: Promise<void> | undefined;
/** Before the start and after the end, nothing is asked by itself. */
let isListening = false;
let contacts = 0;
const changed = createSignal();

export const getReachability = (): Reachability => current;

/** When our server answered last, in milliseconds, over restarts too; null for never. */
export const getLastContactAt = (): number | null => lastContactAt;

/** @returns a function that ends the subscription. */
export const subscribeToReachability = changed.subscribe;

/** Begins to listen; call once, at start. @returns a function that ends it. */
export function startReachability(): () => void {
  isListening = true;
  const endCalls = onCallSettled((result) => {
    if (result !== 'unreachable') noteContact();
    // One lost request is not yet a lost network.
    else void checkNow();
  });
  const handleOffline = () => change('offline');
  const handleOnline = () => {
    // What is under way began over the network that was gone.
    probing = undefined;
    void checkNow();
  };
  const handleVisible = () => {
    if (document.visibilityState === 'visible' && current !== 'online') void checkNow();
  };
  addEventListener('offline', handleOffline);
  addEventListener('online', handleOnline);
  document.addEventListener('visibilitychange', handleVisible);
  void checkNow();
  return () => {
    endCalls();
    removeEventListener('offline', handleOffline);
    removeEventListener('online', handleOnline);
    document.removeEventListener('visibilitychange', handleVisible);
    clearTimeout(probeTimer);
    isListening = false;
  };
}

/** Asks the server now; resolves when it is known. Safe to call at any time. */
export function checkNow(): Promise<void> {
  return (probing ??= ask());
}

function ask(): Promise<void> {
  const contactsBefore = contacts;
  const asking: Promise<void> = probe()
    .then(async (isThere) => {
      if (isThere) noteContact();
      // Another was begun over a newer network, and knows better.
      else if (probing !== undefined && probing !== asking) await probing;
      // A real call was answered since: the probe is of a network that is over.
      else if (contacts === contactsBefore) change('offline');
    })
    .finally(() => {
      if (probing === asking) probing = undefined;
    });
  return asking;
}

function noteContact(): void {
  contacts += 1;
  lastContactAt = Date.now();
  if (Math.abs(lastContactAt - storedAt) > STORE_CONTACT_EVERY_MS) {
    storedAt = lastContactAt;
    writeStored(LAST_CONTACT_KEY, lastContactAt);
  }
  change('online');
}

function change(next: Reachability): void {
  clearTimeout(probeTimer);
  if (next === 'online') {
    probeDelay = PROBE_FIRST_MS;
  } else if (isListening) {
    probeTimer = setTimeout(() => void checkNow(), probeDelay);
    probeDelay = Math.min(PROBE_CAP_MS, probeDelay * 2);
  }
  if (next === current) return;
  current = next;
  changed.tell();
}

function storedContact(): number | null {
  const stored = readStored(LAST_CONTACT_KEY);
  return typeof stored === 'number' ? stored : null;
}
