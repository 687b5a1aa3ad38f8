import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, type KyselyConfig, type LogEvent, PostgresDialect, SqliteAdapter, SqliteDialect } from 'kysely';
import pg from 'pg';
import type { Dialect } from './dialect.ts';
import type { Tables } from './tables.ts';

export interface Database {
  db: Kysely<Tables>;
  dialect: Dialect;
  /** The file of an SQLite database. */
  sqliteFile: string | undefined;
  /** Runs a trivial query; rejects when the database does not answer. */
  ping: () => Promise<void>;
  /** Connections of PostgreSQL by state; `waiting` are statements that none was free for. */
  connections: () => { busy: number; idle: number; waiting: number } | undefined;
  close: () => Promise<void>;
}

/** A statement that ended: its text with placeholders, never its parameters. */
export interface QueryEvent {
  sql: string;
  ms: number;
  hasFailed: boolean;
}

export interface ConnectOptions {
  databaseUrl: string;
  dataDir: string;
  /** Connections of this process to PostgreSQL at most. */
  databasePool?: number;
}

/** Opens PostgreSQL when a URL is given, else the SQLite file in the data directory. */
export function connect(options: ConnectOptions, onQuery?: (event: QueryEvent) => void): Database {
  const log = onQuery === undefined ? {} : { log: reportTo(onQuery) };
  return options.databaseUrl === '' ? openSqlite(options.dataDir, log) : openPostgres(options.databaseUrl, options.databasePool ?? DEFAULT_POOL, log);
}

const DEFAULT_POOL = 10;

const reportTo =
  (onQuery: (event: QueryEvent) => void) =>
  (event: LogEvent): void =>
    onQuery({ sql: event.query.sql, ms: event.queryDurationMillis, hasFailed: event.level === 'error' });

/** Where a data directory, or a backup, has its database. */
export const sqliteFileIn = (directory: string): string => join(directory, 'zyzc.db');

function openSqlite(dataDir: string, log: Pick<KyselyConfig, 'log'>): Database {
  mkdirSync(dataDir, { recursive: true });
  const sqliteFile = sqliteFileIn(dataDir);
  const sqlite = new SqliteDatabase(sqliteFile);
  // On every open: an existing WAL database starts with synchronous=NORMAL otherwise, and an acknowledged answer could be lost.
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('busy_timeout = 5000');
  sqlite.pragma('foreign_keys = ON');
  const db = new Kysely<Tables>({ dialect: new TransactionalSqliteDialect({ database: sqlite }), ...log });
  return {
    db,
    dialect: 'sqlite',
    sqliteFile,
    ping: () => {
      sqlite.prepare('select 1').get();
      return Promise.resolve();
    },
    connections: () => undefined,
    close: () => db.destroy(),
  };
}

/**
 * Moves what is in the write-ahead log into the database file and removes the log.
 * @throws Error while a server has the file open
 */
export function closeSqliteFile(dataDir: string): void {
  const sqlite = new SqliteDatabase(sqliteFileIn(dataDir), { fileMustExist: true });
  try {
    sqlite.pragma('journal_mode = delete');
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY' ? new Error('数据库正在被服务使用，请先停止服务') : error;
  } finally {
    sqlite.close();
  }
}

/** SQLite undoes changes of tables as well, so that a migration that is cut off leaves nothing behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

// count() and sum() are bigint in PostgreSQL and would arrive as text; no count of ours exceeds 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** By which PostgreSQL tells our connections from others. */
export const APPLICATION_NAME = 'zyzc';

function openPostgres(url: string, max: number, log: Pick<KyselyConfig, 'log'>): Database {
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: 5000, application_name: APPLICATION_NAME });
  // Without a listener, a connection that breaks while idle ends the process; the pool replaces it by itself.
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...log });
  return {
    db,
    dialect: 'postgres',
    sqliteFile: undefined,
    ping: async () => {
      await pool.query('select 1');
    },
    connections: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => db.destroy(),
  };
}
