import { type Kysely, sql } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/**
 * What an administrator declares speaks for the institution. Of before it is known by who made it; whoever was an administrator
 * then and is none now counts as a department's. And what people say about what is published.
 */
export async function openPublicBoard(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const key = keyType(dialect);
  await db.schema
    .alterTable('declaration')
    .addColumn('is_institutional', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update declaration set is_institutional = 1 where created_by in (select id from employee where is_admin = 1)`.execute(db);
  await db.schema
    .createTable('opinion')
    .addColumn('id', key as never, (column) => column.notNull())
    .addColumn('comp_no', key as never, (column) => column.notNull())
    .addColumn('employee_id', key as never, (column) => column.notNull())
    .addColumn('declaration_id', key as never)
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', key as never, (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('answered_by', key as never)
    .addColumn('answered_at', key as never)
    .addPrimaryKeyConstraint('opinion_pk', ['id'])
    .addForeignKeyConstraint('opinion_employee', ['employee_id'], 'employee', ['id'])
    .execute();
  await db.schema.createIndex('opinion_by_comp_no').on('opinion').columns(['comp_no', 'created_at', 'id']).execute();
  await db.schema.createIndex('opinion_by_employee_id').on('opinion').columns(['employee_id', 'created_at', 'id']).execute();
}
