import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { insertRows, isOneOf, jsonRows } from '../../database/json-rows.ts';
import { wordingColumns } from '../../database/point-wording.ts';
import type { AnswerHistoryTable } from '../../database/tables.ts';
import type { CountDifference } from './answer-merge.ts';

/** All points of a department task in the wording that they were issued with, and what was answered. */
export const listPoints = (db: Queryable, deptTaskId: string) =>
  db
    .selectFrom('answer as a')
    .innerJoin('check_point_version as v', 'v.id', 'a.version_id')
    .innerJoin('dept_task as d', 'd.id', 'a.dept_task_id')
    .innerJoin('task_point as issued', (join) => join.onRef('issued.task_id', '=', 'd.task_id').onRef('issued.point_id', '=', 'a.point_id'))
    .innerJoin('check_item as category', 'category.id', 'a.category_id')
    .leftJoin('employee as e', 'e.id', 'a.answered_by')
    .select([
      'a.point_id',
      'a.seq',
      'a.category_id',
      'category.item_name as category_name',
      'issued.item_name',
      ...wordingColumns,
      'a.return_remark',
      'a.result',
      'a.remark',
      'a.photos',
      'a.answered_by',
      'a.answered_at',
      'a.saved_at',
      'a.revision',
      'e.employee_name as answered_by_name',
    ])
    .where('a.dept_task_id', '=', deptTaskId)
    .orderBy('a.seq')
    .execute();

export type PointRow = Awaited<ReturnType<typeof listPoints>>[number];

/** For each point of a department task, what the department last submitted on it before `submittedBefore`. */
export const listLastAnswers = (db: Queryable, deptTaskId: string, submittedBefore: string) =>
  db
    .selectFrom('answer as a')
    .innerJoin('answer as last', (join) =>
      join
        .onRef('last.dept_id', '=', 'a.dept_id')
        .onRef('last.point_id', '=', 'a.point_id')
        .on(
          'last.submitted_at',
          '=',
          sql<string>`(select max(earlier.submitted_at) from answer as earlier
            where earlier.dept_id = a.dept_id and earlier.point_id = a.point_id and earlier.submitted_at < ${submittedBefore})`,
        ),
    )
    .innerJoin('dept_task as d', 'd.id', 'last.dept_task_id')
    .innerJoin('task as t', 't.id', 'd.task_id')
    .select(['last.point_id', 'last.result', 'last.remark', 'last.answered_at', 't.task_name'])
    .where('a.dept_task_id', '=', deptTaskId)
    .where('last.result', 'is not', null)
    .execute();

export type LastAnswerRow = Awaited<ReturnType<typeof listLastAnswers>>[number];

/** What a department task holds for some of its points, and how much each of them weighs. */
export const listAnswers = (db: Queryable, dialect: Dialect, deptTaskId: string, pointIds: readonly string[]) =>
  db
    .selectFrom('answer as a')
    .innerJoin('check_point_version as v', 'v.id', 'a.version_id')
    .leftJoin('employee as e', 'e.id', 'a.answered_by')
    .select([
      'a.point_id',
      'a.seq',
      'v.weight',
      'v.mark',
      'a.result',
      'a.remark',
      'a.photos',
      'a.answered_by',
      'a.answered_at',
      'a.saved_at',
      'a.revision',
      'e.employee_name as answered_by_name',
    ])
    .where('a.dept_task_id', '=', deptTaskId)
    .where(isOneOf(dialect, 'a.point_id', pointIds))
    .execute();

export type AnswerRow = Awaited<ReturnType<typeof listAnswers>>[number];

export type HistoryRow = Selectable<AnswerHistoryTable>;

/** Outbox entries that were stored before, whoever sent them. */
export const listKnownEntries = (db: Queryable, dialect: Dialect, entryIds: readonly string[]) =>
  db
    .selectFrom('answer_history')
    .select(['entry_id', 'comp_no', 'dept_task_id', 'point_id', 'result', 'remark', 'photos', 'answered_by', 'revision', 'is_conflict'])
    .where(isOneOf(dialect, 'entry_id', entryIds))
    .execute();

export const insertHistory = (trx: Queryable, dialect: Dialect, rows: readonly HistoryRow[]): Promise<void> =>
  insertRows(
    trx,
    dialect,
    'answer_history',
    {
      entry_id: 'text',
      comp_no: 'text',
      dept_task_id: 'text',
      point_id: 'text',
      result: 'text',
      remark: 'text',
      photos: 'text',
      answered_by: 'text',
      answered_at: 'text',
      saved_at: 'text',
      revision: 'integer',
      is_conflict: 'integer',
      imported_by: 'text',
    },
    rows,
  );

export interface ChangedAnswer {
  point_id: string;
  /** Null, as the three that follow, for an answer that was taken back. */
  result: string | null;
  remark: string;
  photos: string;
  answered_by: string | null;
  answered_at: string | null;
  saved_at: string | null;
  revision: number;
}

export async function updateAnswers(trx: Queryable, dialect: Dialect, deptTaskId: string, rows: readonly ChangedAnswer[]): Promise<void> {
  if (rows.length === 0) return;
  const values = jsonRows(
    dialect,
    {
      point_id: 'text',
      result: 'text',
      remark: 'text',
      photos: 'text',
      answered_by: 'text',
      answered_at: 'text',
      saved_at: 'text',
      revision: 'integer',
    },
    rows,
  );
  // `materialized`: SQLite would otherwise parse the list again for every answer of the department task.
  await sql`with r as materialized (select * from ${values} as list)
    update answer set result = r.result, remark = r.remark, photos = r.photos, answered_by = r.answered_by,
      answered_at = r.answered_at, saved_at = r.saved_at, revision = r.revision
    from r where answer.dept_task_id = ${deptTaskId} and answer.point_id = r.point_id`.execute(trx);
}

export async function changeCounts(
  trx: Queryable,
  deptTaskId: string,
  difference: CountDifference,
): Promise<void> {
  await trx
    .updateTable('dept_task')
    .set((eb) => ({
      answered_count: eb('answered_count', '+', difference.answered),
      unqualified_count: eb('unqualified_count', '+', difference.unqualified),
      judged_count: eb('judged_count', '+', difference.judged),
      judged_weight: eb('judged_weight', '+', difference.judgedWeight),
      qualified_weight: eb('qualified_weight', '+', difference.qualifiedWeight),
      failed_vetoes: eb('failed_vetoes', '+', difference.failedVetoes),
    }))
    .where('id', '=', deptTaskId)
    .execute();
}

/** From 已退回 to 进行中: the department has begun to put right what it was returned for. */
export async function endReturn(trx: Queryable, deptTaskId: string): Promise<void> {
  await trx.updateTable('dept_task').set({ is_returned: 0 }).where('id', '=', deptTaskId).execute();
}

/** Every value that the points of a department task ever had, the latest first. */
export const listHistory = (db: Queryable, deptTaskId: string) =>
  db
    .selectFrom('answer_history as h')
    .leftJoin('employee as e', 'e.id', 'h.answered_by')
    .leftJoin('employee as importer', 'importer.id', 'h.imported_by')
    .selectAll('h')
    .select(['e.employee_name as answered_by_name', 'importer.employee_name as imported_by_name'])
    .where('h.dept_task_id', '=', deptTaskId)
    .orderBy('h.saved_at', 'desc')
    .orderBy('h.revision', 'desc')
    .orderBy('h.entry_id', 'desc')
    .execute();
