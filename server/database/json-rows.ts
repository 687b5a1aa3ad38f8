import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Tables } from './tables.ts';

export type ColumnKind = 'text' | 'integer';
type ValueOf<Kind extends ColumnKind> = Kind extends 'text' ? string : number;

/**
 * Rows as a derived table (`from jsonRows(…) as r`), sent as a single parameter. However many there are, the statement
 * stays the same short text, and none meets the databases' limits on the number of parameters.
 */
export function jsonRows<const Columns extends Record<string, ColumnKind>>(
  dialect: Dialect,
  columns: Columns,
  rows: readonly { [Name in keyof Columns]: ValueOf<Columns[Name]> | null }[],
): RawBuilder<{ [Name in keyof Columns]: ValueOf<Columns[Name]> }> {
  const names = Object.keys(columns);
  const fields = names.map((name, position) => {
    const value = sql`value ->> ${sql.lit(position)}`;
    return columns[name] === 'integer' ? sql`cast(${value} as integer) as ${sql.ref(name)}` : sql`${value} as ${sql.ref(name)}`;
  });
  const json = JSON.stringify(rows.map((row) => names.map((name) => row[name])));
  return sql`(select ${sql.join(fields)} from ${elements(dialect, json)})`;
}

/**
 * Inserts any number of rows with one statement.
 * @param onConflict such as `on conflict (id) do nothing`
 */
export async function insertRows<const Columns extends Record<string, ColumnKind>>(
  db: Kysely<Tables> | Transaction<Tables>,
  dialect: Dialect,
  table: keyof Tables,
  columns: Columns,
  rows: readonly { [Name in keyof Columns]: ValueOf<Columns[Name]> | null }[],
  onConflict: RawBuilder<unknown> = sql``,
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  // `where true`: without it SQLite takes the `on` of a conflict clause for that of a join.
  await sql`insert into ${sql.table(table)} (${names}) select ${names} from ${jsonRows(dialect, columns, rows)} as r where true ${onConflict}`.execute(db);
}

/** Whether a column holds one of the values; for lists of any length, an empty one too. */
export const isOneOf = (dialect: Dialect, column: string, values: readonly string[]): RawBuilder<boolean> =>
  dialect === 'postgres'
    ? sql`${sql.ref(column)} = any(${values})`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;

const elements = (dialect: Dialect, json: string): RawBuilder<unknown> =>
  dialect === 'postgres' ? sql`jsonb_array_elements(cast(${json} as jsonb))` : sql`json_each(${json})`;
