import type { Kysely } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/** 重大问题报告: one for each ★ of a department task that was 不合格, with the files that prove the report. */
export async function addSevereReports(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const key = keyType(dialect);
  await db.schema
    .createTable('severe_report')
    .addColumn('id', key as never, (column) => column.notNull())
    .addColumn('comp_no', key as never, (column) => column.notNull())
    .addColumn('dept_task_id', key as never, (column) => column.notNull())
    .addColumn('point_id', key as never, (column) => column.notNull())
    .addColumn('version_id', key as never, (column) => column.notNull())
    .addColumn('problem', 'text', (column) => column.notNull())
    .addColumn('found_by', key as never, (column) => column.notNull())
    .addColumn('found_at', key as never, (column) => column.notNull())
    .addColumn('status', key as never, (column) => column.notNull())
    .addColumn('changed_back_at', key as never)
    .addColumn('reported_to', 'text', (column) => column.notNull())
    .addColumn('reported_on', key as never)
    .addColumn('report_number', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('decided_by', key as never)
    .addColumn('decided_at', key as never)
    .addPrimaryKeyConstraint('severe_report_pk', ['id'])
    .addUniqueConstraint('severe_report_unique', ['dept_task_id', 'point_id'])
    .addForeignKeyConstraint('severe_report_dept_task', ['dept_task_id'], 'dept_task', ['id'])
    .execute();
  await db.schema.createIndex('severe_report_by_comp_no').on('severe_report').columns(['comp_no', 'status', 'found_at']).execute();
  await db.schema
    .createTable('severe_report_file')
    .addColumn('id', key as never, (column) => column.notNull())
    .addColumn('comp_no', key as never, (column) => column.notNull())
    .addColumn('severe_report_id', key as never, (column) => column.notNull())
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('sha256', key as never, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('severe_report_file_pk', ['id'])
    .addUniqueConstraint('severe_report_file_unique', ['severe_report_id', 'sha256'])
    .addForeignKeyConstraint('severe_report_file_report', ['severe_report_id'], 'severe_report', ['id'])
    .execute();
}
