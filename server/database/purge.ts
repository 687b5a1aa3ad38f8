import { type Kysely, sql } from 'kysely';
import { type Dialect, forUpdateSkipLocked } from './dialect.ts';
import type { Tables } from './tables.ts';

/**
 * Removes some rows that are older than an instant. Those that somebody else holds are left to the next clean-up.
 * @returns how many
 */
export async function deleteSomeBefore<Table extends keyof Tables>(
  db: Kysely<Tables>,
  dialect: Dialect,
  table: Table,
  column: keyof Tables[Table] & string,
  instant: string,
  limit: number,
): Promise<number> {
  const old = sql`select id from ${sql.table(table)} where ${sql.ref(column)} < ${instant} limit ${limit} ${forUpdateSkipLocked(dialect)}`;
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where id in (${old})`.execute(db);
  return Number(numAffectedRows);
}
