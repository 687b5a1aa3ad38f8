import { type Kysely, sql } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/**
 * Submissions that their department takes back, until an administrator opens them. Of those that are there nobody knows
 * who has opened them: they count as opened.
 */
export async function letSubmissionsBeWithdrawn(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const key = keyType(dialect);
  for (const name of ['opened_at', 'withdrawn_at', 'withdrawn_by']) {
    await db.schema.alterTable('dept_task').addColumn(name, key as never).execute();
  }
  await sql`update dept_task set opened_at = submitted_at`.execute(db);
}
