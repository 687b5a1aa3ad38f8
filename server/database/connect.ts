import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteAdapter, SqliteDialect } from 'kysely';
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
  close: () => Promise<void>;
}

/** Opens PostgreSQL when a URL is given, else the SQLite file in the data directory. */
export function connect(options: { databaseUrl: string; dataDir: string }): Database {
  return options.databaseUrl === '' ? openSqlite(options.dataDir) : openPostgres(options.databaseUrl);
}

/** Where a data directory, or a backup, has its database. */
export const sqliteFileIn = (directory: string): string => join(directory, 'zyzc.db');

function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  const sqliteFile = sqliteFileIn(dataDir);
  const sqlite = new SqliteDatabase(sqliteFile);
  // On every open: an existing WAL database starts with synchronous=NORMAL otherwise, and an acknowledged answer could be lost.
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('busy_timeout = 5000');
  sqlite.pragma('foreign_keys = ON');
  const db = new Kysely<Tables>({ dialect: new TransactionalSqliteDialect({ database: sqlite }) });
  return {
    db,
    dialect: 'sqlite',
    sqliteFile,
    ping: () => {
      sqlite.prepare('select 1').get();
      return Promise.resolve();
    },
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

function openPostgres(url: string): Database {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000, application_name: APPLICATION_NAME });
  // Without a listener, a connection that breaks while idle ends the process; the pool replaces it by itself.
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    dialect: 'postgres',
    sqliteFile: undefined,
    ping: async () => {
      await pool.query('select 1');
    },
    close: () => db.destroy(),
  };
}
