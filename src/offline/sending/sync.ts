/** When to send: the sender's triggers, pauses and timers. What is sent, and how, is in sender.ts. */
import { SYNC_TAG, type SyncRequested } from '#contract/worker-messages.ts';
import { type CallResult, onCallSettled } from '@/api/call-events.ts';
import { backOff } from '@/lib/back-off.ts';
import { pageTimers } from '@/lib/timers.ts';
import { getToken, getUser, subscribe as subscribeToSession } from '@/session/session-store.ts';
import { type AccountRows, accountRows } from '@/offline/storage/account-rows.ts';
import { getReachability, subscribeToReachability } from '@/offline/network/reachability.ts';
import { ENTRY_PREFIX, type OutboxEntry } from '@/offline/storage/rows.ts';
import { onSyncRequested, setSending } from '@/offline/entries/sync-status.ts';
import { isAnythingUnsaved } from '@/offline/entries/unsaved.ts';
import { createSender, type RunEnd } from './sender.ts';
import { createSenderLock } from './sender-lock.ts';

export interface SyncEvents {
  /** The server confirmed, or holds another value for, something of these department tasks: their queries are stale. */
  onDelivered: (deptTaskIds: string[]) => void;
  /** The session is over while something waits. */
  onNeedsLogin: () => void;
}

/** Taps that follow each other go together, so that sending does not slow down the next tap. */
const TAP_DELAY_MS = 800;
const TAP_DELAY_MAX_MS = 15_000;
/** While another tab sends. */
const BUSY_DELAY_MS = 10_000;
const ABORTED_DELAY_MS = 1000;
/** A full phone may have room again, and nobody tells. */
const REFUSED_DELAY_MS = 30_000;
/** So long a server that failed is left alone by each phone, although it answers other calls. */
const SERVER_REST_MS = 10_000;
/** Whatever a proxy asks for: a pause that nobody can understand is taken for a defect. */
const RETRY_AFTER_CAP_MS = 15 * 60_000;

/** `network`: over when our server answers anything. `server`: over when it does what another call asks. */
interface Pause {
  why: 'network' | 'server' | 'other';
  until: number;
  /** Not over before, whatever other calls tell. */
  atLeastUntil: number;
}
const noPause: Pause = { why: 'other', until: 0, atLeastUntil: 0 };

/**
 * Sends what waits under whoever is signed in, from now on: at start, when the network or the page comes back, after
 * changes, when other calls succeed again, when Background Sync asks, and on a timer with a back-off.
 * @returns a function that ends it
 */
