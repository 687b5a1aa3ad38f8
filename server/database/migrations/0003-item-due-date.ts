import type { Kysely } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/** Items that are returned or added have a 整改期限 of their own; without one they have that of their self-correction, as before. */
export async function addItemDueDate(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('self_correction_item').addColumn('due_date', keyType(dialect) as never).execute();
}
