import type { Kysely } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/** What an institution says of itself, and the national points that it is not asked for that reason. */
export async function describeInstitutions(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const key = keyType(dialect);
  await db.schema
    .createTable('institution')
    .addColumn('comp_no', key as never, (column) => column.notNull())
    .addColumn('profile', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('updated_at', key as never, (column) => column.notNull())
    .addPrimaryKeyConstraint('institution_pk', ['comp_no'])
    .addForeignKeyConstraint('institution_company', ['comp_no'], 'company', ['comp_no'])
    .execute();
  await db.schema
    .createTable('point_not_asked')
    .addColumn('comp_no', key as never, (column) => column.notNull())
    .addColumn('point_id', key as never, (column) => column.notNull())
    .addPrimaryKeyConstraint('point_not_asked_pk', ['comp_no', 'point_id'])
    .addForeignKeyConstraint('point_not_asked_point', ['point_id'], 'check_point', ['id'])
    .execute();
}
