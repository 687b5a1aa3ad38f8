/** One sender over all tabs of an account. */
import { underWebLock } from '@/lib/web-lock.ts';

/**
 * Runs `work` if nobody else holds the lock; `signal` aborts when the lock is taken away.
 * @returns false when another tab has it
 */
export type SenderLock = (name: string, work: (signal: AbortSignal) => Promise<void>) => Promise<boolean>;

const SIGN_OF_LIFE_MS = 10_000;
/** Longer than any request that a sender makes, so that only a tab that the system froze is passed over. */
export const SILENCE_MS = 150_000;

/**
 * Web Locks, which end with their tab. A frozen tab keeps its lock without sending, so the holder gives signs of life,
 * and after a long silence the lock is taken over; what both may then send, the server tells apart by the entries' ids.
 */
export function createSenderLock(now: () => number = () => performance.now()): SenderLock {
  const withinTab = createTabLock();
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('zyzc-sender');
  /** By the lock's name: other accounts have senders, too. */
  const heardAt = new Map<string, number>();
  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => void heardAt.set(data, now()));

  return async (name, work) => {
    const isSilent = now() - (heardAt.get(name) ?? Infinity) > SILENCE_MS;
    const controller = new AbortController();
    const held = async (lock: Lock | null): Promise<boolean> => {
      if (lock === null) return false;
      heardAt.delete(name);
      const giveSign = setInterval(() => channel?.postMessage(name), SIGN_OF_LIFE_MS);
      try {
        await work(controller.signal);
      } finally {
        clearInterval(giveSign);
      }
      return true;
    };
    try {
      const isHeld = await underWebLock(name, isSilent ? { steal: true } : { ifAvailable: true }, held, () => withinTab(name, work));
      // The silence is counted from the first refusal on.
      if (!isHeld && !heardAt.has(name)) heardAt.set(name, now());
      return isHeld;
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      controller.abort();
      return false;
    }
  };
}

/** Without Web Locks: one at a time within this tab. */
export function createTabLock(): SenderLock {
  const held = new Set<string>();
  return async (name, work) => {
    if (held.has(name)) return false;
    held.add(name);
    try {
      await work(new AbortController().signal);
      return true;
    } finally {
      held.delete(name);
    }
  };
}
