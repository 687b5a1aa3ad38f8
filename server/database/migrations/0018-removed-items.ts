import type { Kysely } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/**
 * Which points the items were on that went with their self-correction: what a phone wrote on one of them can still be taken
 * for the item of the same point. Of those that went before nobody knows.
 */
export async function rememberRemovedItems(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const key = keyType(dialect);
  await db.schema
    .createTable('removed_correction_item')
    .addColumn('id', key as never, (column) => column.primaryKey())
    .addColumn('dept_task_id', key as never, (column) => column.notNull())
    .addColumn('point_id', key as never, (column) => column.notNull())
    .addForeignKeyConstraint('removed_correction_item_dept_task', ['dept_task_id'], 'dept_task', ['id'])
    .execute();
}
