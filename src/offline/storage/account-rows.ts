import { createDiskRows, StorageError, type RowChange, type RowStore, type WriteRows } from './database.ts';
import { createKnownRows, isLarge, type KnownRows } from './known-rows.ts';
import { createUnsavedRows, type UnsavedRows, type UnsavedStore } from './unsaved-rows.ts';
import { entryKey, type Row } from './rows.ts';
import { noteReplaced } from './storage-state.ts';
import { createTurns, type Turns } from './turns.ts';

/**
 * All rows of one account: those on the phone, and over them those that the phone refused. A transaction happens in one of the
 * two, so that the phone's rows agree with each other whenever the tab ends.
 */
export interface AccountRows {
  readonly account: string;
  /** On the phone alone: what it refuses is not stored. */
  readonly disk: RowStore;
  /** Shown as 未保存 until the phone takes it, or the server has it. */
  readonly unsaved: UnsavedRows;
  /** For what a person enters, and for what is decided about it: each finds what was entered before. */
  readonly turns: Turns;
  /** Called after each change, in the order of the transactions, with the changes of other tabs too. */
  subscribe(listener: RowsListener): () => void;
  /**
   * Tells the rows under those prefixes as they are, then every change like `subscribe`. Never rejects over storage.
   * @param onTried told why the phone's rows cannot be read, as a sentence, and tried again until they are; null then. What
   * it does of the first try is waited for.
   */
  follow(prefixes: readonly string[], listener: RowsListener, onTried: (problem: string | null) => Promise<void> | void): Promise<void>;
  /** Told the keys of large rows that another tab has written: whoever needs one reads it. @returns a function that ends the subscription. */
  subscribeToLarge(listener: (keys: string[]) => void): () => void;
  /** What this page knows to be on the phone, under what is unsaved. */
  stored<T extends Row>(key: string): T | undefined;
  /** Does `work` on the phone, or in memory when the phone refuses. Resolves with the error in the second case. */
  changeSomewhere<T>(work: (rows: WriteRows) => Promise<T>): Promise<{ result: T; problem: StorageError | null }>;
  /** Does `work` to what is unsaved. */
  changeUnsaved<T>(work: (rows: WriteRows) => Promise<T>): Promise<T>;
  /** Does `work` to the rows of those keys where they are: in memory, and for the others on the phone. @throws StorageError */
  changeWhere<T>(keys: readonly string[], work: (rows: WriteRows, keys: readonly string[]) => Promise<T>): Promise<T[]>;
  /** Does `work` to an entry where it is. @throws StorageError */
  changeEntry<T>(entryId: string, work: (rows: WriteRows) => Promise<T>): Promise<T>;
  /** Does `work` in memory, then on the phone. @returns why the phone refused */
  changeEverywhere(work: (rows: WriteRows) => Promise<void>): Promise<StorageError | null>;
  /**
   * Stores what is unsaved, as far as the phone takes it by now. A row that is replaced meanwhile stays in memory.
   * @param store puts the row; returns further keys that need not stay in memory
   * @returns false when the phone refuses again
   */
  move<T extends Row>(key: string, store?: StoreUnsaved<T>): Promise<boolean>;
  /** Reads all that the page has to know should the database vanish under it. Never rejects over storage. */
  know(): Promise<void>;
}

/** The row that holds since; undefined where there is none. */
export interface RowNews extends RowChange {
  /** False for one in this tab's memory. */
  isStored: boolean;
}
export type RowsListener = (news: RowNews[]) => void;
export type StoreUnsaved<T extends Row> = (disk: WriteRows, row: T) => Promise<readonly string[] | void>;

/** Stores what is unsaved unless the phone has a later one, perhaps of another tab. */
export const unlessLater =
  <T extends Row>(key: string, isLater: (stored: T, unsaved: T) => boolean): StoreUnsaved<T> =>
  async (disk, unsaved) => {
    const stored = await disk.get<T>(key);
    if (stored === undefined || !isLater(stored, unsaved)) disk.put(key, unsaved);
  };

interface ChangeNews {
  account: string;
  keys: string[];
}

