import { IDBDatabase, IDBFactory, IDBObjectStore, IDBTransaction } from 'fake-indexeddb';

/** What browsers do to pages that store data. Each returns a function that ends it. */

/**
 * The disk is full: nothing more is stored, what is there can be read. Browsers say so at once, or as late as at the commit.
 * @param prefix only for rows whose key starts so: there is room for small ones
 */
export function fillDisk(when: 'atOnce' | 'atCommit', prefix = ''): () => void {
  const original = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function refuse(...args) {
    const key: unknown = args[1];
    if (typeof key !== 'string' || !key.startsWith(prefix)) return original.apply(this, args);
    if (when === 'atOnce') throw new DOMException('no space', 'QuotaExceededError');
    const request = original.apply(this, args);
    const { transaction } = this as unknown as { transaction: { _abort(name: string): void } };
    request.addEventListener('success', () => transaction._abort('QuotaExceededError'));
    return request;
  };
  return () => {
    IDBObjectStore.prototype.put = original;
  };
}

/** The bytes of one row are lost: Chromium keeps large values in files beside its database. */
export function loseBytesOf(key: string): () => void {
  const original = IDBObjectStore.prototype.get;
  IDBObjectStore.prototype.get = function lose(...args) {
    if (args[0] === key) throw new DOMException('Failed to read large IndexedDB value', 'DataError');
    return original.apply(this, args);
  };
  return () => {
    IDBObjectStore.prototype.get = original;
  };
}

/** A private mode that refuses databases. */
export function refuseDatabases(): () => void {
  const original = globalThis.indexedDB;
  const refusing = {
    open: () => {
      throw new DOMException('not here', 'SecurityError');
    },
  };
  globalThis.indexedDB = refusing as unknown as globalThis.IDBFactory;
  return () => {
    globalThis.indexedDB = original;
  };
}

/** An open request that is never answered, as iOS does at times. */
export function hangOpening(): () => void {
  const original = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function hang() {
    return {} as ReturnType<typeof original>;
  };
  return () => {
    IDBFactory.prototype.open = original;
  };
}

/** Open requests are answered only after so long, as on a phone that is busy with something else. */
export function delayOpening(ms: number): () => void {
  const original = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function delay(...args) {
    const promised = {} as Record<'onupgradeneeded' | 'onsuccess' | 'onerror', ((event: Event) => void) | undefined> & { result: unknown; error: unknown };
    setTimeout(() => {
      const request = original.apply(this, args);
      for (const name of ['onupgradeneeded', 'onsuccess', 'onerror'] as const) {
        request[name] = (event: Event) => {
          promised.result = name === 'onerror' ? undefined : request.result;
          promised.error = name === 'onerror' ? request.error : null;
          promised[name]?.(event);
        };
      }
    }, ms);
    return promised as unknown as ReturnType<typeof original>;
  };
  return () => {
    IDBFactory.prototype.open = original;
  };
}

/** The next transaction finds its connection closed, without any event before: iOS under memory pressure. */
export function closeConnection(): { wasClosed: () => boolean } {
  const original = IDBDatabase.prototype.transaction;
  let isClosed = false;
  IDBDatabase.prototype.transaction = function close(...args) {
    IDBDatabase.prototype.transaction = original;
    isClosed = true;
    this.close();
    return original.apply(this, args);
  };
  return { wasClosed: () => isClosed };
}

interface SeenTransaction {
  mode: IDBTransactionMode;
  durability: IDBTransactionDurability | undefined;
  /** Whether the page ended it, instead of leaving that to the browser. */
  isCommitted: boolean;
}

/** What transactions a page makes from now on. */
export function watchTransactions(): { seen: SeenTransaction[]; end: () => void } {
  const { transaction } = IDBDatabase.prototype;
  const { commit } = IDBTransaction.prototype;
  const seen: SeenTransaction[] = [];
  const noted = new WeakMap<object, SeenTransaction>();
  IDBDatabase.prototype.transaction = function note(...args) {
    const made = transaction.apply(this, args);
    const options = args[2] as IDBTransactionOptions | undefined;
    const note: SeenTransaction = { mode: made.mode, durability: options?.durability, isCommitted: false };
    noted.set(made, note);
    seen.push(note);
    return made;
  };
  IDBTransaction.prototype.commit = function noteCommit() {
    commit.apply(this);
    const note = noted.get(this);
    if (note) note.isCommitted = true;
  };
  return {
    seen,
    end: () => {
      IDBDatabase.prototype.transaction = transaction;
      IDBTransaction.prototype.commit = commit;
    },
  };
}
