import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { itemDueDate } from '../../database/item-due-date.ts';
import { insertRows, isOneOf, jsonRows } from '../../database/json-rows.ts';
import type { SelfCorrectionHistoryTable } from '../../database/tables.ts';

/** What a self-correction holds for its items. */
export const listHeldItems = (db: Queryable, id: string) =>
  db
    .selectFrom('self_correction_item as i')
    .leftJoin('employee as saver', 'saver.id', 'i.saved_by')
    .select([
      'i.id',
      'i.point_id',
      'i.measures',
      'i.responsible',
      'i.photos_after',
      'i.corrected_at',
      'i.corrected_by',
      'i.saved_by',
      'i.saved_at',
      'i.revision',
      'i.returned_at',
      'i.return_reason',
      'saver.employee_name as saver_name',
    ])
    .where('i.self_correction_id', '=', id)
    .execute();

export type HeldItemRow = Awaited<ReturnType<typeof listHeldItems>>[number];

export type CorrectionHistoryRow = Selectable<SelfCorrectionHistoryTable>;

/** Those of these that are items of a self-correction of the company. */
export const listItemIds = (db: Queryable, dialect: Dialect, compNo: string, ids: readonly string[]) =>
  db.selectFrom('self_correction_item').select('id').where('comp_no', '=', compNo).where(isOneOf(dialect, 'id', ids)).execute();

/** Those of these that were items of self-corrections of a department task which are gone. */
export const listRemovedItems = (db: Queryable, dialect: Dialect, deptTaskId: string, ids: readonly string[]) =>
  db.selectFrom('removed_correction_item').select(['id', 'point_id']).where('dept_task_id', '=', deptTaskId).where(isOneOf(dialect, 'id', ids)).execute();

/** Outbox entries that were stored before, whoever sent them. */
export const listKnownEntries = (db: Queryable, dialect: Dialect, entryIds: readonly string[]) =>
  db
    .selectFrom('self_correction_history')
    .select(['entry_id', 'comp_no', 'self_correction_id', 'item_id', 'measures', 'responsible', 'photos_after', 'corrected_at', 'saved_by', 'revision', 'is_conflict', 'return_reason'])
    .where(isOneOf(dialect, 'entry_id', entryIds))
    .execute();

export const insertHistory = (trx: Queryable, dialect: Dialect, rows: readonly CorrectionHistoryRow[]): Promise<void> =>
  insertRows(
    trx,
    dialect,
    'self_correction_history',
    {
      entry_id: 'text',
      comp_no: 'text',
      self_correction_id: 'text',
      item_id: 'text',
      measures: 'text',
      responsible: 'text',
      photos_after: 'text',
      corrected_at: 'text',
      saved_by: 'text',
      saved_at: 'text',
      revision: 'integer',
      is_conflict: 'integer',
      imported_by: 'text',
      return_reason: 'text',
      due_date: 'text',
    },
    rows,
  );

export interface ChangedItem {
  id: string;
  measures: string;
  responsible: string;
  photos_after: string;
  corrected_at: string | null;
  corrected_by: string | null;
  saved_by: string;
  saved_at: string;
  revision: number;
  returned_at: string | null;
  return_reason: string | null;
}

export async function updateItems(trx: Queryable, dialect: Dialect, selfCorrectionId: string, rows: readonly ChangedItem[]): Promise<void> {
  if (rows.length === 0) return;
  const values = jsonRows(
    dialect,
    {
      id: 'text',
      measures: 'text',
      responsible: 'text',
      photos_after: 'text',
      corrected_at: 'text',
      corrected_by: 'text',
      saved_by: 'text',
      saved_at: 'text',
      revision: 'integer',
      returned_at: 'text',
      return_reason: 'text',
    },
    rows,
  );
  // `materialized`: SQLite would otherwise parse the list again for every item.
  await sql`with r as materialized (select * from ${values} as list)
    update self_correction_item set measures = r.measures, responsible = r.responsible, photos_after = r.photos_after,
      corrected_at = r.corrected_at, corrected_by = r.corrected_by, saved_by = r.saved_by, saved_at = r.saved_at,
      revision = r.revision, returned_at = r.returned_at, return_reason = r.return_reason
    from r where self_correction_item.self_correction_id = ${selfCorrectionId} and self_correction_item.id = r.id`.execute(trx);
}

/** Counts the items anew; the correction is 已整改 from when the last one was, and due when the next one is. */
export async function writeProgress(trx: Queryable, id: string): Promise<{ itemCount: number; correctedCount: number; correctedAt: string | null }> {
  const { items, corrected, latest, nextDue, lastDue } = await trx
    .selectFrom('self_correction_item as i')
    .innerJoin('self_correction as c', 'c.id', 'i.self_correction_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('items'),
      eb.fn.count<number>('i.corrected_at').as('corrected'),
      eb.fn.max('i.corrected_at').as('latest'),
      sql<string | null>`min(case when i.corrected_at is null then ${itemDueDate} end)`.as('nextDue'),
      sql<string>`max(${itemDueDate})`.as('lastDue'),
    ])
    .where('i.self_correction_id', '=', id)
    .executeTakeFirstOrThrow();
  const correctedAt = corrected === items ? latest : null;
  const progress = { item_count: items, corrected_count: corrected, corrected_at: correctedAt, due_date: nextDue ?? lastDue };
  await trx.updateTable('self_correction').set(progress).where('id', '=', id).execute();
  return { itemCount: items, correctedCount: corrected, correctedAt };
}

/** Gives items a due date of their own; the others keep the one that they have. That of the whole follows with `writeProgress`. */
export async function setDueDate(trx: Queryable, dialect: Dialect, id: string, itemIds: readonly string[], dueDate: string): Promise<void> {
  await trx
    .updateTable('self_correction_item')
    .set((eb) => ({
      due_date: eb
        .case()
        .when(isOneOf(dialect, 'id', itemIds))
        .then(dueDate)
        .else(eb.fn.coalesce('due_date', eb.selectFrom('self_correction').select('due_date').where('id', '=', id)))
        .end(),
    }))
    .where('self_correction_id', '=', id)
    .execute();
}

export async function markConfirmed(trx: Queryable, id: string, confirmed: { at: string; by: string }): Promise<void> {
  await trx.updateTable('self_correction').set({ confirmed_at: confirmed.at, confirmed_by: confirmed.by }).where('id', '=', id).execute();
}

/** Every value that the items ever had and every return, the latest first. */
export const listHistory = (db: Queryable, id: string) =>
  db
    .selectFrom('self_correction_history as h')
    .leftJoin('employee as e', 'e.id', 'h.saved_by')
    .leftJoin('employee as importer', 'importer.id', 'h.imported_by')
    .selectAll('h')
    .select(['e.employee_name as saver_name', 'importer.employee_name as imported_by_name'])
    .where('h.self_correction_id', '=', id)
    .orderBy('h.saved_at', 'desc')
    .orderBy('h.revision', 'desc')
    .orderBy('h.entry_id', 'desc')
    .execute();
