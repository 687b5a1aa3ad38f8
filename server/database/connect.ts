import { closeSync, existsSync, mkdirSync, openSync, statfsSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, type KyselyConfig, type LogEvent, PostgresAdapter, PostgresDialect, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely';
import pg from 'pg';
import { errorCodeOf } from '../error-code.ts';
import { makePrivate, PRIVATE_FILE, PRIVATE_FOLDER } from '../private-mode.ts';
import type { Dialect } from './dialect.ts';
import { cacheStatements } from './statement-cache.ts';
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
  /** For statements of PostgreSQL: with it, one that takes longer fails. Without it they may take for ever, as migrations do. */
  statementLimitMs?: number;
}

/** Opens PostgreSQL when a URL is given, else the SQLite file in the data directory. */
export function connect(options: ConnectOptions, onQuery?: (event: QueryEvent) => void): Database {
  return options.databaseUrl === '' ? openSqlite(options.dataDir, onQuery) : openPostgres(options, onQuery);
}

const DEFAULT_POOL = 10;

type OnQuery = ((event: QueryEvent) => void) | undefined;

const toQueryEvent = (event: LogEvent): QueryEvent => ({ sql: event.query.sql, ms: event.queryDurationMillis, hasFailed: event.level === 'error' });

/** Where a data directory, or a backup, has its database. */
export const sqliteFileIn = (directory: string): string => join(directory, 'zyzc.db');

/** What a large transaction adds to the write-ahead log. */
const ROOM_TO_WRITE = 1024 * 1024;

function openSqlite(dataDir: string, onQuery: OnQuery): Database {
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  const sqliteFile = sqliteFileIn(dataDir);
  // SQLite gives the files beside it the same rights. It would make this one for everybody to read.
  if (!existsSync(sqliteFile)) closeSync(openSync(sqliteFile, 'a', PRIVATE_FILE));
  for (const file of [sqliteFile, `${sqliteFile}-wal`, `${sqliteFile}-shm`]) makePrivate(file, PRIVATE_FILE);
  const sqlite = new SqliteDatabase(sqliteFile);
  // On every open: an existing WAL database starts with synchronous=NORMAL otherwise, and an acknowledged answer could be lost.
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('busy_timeout = 5000');
  sqlite.pragma('foreign_keys = ON');
  const opened = statSync(sqliteFile).ino;
  // What is written to a file that was moved away or replaced is not where the next start looks for it.
  const checkPlace = (): void => {
    if (statSync(sqliteFile, { throwIfNoEntry: false })?.ino !== opened) throw new MovedDatabaseError(sqliteFile);
  };
  const log: Pick<KyselyConfig, 'log'> = onQuery === undefined ? {} : { log: (event) => onQuery(toQueryEvent(event)) };
  const db = new Kysely<Tables>({ dialect: new CheckedSqliteDialect(sqlite, checkPlace), ...log });
  return {
    db,
    dialect: 'sqlite',
    sqliteFile,
    // What the file holds: a constant is answered without a look at it.
    ping: async () => {
      checkPlace();
      const { bavail, bsize } = statfsSync(dataDir);
      if (bavail * bsize < ROOM_TO_WRITE) throw Object.assign(new Error('there is no room to write'), { code: 'ENOSPC' });
      sqlite.prepare('select count(*) from sqlite_master').get();
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
    throw errorCodeOf(error) === 'SQLITE_BUSY' ? new Error('数据库正在被服务使用，请先停止服务') : error;
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

class MovedDatabaseError extends Error {
  readonly code = 'SQLITE_READONLY_DBMOVED';
  constructor(file: string) {
    super(`the database file was moved away or replaced: ${file}`);
  }
}

class CheckedSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase.Database;
  readonly #checkPlace: () => void;

  constructor(database: SqliteDatabase.Database, checkPlace: () => void) {
    super({ database });
    this.#database = database;
    this.#checkPlace = checkPlace;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }

  override createDriver(): Driver {
    return new CheckedSqliteDriver(this.#database, this.#checkPlace);
  }
}

class CheckedSqliteDriver extends SqliteDriver {
  readonly #database: SqliteDatabase.Database;
  readonly #checkPlace: () => void;

  constructor(database: SqliteDatabase.Database, checkPlace: () => void) {
    super({ database: cacheStatements(database) });
    this.#database = database;
    this.#checkPlace = checkPlace;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#checkPlace();
    // As a writer from the start, which waits for another process that writes. One that has read before is refused at once.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  // A full disk makes SQLite roll back by itself; a second time would fail, and hide why.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

// count() and sum() are bigint in PostgreSQL and would arrive as text; no count of ours exceeds 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** By which PostgreSQL tells our connections from others. */
export const APPLICATION_NAME = 'zyzc';

/** A session that holds its locks and does nothing belongs to a process that vanished without a word. */
const IDLE_TRANSACTION_LIMIT_MS = 60_000;
/** Transactions of ours take a second at most; who waits longer waits for something that hangs. */
const LOCK_LIMIT_MS = 10_000;
/** Beyond the limit of a statement, after which PostgreSQL itself says something. */
const SILENCE_MS = 5000;

/** A megabyte, in a table that nobody keeps: room is what the disk of another machine cannot be asked for. */
const ROOM_QUESTION = "create temporary table room on commit drop as select repeat('x', 1000) from generate_series(1, 1000)";
const DISK_FULL = '53100';

function openPostgres({ databaseUrl, databasePool = DEFAULT_POOL, statementLimitMs }: ConnectOptions, onQuery: OnQuery): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: databasePool,
    connectionTimeoutMillis: 5000,
    application_name: APPLICATION_NAME,
    ...(statementLimitMs === undefined
      ? {}
      : {
          statement_timeout: statementLimitMs,
          lock_timeout: LOCK_LIMIT_MS,
          idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
          stream: () => socketThatNoticesSilence(statementLimitMs + SILENCE_MS),
        }),
  });
  // Without listeners, a connection that breaks ends the process: one that is idle tells the pool, one in use tells itself.
  // The pool replaces it by itself.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  let lacksRoom = false;
  let asking: Promise<void> | undefined;
  const askForRoom = async (): Promise<void> => {
    await pool.query(ROOM_QUESTION);
    lacksRoom = false;
  };
  const log = (event: LogEvent): void => {
    if (event.level === 'error' && errorCodeOf(event.error) === DISK_FULL) lacksRoom = true;
    onQuery?.(toQueryEvent(event));
  };
  const db = new Kysely<Tables>({ dialect: new UnlockedPostgresDialect({ pool }), log });
  return {
    db,
    dialect: 'postgres',
    sqliteFile: undefined,
    ping: async () => {
      // One at a time, however many ask.
      if (lacksRoom) await (asking ??= askForRoom().finally(() => (asking = undefined)));
      else await pool.query('select 1');
    },
    connections: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => db.destroy(),
  };
}

/** `migrate` locks for a transaction. What the library locks is locked for a session, which behind a pooler is somebody else's. */
class UnlockedPostgresAdapter extends PostgresAdapter {
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve();
  }

  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
}

class UnlockedPostgresDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new UnlockedPostgresAdapter();
  }
}

/** A network that swallows everything would otherwise hold each connection for a quarter of an hour. */
function socketThatNoticesSilence(limitMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(limitMs, () => socket.destroy(Object.assign(new Error(`no answer from the database within ${limitMs} ms`), { code: 'ETIMEDOUT' })));
}
