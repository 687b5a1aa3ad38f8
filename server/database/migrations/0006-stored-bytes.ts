import type { Kysely } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/**
 * What a person stores is counted by days, and files that nothing refers to are known by a mark. Those of before have none and
 * stay: nobody can tell any more at what cost.
 */
export async function countStoredBytes(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const key = keyType(dialect);
  await db.schema
    .createTable('daily_use')
    .addColumn('employee_id', key as never, (column) => column.notNull())
    .addColumn('day', key as never, (column) => column.notNull())
    .addColumn('file_bytes', 'integer', (column) => column.notNull())
    .addColumn('text_bytes', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_use_pk', ['employee_id', 'day'])
    .addForeignKeyConstraint('daily_use_employee', ['employee_id'], 'employee', ['id'])
    .execute();
  await db.schema.createIndex('daily_use_by_day').on('daily_use').column('day').execute();
  await db.schema.alterTable('file').addColumn('unused_since', key as never).execute();
  await db.schema.createIndex('file_unused').on('file').column('unused_since').where('unused_since' as never, 'is not', null).execute();
}
