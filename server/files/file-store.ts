import type { Readable } from 'node:stream';

/** Bytes under a key, for several processes at once. What is under a key never changes. */
export interface FileStore {
  /** Writes all bytes durably before it resolves; writing an existing key again changes nothing. */
  write: (key: string, bytes: Uint8Array) => Promise<void>;
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
  /** Rejects when the store does not take a write. */
  ping: () => Promise<void>;
}
