import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { insertRows } from '../../database/json-rows.ts';

/** A self-correction as it begins; its items are inserted with `insertItems`. */
export async function insertSelfCorrection(
  trx: Queryable,
  correction: { id: string; comp_no: string; dept_task_id: string; task_id: string; dept_id: string; due_date: string; created_at: string; item_count: number },
): Promise<void> {
  await trx
    .insertInto('self_correction')
    .values({ ...correction, corrected_count: 0, corrected_at: null, confirmed_at: null, confirmed_by: null })
    .execute();
}

/** An item as it begins, when nobody has corrected anything. */
interface NewItem {
  id: string;
  point_id: string;
  version_id: string;
  problem: string;
  photos_before: string;
}

/** Columns of `self_correction_item` as they are written. */
export const correctionItemColumns = {
  id: 'text',
  comp_no: 'text',
  self_correction_id: 'text',
  point_id: 'text',
  version_id: 'text',
  problem: 'text',
  photos_before: 'text',
  measures: 'text',
  photos_after: 'text',
  responsible: 'text',
  corrected_at: 'text',
  corrected_by: 'text',
  saved_by: 'text',
  saved_at: 'text',
  revision: 'integer',
  returned_at: 'text',
  return_reason: 'text',
  due_date: 'text',
} as const;

export const insertItems = (trx: Queryable, dialect: Dialect, correction: { id: string; comp_no: string }, items: readonly NewItem[]): Promise<void> =>
  insertRows(
    trx,
    dialect,
    'self_correction_item',
    correctionItemColumns,
    items.map((item) => ({
      ...item,
      comp_no: correction.comp_no,
      self_correction_id: correction.id,
      measures: '',
      photos_after: '[]',
      responsible: '',
      corrected_at: null,
      corrected_by: null,
      saved_by: null,
      saved_at: null,
      revision: 0,
      returned_at: null,
      return_reason: null,
      due_date: null,
    })),
  );

/** What a phone has written for the problem of before is not taken for this one: the revision says that there is something new. */
export async function writeProblem(trx: Queryable, itemId: string, problem: Pick<NewItem, 'problem' | 'photos_before'>): Promise<void> {
  await trx
    .updateTable('self_correction_item')
    .set((eb) => ({ ...problem, revision: eb('revision', '+', 1) }))
    .where('id', '=', itemId)
    .execute();
}

export async function findOpened(trx: Queryable, deptTaskId: string): Promise<{ id: string; isTouched: boolean } | undefined> {
  const correction = await trx.selectFrom('self_correction').select('id').where('dept_task_id', '=', deptTaskId).executeTakeFirst();
  if (correction === undefined) return undefined;
  const touched = await trx
    .selectFrom('self_correction_item')
    .select('id')
    .where('self_correction_id', '=', correction.id)
    .where((eb) => eb.or([eb('saved_by', 'is not', null), eb('corrected_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return { id: correction.id, isTouched: touched !== undefined };
}

/** What is kept of the items is which point each was on. */
export async function deleteWithItems(trx: Queryable, id: string): Promise<void> {
  await trx
    .insertInto('removed_correction_item')
    .columns(['id', 'dept_task_id', 'point_id'])
    .expression((eb) =>
      eb
        .selectFrom('self_correction_item as i')
        .innerJoin('self_correction as c', 'c.id', 'i.self_correction_id')
        .select(['i.id', 'c.dept_task_id', 'i.point_id'])
        .where('c.id', '=', id),
    )
    .execute();
  await trx.deleteFrom('self_correction_item').where('self_correction_id', '=', id).execute();
  await trx.deleteFrom('self_correction').where('id', '=', id).execute();
}
