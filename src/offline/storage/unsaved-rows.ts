import type { ReadRows, RowChange, WriteRows } from './database.ts';
import type { Row } from './rows.ts';
import { createTurns } from './turns.ts';

/** What the phone refused to store: in this tab's memory over what is on the phone, and lost with the tab. */
export interface UnsavedRows {
  get<T extends Row>(key: string): T | undefined;
  /** Rows whose key starts with `prefix`, in the order of their keys. */
  list<T extends Row>(prefix: string): T[];
  keysUnder(prefix: string): string[];
}

export interface UnsavedStore extends UnsavedRows {
  /** As a transaction on the phone: one after the other, and undone as a whole when `work` throws. */
  change<T>(work: (rows: WriteRows) => Promise<T>): Promise<T>;
}

/** @param onChange told the keys that a change wrote, once it holds */
export function createUnsavedRows(onChange: (keys: readonly string[]) => void): UnsavedStore {
  const rows = new Map<string, Row>();
  const turns = createTurns();

  return {
    ...readIn(rows),
    change: (work) =>
      turns.take(async () => {
        const draft = new Map(rows);
        const written: RowChange[] = [];
        const outcome = await work(changeIn(draft, written));
        for (const { key, row } of written) {
          if (row === undefined) rows.delete(key);
          else rows.set(key, row);
        }
        if (written.length > 0) onChange([...new Set(written.map(({ key }) => key))]);
        return outcome;
      }),
  };
}

const readIn = (rows: ReadonlyMap<string, Row>): UnsavedRows => {
  const keysUnder = (prefix: string): string[] => [...rows.keys()].filter((key) => key.startsWith(prefix)).sort();
  return {
    get: <T extends Row>(key: string) => rows.get(key) as T | undefined,
    list: <T extends Row>(prefix: string) => keysUnder(prefix).map((key) => rows.get(key) as T),
    keysUnder,
  };
};

function changeIn(rows: Map<string, Row>, written: RowChange[]): WriteRows {
  const { get, list, keysUnder } = readIn(rows);
  const read: ReadRows = {
    get: <T extends Row>(key: string) => Promise.resolve(get<T>(key)),
    list: <T extends Row>(prefix: string) => Promise.resolve(list<T>(prefix)),
    keyed: <T extends Row>(prefix: string) => Promise.resolve(keysUnder(prefix).map((key) => ({ key, row: rows.get(key) as T }))),
    keys: (prefix) => Promise.resolve(keysUnder(prefix)),
  };
  return {
    ...read,
    put: (key, row) => {
      rows.set(key, row);
      written.push({ key, row });
    },
    remove: (key) => {
      rows.delete(key);
      written.push({ key, row: undefined });
    },
  };
}
