/**
 * Rows in IndexedDB: one database per account, so that nobody's rows are ever read under another account, one for the
 * phone, and one object store in each (see rows.ts and phone-rows.ts). No other file opens these databases.
 */
import { promisifyRequest } from 'idb-keyval';
import { newLogBegun } from './new-log.ts';
import { ROW_VERSION, type Row } from './rows.ts';

const STORE_NAME = 'rows';
export const databaseName = (account: string): string => `zyzc-v1-${account}`;

/** iOS sometimes never answers an open request or a transaction. */
const TIME_LIMIT_MS = 10_000;
/** After that, nobody waits for it again for a while. */
const SILENCE_MS = 5000;
/** Until a database that the browser closed, and does not open again, is asked for once more. */
const REOPEN_MS = 5000;
const TIMEOUT = 'TimeoutError';

export type StorageProblem = 'unavailable' | 'full' | 'failed';

const sentences: Record<StorageProblem, string> = {
  unavailable: '此浏览器不能在本机保存（可能是无痕模式），结果送达服务器前请勿关闭页面',
  full: '手机存储空间不足，未能保存到本机，请清理空间，送达服务器前请勿关闭页面',
  failed: '未能保存到本机，正在重试，请勿关闭页面',
};

/** Storage on this phone did not do what was asked; `message` is a sentence for the person. */
export class StorageError extends Error {
  readonly problem: StorageProblem;
  constructor(problem: StorageProblem, cause: unknown) {
    super(sentences[problem], { cause });
    this.name = 'StorageError';
    this.problem = problem;
  }
}

/** A row that was written, or undefined for one that was removed. */
export interface RowChange {
  key: string;
  row: Row | undefined;
}

export interface ReadRows {
  get<T extends Row>(key: string): Promise<T | undefined>;
  /** Rows whose key starts with `prefix`, in the order of their keys. */
  list<T extends Row>(prefix: string): Promise<T[]>;
  /** These with their keys. */
  keyed<T extends Row>(prefix: string): Promise<{ key: string; row: T }[]>;
  keys(prefix: string): Promise<string[]>;
}
export interface WriteRows extends ReadRows {
  put(key: string, row: Row): void;
  remove(key: string): void;
}

export interface RowStore {
  read<T>(work: (rows: ReadRows) => Promise<T>): Promise<T>;
  /**
   * All that `work` reads and writes is one transaction. `work` may await only `rows`, must be safe to run twice,
   * and is undone as a whole when it throws. Resolves when the rows are stored for good.
   * @throws StorageError
   */
  change<T>(work: (rows: WriteRows) => Promise<T>): Promise<T>;
}

const isKnown = (row: unknown): boolean => (row as Row | undefined)?.v === ROW_VERSION;
const prefixRange = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
  });
}

function withinLimit<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('no answer from IndexedDB', TIMEOUT)), TIME_LIMIT_MS);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const name = (error as { name?: string } | null)?.name;
  if (name === 'QuotaExceededError') return new StorageError('full', error);
  const isRefused = typeof indexedDB === 'undefined' || name === 'SecurityError' || name === 'NotAllowedError';
  return new StorageError(isRefused ? 'unavailable' : 'failed', error);
}

/** Marks an error of ours inside a transaction, so that it is neither retried nor taken for a storage failure. */
class WorkFailed extends Error {
  constructor(cause: unknown) {
    super('work failed', { cause });
  }
}

/** What the rows of a database are followed with. */
export interface DiskEvents {
  /** Told what was written, after it is stored. */
  onChange: (changes: RowChange[]) => void;
  /** Told what the page has found in the database, and what it has written there. */
  onSeen?: (seen: readonly RowChange[]) => void;
  /**
   * In the first transaction of a connection that follows another: the database may be another one.
   * @param isNew whether it was made since
   * @returns what is to be done once all that is stored
   */
  onReopened?: (rows: WriteRows, isNew: boolean) => Promise<() => void>;
  /** That transaction was not stored, and will be tried again with the next connection. */
  onNotPutBack?: () => void;
}

