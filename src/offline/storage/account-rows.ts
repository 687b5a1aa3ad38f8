import { createDiskRows, createMemoryRows, StorageError, type RowChange, type RowStore, type WriteRows } from './database.ts';
import { createKnownRows, isLarge, type KnownRows } from './known-rows.ts';
import { entryKey, type Row } from './rows.ts';
import { noteReplaced } from './storage-state.ts';
import { createTurns, type Turns } from './turns.ts';

/** All rows of one account, on the phone and in this tab's memory, with the news of what changed in either. */
export interface AccountRows {
  readonly account: string;
  readonly disk: RowStore;
  /** What the phone refused to store; lost with the tab, and shown as 未保存 until the server has it. */
  readonly memory: RowStore;
  /** For what a person enters, and for what is decided about it: each finds what was entered before. */
  readonly turns: Turns;
  /** Called after each change, in the order of the transactions, with the changes of other tabs too. */
  subscribe(listener: RowsListener): () => void;
  /** Told the keys of large rows that another tab has written: whoever needs one reads it. @returns a function that ends the subscription. */
  subscribeToLarge(listener: (keys: string[]) => void): () => void;
  /** Does `work` on the phone, or in memory when the phone refuses. Resolves with the error in the second case. */
  changeSomewhere<T>(work: (rows: WriteRows) => Promise<T>): Promise<{ result: T; problem: StorageError | null }>;
  /** Reads all that the page has to know should the database vanish under it. Never rejects over storage. */
  know(): Promise<void>;
  /** Does `work` where that entry is; resolves with undefined when it is nowhere. */
  changeEntry<T>(entryId: string, work: (rows: WriteRows) => Promise<T>): Promise<T | undefined>;
}
export type RowsListener = (changes: RowChange[], isDurable: boolean) => void;

interface ChangeNews {
  account: string;
  keys: string[];
}

/** What is done for a database that vanished under the page, by those who know what its rows mean. */
export interface LostDatabase {
  sayWhatIsLost(account: string, disk: RowStore, known: KnownRows, lost: readonly string[]): Promise<void>;
  moveToMemory(known: KnownRows, memory: RowStore): Promise<RowChange[]>;
}

let lostDatabase: Promise<LostDatabase> | undefined;
let importLostDatabase: (() => Promise<LostDatabase>) | undefined;

/** No first screen waits for it; it is asked for before anything is lost, since the app's files may be cleared with the rest. */
const loadLostDatabase = (): Promise<LostDatabase> =>
  (lostDatabase ??= importLostDatabase?.() ?? Promise.reject(new Error('nobody told what to do for a lost database')));

/** Told once, by the room above. */
export function onLostDatabase(load: () => Promise<LostDatabase>): void {
  importLostDatabase = load;
}

const opened = new Map<string, AccountRows>();
let channel: BroadcastChannel | undefined;
const remoteListeners = new Map<string, (keys: string[]) => void>();

/** The rows of an account; the same object for the same account. */
export function accountRows(account: string): AccountRows {
  let rows = opened.get(account);
  if (!rows) opened.set(account, (rows = createAccountRows(account)));
  return rows;
}

function createAccountRows(account: string): AccountRows {
  const listeners = new Set<RowsListener>();
  const largeListeners = new Set<(keys: string[]) => void>();
  const publish = (changes: RowChange[], isDurable: boolean) => {
    for (const listener of listeners) listener(changes, isDurable);
  };

  const memory = createMemoryRows((changes) => publish(changes, false));
  const known = createKnownRows();
  let isLost = false;
  const disk = createDiskRows(account, {
    onChange: (changes) => {
      publish(changes, true);
      // Behind what this tab draws now: the others can wait.
      queueMicrotask(() => newsChannel()?.postMessage({ account, keys: changes.map((change) => change.key) } satisfies ChangeNews));
    },
    onSeen: known.note,
    onReopened: async (rows, isNew) => {
      isLost = isNew || (await known.isOther(rows));
      if (!isLost) return () => undefined;
      const lost = await known.putBack(rows);
      return () => {
        isLost = false;
        const changes = lost.map((key) => ({ key, row: undefined }));
        known.note(changes);
        publish(changes, true);
        void loadLostDatabase().then(({ sayWhatIsLost }) => sayWhatIsLost(account, disk, known, lost));
        noteReplaced();
      };
    },
    onNotPutBack: () => {
      if (!isLost) return;
      void loadLostDatabase()
        .then(({ moveToMemory }) => moveToMemory(known, memory))
        .then((changes) => publish(changes, true));
    },
  });

  newsChannel();
  remoteListeners.set(account, (keys) => {
    const large = keys.filter(isLarge);
    if (large.length > 0) for (const listener of largeListeners) listener(large);
    const rereadable = keys.filter((key) => !isLarge(key));
    if (rereadable.length === 0) return;
    void disk
      .read(async (rows) => Promise.all(rereadable.map(async (key) => ({ key, row: await rows.get<Row>(key) }))))
      .then((changes) => publish(changes, true))
      // The next transaction of this tab meets the same storage problem and reports it.
      .catch(() => undefined);
  });

  return {
    account,
    disk,
    memory,
    turns: createTurns(),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    subscribeToLarge: (listener) => {
      largeListeners.add(listener);
      return () => void largeListeners.delete(listener);
    },
    changeSomewhere: async (work) => {
      try {
        return { result: await disk.change(work), problem: null };
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        return { result: await memory.change(work), problem: error };
      }
    },
    know: async () => {
      loadLostDatabase().catch(() => (lostDatabase = undefined));
      try {
        await disk.read(async (rows) => {
          const keys = await rows.keys('');
          known.noteKeys(keys);
          // By kinds: a phone reads thousands of rows one by one too slowly.
          const kinds = new Set(keys.filter((key) => !isLarge(key)).map((key) => key.slice(0, key.indexOf(':') + 1)));
          await Promise.all([...kinds].map((kind) => rows.list(kind)));
        });
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
      }
    },
    changeEntry: async (entryId, work) => {
      for (const store of [memory, disk]) {
        const outcome = await store.change(async (rows) =>
          (await rows.get(entryKey(entryId))) === undefined ? undefined : { result: await work(rows) },
        );
        if (outcome) return outcome.result;
      }
      return undefined;
    },
  };
}

/** Tells other tabs which rows changed; they read them themselves, so that every tab shows one truth. */
function newsChannel(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel('zyzc-offline');
  channel.onmessage = (event: MessageEvent<ChangeNews>) => remoteListeners.get(event.data.account)?.(event.data.keys);
  return channel;
}

const REREAD_MS = 5000;

/**
 * Reads rows into a view; when the phone does not let them be read, says so and tries again until it does.
 * Resolves after the first try, whatever came of it.
 */
export async function readUntilDone(read: () => Promise<void>, onProblem: (sentence: string | null) => void): Promise<void> {
  try {
    await read();
    onProblem(null);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    onProblem(error.message);
    if (error.problem !== 'unavailable') setTimeout(() => void readUntilDone(read, onProblem), REREAD_MS);
  }
}
