import { type Kysely, sql } from 'kysely';
import { type Dialect, keyType } from '../dialect.ts';

/**
 * What a returned submission was, and why and with which remarks it came back: one return after the other.
 *
 * Of what was returned before, the operations tell when submissions arrived and whether they were late, for 400 days. So the
 * first submission is known, and a row is made for the latest return, of which department task and answers still have reason
 * and remarks. Without an operation nothing is said of either. Left out as well is what nobody kept: returns before the
 * latest. What an old process returns while this runs or afterwards has neither, too.
 */
export async function addSubmissionReturns(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const key = keyType(dialect);
  // Before anything is locked: all operations are read for it.
  await gatherReturned(db, dialect);
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
  await sql`update dept_task set first_submitted_at = r.first_submitted_at from returned_before as r where r.dept_task_id = dept_task.id`.execute(db);
  // One for each department task at most, so that its id serves for the row.
  await sql`insert into submission_return (id, comp_no, dept_task_id, returned_at, returned_by, reason, remarks, submitted_at, submitted_by)
    select d.id, d.comp_no, d.id, d.returned_at, d.returned_by, d.return_reason, ${remarksOn(dialect)}, r.last_submitted_at, r.last_submitted_by
    from returned_before as r join dept_task as d on d.id = r.dept_task_id and d.returned_at = r.returned_at`.execute(db);
  await sql`drop table returned_before`.execute(db);
}

/**
 * Makes `returned_before`: of each department task that was returned, its first submission that is known and the one that the
 * latest return gave back. An operation has no other time than that of its arrival, which may be after the last day although
 * the person submitted in time; then it was the end of that day at the latest.
 */
async function gatherReturned(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  // A case, and no condition: PostgreSQL may compute what it selects before it looks at conditions.
  const answer = sql`case when kind = 'submitDeptTask' and answer <> '' then answer end`;
  const deptTaskId = dialect === 'postgres' ? sql`(${answer})::json ->> 'deptTaskId'` : sql`json_extract(${answer}, '$.deptTaskId')`;
  const isLate = dialect === 'postgres' ? sql`(${answer})::json ->> 'isLate' = 'true'` : sql`json_extract(${answer}, '$.isLate')`;
  // `materialized`: SQLite would otherwise parse all operations again for every department task.
  await sql`create temporary table returned_before as
    with operations as materialized (
      select comp_no, employee_id, created_at, ${deptTaskId} as dept_task_id, ${isLate} as is_late from operation where kind = 'submitDeptTask'
    ), submission as (
      select d.id, d.returned_at, o.employee_id,
        case when o.is_late or o.created_at <= t.end_date || 'T15:59:59.999Z' then o.created_at else t.end_date || 'T15:59:59.999Z' end as submitted_at,
        row_number() over (partition by d.id order by o.created_at) as from_first,
        row_number() over (partition by d.id order by o.created_at desc) as from_last
      from operations as o
      join dept_task as d on d.id = o.dept_task_id and d.comp_no = o.comp_no and d.returned_at >= o.created_at
      join task as t on t.id = d.task_id
    )
    select id as dept_task_id, max(returned_at) as returned_at,
      max(case when from_first = 1 then submitted_at end) as first_submitted_at,
      max(case when from_last = 1 then submitted_at end) as last_submitted_at,
      max(case when from_last = 1 then employee_id end) as last_submitted_by
    from submission group by id`.execute(db);
}

/** The remarks of the latest return of `d`, as the column has them. */
const remarksOn = (dialect: Dialect) => {
  const remarked = sql`from answer as a where a.dept_task_id = d.id and a.return_remark is not null`;
  return dialect === 'postgres'
    ? sql`coalesce((select json_agg(json_build_object('pointId', a.point_id, 'remark', a.return_remark) order by a.seq)::text ${remarked}), '[]')`
    : sql`(select json_group_array(json_object('pointId', a.point_id, 'remark', a.return_remark) order by a.seq) ${remarked})`;
};
