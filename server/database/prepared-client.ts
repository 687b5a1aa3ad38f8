import pg from 'pg';

/** What is asked that often is asked again; the rest is not worth a place in PostgreSQL's memory. */
const USES_BEFORE_NAMED = 5;
/** Each connection keeps all of them until it is closed. */
const NAMED_AT_MOST = 300;
const COUNTED_AT_MOST = 2000;
/** A longer one has as many placeholders as there are rows or ids. */
const LONGEST_NAMED = 4000;
/** Its columns may change under a connection, by the migration of a newer release. */
const SELECTS_ALL_COLUMNS = /\*\s+from|"\.\*/;

const names = new Map<string, string>();
const uses = new Map<string, number>();

/** The name under which a connection prepares a statement; undefined for one that is sent whole each time. */
export function nameOfStatement(sql: string): string | undefined {
  const named = names.get(sql);
  if (named !== undefined || sql.length > LONGEST_NAMED || names.size >= NAMED_AT_MOST || SELECTS_ALL_COLUMNS.test(sql)) return named;
  const count = (uses.get(sql) ?? 0) + 1;
  if (count < USES_BEFORE_NAMED) {
    if (uses.size >= COUNTED_AT_MOST) uses.clear();
    uses.set(sql, count);
    return undefined;
  }
  uses.delete(sql);
  const name = `zyzc${names.size + 1}`;
  names.set(sql, name);
  return name;
}

/** Lets PostgreSQL parse and plan what is asked often once for each connection, which takes as long as running it. */
export class PreparingClient extends pg.Client {
  override query = ((...given: unknown[]) => {
    const [text, values] = given;
    const name = given.length === 2 && typeof text === 'string' && Array.isArray(values) ? nameOfStatement(text) : undefined;
    return name === undefined ? super.query(...(given as [string])) : super.query({ name, text: text as string, values: values as unknown[] });
  }) as pg.Client['query'];
}
