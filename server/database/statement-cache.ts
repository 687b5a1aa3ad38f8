import type SqliteDatabase from 'better-sqlite3';

const KEPT_AT_MOST = 200;
/** A long statement is one with many rows or ids, whose number the next one hardly has. */
const LONGEST_KEPT = 4000;
const CHANGES_TABLES = /^\s*(?:create|alter|drop|pragma|vacuum|reindex|attach|detach)\b/i;

/**
 * The statements of a connection, prepared once for each text: preparing takes as long as a short statement itself.
 * What changes tables makes all be prepared anew. Not for statements that are read row by row while others run.
 */
export function cacheStatements(database: SqliteDatabase.Database): Pick<SqliteDatabase.Database, 'prepare' | 'close'> {
  const prepared = new Map<string, SqliteDatabase.Statement>();

  const prepare = (sql: string): SqliteDatabase.Statement => {
    if (CHANGES_TABLES.test(sql)) {
      prepared.clear();
      return database.prepare(sql);
    }
    const statement = prepared.get(sql) ?? database.prepare(sql);
    if (sql.length > LONGEST_KEPT) return statement;
    // Behind the others, so that the one in front is the one that was not needed for longest.
    prepared.delete(sql);
    prepared.set(sql, statement);
    const [oldest] = prepared.keys();
    if (prepared.size > KEPT_AT_MOST && oldest !== undefined) prepared.delete(oldest);
    return statement;
  };
  return { prepare: prepare as SqliteDatabase.Database['prepare'], close: () => database.close() };
}
