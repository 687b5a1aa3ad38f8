import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { jsonRows } from '../../database/json-rows.ts';
import type { DeptTaskRow } from './dept-task-repository.ts';

type SubmittedDeptTask = DeptTaskRow & { submitted_at: string };

/** What a submission's self-correction is about, in the task's order. */
export const listProblems = (trx: Queryable, deptTaskId: string) =>
  trx
    .selectFrom('answer')
    .select(['point_id as pointId', 'version_id as versionId', 'remark', 'photos'])
    .where('dept_task_id', '=', deptTaskId)
    .where('result', '=', 'unqualified')
    .orderBy('seq')
    .execute();

/** ★ of which it is said without a reason that they do not apply. */
export async function countUnexplained(trx: Queryable, deptTaskId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('answer as a')
    .innerJoin('check_point_version as v', 'v.id', 'a.version_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('a.dept_task_id', '=', deptTaskId)
    .where('a.result', '=', 'notApplicable')
    .where('a.remark', '=', '')
    .where('v.mark', '=', 'veto')
    .executeTakeFirstOrThrow();
  return count;
}

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
    .set({ submitted_at: submission.at, submitted_by: submission.by, is_returned: 0, opened_at: null })
    .where('id', '=', deptTaskId)
    .execute();
  await trx.updateTable('answer').set({ submitted_at: submission.at }).where('dept_task_id', '=', deptTaskId).execute();
}

/** Makes a department task fillable again for its department, as if it had not been submitted. */
export async function markWithdrawn(trx: Queryable, deptTaskId: string, withdrawn: { at: string; by: string }): Promise<void> {
  await trx
    .updateTable('dept_task')
    .set({ submitted_at: null, submitted_by: null, withdrawn_at: withdrawn.at, withdrawn_by: withdrawn.by })
    .where('id', '=', deptTaskId)
    .execute();
  await trx.updateTable('answer').set({ submitted_at: null }).where('dept_task_id', '=', deptTaskId).execute();
}

/** Of a department task that was returned: whether anything was saved since, and the points with a remark of which nothing was. */
export async function findUnchanged(trx: Queryable, deptTaskId: string, returnedAt: string): Promise<{ isUntouched: boolean; remarked: number[] }> {
  const latest = await trx
    .selectFrom('answer')
    .select((eb) => eb.fn.max('saved_at').as('saved_at'))
    .where('dept_task_id', '=', deptTaskId)
    .executeTakeFirst();
  const remarked = await trx
    .selectFrom('answer')
    .select('seq')
    .where('dept_task_id', '=', deptTaskId)
    .where('return_remark', 'is not', null)
    .where('saved_at', '<=', returnedAt)
    .orderBy('seq')
    .execute();
  return { isUntouched: (latest?.saved_at ?? '') <= returnedAt, remarked: remarked.map(({ seq }) => seq) };
}

/** Makes a department task fillable again. On its points the remarks of an earlier return go; `submission_return` keeps all. */
export async function markReturned(
  trx: Queryable,
  dialect: Dialect,
  { id, comp_no, submitted_at, submitted_by, first_submitted_at }: SubmittedDeptTask,
  returned: { at: string; by: string; reason: string; points: readonly { pointId: string; remark: string }[] },
): Promise<void> {
  // Of a point that is named twice the last remark counts, which `update … from` would not see to.
  const byPoint = new Map(returned.points.map((point) => [point.pointId, point]));
  await trx
    .insertInto('submission_return')
    .values({
      id: uuidv7(),
      comp_no,
      dept_task_id: id,
      returned_at: returned.at,
      returned_by: returned.by,
      reason: returned.reason,
      remarks: JSON.stringify([...byPoint.values()]),
      submitted_at,
      submitted_by,
    })
    .execute();
  await trx
    .updateTable('dept_task')
    .set({
      submitted_at: null,
      submitted_by: null,
      first_submitted_at: first_submitted_at ?? submitted_at,
      returned_at: returned.at,
      returned_by: returned.by,
      return_reason: returned.reason,
      is_returned: 1,
    })
    .where('id', '=', id)
    .execute();
  await trx.updateTable('answer').set({ submitted_at: null, return_remark: null }).where('dept_task_id', '=', id).execute();
  if (byPoint.size === 0) return;
  const remarks = jsonRows(dialect, { point_id: 'text', remark: 'text' }, [...byPoint.values()].map(({ pointId, remark }) => ({ point_id: pointId, remark })));
  // `materialized`: SQLite would otherwise parse the list again for every answer.
  await sql`with r as materialized (select * from ${remarks} as list)
    update answer set return_remark = r.remark from r where answer.dept_task_id = ${id} and answer.point_id = r.point_id`.execute(trx);
}

/** The latest first. */
export const listReturns = (db: Queryable, deptTaskId: string) =>
  db
    .selectFrom('submission_return as r')
    .leftJoin('employee as administrator', 'administrator.id', 'r.returned_by')
    .leftJoin('employee as submitter', 'submitter.id', 'r.submitted_by')
    .select(['r.id', 'r.returned_at', 'r.reason', 'r.remarks', 'r.submitted_at', 'administrator.employee_name as returned_by_name', 'submitter.employee_name as submitted_by_name'])
    .where('r.dept_task_id', '=', deptTaskId)
    .orderBy('r.returned_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute();

export type ReturnRow = Awaited<ReturnType<typeof listReturns>>[number];

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
