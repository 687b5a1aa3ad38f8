/**
 * A whole database in one SQLite file, whichever database it comes from and goes to: `zyzc.db` in a folder, with the tables
 * of the release that wrote it.
 */
import SqliteDatabase from 'better-sqlite3';
import { type Kysely, sql, type Transaction } from 'kysely';
import { APPLICATION_NAME, connect, type Database, sqliteFileIn } from './connect.ts';
import { findMigrations, migrate, migrationsFor } from './migrate.ts';
import { SECRETS } from './shared-secret.ts';
import type { Tables } from './tables.ts';

const ROWS_AT_ONCE = 1000;
const ROWS_AT_FIRST = 16;
/** About as much is read or written at once: rows are of any size, and PostgreSQL takes no value above 256 MB. */
const BYTES_AT_ONCE = 8 * 1024 * 1024;

/**
 * Tables that a copy has empty. Pieces of files on their way: whoever sends one asks which have arrived, and sends the others
 * again. Sessions, and passwords that were wrong: everybody signs in again after a restore.
 */
const NOT_KEPT: readonly string[] = ['upload_piece', 'session', 'sign_in_attempt'] satisfies (keyof Tables)[];

/** Writes a consistent copy into an empty folder, while others read and write. */
export async function writePortableCopy(source: Database, folder: string): Promise<void> {
  const file = sqliteFileIn(folder);
  if (source.dialect === 'sqlite') {
    await sql`vacuum into ${file}`.execute(source.db);
    const copy = new SqliteDatabase(file);
    try {
      dropWhatIsNotKept(copy);
    } finally {
      copy.close();
    }
    return;
  }
  await source.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      await makeTables(folder, await findMigrations(snapshot));
      const target = new SqliteDatabase(file);
      try {
        // A single writer, and nobody reads before the end: the file then needs no log beside it.
        target.pragma('journal_mode = delete');
        target.pragma('foreign_keys = off');
        target.exec('begin');
        for (const table of tablesOf(target)) if (!NOT_KEPT.includes(table.name)) await copyFromPostgres(snapshot, target, table);
        dropWhatIsNotKept(target);
        target.exec('commit');
      } finally {
        target.close();
      }
    });
}

/**
 * Whoever reads the file must not find it either where SQLite leaves what was deleted, whose room stays free: a second
 * vacuum would need as much again for temporary files.
 */
function dropWhatIsNotKept(copy: SqliteDatabase.Database): void {
  copy.pragma('secure_delete = on');
  for (const table of NOT_KEPT) copy.exec(`delete from "${table}"`);
  const dropSecret = copy.prepare('delete from setting where name = ?');
  for (const name of SECRETS) dropSecret.run(name);
}

async function makeTables(folder: string, migrations: readonly string[]): Promise<void> {
  const known = migrationsFor('sqlite');
  const applied = Object.fromEntries(
    migrations.map((name) => {
      const migration = known[name];
      if (migration === undefined) throw new Error(`数据库由更新的版本写成（${name}），请用那个版本备份`);
      return [name, migration];
    }),
  );
  const empty = connect({ databaseUrl: '', dataDir: folder });
  try {
    await migrate(empty.db, empty.dialect, undefined, applied);
  } finally {
    await empty.close();
  }
}

interface TableShape {
  name: string;
  columns: string[];
  primaryKey: string[];
}

function tablesOf(database: SqliteDatabase.Database): TableShape[] {
  const names = database
    .prepare<[], { name: string }>(String.raw`select name from sqlite_master where type = 'table' and name not like 'sqlite\_%' escape '\' and name not like 'kysely\_%' escape '\' order by name`)
    .all();
  return names.map(({ name }) => {
    const columns = database.prepare<[string], { name: string; pk: number }>('select name, pk from pragma_table_info(?)').all(name);
    const primaryKey = columns.filter((column) => column.pk > 0).toSorted((one, other) => one.pk - other.pk);
    return { name, columns: columns.map((column) => column.name), primaryKey: primaryKey.map((column) => column.name) };
  });
}

