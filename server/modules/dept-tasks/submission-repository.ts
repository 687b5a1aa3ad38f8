import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { insertRows } from '../../database/json-rows.ts';

/** The answers that a submission turns into corrections, in the task's order. */
export const listUnqualified = (trx: Queryable, deptTaskId: string) =>
  trx
    .selectFrom('answer')
    .select(['point_id', 'version_id', 'remark', 'photos'])
    .where('dept_task_id', '=', deptTaskId)
    .where('result', '=', 'unqualified')
    .orderBy('seq')
    .execute();

export async function findLatestAnswerTime(trx: Queryable, deptTaskId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('answer')
    .select((eb) => eb.fn.max('answered_at').as('latest'))
    .where('dept_task_id', '=', deptTaskId)
    .executeTakeFirst();
  return row?.latest ?? undefined;
}

/** @returns false when the task was cancelled meanwhile */
export async function addSubmittedCount(trx: Queryable, taskId: string, difference: 1 | -1): Promise<boolean> {
  const result = await trx
    .updateTable('task')
    .set((eb) => ({ submitted_count: eb('submitted_count', '+', difference) }))
    .where('id', '=', taskId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function markSubmitted(trx: Queryable, deptTaskId: string, submission: { at: string; by: string }): Promise<void> {
  await trx
    .updateTable('dept_task')
    .set({ submitted_at: submission.at, submitted_by: submission.by, is_returned: 0 })
    .where('id', '=', deptTaskId)
    .execute();
  await trx.updateTable('answer').set({ submitted_at: submission.at }).where('dept_task_id', '=', deptTaskId).execute();
}

/** Makes a department task fillable again; remarks of an earlier return go. */
export async function markReturned(
  trx: Queryable,
  deptTaskId: string,
  returned: { at: string; by: string; reason: string; points: readonly { pointId: string; remark: string }[] },
): Promise<void> {
  await trx
    .updateTable('dept_task')
    .set({
      submitted_at: null,
      submitted_by: null,
      returned_at: returned.at,
      returned_by: returned.by,
      return_reason: returned.reason,
      is_returned: 1,
    })
    .where('id', '=', deptTaskId)
    .execute();
  await trx.updateTable('answer').set({ submitted_at: null, return_remark: null }).where('dept_task_id', '=', deptTaskId).execute();
  for (const { pointId, remark } of returned.points) {
    await trx
      .updateTable('answer')
      .set({ return_remark: remark })
      .where('dept_task_id', '=', deptTaskId)
      .where('point_id', '=', pointId)
      .execute();
  }
}

export async function insertSelfCorrection(
  trx: Queryable,
  dialect: Dialect,
  correction: { id: string; comp_no: string; dept_task_id: string; task_id: string; dept_id: string; due_date: string; created_at: string },
  items: readonly NewItem[],
): Promise<void> {
  await trx
    .insertInto('self_correction')
    .values({ ...correction, item_count: items.length, corrected_count: 0, corrected_at: null, confirmed_at: null, confirmed_by: null })
    .execute();
  await insertItems(trx, dialect, correction, items);
}

/** An item as it begins, when nobody has corrected anything. */
interface NewItem {
  id: string;
  point_id: string;
  version_id: string;
  problem: string;
  photos_before: string;
}

export const insertItems = (trx: Queryable, dialect: Dialect, correction: { id: string; comp_no: string }, items: readonly NewItem[]): Promise<void> =>
  insertRows(
    trx,
    dialect,
    'self_correction_item',
    {
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
    },
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
    })),
  );

/** Counts one more item of a self-correction, which has something to correct again. */
export async function writeAddedItem(trx: Queryable, id: string, dueDate: string): Promise<void> {
  await trx
    .updateTable('self_correction')
    .set((eb) => ({ item_count: eb('item_count', '+', 1), corrected_at: null, due_date: dueDate }))
    .where('id', '=', id)
    .execute();
}

export async function changeProblem(trx: Queryable, itemId: string, problem: Pick<NewItem, 'problem' | 'photos_before'>): Promise<void> {
  await trx.updateTable('self_correction_item').set(problem).where('id', '=', itemId).execute();
}

/** The wording that a point was issued with. */
export async function findIssuedVersion(trx: Queryable, deptTaskId: string, pointId: string): Promise<string> {
  const row = await trx
    .selectFrom('answer')
    .select('version_id')
    .where('dept_task_id', '=', deptTaskId)
    .where('point_id', '=', pointId)
    .executeTakeFirstOrThrow();
  return row.version_id;
}

/** The correction of a submission, and whether anybody has worked on it. */
export async function findSelfCorrection(trx: Queryable, deptTaskId: string): Promise<{ id: string; isTouched: boolean } | undefined> {
  const correction = await trx.selectFrom('self_correction').select('id').where('dept_task_id', '=', deptTaskId).executeTakeFirst();
  if (correction === undefined) return undefined;
  const touched = await trx
    .selectFrom('self_correction_item')
    .select('id')
    .where('self_correction_id', '=', correction.id)
    .where((eb) => eb.or([eb('revision', '>', 0), eb('corrected_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return { id: correction.id, isTouched: touched !== undefined };
}

export async function deleteSelfCorrection(trx: Queryable, id: string): Promise<void> {
  await trx.deleteFrom('self_correction_item').where('self_correction_id', '=', id).execute();
  await trx.deleteFrom('self_correction').where('id', '=', id).execute();
}
