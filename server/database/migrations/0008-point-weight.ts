import type { Kysely } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/**
 * A wording has a weight, a mark, further bases and what breaking it costs; a point says whom it concerns. The library in the
 * database counts as unread, so that the next start fills these in.
 */
export async function weighPoints(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const key = keyType(dialect);
  await db.schema.alterTable('check_point_version').addColumn('further_bases', 'text').execute();
  await db.schema.alterTable('check_point_version').addColumn('liability', 'text').execute();
  await db.schema
    .alterTable('check_point_version')
    .addColumn('weight', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('check_point_version').addColumn('mark', key as never).execute();
  await db.schema.alterTable('check_point').addColumn('applies_to', 'text').execute();
  await db.schema.alterTable('check_point').addColumn('kinds', 'text').execute();
  await (db as Kysely<{ setting: { name: string } }>).deleteFrom('setting').where('name', '=', 'checkLibrary').execute();
}