/** By pieces in the order of the primary key, so that no table has to fit into memory. */
async function copyFromPostgres(snapshot: Transaction<Tables>, target: SqliteDatabase.Database, { name, columns, primaryKey }: TableShape): Promise<void> {
  const list = (names: readonly string[]) => names.map((each) => `"${each}"`).join(', ');
  const insert = target.prepare(`insert into "${name}" (${list(columns)}) values (${columns.map(() => '?').join(', ')})`);
  const key = sql.raw(list(primaryKey));
  let last: unknown[] | undefined;
  for (let limit = ROWS_AT_FIRST; ; ) {
    const after = last === undefined ? sql`` : sql`where (${key}) > (${sql.join(last)})`;
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.raw(list(columns))} from ${sql.table(name)} ${after} order by ${key} limit ${sql.lit(limit)}`.execute(snapshot);
    let bytes = 0;
    for (const row of rows) {
      const values = columns.map((column) => row[column]);
      bytes += values.reduce<number>((sum, value) => sum + sizeOf(value), 0);
      insert.run(values);
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < limit) return;
    last = primaryKey.map((column) => end[column]);
    // By the size of those just read, and at most twice as many: the next may be larger.
    limit = Math.max(1, Math.min(ROWS_AT_ONCE, 2 * limit, Math.floor((rows.length * BYTES_AT_ONCE) / bytes)));
  }
}

/** Bytes that a value takes, about. */
const sizeOf = (value: unknown): number => (typeof value === 'string' ? Buffer.byteLength(value) : Buffer.isBuffer(value) ? value.byteLength : 8);

export interface PortableFacts {
  migrations: string[];
  /** Rows by table. */
  tables: Record<string, number>;
}

/**
 * Opens a copy and reads it from end to end.
 * @throws Error when it is damaged
 */
export function inspectPortableCopy(folder: string): PortableFacts {
  const database = new SqliteDatabase(sqliteFileIn(folder), { readonly: true, fileMustExist: true });
  try {
    const problems = database.pragma('integrity_check', { simple: true });
    if (problems !== 'ok') throw new Error(`备份的数据库已损坏：${String(problems)}`);
    const orphans = database.pragma('foreign_key_check') as { table: string }[];
    if (orphans[0] !== undefined) throw new Error(`备份的数据库不完整：${orphans[0].table} 表有 ${orphans.length} 行引用的数据不存在`);
    const count = (table: string) => database.prepare<[], number>(`select count(*) from "${table}"`).pluck().get() ?? 0;
    return {
      migrations: database.prepare<[], string>('select name from kysely_migration order by name').pluck().all(),
      tables: Object.fromEntries(tablesOf(database).map(({ name }) => [name, count(name)])),
    };
  } finally {
    database.close();
  }
}

/** Rows of a query over a copy, one after the other. */
export function* readPortableCopy<Row>(folder: string, query: string): Generator<Row> {
  const database = new SqliteDatabase(sqliteFileIn(folder), { readonly: true, fileMustExist: true });
  try {
    yield* database.prepare<[], Row>(query).iterate();
  } finally {
    database.close();
  }
}

/**
 * Brings a copy to this release, and takes from one of an earlier release what is not kept: a session that was signed out since
 * must not hold again, nor a link that was signed before. Files that nothing refers to are unknown again: some may have been
 * removed while the copy was made, and whoever needs one sends it again.
 */
export async function prepareForRestore(folder: string): Promise<void> {
  const copy = connect({ databaseUrl: '', dataDir: folder });
  try {
    await migrate(copy.db, copy.dialect);
    await sql`pragma journal_mode = delete`.execute(copy.db);
  } finally {
    await copy.close();
  }
  const file = new SqliteDatabase(sqliteFileIn(folder), { fileMustExist: true });
  try {
    dropWhatIsNotKept(file);
    file.exec('delete from file_dept where (comp_no, sha256) in (select comp_no, sha256 from file where unused_since is not null)');
    file.exec('delete from file where unused_since is not null');
  } finally {
    file.close();
  }
}

/** Replaces all that a PostgreSQL database holds by a copy of this release: everything, or nothing when it fails. */
export async function fillPostgres(db: Kysely<Tables>, folder: string): Promise<void> {
  const source = new SqliteDatabase(sqliteFileIn(folder), { readonly: true, fileMustExist: true });
  try {
    const tables = inOrderOfReference(source, tablesOf(source));
    await db.transaction().execute(async (trx) => {
      const names = [...tables.map(({ name }) => name), 'kysely_migration', 'kysely_migration_lock'];
      await sql`drop table if exists ${sql.join(names.map((name) => sql.table(name)))} cascade`.execute(trx);
      await migrate(trx, 'postgres');
      for (const table of tables) await copyToPostgres(source, trx, table);
    });
    await sql`analyze`.execute(db);
  } finally {
    source.close();
  }
}

/** @throws Error while a server is connected to a PostgreSQL database, but for the connection itself */
export async function refuseWhileServed(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = ${APPLICATION_NAME} and pid <> pg_backend_pid()`.execute(db);
  if ((rows[0]?.count ?? 0) > 0) throw new Error('数据库正在被服务使用，请先停止所有服务进程');
}

