import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * `insert or replace` removes the row in its way without asking the triggers of SQLite that forbid its removal, by the id or
 * by the row's hidden number; PostgreSQL knows no such statement.
 */
export async function keepAuditRecordsFromReplacement(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  if (dialect !== 'sqlite') return;
  // A row that names no number of its own has -1 here.
  await sql`create trigger audit_record_not_replaced before insert on audit_record
    when exists (select 1 from audit_record where id = new.id) or exists (select 1 from audit_record where rowid = new.rowid)
    begin select raise(abort, 'audit records are never changed'); end`.execute(db);
}
