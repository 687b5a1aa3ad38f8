import type { Kysely } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/**
 * Words of the cited article with each wording; what a newer edition of a law made of each citation; what institutions decided
 * on it; and wordings that stand in place of a national point's, of one institution or of all.
 */
export async function followLawChanges(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const key = keyType(dialect);
  await db.schema.alterTable('check_point_version').addColumn('basis_anchor', 'text').execute();
  await db.schema
    .createTable('point_override')
    .addColumn('comp_no', key as never, (column) => column.notNull())
    .addColumn('point_id', key as never, (column) => column.notNull())
    .addColumn('base_version_id', key as never, (column) => column.notNull())
    .addColumn('version_id', key as never, (column) => column.notNull())
    .addPrimaryKeyConstraint('point_override_pk', ['point_id', 'comp_no'])
    .addForeignKeyConstraint('point_override_point', ['point_id'], 'check_point', ['id'])
    .addForeignKeyConstraint('point_override_version', ['version_id'], 'check_point_version', ['id'])
    .execute();
  await db.schema
    .createTable('law_change')
    .addColumn('law_id', key as never, (column) => column.notNull())
    .addColumn('comp_no', key as never, (column) => column.notNull())
    .addColumn('point_id', key as never, (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('version_id', key as never, (column) => column.notNull())
    .addColumn('law_version', key as never, (column) => column.notNull())
    .addColumn('cited', 'text', (column) => column.notNull())
    .addColumn('state', key as never, (column) => column.notNull())
    .addColumn('article', 'integer')
    .addColumn('candidates', 'text', (column) => column.notNull())
    .addColumn('before_law_id', key as never)
    .addColumn('before_article', 'integer')
    .addColumn('is_checked', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('law_change_pk', ['law_id', 'comp_no', 'point_id', 'place'])
    .addForeignKeyConstraint('law_change_law', ['law_id'], 'law', ['id'])
    .addForeignKeyConstraint('law_change_point', ['point_id'], 'check_point', ['id'])
    .execute();
  await db.schema
    .createTable('citation_decision')
    .addColumn('comp_no', key as never, (column) => column.notNull())
    .addColumn('law_id', key as never, (column) => column.notNull())
    .addColumn('point_id', key as never, (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('kind', key as never, (column) => column.notNull())
    .addColumn('article', 'integer')
    .addColumn('version_id', key as never, (column) => column.notNull())
    .addColumn('content_hash', key as never, (column) => column.notNull())
    .addColumn('decided_by', key as never, (column) => column.notNull())
    .addColumn('decided_at', key as never, (column) => column.notNull())
    .addPrimaryKeyConstraint('citation_decision_pk', ['comp_no', 'law_id', 'point_id', 'place'])
    .addForeignKeyConstraint('citation_decision_company', ['comp_no'], 'company', ['comp_no'])
    .addForeignKeyConstraint('citation_decision_law', ['law_id'], 'law', ['id'])
    .addForeignKeyConstraint('citation_decision_point', ['point_id'], 'check_point', ['id'])
    .execute();
}
