import { type Selectable, sql } from 'kysely';
import type { LateStatus } from '#contract/late-status.ts';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { insertRows, isOneOf } from '../../database/json-rows.ts';
import type { LateAnswerTable } from '../../database/tables.ts';

export type LateAnswerRow = Selectable<LateAnswerTable>;

/** Late work that came before under one of these ids, whoever sent it. */
export const listKnownLateAnswers = (db: Queryable, dialect: Dialect, entryIds: readonly string[]): Promise<LateAnswerRow[]> =>
  db.selectFrom('late_answer').selectAll().where(isOneOf(dialect, 'entry_id', entryIds)).execute();

export const insertLateAnswers = (trx: Queryable, dialect: Dialect, rows: readonly LateAnswerRow[]): Promise<void> =>
  insertRows(
    trx,
    dialect,
    'late_answer',
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
      received_at: 'text',
      late_reason: 'text',
      status: 'text',
      decided_by: 'text',
      decided_at: 'text',
      decision_reason: 'text',
    },
    rows,
  );

export const findLateAnswer = (db: Queryable, compNo: string, entryId: string): Promise<LateAnswerRow | undefined> =>
  db.selectFrom('late_answer').selectAll().where('entry_id', '=', entryId).where('comp_no', '=', compNo).executeTakeFirst();

export async function writeDecision(
  trx: Queryable,
  entryId: string,
  decision: { status: LateStatus; decided_by: string; decided_at: string; decision_reason: string },
): Promise<void> {
  await trx.updateTable('late_answer').set(decision).where('entry_id', '=', entryId).execute();
}

export interface LateAnswerFilter {
  compNo: string;
  taskId?: string | undefined;
  deptId?: string | undefined;
  status?: LateStatus | undefined;
  answeredBy?: string | undefined;
}

/** With its point as it was issued and the answer that holds there; what waits for a decision first, then the latest. */
export async function findLateAnswerPage(db: Queryable, filter: LateAnswerFilter, page: { pageNum: number; pageSize: number }) {
  const { taskId, deptId, status, answeredBy } = filter;
  const matching = db
    .selectFrom('late_answer as l')
    .innerJoin('dept_task as d', 'd.id', 'l.dept_task_id')
    .where('l.comp_no', '=', filter.compNo)
    .$if(taskId !== undefined, (query) => query.where('d.task_id', '=', taskId ?? ''))
    .$if(deptId !== undefined, (query) => query.where('d.dept_id', '=', deptId ?? ''))
    .$if(status !== undefined, (query) => query.where('l.status', '=', status ?? 'waiting'))
    .$if(answeredBy !== undefined, (query) => query.where('l.answered_by', '=', answeredBy ?? ''));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .innerJoin('task as t', 't.id', 'd.task_id')
    .innerJoin('dept', 'dept.id', 'd.dept_id')
    .innerJoin('answer as a', (join) => join.onRef('a.dept_task_id', '=', 'l.dept_task_id').onRef('a.point_id', '=', 'l.point_id'))
    .innerJoin('check_point_version as v', 'v.id', 'a.version_id')
    .leftJoin('employee as author', 'author.id', 'l.answered_by')
    .leftJoin('employee as decider', 'decider.id', 'l.decided_by')
    .leftJoin('employee as present', 'present.id', 'a.answered_by')
    .selectAll('l')
    .select([
      'd.task_id',
      'd.dept_id',
      't.task_name',
      't.cancelled_at',
      'dept.dept_name',
      'v.content',
      'author.employee_name as author_name',
      'decider.employee_name as decider_name',
      'a.result as current_result',
      'a.remark as current_remark',
      'a.photos as current_photos',
      'a.answered_by as current_answered_by',
      'a.answered_at as current_answered_at',
      'a.saved_at as current_saved_at',
      'a.revision as current_revision',
      'present.employee_name as current_answered_by_name',
    ])
    .orderBy(sql`case when l.status = 'waiting' then 0 else 1 end`)
    .orderBy('l.received_at', 'desc')
    .orderBy('l.entry_id', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows, total };
}

export type ListedLateAnswer = Awaited<ReturnType<typeof findLateAnswerPage>>['rows'][number];
