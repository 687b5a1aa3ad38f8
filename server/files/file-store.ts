import type { Readable } from 'node:stream';

/**
 * Bytes under a key, for several processes at once. Nobody changes what is under a key, though a disk may. Everything rejects with code
 * ESTOREGONE when the store is not where it was made: a disk that is not mounted must not look like an empty store.
 */
export interface FileStore {
  /** Makes an empty store where there is none. Safe to repeat. */
  create: () => Promise<void>;
  /** Writes all bytes durably before it resolves; writing an existing key again changes nothing. */
  write: (key: string, bytes: Uint8Array) => Promise<void>;
  /** As `write`, but in the place of what is there: for bytes that a disk has spoiled. */
  replace: (key: string, bytes: Uint8Array) => Promise<void>;
  /**
   * Takes away what is under a key, or nothing where nothing is. Whoever writes the same key at the same time and finds it
   * there has to look again once others know of it.
   * @param isWanted asked once nobody finds the key any more: what somebody knows of by then comes back
   */
  remove: (key: string, isWanted: () => Promise<boolean>) => Promise<void>;
  /**
   * Rejects with code ENOENT when the key is not there.
   * @param range first and last byte, both included; the whole file if absent
   */
  read: (key: string, range?: { start: number; end: number }) => Promise<Readable>;
  /** Bytes under a key; rejects with code ENOENT when it is not there. */
  size: (key: string) => Promise<number>;
  has: (key: string) => Promise<boolean>;
  /** Every key there is, in no order; one that is written meanwhile may be among them or not. */
  keys: () => AsyncIterable<string>;
  /** Rejects when the store is not there or does not take a write. */
  ping: () => Promise<void>;
}
