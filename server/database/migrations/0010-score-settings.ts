import type { Kysely } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/** From which score on a result is 优秀 or 合格, where an institution has set it. */
export async function addScoreSettings(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('score_setting')
    .addColumn('comp_no', keyType(dialect) as never, (column) => column.notNull())
    .addColumn('excellent', 'integer', (column) => column.notNull())
    .addColumn('passed', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('score_setting_pk', ['comp_no'])
    .addForeignKeyConstraint('score_setting_company', ['comp_no'], 'company', ['comp_no'])
    .execute();
}
