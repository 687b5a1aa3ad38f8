import type { AnswerEntry } from '#contract/answer.ts';
import type { Dialect } from '../../../server/database/dialect.ts';
import type { RecordedQuery } from './recorded-queries.ts';

export interface BareSetup {
  dialect: Dialect;
  sqliteFile: string;
  databaseUrl: string;
  /** Run one after the other by GET /read. */
  queries: readonly RecordedQuery[];
  /** Sent as it is by GET /bytes. */
  bytes: string;
  /** Whose answers POST /save writes. */
  author: { compNo: string; employeeId: string; account: string };
}

export type Row = Record<string, unknown>;

export interface AnswersOfTask {
  deptTaskId: string;
  entries: AnswerEntry[];
}

export interface BareStore {
  /** The rows of each query. */
  read: () => Row[][] | Promise<Row[][]>;
  save: (answers: AnswersOfTask) => void | Promise<void>;
  close: () => void | Promise<void>;
}

/** For Fastify's serialiser, from rows as the query gives them. */
export function rowSchema(rows: readonly Row[]): object {
  const columns = Object.entries(rows[0] ?? {}).map(([name, value]) => [
    name,
    typeof value === 'number' ? { type: 'number', nullable: true } : { type: 'string', nullable: true },
  ]);
  return { type: 'array', items: { type: 'object', properties: Object.fromEntries(columns) } };
}
