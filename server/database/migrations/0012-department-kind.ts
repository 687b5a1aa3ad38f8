import type { Kysely } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/** A department has a kind, which decides what it is asked; it may be switched otherwise by hand, and be closed from a day on. */
export async function describeDepartments(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const key = keyType(dialect);
  await db.schema.alterTable('dept').addColumn('kind', key as never).execute();
  await db.schema.alterTable('dept').addColumn('closed_from', key as never).execute();
  await db.schema
    .createTable('dept_point')
    .addColumn('comp_no', key as never, (column) => column.notNull())
    .addColumn('dept_id', key as never, (column) => column.notNull())
    .addColumn('point_id', key as never, (column) => column.notNull())
    .addColumn('is_asked', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('dept_point_pk', ['dept_id', 'point_id'])
    .addForeignKeyConstraint('dept_point_dept', ['dept_id'], 'dept', ['id'], (constraint) => constraint.onDelete('cascade'))
    .addForeignKeyConstraint('dept_point_point', ['point_id'], 'check_point', ['id'])
    .execute();
  await db.schema.createIndex('dept_point_by_comp_no').on('dept_point').column('comp_no').execute();
}
