import { sql } from 'kysely';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { insertRows, isOneOf } from '../../database/json-rows.ts';
import type { LateWorkTable } from '../../database/tables.ts';

/** Late work that came before under one of these ids, whoever sent it. */
export const listKnownLateWork = (db: Queryable, dialect: Dialect, entryIds: readonly string[]): Promise<LateWorkTable[]> =>
  db.selectFrom('late_work').selectAll().where(isOneOf(dialect, 'entry_id', entryIds)).execute();

/** What waits for a decision of what one person entered: of all, and of each of some subjects, a point's or an item's id. */
export async function countWaitingLate(
  db: Queryable,
  dialect: Dialect,
  { enteredBy, deptTaskId, subjectIds }: { enteredBy: string; deptTaskId: string; subjectIds: readonly string[] },
): Promise<{ all: number; bySubject: Map<string, number> }> {
  const waiting = db.selectFrom('late_work').where('entered_by', '=', enteredBy).where('status', '=', 'waiting');
  const { all } = await waiting.select(({ fn }) => fn.countAll<number>().as('all')).executeTakeFirstOrThrow();
  const subject = sql<string>`coalesce(item_id, point_id)`;
  const rows = await waiting
    .select([subject.as('subject_id'), ({ fn }) => fn.countAll<number>().as('count')])
    .where('dept_task_id', '=', deptTaskId)
    .where(sql<boolean>`(${isOneOf(dialect, 'item_id', subjectIds)} or ${isOneOf(dialect, 'point_id', subjectIds)})`)
    .groupBy(subject)
    .execute();
  return { all, bySubject: new Map(rows.map((row) => [row.subject_id, row.count])) };
}

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
