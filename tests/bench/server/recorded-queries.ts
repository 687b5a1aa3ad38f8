import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { type CompiledQuery, Kysely, type LogEvent, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { buildApp } from '../../../server/app.ts';
// Sets how numbers of PostgreSQL are read.
import '../../../server/database/connect.ts';
import type { Tables } from '../../../server/database/tables.ts';
import { createDirectoryStore } from '../../../server/files/directory-store.ts';
import type { BenchDatabase } from '../data/database.ts';
import type { Request } from '../../support/calls.ts';

export interface RecordedQuery {
  sql: string;
  parameters: readonly unknown[];
}

/**
 * The statements that the product itself runs for a call, so that what it is compared with asks the database for the same.
 * Looking up the session is left out: bare Fastify has none.
 */
export async function recordQueries(database: BenchDatabase, { url, method, headers }: Request): Promise<{ queries: RecordedQuery[]; answer: string }> {
  const queries: CompiledQuery[] = [];
  const log = (event: LogEvent): void => {
    if (event.level === 'query') queries.push(event.query);
  };
  const dialect =
    database.dialect === 'postgres'
      ? new PostgresDialect({ pool: new pg.Pool({ connectionString: database.env.DATABASE_URL }) })
      : new SqliteDialect({ database: new SqliteDatabase(database.sqliteFile) });
  const db = new Kysely<Tables>({ dialect, log });
  const app = await buildApp({
    context: { db, dialect: database.dialect, files: createDirectoryStore(join(database.env.DATA_DIR, 'files')), now: () => new Date() },
    pingDatabase: () => Promise.resolve(),
    clientDirectory: join(database.env.DATA_DIR, 'client'),
    logLevel: 'silent',
  });
  try {
    const { pathname, search } = new URL(url);
    const response = await app.inject({ method: method as 'GET', url: pathname + search, headers });
    if (response.statusCode !== 200) throw new Error(`${pathname} answered ${response.statusCode}: ${response.body}`);
    return {
      queries: queries.filter(({ sql }) => !sql.includes('"session"')).map(({ sql, parameters }) => ({ sql, parameters })),
      answer: response.body,
    };
  } finally {
    await app.close();
    await db.destroy();
  }
}
