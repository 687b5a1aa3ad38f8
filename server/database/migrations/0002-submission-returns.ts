import type { Kysely } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/** What a returned submission was, and why and with which remarks it came back: one return after the other. */
export async function addSubmissionReturns(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const key = keyType(dialect);
  await db.schema.alterTable('dept_task').addColumn('first_submitted_at', key as never).execute();
  await db.schema
    .createTable('submission_return')
    .addColumn('id', key as never, (column) => column.notNull())
    .addColumn('comp_no', key as never, (column) => column.notNull())
    .addColumn('dept_task_id', key as never, (column) => column.notNull())
    .addColumn('returned_at', key as never, (column) => column.notNull())
    .addColumn('returned_by', key as never, (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('remarks', 'text', (column) => column.notNull())
    .addColumn('submitted_at', key as never, (column) => column.notNull())
    .addColumn('submitted_by', key as never)
    .addPrimaryKeyConstraint('submission_return_pk', ['id'])
    .addForeignKeyConstraint('submission_return_dept_task', ['dept_task_id'], 'dept_task', ['id'])
    .execute();
  await db.schema.createIndex('submission_return_by_dept_task_id').on('submission_return').column('dept_task_id').execute();
}
