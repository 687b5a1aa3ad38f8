import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { insertRows, isOneOf } from '../../database/json-rows.ts';
import type { LateWorkTable } from '../../database/tables.ts';

/** Late work that came before under one of these ids, whoever sent it. */
export const listKnownLateWork = (db: Queryable, dialect: Dialect, entryIds: readonly string[]): Promise<LateWorkTable[]> =>
  db.selectFrom('late_work').selectAll().where(isOneOf(dialect, 'entry_id', entryIds)).execute();

/** Columns of `late_work` as they are written. */
export const lateWorkColumns = {
  entry_id: 'text',
  comp_no: 'text',
  kind: 'text',
  dept_task_id: 'text',
  point_id: 'text',
  self_correction_id: 'text',
  item_id: 'text',
  content: 'text',
  value: 'text',
  entered_by: 'text',
  imported_by: 'text',
  received_at: 'text',
  late_reason: 'text',
  status: 'text',
  decided_by: 'text',
  decided_at: 'text',
  decision_reason: 'text',
} as const;

export const insertLateWork = (trx: Queryable, dialect: Dialect, rows: readonly LateWorkTable[]): Promise<void> =>
  insertRows(trx, dialect, 'late_work', lateWorkColumns, rows);