export function startSync({ onDelivered, onNeedsLogin }: SyncEvents, { now: clock, after } = pageTimers): () => void {
  const lock = createSenderLock();
  let account: string | undefined;
  let rows: AccountRows | undefined;
  let sender: ReturnType<typeof createSender> | undefined;
  let endRows: () => void = () => undefined;
  let callOff: () => void = () => undefined;
  let timerAt = Infinity;
  let tapAt = 0;
  let failures = 0;
  let pause = noPause;
  /** The session that the server refused: pointless until there is another. */
  let refusedToken: string | undefined;
  let isRunning = false;
  /** Something was to be sent while a run was under way. */
  let isWanted = false;
  /** The same, in spite of any pause: what was under way may have begun before the network came back. */
  let isUrgent = false;
  /** The next run tries once what waits for its next try: at a start, and whenever something may be better than it was. */
  let isHurried = true;
  let hasEnded = false;

  const schedule = (at: number) => {
    if (hasEnded || at >= timerAt) return;
    callOff();
    timerAt = at;
    callOff = after(Math.max(0, at - clock()), () => {
      timerAt = Infinity;
      void run();
    });
  };

  const sendNow = () => {
    pause = noPause;
    isUrgent = isRunning;
    isHurried = true;
    void run();
  };
  const sendOverNewNetwork = () => {
    sender?.giveUpStale();
    sendNow();
  };
  const sendOnWish = () => {
    refusedToken = undefined;
    sendNow();
  };

  const run = async (): Promise<void> => {
    if (hasEnded || !sender) return;
    if (isRunning) {
      isWanted = true;
      return;
    }
    if (refusedToken !== undefined && refusedToken === getToken()) return;
    if (clock() < pause.until) return schedule(pause.until);
    isRunning = true;
    isWanted = false;
    tapAt = 0;
    const running = sender;
    const hasHurry = isHurried;
    isHurried = false;
    const end = await running.run(hasHurry).catch((error: unknown): RunEnd => {
      // A defect of ours, or of the browser: whatever it is, what waits is not left to the next start.
      console.error(error);
      return { type: 'stopped', why: 'unexpected' };
    });
    isRunning = false;
    if (running === sender) follow(end);
    if (isUrgent) sendNow();
    else if (isWanted) void run();
  };

  const follow = (end: RunEnd) => {
    if (end.type === 'idle' || end.type === 'wait') {
      failures = 0;
      tryUnsavedAgain();
    }
    if (end.type === 'wait') schedule(clock() + end.until - Date.now());
    if (end.type === 'busy') schedule(clock() + BUSY_DELAY_MS);
    if (end.type !== 'stopped') return;
    void registerBackgroundSync();
    if (end.why === 'aborted') return schedule(clock() + ABORTED_DELAY_MS);
    if (end.why === 'needsLogin') {
      refusedToken = getToken();
      return onNeedsLogin();
    }
    failures += 1;
    const now = clock();
    const retryAfterMs = Math.min(end.retryAfterMs ?? 0, RETRY_AFTER_CAP_MS);
    pause = {
      why: end.why === 'network' || end.why === 'server' ? end.why : 'other',
      until: now + Math.max(backOff(failures, Math.random()), retryAfterMs),
      atLeastUntil: now + Math.max(end.why === 'server' ? SERVER_REST_MS : 0, retryAfterMs),
    };
    schedule(pause.until);
  };

  const tryUnsavedAgain = () => {
    if (rows !== undefined && isAnythingUnsaved(rows)) schedule(clock() + REFUSED_DELAY_MS);
  };

  const followSession = () => {
    const next = getToken() === '' ? undefined : getUser()?.employeeId;
    if (next !== account) {
      account = next;
      endRows();
      endRows = () => undefined;
      rows = undefined;
      sender = undefined;
      failures = 0;
      isHurried = true;
      pause = noPause;
      if (next !== undefined) {
        rows = accountRows(next);
        endRows = rows.subscribe((changes) => {
          // What is gone, such as a conflict that was settled, may have held something back.
          const mayGo = (row: OutboxEntry | undefined): boolean => row === undefined || row.state === 'waiting';
          if (changes.some(({ key, row }) => key.startsWith(ENTRY_PREFIX) && mayGo(row as OutboxEntry | undefined))) sendAfterTap();
        });
        sender = createSender({ rows, lock, onDelivered, onSending: setSending });
      }
    }
    if (refusedToken !== getToken()) void run();
  };

  const sendAfterTap = () => {
    const now = clock();
    tapAt ||= now;
    callOff();
    timerAt = Infinity;
    schedule(Math.min(now + TAP_DELAY_MS, tapAt + TAP_DELAY_MAX_MS));
  };

  const sendIfVisible = () => {
    if (document.visibilityState === 'visible') sendNow();
  };
  const followVisibility = () => {
    sendIfVisible();
    // The phone may soon stop a page that nobody sees: what was to wait for more taps waits no longer.
    if (document.visibilityState === 'hidden' && tapAt > 0) void run();
  };
  const shortenPause = (result: CallResult) => {
    const isOver = pause.why === 'network' ? result !== 'unreachable' : pause.why === 'server' && result === 'answered';
    const until = Math.max(clock(), pause.atLeastUntil);
    if (!isOver || until >= pause.until) return;
    pause = { ...pause, until };
    void run();
  };
  const handleMessage = ({ data }: MessageEvent<Partial<SyncRequested> | null>) => {
    if (data?.type === 'SYNC_REQUESTED') sendNow();
  };

  const ends = [
    subscribeToSession(followSession),
    onSyncRequested(sendOnWish),
    onCallSettled(shortenPause),
    subscribeToReachability(() => {
      if (getReachability() === 'online') shortenPause('answered');
    }),
    listen(window, 'online', sendOverNewNetwork),
    listen(window, 'pageshow', sendIfVisible),
    listen(document, 'visibilitychange', followVisibility),
    listen(navigator.serviceWorker, 'message', handleMessage as (event: Event) => void),
  ];
  followSession();

  return () => {
    hasEnded = true;
    callOff();
    endRows();
    for (const end of ends) end();
  };
}

/** `target` is missing where a browser lacks the interface, such as service workers on an insecure origin. */
function listen(target: EventTarget | undefined, type: string, handler: (event: Event) => void): () => void {
  target?.addEventListener(type, handler);
  return () => target?.removeEventListener(type, handler);
}

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/**
 * Where the browser has it, it wakes the page when the network is back. A browser that believes in its network asks at once:
 * against a server that is down, no pause would ever hold.
 */
async function registerBackgroundSync(): Promise<void> {
  if (navigator.onLine) return;
  try {
    const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register(SYNC_TAG);
  } catch {
    // Refused by the person or the browser; the other triggers remain.
  }
}
