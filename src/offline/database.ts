/**
 * Rows in IndexedDB: one database per account, so that nobody's rows are ever read under another account, one for the
 * phone, and one object store in each (see rows.ts and phone-rows.ts). No other file opens these databases.
 */
import { createStore, promisifyRequest } from 'idb-keyval';
import { newLogBegun } from './new-log.ts';
import { ROW_VERSION, type Row } from './rows.ts';

const STORE_NAME = 'rows';
export const databaseName = (account: string): string => `zyzc-v1-${account}`;

/** iOS sometimes never answers an open request or a transaction. */
const TIME_LIMIT_MS = 10_000;
/** After that, nobody waits for it again for a while. */
const SILENCE_MS = 5000;
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
  keys(prefix: string): Promise<string[]>;
}
export interface WriteRows extends ReadRows {
  put(key: string, row: Row): void;
  remove(key: string): void;
}

/** Where rows live: on the phone (`isDurable`), or in this tab's memory when the phone refuses to store. */
export interface RowStore {
  readonly isDurable: boolean;
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

/** Rows in IndexedDB; `onChange` is told what was written, after it is stored. */
export function createDiskRows(account: string, onChange: (changes: RowChange[]) => void): RowStore {
  let connection: Promise<IDBDatabase> | undefined;
  let silentUntil = 0;

  const connect = (): Promise<IDBDatabase> => (connection ??= open());
  const open = async (): Promise<IDBDatabase> => {
    try {
      return await withinLimit(createStore(databaseName(account), STORE_NAME)('readonly', (store) => store.transaction.db));
    } catch (error) {
      connection = undefined;
      throw error;
    }
  };

  /** iOS closes connections under memory pressure without an event: open again and try once more. */
  const withReopen = async <T>(work: (db: IDBDatabase) => Promise<T>): Promise<T> => {
    let db: IDBDatabase | undefined;
    try {
      db = await connect();
      return await work(db);
    } catch (error) {
      if (error instanceof WorkFailed || toStorageError(error).problem !== 'failed') throw error;
      connection = undefined;
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
    try {
      const result = await withReopen(async (db) => {
        // What a first try wrote may be stored although it was reported as failed: whoever listens is told what holds now.
        const uncertain = written.map(({ key }) => key);
        written = [];
        // Strict: what the screen calls saved survives an empty battery too.
        const transaction = db.transaction(STORE_NAME, mode, mode === 'readwrite' ? { durability: 'strict' } : undefined);
        const done = committed(transaction);
        const rows = rowsOf(transaction.objectStore(STORE_NAME), written);
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
      if (written.length > 0) onChange(written);
      return result;
    } catch (error) {
      if (error instanceof WorkFailed) throw error.cause;
      if ((error as { name?: unknown } | null)?.name === TIMEOUT) silentUntil = performance.now() + SILENCE_MS;
      throw toStorageError(error);
    }
  };

  return {
    isDurable: true,
    read: (work) => run('readonly', work),
    change: (work) => run('readwrite', work),
  };
}

function rowsOf(store: IDBObjectStore, written: RowChange[]): WriteRows {
  return {
    get: async <T extends Row>(key: string) => {
      const row: unknown = await promisifyRequest(store.get(key));
      return isKnown(row) ? (row as T) : undefined;
    },
    list: async <T extends Row>(prefix: string) => (await promisifyRequest(store.getAll(prefixRange(prefix)))).filter(isKnown) as T[],
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

/** Rows in this tab only, for what the phone refused to store. Changes run one after the other, as transactions do. */
export function createMemoryRows(onChange: (changes: RowChange[]) => void): RowStore {
  const stored = new Map<string, Row>();
  let last: Promise<unknown> = Promise.resolve();

  const rowsIn = (rows: Map<string, Row>, written: RowChange[]): WriteRows => ({
    get: <T extends Row>(key: string) => Promise.resolve(rows.get(key) as T | undefined),
    list: <T extends Row>(prefix: string) => Promise.resolve(sortedKeys(rows, prefix).map((key) => rows.get(key) as T)),
    keys: (prefix) => Promise.resolve(sortedKeys(rows, prefix)),
    put: (key, row) => {
      rows.set(key, row);
      written.push({ key, row });
    },
    remove: (key) => {
      rows.delete(key);
      written.push({ key, row: undefined });
    },
  });

  return {
    isDurable: false,
    read: (work) => work(rowsIn(stored, [])),
    change: (work) => {
      const result = last.then(async () => {
        const draft = new Map(stored);
        const written: RowChange[] = [];
        const outcome = await work(rowsIn(draft, written));
        for (const { key, row } of written) {
          if (row === undefined) stored.delete(key);
          else stored.set(key, row);
        }
        if (written.length > 0) onChange(written);
        return outcome;
      });
      last = result.catch(() => undefined);
      return result;
    },
  };
}

const sortedKeys = (rows: Map<string, Row>, prefix: string): string[] =>
  [...rows.keys()].filter((key) => key.startsWith(prefix)).sort();
