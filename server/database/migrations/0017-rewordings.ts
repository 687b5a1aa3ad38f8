import { type Kysely, sql } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/**
 * Which wordings in place of a national point's have words of their own, so that the library's next one does not take their
 * place; and own points with words that a national point once had.
 */
export async function keepOwnWords(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const key = keyType(dialect);
  await db.schema
    .alterTable('point_override')
    .addColumn('is_reworded', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update point_override set is_reworded = 1 where exists (select 1 from citation_decision as d
    where d.comp_no = point_override.comp_no and d.point_id = point_override.point_id and d.kind = 'rewrite')`.execute(db);
  await db.schema.createIndex('point_override_company').on('point_override').columns(['comp_no', 'is_reworded']).execute();
  await db.schema
    .createTable('point_copy')
    .addColumn('comp_no', key as never, (column) => column.notNull())
    .addColumn('point_id', key as never, (column) => column.notNull())
    .addColumn('national_id', key as never, (column) => column.notNull())
    .addColumn('base_version_id', key as never, (column) => column.notNull())
    .addPrimaryKeyConstraint('point_copy_pk', ['comp_no', 'point_id'])
    .addForeignKeyConstraint('point_copy_point', ['point_id'], 'check_point', ['id'])
    .addForeignKeyConstraint('point_copy_national', ['national_id'], 'check_point', ['id'])
    .execute();
}