/** Rows in IndexedDB. A database that is deleted, or closed by the browser, is opened again at once. */
export function createDiskRows(account: string, { onChange, onSeen = () => undefined, onReopened, onNotPutBack = () => undefined }: DiskEvents): RowStore {
  let connection: Promise<IDBDatabase> | undefined;
  let silentUntil = 0;
  let current: IDBDatabase | undefined;
  let hasOpened = false;
  /** A connection made the database, and not all was put back into it yet. */
  let isReplaced = false;

  const connect = (): Promise<IDBDatabase> => (connection ??= open());
  const forget = (): void => {
    connection = undefined;
    current = undefined;
  };
  const open = async (): Promise<IDBDatabase> => {
    try {
      const opening = openDatabase(databaseName(account));
      const { db, isNew } = await withinLimit(opening).catch((error: unknown) => {
        // It may still come: nobody would hear that the database is to be deleted.
        void opening.then((late) => {
          late.db.close();
          isReplaced ||= late.isNew;
        }, () => undefined);
        throw error;
      });
      const reopen = () => void connect().catch(() => setTimeout(reopen, REOPEN_MS));
      const end = () => {
        db.close();
        if (current !== db) return;
        forget();
        reopen();
      };
      db.addEventListener('close', end);
      db.addEventListener('versionchange', end);
      isReplaced ||= isNew;
      if (hasOpened) await putBack(db);
      isReplaced = false;
      hasOpened = true;
      current = db;
      return db;
    } catch (error) {
      connection = undefined;
      throw error;
    }
  };

  const putBack = async (db: IDBDatabase): Promise<void> => {
    if (onReopened === undefined) return;
    const written: RowChange[] = [];
    try {
      const transaction = db.transaction(STORE_NAME, 'readwrite', { durability: 'strict' });
      const done = committed(transaction);
      const put = onReopened(rowsOf(transaction.objectStore(STORE_NAME), written, []), isReplaced).then(
        (then) => {
          commit(transaction);
          return then;
        },
        (error: unknown) => {
          abort(transaction);
          throw error;
        },
      );
      const [then] = await withinLimit(Promise.all([put, done]));
      tell(written);
      then();
    } catch (error) {
      db.close();
      onNotPutBack();
      throw error;
    }
  };
  const tell = (written: RowChange[], seen: readonly RowChange[] = []): void => {
    onSeen([...seen, ...written]);
    if (written.length > 0) onChange(written);
  };

  /** iOS closes connections under memory pressure without an event: open again and try once more. */
  const withReopen = async <T>(work: (db: IDBDatabase) => Promise<T>): Promise<T> => {
    let db: IDBDatabase | undefined;
    try {
      db = await connect();
      return await work(db);
    } catch (error) {
      if (error instanceof WorkFailed || toStorageError(error).problem !== 'failed') throw error;
      forget();
      // Whoever waited that long waits no longer; the next one opens anew.
      if ((error as { name?: unknown } | null)?.name === TIMEOUT) throw error;
      db?.close();
      return await work(await connect());
    }
  };

  const run = async <T>(mode: 'readonly' | 'readwrite', work: (rows: WriteRows) => Promise<T>): Promise<T> => {
    if (performance.now() < silentUntil) throw new StorageError('failed', undefined);
    const mayWrite = newLogBegun();
    if (mode === 'readwrite') await mayWrite;
    let written: RowChange[] = [];
    let seen: RowChange[] = [];
    try {
      const result = await withReopen(async (db) => {
        // What a first try wrote may be stored although it was reported as failed: whoever listens is told what holds now.
        const uncertain = written.map(({ key }) => key);
        written = [];
        seen = [];
        // Strict: what the screen calls saved survives an empty battery too.
        const transaction = db.transaction(STORE_NAME, mode, mode === 'readwrite' ? { durability: 'strict' } : undefined);
        const done = committed(transaction);
        const rows = rowsOf(transaction.objectStore(STORE_NAME), written, seen);
        const outcome = work(rows)
          .then(async (given) => {
            const rewritten = new Set(written.map(({ key }) => key));
            for (const key of uncertain) if (!rewritten.has(key)) written.push({ key, row: await rows.get(key) });
            commit(transaction);
            return given;
          })
          .catch((error: unknown) => {
            abort(transaction);
            throw error instanceof DOMException ? error : new WorkFailed(error);
          });
        return (await withinLimit(Promise.all([outcome, done])))[0];
      });
      tell(written, seen);
      return result;
    } catch (error) {
      if (error instanceof WorkFailed) throw error.cause;
      if ((error as { name?: unknown } | null)?.name === TIMEOUT) silentUntil = performance.now() + SILENCE_MS;
      throw toStorageError(error);
    }
  };

  return {
    read: (work) => run('readonly', work),
    change: (work) => run('readwrite', work),
  };
}

interface Opened {
  db: IDBDatabase;
  isNew: boolean;
}

const openDatabase = (name: string): Promise<Opened> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    let isNew = false;
    request.onupgradeneeded = () => {
      isNew = true;
      request.result.createObjectStore(STORE_NAME);
    };
    request.onsuccess = () => resolve({ db: request.result, isNew });
    request.onerror = () => reject(request.error ?? new DOMException('no database', 'UnknownError'));
  });

function rowsOf(store: IDBObjectStore, written: RowChange[], seen: RowChange[]): WriteRows {
  const keyed = async <T extends Row>(prefix: string): Promise<{ key: string; row: T }[]> => {
    const range = prefixRange(prefix);
    const [keys, rows] = await Promise.all([promisifyRequest(store.getAllKeys(range)), promisifyRequest(store.getAll(range))]);
    const found = rows.flatMap((row: unknown, index) => (isKnown(row) ? [{ key: keys[index] as string, row: row as T }] : []));
    for (const one of found) seen.push(one);
    return found;
  };
  return {
    get: async <T extends Row>(key: string) => {
      const found: unknown = await promisifyRequest(store.get(key));
      const row = isKnown(found) ? (found as T) : undefined;
      seen.push({ key, row });
      return row;
    },
    keyed,
    list: async <T extends Row>(prefix: string) => (await keyed<T>(prefix)).map(({ row }) => row),
    keys: async (prefix) => (await promisifyRequest(store.getAllKeys(prefixRange(prefix)))) as string[],
    put: (key, row) => {
      store.put(row, key);
      written.push({ key, row });
    },
    remove: (key) => {
      store.delete(key);
      written.push({ key, row: undefined });
    },
  };
}

/** Without it the transaction ends only after the page has heard of its last request. */
function commit(transaction: IDBTransaction): void {
  try {
    transaction.commit();
  } catch {
    // It ends by itself.
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // Already finished.
  }
}