/** What is done for a database that vanished under the page, by those who know what its rows mean. */
export interface LostDatabase {
  sayWhatIsLost(account: string, disk: RowStore, known: KnownRows, lost: readonly string[]): Promise<void>;
  moveToMemory(known: KnownRows, unsaved: UnsavedStore): Promise<RowChange[]>;
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
  const known = createKnownRows();
  const publish = (news: RowNews[]) => {
    for (const listener of listeners) listener(news);
  };
  const unsaved = createUnsavedRows((keys) => {
    // Of a large one on the phone nothing but its key is known.
    const tellable = keys.filter((key) => isUnsaved(key) || !isLarge(key));
    publish(tellable.map((key) => ({ key, row: unsaved.get(key) ?? known.rows().get(key), isStored: !isUnsaved(key) })));
  });
  const isUnsaved = (key: string): boolean => unsaved.get(key) !== undefined;
  const newsOfStored = (changes: readonly RowChange[]): RowNews[] => changes.filter(({ key }) => !isUnsaved(key)).map((change) => ({ ...change, isStored: true }));
  const publishStored = (changes: readonly RowChange[]) => publish(newsOfStored(changes));
  let isLost = false;
  const disk = createDiskRows(account, {
    onChange: (changes) => {
      publishStored(changes);
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
        publishStored(changes);
        void loadLostDatabase().then(({ sayWhatIsLost }) => sayWhatIsLost(account, disk, known, lost));
        noteReplaced();
      };
    },
    onNotPutBack: () => {
      if (!isLost) return;
      void loadLostDatabase()
        .then(({ moveToMemory }) => moveToMemory(known, unsaved))
        .then(publishStored);
    },
  });

  newsChannel();
  remoteListeners.set(account, (keys) => {
    const large = keys.filter(isLarge);
    if (large.length > 0) for (const listener of largeListeners) listener(large);
    void disk
      .read(async (rows) => {
        // Another tab may have removed one: it is not lost with the database then.
        known.replaceKeys(large, (await Promise.all(large.map((key) => rows.keys(key)))).flat());
        return await Promise.all(keys.filter((key) => !isLarge(key)).map(async (key) => ({ key, row: await rows.get<Row>(key) })));
      })
      .then(publishStored)
      // The next transaction of this tab meets the same storage problem and reports it.
      .catch(() => undefined);
  });

  const changeWhere: AccountRows['changeWhere'] = async (keys, work) => {
    const inMemory = await unsaved.change(async (rows) => {
      const there = keys.filter(isUnsaved);
      return there.length === 0 ? undefined : { there, result: await work(rows, there) };
    });
    const others = keys.filter((key) => !inMemory?.there.includes(key));
    const onPhone = others.length === 0 ? [] : [await disk.change((rows) => work(rows, others))];
    return inMemory === undefined ? onPhone : [inMemory.result, ...onPhone];
  };

  return {
    account,
    disk,
    unsaved,
    turns: createTurns(),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    follow: async (prefixes, listener, onTried) => {
      listeners.add(listener);
      listener(prefixes.flatMap(unsaved.keysUnder).map((key) => ({ key, row: unsaved.get(key), isStored: false })));
      await readUntilDone(async () => {
        const stored = await disk.read((rows) => Promise.all(prefixes.map((prefix) => rows.keyed(prefix))));
        listener(newsOfStored(stored.flat()));
      }, onTried);
    },
    subscribeToLarge: (listener) => {
      largeListeners.add(listener);
      return () => void largeListeners.delete(listener);
    },
    stored: <T extends Row>(key: string) => known.rows().get(key) as T | undefined,
    changeSomewhere: async (work) => {
      const written = new Set<string>();
      try {
        const result = await disk.change((rows) => work(noting(rows, written)));
        const left = [...written].filter(isUnsaved);
        if (left.length > 0) await unsaved.change(async (rows) => left.forEach(rows.remove));
        return { result, problem: null };
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        return { result: await unsaved.change(work), problem: error };
      }
    },
    changeUnsaved: unsaved.change,
    changeWhere,
    changeEntry: async <T>(entryId: string, work: (rows: WriteRows) => Promise<T>) => (await changeWhere([entryKey(entryId)], work))[0] as T,
    changeEverywhere: async (work) => {
      await unsaved.change(work);
      return await refusalOf(disk.change(work));
    },
    move: async <T extends Row>(key: string, store: StoreUnsaved<T> = async (rows, row) => rows.put(key, row)) => {
      const row = unsaved.get<T>(key);
      if (row === undefined) return true;
      let further: readonly string[] = [];
      const work = async (rows: WriteRows): Promise<void> => {
        further = (await store(rows, row)) ?? [];
      };
      if ((await refusalOf(disk.change(work))) !== null) return false;
      await unsaved.change(async (rows) => {
        if (unsaved.get(key) === row) for (const moved of [key, ...further]) rows.remove(moved);
      });
      return true;
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
  };
}

async function refusalOf(change: Promise<unknown>): Promise<StorageError | null> {
  try {
    await change;
    return null;
  } catch (error) {
    if (error instanceof StorageError) return error;
    throw error;
  }
}

const noting = (rows: WriteRows, written: Set<string>): WriteRows => ({
  ...rows,
  put: (key, row) => {
    written.add(key);
    rows.put(key, row);
  },
});

/** Tells other tabs which rows changed; they read them themselves, so that every tab shows one truth. */
function newsChannel(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel('zyzc-offline');
  channel.onmessage = (event: MessageEvent<ChangeNews>) => remoteListeners.get(event.data.account)?.(event.data.keys);
  return channel;
}

const REREAD_MS = 5000;

/** Resolves after the first try, whatever came of it. */
async function readUntilDone(read: () => Promise<void>, onTried: (problem: string | null) => Promise<void> | void): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    if (error.problem !== 'unavailable') setTimeout(() => void readUntilDone(read, onTried), REREAD_MS);
    return await onTried(error.message);
  }
  await onTried(null);
}
