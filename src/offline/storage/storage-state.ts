/** Whether the browser lets this phone hold data, how much of it, and whether it has thrown data away before. */
import { readStored, removeStored, writeStored } from '@/lib/local-storage.ts';
import { createSignal } from '@/lib/signal.ts';

export interface StorageState {
  /** Null where the browser cannot say. */
  usedBytes: number | null;
  allowedBytes: number | null;
  /** True when the browser promised not to clear this app's data by itself. */
  isPersisted: boolean;
  /** False in private modes that refuse IndexedDB: everything then lives in the tab until it is sent. */
  canStore: boolean;
}

/** What the browser says about this app's storage; never rejects. */
export async function readStorageState(): Promise<StorageState> {
  const storage = navigator.storage as StorageManager | undefined;
  const [estimate, isPersisted, canStore] = await Promise.all([
    storage?.estimate?.().catch(() => undefined),
    storage?.persisted?.().catch(() => false),
    canOpenDatabase(),
  ]);
  return { usedBytes: estimate?.usage ?? null, allowedBytes: estimate?.quota ?? null, isPersisted: isPersisted ?? false, canStore };
}

/** Asks the browser not to clear this app's data by itself; some ask the person. @returns whether it promised. */
export async function askToPersist(): Promise<boolean> {
  try {
    const storage = navigator.storage as StorageManager | undefined;
    return (await storage?.persisted?.()) === true || (await storage?.persist?.()) === true;
  } catch {
    return false;
  }
}

const PROBE_DATABASE = 'zyzc-v1-probe';

function canOpenDatabase(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(PROBE_DATABASE);
      request.onerror = () => resolve(false);
      request.onsuccess = () => {
        request.result.close();
        resolve(true);
      };
    } catch {
      resolve(false);
    }
  });
}

const unsentKey = (account: string) => `zyzc:unsent:${account}`;
const lostKey = (account: string) => `zyzc:lost:${account}`;

/**
 * Leaves a note, outside of the database, on whether unsent entries are in it: should the database vanish
 * (cleared by the person or the browser), the next start can tell what would otherwise go unnoticed.
 */
export function noteUnsent(account: string, hasUnsent: boolean): void {
  if (readStored(unsentKey(account)) !== hasUnsent) writeStored(unsentKey(account), hasUnsent);
}

/** Whether unsent entries of the account were in the database when a note was last left. */
export const wasUnsentNoted = (account: string): boolean => readStored(unsentKey(account)) === true;

const found = new Map<string, string>();
const changed = createSignal();

/** Remembers that a database with unsent entries has vanished, until the person has read of it. */
export function noteLoss(account: string, now: Date): void {
  found.set(account, now.toISOString());
  writeStored(lostKey(account), now.toISOString());
  changed.tell();
}

/** When it was found that something unsent of the account had vanished from this phone; null if it never did. */
export function getLossFoundAt(account: string): string | null {
  const stored = readStored(lostKey(account)) ?? found.get(account);
  return typeof stored === 'string' ? stored : null;
}

/** The person has read of it. */
export function dismissLoss(account: string): void {
  found.delete(account);
  removeStored(lostKey(account));
  changed.tell();
}

let replacements = 0;

/** Whoever clears all that a site stored clears one kind after the other. */
const CLEARED_AFTER_MS = 3000;

/** What this page had stored was thrown away; what is on the screen of it is to be looked up again. */
export function noteReplaced(): void {
  const note = () => {
    replacements += 1;
    changed.tell();
  };
  note();
  setTimeout(note, CLEARED_AFTER_MS);
}

/** How often that was. */
export const countReplaced = (): number => replacements;

/** @returns a function that ends the subscription. */
export const subscribeToStorage = changed.subscribe;