interface Reference {
  table: string;
  from: string;
  to: string | null;
}

const referencesOf = (database: SqliteDatabase.Database, table: string): Reference[] =>
  database.prepare<[string], Reference>('select "table", "from", "to" from pragma_foreign_key_list(?)').all(table);

/** A table comes after those that it refers to. */
function inOrderOfReference(database: SqliteDatabase.Database, tables: readonly TableShape[]): TableShape[] {
  const ordered: TableShape[] = [];
  const rest = new Set(tables);
  while (rest.size > 0) {
    const waiting = new Set([...rest].map(({ name }) => name));
    const free = [...rest].filter(({ name }) => referencesOf(database, name).every(({ table }) => table === name || !waiting.has(table)));
    if (free.length === 0) throw new Error(`tables refer to one another: ${[...waiting].join(', ')}`);
    for (const table of free) rest.delete(table);
    ordered.push(...free);
  }
  return ordered;
}

async function copyToPostgres(source: SqliteDatabase.Database, trx: Transaction<Tables>, { name, columns }: TableShape): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const insert = async (rows: readonly string[]): Promise<void> => {
    if (rows.length === 0) return;
    await sql`insert into ${sql.table(name)} (${list}) select ${list} from jsonb_populate_recordset(null::${sql.table(name)}, cast(${`[${rows.join()}]`} as jsonb))`.execute(trx);
  };
  let batch: string[] = [];
  let bytes = 0;
  for (const row of source.prepare<[], unknown>(rowsInOrder(source, name)).iterate()) {
    const json = JSON.stringify(row, (_key, value: unknown) => (isBufferJson(value) ? `\\x${Buffer.from(value.data).toString('hex')}` : value));
    batch.push(json);
    bytes += Buffer.byteLength(json);
    if (batch.length < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE) continue;
    await insert(batch);
    batch = [];
    bytes = 0;
  }
  await insert(batch);
}

/** What JSON makes of bytes before it asks how to write them. */
const isBufferJson = (value: unknown): value is { data: number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value;

/** Of a table that refers to itself, parents come before their children. */
function rowsInOrder(database: SqliteDatabase.Database, table: string): string {
  const own = referencesOf(database, table).find((reference) => reference.table === table);
  if (own === undefined) return `select * from "${table}"`;
  return `with recursive ranked(key, rank) as (
    select "${own.to}", 0 from "${table}" where "${own.from}" is null
    union all select child."${own.to}", rank + 1 from "${table}" child join ranked on child."${own.from}" = ranked.key
  ) select "${table}".* from "${table}" join ranked on ranked.key = "${table}"."${own.to}" order by rank`;
}
