/**
 * What this page knows to be in a database, so that one that vanishes under it (site data that somebody clears, a browser that
 * frees room) is filled again. Files and copies are too large to be known twice: of them there are only the keys.
 */
import type { ReadRows, RowChange, WriteRows } from './database.ts';
import { COPY_PREFIX, CREATED_KEY, PHOTO_PREFIX, UPLOAD_PREFIX, type MarkRow, type Row } from './rows.ts';

export interface KnownRows {
  /** What was found, or written, for good. */
  note(seen: readonly RowChange[]): void;
  noteKeys(keys: readonly string[]): void;
  /** Of those keys of large rows, which are there. */
  replaceKeys(of: readonly string[], there: readonly string[]): void;
  /** All but the large ones. */
  rows(): ReadonlyMap<string, Row>;
  /** Whether it is another database than the one that the rows were in, by its mark. */
  isOther(rows: ReadRows): Promise<boolean>;
  /** Fills another database; what is in it already stays. @returns the keys of large rows that are gone */
  putBack(rows: WriteRows): Promise<string[]>;
}

export const newMark = (): MarkRow => ({ v: 1, createdAt: new Date().toISOString() });

/** Rows that nobody shows straight from the store, and that are too large to be read by every tab. */
const largePrefixes = [PHOTO_PREFIX, COPY_PREFIX, UPLOAD_PREFIX];
export const isLarge = (key: string): boolean => largePrefixes.some((prefix) => key.startsWith(prefix));

export function createKnownRows(): KnownRows {
  const known = new Map<string, Row>();
  const large = new Set<string>();

  const note = (seen: readonly RowChange[]): void => {
    for (const { key, row } of seen) {
      if (isLarge(key)) {
        if (row) large.add(key);
        else large.delete(key);
      } else if (row) known.set(key, row);
      else known.delete(key);
    }
  };

  const noteKeys = (keys: readonly string[]): void => {
    for (const key of keys) if (isLarge(key)) large.add(key);
  };

  return {
    note,
    noteKeys,
    replaceKeys: (of, there) => {
      for (const key of of) large.delete(key);
      noteKeys(there);
    },
    rows: () => known,
    isOther: async (rows) => {
      const mark = known.get(CREATED_KEY) as MarkRow | undefined;
      return mark !== undefined && (await rows.get<MarkRow>(CREATED_KEY))?.createdAt !== mark.createdAt;
    },
    putBack: async (rows) => {
      const there = new Set(await rows.keys(''));
      for (const [key, row] of known) if (!there.has(key) && key !== CREATED_KEY) rows.put(key, row);
      rows.put(CREATED_KEY, (await rows.get<MarkRow>(CREATED_KEY)) ?? newMark());
      return [...large].filter((key) => !there.has(key));
    },
  };
}
